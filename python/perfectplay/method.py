"""Methods: how a question may be answered.

A method is a name, a test whether it applies to a position, and a function. The search methods of a question stand in
its own file (``questions/``). Theorems (``theorems/``) and dedicated solvers (``solvers/``) add methods to the
questions that they answer: a module there names the ``systems`` it is about (or whole ``kinds`` of them, which
``about(system)`` may restrict), has ``applies(position)``, and a function for each question, named like the question.
Where a puzzle cannot be solved, ``refusal(position)`` says why and answers all questions about solutions; otherwise it
is empty. ``confirm(position)``, where it exists, checks the answer again by code of its own, and ``certified(result)``
checks the witness of a value, or the certificate of an outcome, and raises ``Wrong`` if it does not hold. Theorems are
tried first, then solvers, then search.

If a module covers less for one of its questions, it has a test for that question, such as ``grundy_applies``. A method
that finds out only while working that it cannot answer returns None, and the next one is asked.

A solver of puzzles whose solutions may be longer than needed says ``shortest = False``, one with a high initial cost
says ``on_request = True``. Both are listed last, and must be requested by name.

The modules are found by file name, and imported when a system that they are about is first asked about. What they are
about is read from their text, so ``systems`` and ``kinds`` are written as tuples of strings, on lines of their own.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from functools import cache, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from perfectplay.folders import files_in
from perfectplay.limits import Control, Progress, watch_now
from perfectplay.position import Position
from perfectplay.records import dataclass, field
from perfectplay.result import Result, Stats

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Finding
    from perfectplay.system import System


@dataclass(frozen=True, eq=False, repr=False)
class Asked:
    """What is asked besides the position."""

    progress: Progress | None = None
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def control(self) -> Control:
        """For the native side: the limits of the watch that the question is asked under."""
        return watch_now().control(self.progress)


class Found(NamedTuple):
    """What a method returns."""

    value: Any
    witness: Any = None
    stats: Stats = Stats()


Run = Callable[[Position, Asked], Found | None]


def everywhere(position: Position) -> bool:
    return True


@dataclass(frozen=True, eq=False, repr=False)
class Method:
    name: str
    run: Run
    applies: Callable[[Position], bool] = everywhere
    shortest: bool = True
    """False: its solutions may be longer than needed."""
    on_request: bool = False
    """True: it has a high initial cost."""

    @property
    def by_default(self) -> bool:
        """Otherwise it must be requested by name."""
        return self.shortest and not self.on_request


def stats_of(*raw: tuple[int, float, int]) -> Stats:
    """Statistics of the native side, added up."""
    if len(raw) == 1:
        return Stats(*raw[0])
    return Stats(sum(r[0] for r in raw), sum(r[1] for r in raw), max((r[2] for r in raw), default=0))


# theorems and solvers -----------------------------------------------------------------------------------------------

FOLDERS = ("theorems", "solvers")
_WORD = re.compile(rb'"(\w+)"')
_ABOUT = re.compile(rb"^(systems|kinds)(?:: [^=\n]*)? = (\((?:[^()]*)\))", re.MULTILINE)


@cache
def modules() -> dict[str, tuple[str, ...]]:
    """The names of all modules, in the order in which they are asked, with the keys and kinds that they are about."""
    found: dict[str, tuple[str, ...]] = {}
    for folder in FOLDERS:
        for name, path in files_in(folder).items():
            found[f"perfectplay.{folder}.{name}"] = words_about(path)
    return found


def words_about(path: str) -> tuple[str, ...]:
    """The systems and kinds that a module says it is about, read from its text."""
    with open(
        path, "rb", buffering=0
    ) as file:  # some fifty files are read, so that neither buffers nor letters are made
        about = [_WORD.findall(names) for _, names in _ABOUT.findall(file.readall())]
    return tuple(word.decode() for words in about for word in words)


@cache
def _modules_named(key: str, kind: str) -> tuple[ModuleType, ...]:
    named = {key, kind} - {""}
    return tuple(importlib.import_module(name) for name, about in modules().items() if named.intersection(about))


def modules_about(system: System) -> tuple[ModuleType, ...]:
    """The theorems and solvers about a system; some may answer on boards that are too large for a search."""
    named = _modules_named(system.key, system.kind)
    return tuple(module for module in named if not hasattr(module, "about") or module.about(system))


def _name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2].replace("_", " ")


NO_SOLUTION: dict[str, Any] = {"solve": None, "solutions": [], "count": 0}
"""The answers where a puzzle cannot be solved."""


def methods_by_theory(question: str, system: System) -> tuple[Method, ...]:
    """The theorems and solvers that answer this question for this system."""
    return _methods_by_theory(question, modules_about(system))


@lru_cache(maxsize=1024)
def _methods_by_theory(question: str, about: tuple[ModuleType, ...]) -> tuple[Method, ...]:
    found = []
    for module in about:
        flags = getattr(module, "shortest", True), getattr(module, "on_request", False)
        method = None
        if hasattr(module, question):
            applies = getattr(module, f"{question}_applies", module.applies)
            method = Method(_name(module), getattr(module, question), applies, *flags)
        if question in NO_SOLUTION and hasattr(module, "refusal"):
            method = _refusing(_name(module), module.refusal, NO_SOLUTION[question], method)
        if method is not None:
            found.append(method)
    return tuple(found)


def _refusing(name: str, refusal: Callable[[Position], str], no: Any, other: Method | None) -> Method:
    """The method of a module that says where there is no solution, and may have another for where there are some."""

    def run(position: Position, asked: Asked) -> Found | None:
        reason = refusal(position)
        if reason:
            return Found(no, {"reason": reason})
        return None if other is None else other.run(position, asked)

    def applies(position: Position) -> bool:
        return bool(refusal(position)) or (other is not None and other.applies(position))

    return Method(name, run, applies)


def _that_answered(result: Result[Any], member: str) -> Any:
    """What the module that answered defines under this name; None if it does not."""
    for module in modules_about(result.position.system):
        if _name(module) == result.method and hasattr(module, member):
            return getattr(module, member)
    return None


def confirm(result: Result[Any]) -> bool | None:
    """Whether the module that answered confirms its answer by other code; None if it cannot."""
    check: Callable[[Position], bool | None] | None = _that_answered(result, "confirm")
    return None if check is None else check(result.position)


def refusal(result: Result[Any]) -> str:
    """Why there is no solution, by the theorem that answered, asked again; empty if no theorem did."""
    reason: Callable[[Position], str] | None = _that_answered(result, "refusal")
    return "" if reason is None else str(reason(result.position))


def has_certificates(position: Position) -> bool:
    """Does a theorem or solver apply that proves outcomes by certificates?"""
    proving = (
        each for each in modules_about(position.system) if hasattr(each, "certified") and hasattr(each, "outcome")
    )
    return any(getattr(each, "outcome_applies", each.applies)(position) for each in proving)


def certified(result: Result[Any]) -> Finding | None:
    """What the module that answered can prove from the witness; None if it cannot tell."""
    from perfectplay.checks.verdict import Wrong, refuted

    check: Callable[[Result[Any]], Finding | None] | None = _that_answered(result, "certified")
    try:
        return None if check is None else check(result)
    except Wrong as error:
        return refuted(f"the certificate does not hold: {error}")

"""How a question is asked: choose a method that applies, run it, wrap the answer.

A method is a name, a test whether it applies to a position, and a function. The search methods of a question stand in
its own file. Theorems (``theorems/``) and dedicated solvers (``solvers/``) add methods to the questions that they
answer: a module there names the ``systems`` it is about (or whole ``kinds`` of them), has ``applies(position)``, and a
function for each question, named like the question. Where a puzzle cannot be solved, ``refusal(position)`` says why
and answers all questions about solutions; otherwise it is empty. ``confirm(position)``, where it exists, checks the
answer again by code of its own, and ``certified(result)`` checks the witness of a value. Theorems are tried first, then
solvers, then search.

Where a module reaches less far for one of its questions, it has a test of that name, such as ``grundy_applies``. A
method that finds out only at work that it cannot answer returns None, and the next one is asked.

A solver of puzzles whose lines may be longer than needed says ``shortest = False``, one that costs much before it pays
says ``on_request = True``. Both are listed last, and asked only by their names.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any

from perfectplay.checks.verdict import Finding
from perfectplay.errors import NotApplicable
from perfectplay.limits import NO_LIMITS, Control, Limits, Progress, watch_now
from perfectplay.result import Result, Stats
from perfectplay.system import Position, System


@dataclass(frozen=True)
class Asked:
    """What the asker wants besides the position."""

    limits: Limits = NO_LIMITS
    progress: Progress | None = None
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def control(self) -> Control:
        """For the native side: the limits of the watch that the question is asked under."""
        return watch_now().control(self.progress)


@dataclass(frozen=True)
class Answer:
    """What a method returns."""

    value: Any
    witness: Any = None
    stats: Stats = field(default_factory=Stats)


Run = Callable[[Position, Asked], Answer | None]


@dataclass(frozen=True)
class Method:
    name: str
    run: Run
    applies: Callable[[Position], bool] = lambda position: True
    shortest: bool = True
    """False: its solutions may be longer than needed."""
    on_request: bool = False
    """True: it costs much before it pays."""

    @property
    def by_default(self) -> bool:
        """Otherwise it must be asked for by name."""
        return self.shortest and not self.on_request


@dataclass(frozen=True)
class Question:
    """A question: for which systems it has a meaning, what to say to the others, and the search methods."""

    name: str
    means: Callable[[type[System] | System], bool]
    needs: str
    searches: Sequence[Method] = ()
    result: type[Result[Any]] = Result
    """The class of its results."""

    def check(self, position: Position) -> None:
        from perfectplay.questions import questions_for

        if not isinstance(position, Position):
            raise NotApplicable(f"{self.name}: expected a position, got a {type(position).__name__}")
        if not self.means(position.system):
            others = ", ".join(questions_for(position.system)) or "none"
            raise NotApplicable(
                f"{position.system.title}: {self.name} needs {self.needs} (this system answers: {others})"
            )


@cache
def _plugins() -> tuple[ModuleType, ...]:
    found = []
    for folder in ("theorems", "solvers"):
        package = importlib.import_module(f"perfectplay.{folder}")
        for module in pkgutil.iter_modules(package.__path__):
            found.append(importlib.import_module(f"perfectplay.{folder}.{module.name}"))
    return tuple(found)


def _plugins_about(system: System) -> list[ModuleType]:
    return [module for module in _plugins() if _is_about(module, system)]


def _is_about(module: ModuleType, system: System) -> bool:
    """A module names its systems or their kinds, or has a function that knows them by what they declare."""
    if hasattr(module, "about"):
        return bool(module.about(system))
    return system.key in module.systems or system.kind in getattr(module, "kinds", ())


def has_theorems(system: System) -> bool:
    """Is there a theorem or a solver for this system, which may answer on boards that are too large for a search?"""
    return bool(_plugins_about(system))


def _name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2].replace("_", " ")


NO_SOLUTION: dict[str, Any] = {"solve": None, "solutions": [], "count": 0}
"""What is answered where a puzzle cannot be solved."""


def plugin_methods(question: str, system: System) -> list[Method]:
    """The theorems and solvers that answer this question for this system."""
    found = []
    for module in _plugins_about(system):
        flags = getattr(module, "shortest", True), getattr(module, "on_request", False)
        method = None
        if hasattr(module, question):
            applies = getattr(module, f"{question}_applies", module.applies)
            method = Method(_name(module), getattr(module, question), applies, *flags)
        if question in NO_SOLUTION and hasattr(module, "refusal"):
            method = _refusing(_name(module), module.refusal, NO_SOLUTION[question], method)
        if method is not None:
            found.append(method)
    return found


def _refusing(name: str, refusal: Callable[[Position], str], no: Any, other: Method | None) -> Method:
    """The method of a module that says where there is no solution, and may have another for where there are some."""

    def run(position: Position, asked: Asked) -> Answer | None:
        reason = refusal(position)
        if reason:
            return Answer(no, {"reason": reason})
        return None if other is None else other.run(position, asked)

    def applies(position: Position) -> bool:
        return bool(refusal(position)) or (other is not None and other.applies(position))

    return Method(name, run, applies)


def confirm(result: Result[Any]) -> bool | None:
    """What the module that answered says when it is asked to check its answer by other code; None if it cannot."""
    for module in _plugins_about(result.position.system):
        if _name(module) == result.method and hasattr(module, "confirm"):
            found: bool | None = module.confirm(result.position)
            return found
    return None


def refusal(result: Result[Any]) -> str:
    """Why there is no solution, as the theorem that answered says when it is asked again; empty if it is none."""
    for module in _plugins_about(result.position.system):
        if _name(module) == result.method and hasattr(module, "refusal"):
            return str(module.refusal(result.position))
    return ""


def claims_shortest(result: Result[Any]) -> bool:
    """Does the method that found a solution say that there is no shorter one?"""
    from perfectplay.questions.solve import SOLVE

    return all(method.shortest for method in _methods(SOLVE, result.position.system) if method.name == result.method)


def _methods(question: Question, system: System) -> list[Method]:
    known = [*plugin_methods(question.name, system), *question.searches]
    return sorted(known, key=lambda method: not method.by_default)


def certified(result: Result[Any]) -> Finding | None:
    """What the module that answered can prove from the witness; None if it cannot tell."""
    for module in _plugins_about(result.position.system):
        if _name(module) == result.method and hasattr(module, "certified"):
            found: Finding | None = module.certified(result)
            return found
    return None


def methods_for(question: Question, position: Position) -> list[Method]:
    """Every method that applies to this position, the preferred one first. No search can take a board that is too large
    for the native rules."""
    theorems = [method for method in plugin_methods(question.name, position.system) if method.applies(position)]
    try:
        known = theorems + [method for method in question.searches if method.applies(position)]
    except NotApplicable:
        known = theorems
    return sorted(known, key=lambda method: not method.by_default)


def ask(
    question: Question,
    position: Position,
    method: str | None,
    asked: Asked,
) -> Result[Any]:
    question.check(position)
    position.system.renew(position.state)
    with asked.limits:
        return _ask(question, position, method, asked)


def _ask(question: Question, position: Position, method: str | None, asked: Asked) -> Result[Any]:
    for each in _methods(question, position.system):
        if (each.name == method or (method is None and each.by_default)) and each.applies(position):
            answer = each.run(position, asked)
            if answer is not None:
                details = dict(asked.details)
                found = answer.value, each.name, answer.witness, answer.stats
                return question.result(question.name, position, *found, details)
    names = ", ".join(each.name for each in methods_for(question, position) if each.name != method)
    wanted = "method" if method is None else f"method {method!r}"
    raise NotApplicable(
        f"{position.system.title}: no {wanted} for {question.name} here (expected one of: {names or 'none'})"
    )


def stats_of(*raw: tuple[int, float, int]) -> Stats:
    """The native side's statistics, added up."""
    return Stats(sum(r[0] for r in raw), sum(r[1] for r in raw), max((r[2] for r in raw), default=0))

"""Questions about pencil puzzles: a solution, all of them, the only one, another one, and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from perfectplay.constraints import Poster
from perfectplay.errors import NotApplicable
from perfectplay.formats import form_of, read_filled
from perfectplay.kinds.pencil import Filled, Pencil
from perfectplay.limits import NO_LIMITS, Limits, Progress, watched
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask, stats_of
from perfectplay.result import Result
from perfectplay.system import Position, System

if TYPE_CHECKING:
    from perfectplay._native import CutData, Proof


def is_pencil(system: type[System] | System) -> bool:
    return system.kind == Pencil.kind


def posted(position: Position) -> Poster:
    """The rules of a puzzle before the solver."""
    system = position.system
    assert isinstance(system, Pencil)
    poster = Poster(system.unknowns(position.state))
    for _, constraint in watched(system.rules(position.state), 1):
        constraint.post(poster)
    return poster


def broken(position: Position, answer: Any) -> list[tuple[str, tuple[Any, ...]]]:
    """The sentences that an answer breaks, each with the unknowns at fault; unknowns that it leaves open come first."""
    system = position.system
    assert isinstance(system, Pencil)
    found: dict[str, dict[Any, None]] = {}
    domains = system.unknowns(position.state)
    open_ones = [unknown for unknown in domains if unknown not in answer]
    if open_ones:
        found["Everything is filled in."] = dict.fromkeys(open_ones)
    for sentence, constraint in system.rules(position.state):
        faults = constraint.faults(answer)
        if faults is not None:
            found.setdefault(sentence, {}).update(dict.fromkeys(faults))
    if not found:  # domains may leave out what the rules exclude anyway
        strange = [unknown for unknown, values in domains.items() if answer[unknown] not in values]
        if strange:
            found["Only possible values are used."] = dict.fromkeys(strange)
    return [(sentence, tuple(unknowns)) for sentence, unknowns in found.items()]


def search(position: Position, limit: int, asked: Asked) -> tuple[list[Filled], bool, list[CutData], Any]:
    """Up to so many solutions, whether these are all, the cuts that were used, and statistics."""
    poster = posted(position)
    (raw, complete, cuts, conflicts), (_, seconds, memory) = poster.model.solutions(
        poster.answer_lits(), limit, asked.control
    )
    found = [Filled(position, poster.read(solution)) for solution in raw]
    return found, complete, cuts, (conflicts, seconds, memory)


def _applies(position: Position) -> bool:
    return is_pencil(position.system)


def run_solve(position: Position, asked: Asked) -> Answer:
    found, _, _, stats = search(position, 1, asked)
    if not found:
        return Answer(None, {"reason": "the rules contradict each other"}, stats_of(stats))
    return Answer(found[0], found[0], stats_of(stats))


def run_solutions(position: Position, asked: Asked) -> Answer:
    found, complete, _, stats = search(position, asked.details["limit"], asked)
    asked.details["all"] = complete
    return Answer(found, found, stats_of(stats))


def run_count(position: Position, asked: Asked) -> Answer:
    limit = asked.details.get("limit")
    found, complete, _, stats = search(position, MANY if limit is None else limit, asked)
    asked.details["all"] = complete
    return Answer(len(found), None, stats_of(stats))


MANY = 1_000_000
SAT_SOLVE = Method("sat", run_solve, _applies)
SAT_SOLUTIONS = Method("sat", run_solutions, _applies)
SAT_COUNT = Method("sat", run_count, _applies)


# unique -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Uniqueness:
    """Is there one solution and no other? The proof is a refutation of the rules with the solution excluded."""

    solutions: tuple[Filled, ...]
    proof: Proof | None = field(default=None, compare=False)
    cuts: tuple[CutData, ...] = field(default=(), compare=False)

    def __bool__(self) -> bool:
        return len(self.solutions) == 1

    def __reduce__(self) -> tuple[Any, ...]:
        return Uniqueness, (self.solutions,)  # a proof can be found again

    def __str__(self) -> str:
        return ("no solution", "unique", "not unique")[len(self.solutions)]

    __repr__ = __str__

    def to_json(self) -> dict[str, Any]:
        return {"unique": bool(self), "solutions": [str(each) for each in self.solutions]}


def run_unique(position: Position, asked: Asked) -> Answer:
    poster = posted(position)
    lits = poster.answer_lits()
    (raw, _, cuts, conflicts), (_, seconds, memory) = poster.model.solutions(lits, 2, asked.control)
    found = tuple(Filled(position, poster.read(solution)) for solution in raw)
    proof, spent = None, (0, 0.0, 0)
    if asked.details.get("proof") and len(found) < 2:
        proof, spent = poster.model.proof(lits, raw, cuts, asked.control)
    answer = Uniqueness(found, proof, tuple(cuts))
    return Answer(answer, list(found), stats_of((conflicts, seconds, memory), spent))


UNIQUE = Question("unique", is_pencil, "a pencil puzzle", [Method("sat", run_unique)])


def unique(
    position: Position,
    *,
    proof: bool = False,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Uniqueness]:
    """Is there exactly one solution? If not, the witness holds two of them, or none.

    With ``proof`` the answer has a refutation of any other solution: ``answer.proof.drat()`` is its text for other
    checkers, and :func:`verify` checks it.

    >>> pp.unique(pp.load("slitherlink", "33|..")), pp.unique(pp.load("slitherlink", ".."))
    (unique, not unique)
    """
    UNIQUE.check(position)
    return ask(UNIQUE, position, method, Asked(limits, progress, {"proof": proof}))


# another ------------------------------------------------------------------------------------------------------------


def run_another(position: Position, asked: Asked) -> Answer:
    found, _, _, stats = search(position, 2, asked)
    given = asked.details["given"]
    others = [each for each in found if each != given]
    if not others:
        return Answer(None, {"reason": "there is no other solution"}, stats_of(stats))
    return Answer(others[0], others[0], stats_of(stats))


ANOTHER = Question("another", is_pencil, "a pencil puzzle", [Method("sat", run_another)])


def another(
    position: Position,
    given: object,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Filled | None]:
    """A solution other than the given one, None if there is none (the Another Solution Problem).

    >>> print(pp.another(pp.load("slitherlink", "22|22"), "┌─┐|│·│|└─┘").answer)
    None
    """
    ANOTHER.check(position)
    known = read(position, given)
    wrong = broken(position, known)
    if wrong:
        raise NotApplicable(f"{position.system.title}: the given answer is no solution: {wrong[0][0]}")
    return ask(ANOTHER, position, method, Asked(limits, progress, {"given": known}))


def read(position: Position, answer: object) -> Filled:
    """An answer from its text form, a result, or a mapping."""
    if isinstance(answer, Result):
        answer = answer.answer
    if isinstance(answer, Filled):
        return answer
    system = position.system
    assert isinstance(system, Pencil)
    if isinstance(answer, str) and system.pzpr and form_of(answer) in ("pzprv3", "url"):
        return Filled(position, read_filled(answer, position))
    if isinstance(answer, str):
        return Filled(position, system.read_answer(position.state, answer))
    if isinstance(answer, dict):
        return Filled(position, answer)
    raise NotApplicable(f"expected an answer, got a {type(answer).__name__}")


# forced -------------------------------------------------------------------------------------------------------------


def run_forced(position: Position, asked: Asked) -> Answer:
    poster = posted(position)
    found, stats = poster.model.forced(poster.answer_lits(), asked.control)
    if found is None:
        return Answer(None, {"reason": "the rules contradict each other"}, stats_of(stats))
    solution, forced = found
    values = poster.read(solution)
    sure = iter(forced)
    kept: dict[Any, Any] = {}
    for unknown, domain in poster.domains.items():
        flags = [next(sure) for _ in (domain[1:] if len(domain) == 2 else domain)]
        if flags[0 if len(domain) == 2 else domain.index(values[unknown])]:
            kept[unknown] = values[unknown]
    return Answer(Filled(position, kept), Filled(position, values), stats_of(stats))


FORCED = Question("forced", is_pencil, "a pencil puzzle", [Method("sat", run_forced)])


def forced(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Filled | None]:
    """What all solutions agree on; None if there is no solution. The witness is one solution.

    >>> len(pp.forced(pp.load("slitherlink", "33|.."))), len(pp.forced(pp.load("slitherlink", "..")))
    (12, 0)
    """
    FORCED.check(position)
    return ask(FORCED, position, method, Asked(limits, progress))


__all__: Sequence[str] = ("ANOTHER", "FORCED", "UNIQUE", "another", "forced", "unique")

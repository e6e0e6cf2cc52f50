"""Is there exactly one solution?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from perfectplay.forms import BOOLEAN, FILLED, STRING, Form, each, list_of, listed, record
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, certified, stats_of
from perfectplay.position import Filled, Position
from perfectplay.question import Argument, Output, Question
from perfectplay.records import dataclass, field
from perfectplay.result import Result
from perfectplay.system import Posed, System, is_a
from perfectplay.words import bad, good, nothing, sheets

if TYPE_CHECKING:
    from perfectplay._native import CutData, Proof
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said

NEEDS = "a puzzle that is filled in, such as a pencil puzzle or a formula"


def is_filled_in(system: type[System] | System) -> bool:
    return is_a(system, Posed)


@dataclass(frozen=True)
class Uniqueness:
    """Is there exactly one solution? The proof is a refutation of the rules with the solution excluded."""

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


def by_sat(position: Position, asked: Asked) -> Found:
    poster = position.system.posted(position.state, least=True)
    lits = poster.answer_lits()
    (raw, _, cuts, conflicts), (_, seconds, memory) = poster.model.solutions(lits, 2, asked.control)
    found = tuple(Filled(position, poster.read(solution)) for solution in raw)
    if len(found) == 1:
        another = poster.altered(found[0])
        found += () if another is None else (Filled(position, another),)
    proof, spent = None, (0, 0.0, 0)
    if asked.details.get("proof") and len(found) < 2:
        proof, spent = poster.model.proof(lits, raw, cuts, asked.control)
    answer = Uniqueness(found, proof, tuple(cuts))
    return Found(answer, list(found), stats_of((conflicts, seconds, memory), spent))


def unique(
    position: Position,
    *,
    proof: bool = False,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Uniqueness]:
    """Is there exactly one solution? If not, the witness holds two of them, or none.

    With ``proof`` the answer comes with a refutation of any other solution: ``answer.proof.drat()`` is its text for
    other checkers, and :func:`verify` checks it.

    >>> pp.unique(pp.load("slitherlink", "33|..")), pp.unique(pp.load("slitherlink", ".."))
    (unique, not unique)
    """
    return QUESTION.ask(position, method, limits, progress, proof=proof)


def _described(result: Result[Any]) -> list[Said]:
    answer: Uniqueness = result.answer
    if not answer.solutions:
        return [nothing(result)]
    return [((good if answer else bad)(str(answer)),), *sheets(answer.solutions)]


def _drat(result: Result[Any]) -> str | None:
    proof: Proof | None = result.answer.proof
    return None if proof is None else proof.drat()


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.filled import HELD, fault_of, no_other, same
    from perfectplay.checks.verdict import refuted, verified

    answer: Uniqueness = result.answer
    fault = fault_of(result.position, answer.solutions)
    if not fault and len(answer.solutions) > 2:
        fault = "more than two solutions"
    fields = same(result, list(answer.solutions))
    if fault:
        return {"answer": refuted(fault), **fields}
    if len(answer.solutions) == 2:
        return {"answer": verified(HELD), **fields}
    finding = certified(result) or no_other(result, answer.solutions, (answer.proof, list(answer.cuts)))
    return {"answer": finding, **fields}


def _read(position: Position, raw: Any, details: Mapping[str, Any]) -> Uniqueness:
    return Uniqueness(tuple(FILLED.read(position, each, details) for each in listed(raw["solutions"])))


QUESTION: Question[Result[Uniqueness]] = Question(
    "unique",
    "is there exactly one solution? (pencil puzzles, formulas)",
    rank=130,
    means=is_filled_in,
    needs=NEEDS,
    arguments=(
        Argument("proof", BOOLEAN, lambda system: False, "with a refutation of all others", False, offered=False),
    ),
    searches=[Method("sat", by_sat)],
    answer=Form(record(unique={"type": "boolean"}, solutions=list_of(STRING)), _read),
    witness=each(FILLED),
    outputs=(Output("drat", "write a DRAT proof that there is no other solution", _drat, {"proof": True}),),
    describe=_described,
    no=True,
    check=_check,
)

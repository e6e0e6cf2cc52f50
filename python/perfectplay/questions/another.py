"""A solution other than the known one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.errors import NotApplicable
from perfectplay.forms import FILLED, TEXT, or_none
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.position import Filled, Position
from perfectplay.question import Argument, Question
from perfectplay.questions.solve import fill_in
from perfectplay.questions.unique import NEEDS, is_filled_in
from perfectplay.result import Result
from perfectplay.words import bad, sheets

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


def _given(position: Position, answer: Any) -> Filled:
    """The known solution, if it is one."""
    known: Filled = position.system.filled(position, answer)
    wrong = position.system.broken(position.state, known)
    if wrong:
        raise NotApplicable(f"{position.system.title}: the given answer is not a solution: {wrong[0][0]}")
    return known


def _by_sat(position: Position, asked: Asked) -> Found:
    found, stats = fill_in(position, 2, asked)
    others = [each for each in found if each != asked.details["given"]]
    if not others:
        return Found(None, {"reason": "there is no other solution"}, stats_of(stats))
    return Found(others[0], others[0], stats_of(stats))


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
    return QUESTION.ask(position, method, limits, progress, given=given)


def _described(result: Result[Any]) -> list[Said]:
    return sheets([result.answer]) if result.answer is not None else [(bad(result.reason),)]


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.filled import HELD, fault_of, no_other, reason, same
    from perfectplay.checks.verdict import settled

    given = result.position.system.filled(result.position, result.details["given"])
    fault = fault_of(result.position, [given])
    fields: Fields = {"given": settled(not fault, HELD, fault)}
    if result.answer is None:
        return {"answer": no_other(result, [given]), **fields, **reason(result, "there is no other solution")}
    fault = fault_of(result.position, [given, result.answer])
    return {"answer": settled(not fault, HELD, fault), **fields, **same(result, result.answer)}


GIVEN = Argument("given", TEXT, help="the known solution: text, a file, or -", settle=_given, positional=True)

QUESTION: Question[Result[Filled | None]] = Question(
    "another",
    "a solution other than the given one",
    rank=140,
    means=is_filled_in,
    needs=NEEDS,
    arguments=(GIVEN,),
    searches=[Method("sat", _by_sat)],
    answer=or_none(FILLED),
    witness=FILLED,
    describe=_described,
    none="there is no other solution",
    check=_check,
)

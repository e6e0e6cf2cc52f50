"""What do all solutions have in common?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.forms import FILLED, or_none
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.position import Filled, Position
from perfectplay.question import Question
from perfectplay.questions.unique import NEEDS, is_filled_in
from perfectplay.result import Result
from perfectplay.words import bad, sheets

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


def _by_sat(position: Position, asked: Asked) -> Found:
    poster = position.system.posted(position.state)
    found, stats = poster.model.forced(poster.answer_lits(), asked.control)
    if found is None:
        return Found(None, {"reason": "the rules contradict each other"}, stats_of(stats))
    solution, forced = found
    values = poster.read(solution)
    sure = iter(forced)
    kept: dict[Any, Any] = {}
    for unknown, domain in poster.domains.items():
        flags = [next(sure) for _ in (domain[1:] if len(domain) == 2 else domain)]
        if flags[0 if len(domain) == 2 else domain.index(values[unknown])]:
            kept[unknown] = values[unknown]
    return Found(Filled(position, kept), Filled(position, values), stats_of(stats))


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
    return QUESTION.ask(position, method, limits, progress)


def _described(result: Result[Any]) -> list[Said]:
    return sheets([result.answer]) if result.answer is not None else [(bad(result.reason),)]


def _check(result: Result[Any], room: Room) -> Fields:
    """What all solutions agree on: no solution has another value there, and everywhere else two solutions differ."""
    from perfectplay.checks.filled import HELD, differing, fault_of, no_other, one_solution, reason, refutation_fails
    from perfectplay.checks.verdict import refuted, verified

    position, answer = result.position, result.answer
    if answer is None:
        return {"answer": no_other(result, []), **reason(result, "the rules contradict each other")}
    fields: Fields = {}
    known = result.witness
    if known is not None and fault_of(position, [known]):
        fields["witness"] = refuted(fault_of(position, [known]))
        known = None
    elif known is not None:
        fields["witness"] = verified(HELD)
    if known is None:
        known = one_solution(position, position.system.posted(position.state))
        if known is None:
            return {"answer": refuted("there is no solution"), **fields}
    if any(known.get(unknown) != value for unknown, value in answer.items()):
        return {"answer": refuted("a solution has other values there"), **fields}
    poster = position.system.posted(position.state)
    lits = poster.lits(answer.items())
    fault = refutation_fails(poster, lits, [[True] * len(lits)], None) if lits else ""
    if fault:
        return {"answer": refuted(fault), **fields}
    still = {unknown: known[unknown] for unknown in poster.domains if unknown not in answer}
    while still:
        other = differing(position, still)
        if other is None:
            return {"answer": refuted(f"{len(still)} more are the same in all solutions"), **fields}
        still = {unknown: value for unknown, value in still.items() if other[unknown] == value}
    how = "checked a refutation of any solution with other values there, and found solutions that differ elsewhere"
    return {"answer": verified(how), **fields}


QUESTION: Question[Result[Filled | None]] = Question(
    "forced",
    "what all solutions have in common",
    rank=150,
    means=is_filled_in,
    needs=NEEDS,
    searches=[Method("sat", _by_sat)],
    answer=or_none(FILLED),
    witness=FILLED,
    describe=_described,
    none="there is no solution",
    check=_check,
)

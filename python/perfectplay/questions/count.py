"""How many solutions are there?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.forms import BOOLEAN, COUNT, NATURAL, Form, record
from perfectplay.limits import NO_LIMITS, Limits, Progress, watch_now
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.position import Position
from perfectplay.question import METRIC, Detail, Question, limit_of
from perfectplay.questions.solve import exhausted, fill_in, has_moves, is_posed, is_puzzle
from perfectplay.questions.unique import is_filled_in
from perfectplay.result import Result
from perfectplay.words import bold, nothing

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said

MANY = 1_000_000
"""The default limit where there are no moves."""


def _by_moves(position: Position, asked: Asked) -> Found:
    system, metric = position.system, asked.details["metric"]
    kernel, code = system.kernel(position.state)
    found, stats = kernel.count(code, system.metric_data(position.state, metric), asked.control)
    if found is None:
        return Found(0, exhausted(stats[0]), stats_of(stats))
    cost, number = found
    return Found(number, {"cost": cost}, stats_of(stats))


def _by_sat(position: Position, asked: Asked) -> Found:
    limit = asked.details.get("limit", MANY)
    found, stats = fill_in(position, limit + 1, asked)  # one more tells whether these are all
    asked.details["all"] = len(found) <= limit
    return Found(min(len(found), limit), None, stats_of(stats))


def count(
    position: Position,
    *,
    metric: str | None = None,
    limit: int | None = None,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int]:
    """The number of different shortest solutions (as sequences of moves), 0 if there is none.

    Where there are no moves: the number of all solutions, up to ``limit``; ``details["all"]`` says whether that is all.

    >>> pp.count(pp.load("peg_solitaire", "@cross"))
    2
    """
    return QUESTION.ask(position, method, limits, progress, metric=metric, limit=limit)


def _described(result: Result[Any]) -> list[Said]:
    answer = result.answer
    if not answer:
        return [nothing(result)]
    noun = "" if is_posed(result.position) else "shortest "
    noun += "solution" if answer == 1 else "solutions"
    noun += "" if result.details.get("all", True) else ", and there are more"
    return [(bold(f"{answer:,}"), f"  {noun}")]


def _check(result: Result[Any], room: Room) -> Fields:
    return (_check_filled if is_posed(result.position) else _check_lines)(result, room)


def _check_filled(result: Result[Any], room: Room) -> Fields:
    """The solutions are found again, each is checked against the rules, and any other is refuted."""
    from perfectplay.checks.filled import REFUTATION, fault_of, no_other
    from perfectplay.checks.verdict import REFUTED, not_checked, refuted, settled, verified

    number, complete = result.answer, result.details["all"]
    limit = result.details.get("limit")
    if limit is not None and number > limit:
        return {"answer": refuted(f"{number} solutions, but at most {limit} were to be counted")}
    if not complete and number != (MANY if limit is None else limit):
        return {"answer": refuted("not all, but fewer than were to be counted")}
    if number > room.most:
        return {"answer": not_checked(f"more than {room.most} solutions to go through")}
    position = result.position
    poster = position.system.posted(position.state)
    (found, _, _, _), _ = poster.model.solutions(poster.answer_lits(), number + 1, watch_now().control())
    values = [poster.read(solution) for solution in found]
    if len(values) < number or (complete and len(values) > number):
        return {"answer": refuted(f"there are {'more' if len(values) > number else len(values)}")}
    fault = fault_of(position, values)
    if fault:
        return {"answer": refuted(fault)}
    if not complete:
        more = settled(len(values) > number, "there is another one, checked against every rule", "these are all")
        return {"answer": verified(f"found {number} solutions again, each by the rules"), "all": more}
    finding = no_other(result, values)
    if finding.status != REFUTED:
        finding = verified(f"found {number} solutions again, each by the rules, and {REFUTATION}")
    return {"answer": finding, "all": finding}


def _check_lines(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.puzzles import count_cheapest, no_solution
    from perfectplay.checks.verdict import TooMany, not_checked, settled

    if result.answer == 0:
        return no_solution(result, room)
    fields: Fields = {}
    told = result.witness.get("cost") if isinstance(result.witness, dict) else None
    metric = result.details["metric"]
    try:
        number, least = count_cheapest(result.position, metric, room, told if type(told) is int else None)
    except TooMany:
        fields["answer"] = asked_again(result, room)
        if result.witness is not None:
            fields["witness"] = not_checked(room.excuse)
        return fields
    fields["answer"] = settled(number == result.answer, "recounted by the plain rules", f"there are {number}")
    if result.witness is not None:
        same = result.witness == {"cost": least} and type(result.witness["cost"]) is int
        fields["witness"] = settled(same, "the cost of a cheapest solution", f"a cheapest one costs {least}")
    return fields


QUESTION: Question[Result[int]] = Question(
    "count",
    "the number of shortest solutions (of all solutions where there are no moves)",
    rank=120,
    means=is_puzzle,
    needs="a puzzle",
    arguments=(METRIC, limit_of("where there are no moves: count up to this many", None, lambda system: False)),
    details=(Detail("all", BOOLEAN, is_filled_in),),
    searches=[Method("sat", _by_sat, is_posed), Method("breadth-first", _by_moves, has_moves)],
    answer=COUNT,
    witness=Form(record(cost=NATURAL), lambda position, raw, details: raw),
    describe=_described,
    no=True,
    check=_check,
)

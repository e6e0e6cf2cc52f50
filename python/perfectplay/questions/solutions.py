"""Several solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.forms import BOOLEAN, SOLUTION, each
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.position import Line, Position
from perfectplay.question import METRIC, Detail, Question, limit_of
from perfectplay.questions.solve import exhausted, fill_in, has_moves, is_posed, is_puzzle, line_through
from perfectplay.questions.unique import is_filled_in
from perfectplay.result import Result
from perfectplay.words import cost, good, nothing, sheets

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


def _by_moves(position: Position, asked: Asked) -> Found:
    system, metric = position.system, asked.details["metric"]
    kernel, code = system.kernel(position.state)
    costs = system.metric_data(position.state, metric)
    found, stats = kernel.solutions(code, costs, asked.details["limit"], asked.control)
    lines = [line_through(position, (system.decode(position.state, code) for code in codes), metric) for codes in found]
    return Found(lines, lines or exhausted(stats[0]), stats_of(stats))


def _by_sat(position: Position, asked: Asked) -> Found:
    limit = asked.details["limit"]
    found, stats = fill_in(position, limit + 1, asked)  # one more tells whether these are all
    asked.details["all"] = len(found) <= limit
    return Found(found[:limit], found[:limit], stats_of(stats))


def solutions(
    position: Position,
    *,
    limit: int = 2,
    metric: str | None = None,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[list[Any]]:
    """Up to ``limit`` different shortest solutions, none if there is no solution. Solutions of pencil puzzles have no
    length, and ``details["all"]`` says whether these are all.

    >>> len(pp.solutions(pp.load("peg_solitaire", "@cross"), limit=10))
    2
    """
    return QUESTION.ask(position, method, limits, progress, metric=metric, limit=limit)


def _described(result: Result[Any]) -> list[Said]:
    answer = result.answer
    if not answer:
        return [nothing(result)]
    if is_posed(result.position):
        return [*sheets(answer), (good("these are all" if result.details["all"] else "there are more"),)]
    return [*(f"{number}. {line}" for number, line in enumerate(answer, 1)), cost(answer[0])]


def _check(result: Result[Any], room: Room) -> Fields:
    return (_check_filled if is_posed(result.position) else _check_lines)(result, room)


def _check_filled(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.filled import HELD, fault_of, has_more, no_other, same
    from perfectplay.checks.verdict import refuted, verified

    answer, limit, complete = list(result.answer), result.details["limit"], result.details["all"]
    fields = same(result, answer)
    fault = fault_of(result.position, answer)
    if not fault and len(answer) > limit:
        fault = f"{len(answer)} solutions, but {limit} were asked for"
    if not fault and not complete and len(answer) < limit:
        fault = "not all, but fewer than were asked for"
    if fault:
        return {"answer": refuted(fault), **fields}
    fields["answer"] = verified(HELD)
    if complete:
        fields["answer"] = fields["all"] = no_other(result, answer)
    else:
        fields["all"] = has_more(result, answer)
    return fields


def _check_lines(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.puzzles import count_cheapest, no_solution, replays, same_witness
    from perfectplay.checks.verdict import TooMany, refuted, settled, verified

    lines: list[Line] = result.answer
    metric, limit = result.details["metric"], result.details["limit"]
    if not lines:
        return no_solution(result, room)
    fields = same_witness(result)
    faults = [fault for fault in (replays(line, result.position) for line in lines) if fault]
    if any(line.metric != metric for line in lines):
        faults.append("the lines use another metric than was asked for")
    if len({str(line) for line in lines}) != len(lines):
        faults.append("two of the lines are the same")
    if len({line.cost for line in lines}) > 1:
        faults.append("the lines differ in cost")
    if len(lines) > limit:
        faults.append(f"{len(lines)} lines, but {limit} were asked for")
    if faults:
        return {"answer": refuted(faults[0]), **fields}
    said = f"{len(lines)} different lines replay"
    try:
        number, least = count_cheapest(result.position, metric, room, lines[0].cost)
    except TooMany:
        excuse = f"that these are the shortest, and all: {room.excuse}"
        shortest = asked_again(result, room, excuse, of=lambda answer: [line.cost for line in answer])
        return {"answer": shortest, "answer.moves": verified(said), **fields}
    if least != lines[0].cost:
        return {"answer": refuted(f"a line of {least} {metric} exists"), **fields}
    wanted = min(number, limit)
    how = f"{said}, shortest, and there are no more" if number == len(lines) else f"{said}, shortest"
    return {"answer": settled(wanted == len(lines), how, f"there are {number} shortest lines"), **fields}


QUESTION: Question[Result[list[Any]]] = Question(
    "solutions",
    "several solutions (shortest ones where they are made of moves)",
    rank=110,
    means=is_puzzle,
    needs="a puzzle",
    arguments=(METRIC, limit_of("at most this many (default: 2)", 2, is_puzzle)),
    details=(Detail("all", BOOLEAN, is_filled_in),),
    searches=[Method("sat", _by_sat, is_posed), Method("breadth-first", _by_moves, has_moves)],
    answer=each(SOLUTION),
    witness=each(SOLUTION),
    describe=_described,
    no=True,
    check=_check,
)

"""A solution: a shortest line, a filled sheet, or a winning strategy as functions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from perfectplay.forms import GROUNDS, SOLUTION, or_none
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.position import Filled, Line, Move, Position
from perfectplay.question import METRIC, Question, methods
from perfectplay.result import Result, Solution
from perfectplay.system import Posed, Puzzle, Strategic, System, is_a
from perfectplay.words import solution

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room


def is_puzzle(system: type[System] | System) -> bool:
    return is_a(system, Puzzle) or is_a(system, Posed)


def can_be_solved(system: type[System] | System) -> bool:
    return is_puzzle(system) or is_a(system, Strategic)


def has_moves(position: Position) -> bool:
    return isinstance(position.system, Puzzle)


def is_posed(position: Position) -> bool:
    return isinstance(position.system, Posed)


# by moves -----------------------------------------------------------------------------------------------------------


def line_through(start: Position, states: Iterable[Any], metric: str) -> Line:
    """The line whose positions have these states; each step is found again by the plain rules."""
    moves: list[Move] = []
    position = start
    for state in states:
        moves.append(move_to(position, state))
        position = moves[-1].after
    return Line(start, moves, metric)


def move_to(position: Position, state: Any) -> Move:
    """The first move to this state. Of a user's own rules all moves are listed, to see that they can be told apart."""
    system = position.system
    if not system.key:
        for move in position.moves():
            if move.after.state == state:
                return move
    elif position.winner is None:
        for player in position.movers():
            step = system.step_to(position.state, player, state)
            if step is not None:
                return Move(step.text, player, Position(system, step.state), step.again, step.points)
    raise AssertionError("the kernel made a move that the rules do not have")


def exhausted(positions: int) -> dict[str, Any]:
    """The reason given by a search that has visited everything that could matter, up to symmetry."""
    if not positions:
        return {"reason": "out of reach: a bound derived from the rules excludes every solution from here"}
    noun = "position" if positions == 1 else "positions"
    return {"reason": f"exhausted: {positions} {noun} searched, none left that could lead to a solution"}


def _search(name: str, shortest: bool = True) -> Method:
    def run(position: Position, asked: Asked) -> Found:
        system, metric = position.system, asked.details["metric"]
        kernel, code = system.kernel(position.state)
        found, stats = kernel.solve(code, system.metric_data(position.state, metric), name, asked.control)
        if found is None:
            return Found(None, exhausted(stats[0]), stats_of(stats))
        line = line_through(position, system.decoded(position.state, found), metric)
        return Found(line, line, stats_of(stats))

    return Method(name, run, has_moves, shortest)


# on paper -----------------------------------------------------------------------------------------------------------


def fill_in(position: Position, limit: int, asked: Asked) -> tuple[list[Filled], Any]:
    """Up to this many solutions, and statistics."""
    poster = position.system.posted(position.state, least=limit == 1)
    (raw, _, _, conflicts), (_, seconds, memory) = poster.model.solutions(poster.answer_lits(), limit, asked.control)
    return [Filled(position, poster.read(solution)) for solution in raw], (conflicts, seconds, memory)


def by_sat(position: Position, asked: Asked) -> Found:
    found, stats = fill_in(position, 1, asked)
    if not found:
        return Found(None, {"reason": "the rules contradict each other"}, stats_of(stats))
    return Found(found[0], found[0], stats_of(stats))


# the question -------------------------------------------------------------------------------------------------------


def solve(
    position: Position,
    *,
    metric: str | None = None,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Solution:
    """A shortest solution under ``metric`` (the system's first metric when left out), None if there is none: then
    ``solved`` is False, and ``reason`` says why. The solution of a quantified formula is a strategy for Exists, as
    functions; if there is none, the witness has one for Forall.

    Methods: theorems and dedicated solvers where they apply; ``a*`` (with a lower bound derived from the rules; plain
    breadth-first search where none can be derived), ``breadth-first``, ``ida*`` (little memory; never ends on a puzzle
    without a solution), ``sat`` for pencil puzzles. The witness is the line itself, which :func:`verify` replays by the
    plain rules.

    >>> pp.solve(pp.load("fifteen", "1 2 3|4 0 5|7 8 6"))
    5 6
    """
    return QUESTION.ask(position, method, limits, progress, metric=metric)


def check_line(result: Result[Any], room: Room) -> Fields:
    """A line that replays, and no shorter one exists; or there is none at all."""
    from perfectplay.checks.again import asked_again
    from perfectplay.checks.puzzles import no_solution, plain_cost, replays, same_witness
    from perfectplay.checks.verdict import TooMany, refuted, settled, verified

    line: Line | None = result.answer
    if line is None:
        return no_solution(result, room)
    metric = result.details["metric"]
    fault = replays(line, result.position)
    fields = same_witness(result)
    if line.metric != metric:
        fault = f"the line counts {line.metric}, but {metric} were asked for"
    if fault:
        return {"answer": refuted(fault), **fields}
    said = f"the line replays and solves the puzzle in {line.cost} {metric}"
    known = methods(QUESTION, result.position.system)
    shortest = all(method.shortest for method in known if method.name == result.method)
    try:
        least = plain_cost(result.position, metric, room, below=line.cost if shortest else None)
    except TooMany:
        if not shortest:
            return {"answer": verified(f"{said}, without a claim that none is shorter"), **fields}
        finding = asked_again(result, room, excuse=f"that no line is shorter: {room.excuse}", of=_cost)
        return {"answer": finding, "answer.moves": verified(said), **fields}
    if not shortest:
        return {"answer": verified(f"the line replays in {line.cost} {metric}; a shortest one takes {least}"), **fields}
    how = f"the line replays, and no shorter one exists ({least} {metric})"
    return {"answer": settled(least == line.cost, how, f"a line of {least} {metric} exists"), **fields}


def _cost(answer: Any) -> Any:
    return None if answer is None else answer.cost


def _check(result: Result[Any], room: Room) -> Fields:
    from perfectplay.checks.filled import HELD, fault_of, no_other, reason, same
    from perfectplay.checks.verdict import settled

    if isinstance(result.position.system, Strategic):
        return result.position.system.check_strategy(result, room)
    if not is_posed(result.position):
        return check_line(result, room)
    if result.answer is None:
        return {"answer": no_other(result, []), **reason(result, "the rules contradict each other")}
    fault = fault_of(result.position, [result.answer])
    return {"answer": settled(not fault, HELD, fault), **same(result, result.answer)}


QUESTION: Question[Solution] = Question(
    "solve",
    "a solution (a shortest one where it is made of moves)",
    rank=100,
    means=can_be_solved,
    needs="a puzzle, or a game whose strategies can be written down",
    arguments=(METRIC,),
    searches=[
        Method("sat", by_sat, is_posed),
        *(_search(name) for name in ("a*", "breadth-first", "ida*")),
        _search("beam", shortest=False),
    ],
    answer=or_none(SOLUTION),
    witness=GROUNDS,
    describe=lambda result: solution(result, result.answer),
    result=Solution,
    none="there is no solution",
    check=_check,
)

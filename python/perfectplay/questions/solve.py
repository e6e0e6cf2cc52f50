"""Solve a puzzle: shortest line, all shortest lines, how many, and how far one can get."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from perfectplay.errors import NotApplicable
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask, stats_of
from perfectplay.questions.pencil import SAT_COUNT, SAT_SOLUTIONS, SAT_SOLVE, is_pencil
from perfectplay.result import Result, Solution
from perfectplay.system import Line, Move, Position, System


def is_puzzle(system: type[System] | System) -> bool:
    return system.players == 1


def is_moved(position: Position) -> bool:
    """Is it solved by moves, not on paper?"""
    return not is_pencil(position.system)


def is_played(system: type[System] | System) -> bool:
    return not is_pencil(system)


def choose_metric(position: Position, metric: str | None) -> str:
    """The metric that was asked for, or the system's first; none on paper."""
    if is_pencil(position.system):
        if metric is not None:
            raise NotApplicable(f"{position.system.title}: no metric {metric!r}: its answers are not made of moves")
        return ""
    known = list(getattr(position.system, "metrics", {"moves": None}))
    if metric is None:
        return str(known[0])
    if metric not in known:
        raise NotApplicable(f"{position.system.title}: no metric {metric!r} (expected one of: {', '.join(known)})")
    return metric


def native_metric(position: Position, metric: str) -> tuple[list[int], str] | None:
    read = getattr(position.system, "metric_data", None)
    return None if read is None else read(position.state, metric)


def line_through(start: Position, states: Iterable[Any], metric: str) -> Line:
    """The line whose positions have these states; each step is found again by the plain rules."""
    moves: list[Move] = []
    position = start
    for state in states:
        for move in position.moves():
            if move.after.state == state:
                moves.append(move)
                break
        else:
            raise AssertionError("the kernel made a move that the rules do not have")
        position = moves[-1].after
    return Line(start, moves, metric, line_cost(start, moves, metric))


def line_cost(start: Position, moves: Iterable[Move], metric: str) -> int:
    """What a line costs under a metric, counted on the moves themselves."""
    cost = getattr(start.system, "cost_of", None)
    moves = list(moves)
    return len(moves) if cost is None else cost(start.state, [move.text for move in moves], metric)


def exhausted(positions: int) -> dict[str, Any]:
    """The reason of a search that has seen everything that could matter, up to symmetry."""
    if not positions:
        return {"reason": "out of reach: a bound derived from the rules excludes every solution from here"}
    noun = "position" if positions == 1 else "positions"
    return {"reason": f"exhausted: {positions} {noun} searched, none left that could lead to a solution"}


def _search(name: str, shortest: bool = True) -> Method:
    def run(position: Position, asked: Asked) -> Answer:
        metric = asked.details["metric"]
        kernel, code = position.system.kernel(position.state)
        found, stats = kernel.solve(code, native_metric(position, metric), name, asked.control)
        if found is None:
            return Answer(None, exhausted(stats[0]), stats_of(stats))
        line = line_through(position, (position.system.decode(position.state, code) for code in found), metric)
        return Answer(line, line, stats_of(stats))

    return Method(name, run, is_moved, shortest)


SEARCHES = [_search("a*"), _search("breadth-first"), _search("ida*"), _search("beam", shortest=False)]
SOLVE = Question("solve", is_puzzle, "a puzzle", [SAT_SOLVE, *SEARCHES], Solution)


def solve(
    position: Position,
    *,
    metric: str | None = None,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Solution:
    """A shortest solution under ``metric`` (the system's first metric when left out), None if there is none: then
    ``solved`` is False, and ``reason`` tells why.

    Methods: theorems and dedicated solvers where they apply; ``a*`` (with a lower bound derived from the rules; plain
    breadth-first search where none can be derived), ``breadth-first``, ``ida*`` (little memory; never ends on a puzzle
    without a solution). The witness is the line itself, which :func:`verify` replays by the plain rules.

    >>> pp.solve(pp.load("fifteen", "1 2 3|4 0 5|7 8 6"))
    5 6
    """
    SOLVE.check(position)
    found = ask(SOLVE, position, method, Asked(limits, progress, {"metric": choose_metric(position, metric)}))
    assert isinstance(found, Solution)
    return found


def _solutions(position: Position, asked: Asked) -> Answer:
    metric = asked.details["metric"]
    kernel, code = position.system.kernel(position.state)
    found, stats = kernel.solutions(code, native_metric(position, metric), asked.details["limit"], asked.control)
    lines = [
        line_through(position, (position.system.decode(position.state, code) for code in codes), metric)
        for codes in found
    ]
    return Answer(lines, lines or exhausted(stats[0]), stats_of(stats))


SOLUTIONS = Question("solutions", is_puzzle, "a puzzle", [SAT_SOLUTIONS, Method("breadth-first", _solutions, is_moved)])


def solutions(
    position: Position,
    *,
    limit: int = 2,
    metric: str | None = None,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[list[Line]]:
    """Up to ``limit`` different shortest solutions, none if there is no solution.

    >>> len(pp.solutions(pp.load("peg_solitaire", "@cross"), limit=10))
    2
    """
    SOLUTIONS.check(position)
    if not isinstance(limit, int) or limit < 1:
        raise NotApplicable(f"solutions: limit must be a positive number, not {limit!r}")
    details = {"metric": choose_metric(position, metric), "limit": limit}
    return ask(SOLUTIONS, position, method, Asked(limits, progress, details))


def _count(position: Position, asked: Asked) -> Answer:
    metric = asked.details["metric"]
    kernel, code = position.system.kernel(position.state)
    found, stats = kernel.count(code, native_metric(position, metric), asked.control)
    if found is None:
        return Answer(0, exhausted(stats[0]), stats_of(stats))
    cost, number = found
    return Answer(number, {"cost": cost}, stats_of(stats))


COUNT = Question("count", is_puzzle, "a puzzle", [SAT_COUNT, Method("breadth-first", _count, is_moved)])


def count(
    position: Position,
    *,
    metric: str | None = None,
    limit: int | None = None,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[int]:
    """How many different shortest solutions there are (as sequences of moves), 0 if there is none.

    On paper: how many solutions, counted no further than ``limit``; ``details["all"]`` tells whether that is all.

    >>> pp.count(pp.load("peg_solitaire", "@cross"))
    2
    """
    COUNT.check(position)
    details: dict[str, Any] = {"metric": choose_metric(position, metric)}
    if limit is not None:
        if not isinstance(limit, int) or limit < 1:
            raise NotApplicable(f"count: limit must be a positive number, not {limit!r}")
        details["limit"] = limit
    return ask(COUNT, position, method, Asked(limits, progress, details))


@dataclass(frozen=True)
class Reach:
    """What can be reached from a position."""

    positions: int
    representatives: int
    """Up to the symmetries that leave the start as it is."""
    layers: tuple[int, ...]
    """Positions by the fewest moves that lead to them."""
    solved: int
    """Representatives that are goals."""
    farthest: tuple[Position, ...]
    """Some of the last layer."""

    @property
    def eccentricity(self) -> int:
        return len(self.layers) - 1

    def __int__(self) -> int:
        return self.positions

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.positions == other
        return isinstance(other, Reach) and self.layers == other.layers

    def __hash__(self) -> int:
        return hash(self.layers)

    def __str__(self) -> str:
        return str(self.positions)

    def __repr__(self) -> str:
        return str(self.positions)

    def to_json(self) -> dict[str, Any]:
        return {
            "positions": self.positions,
            "representatives": self.representatives,
            "layers": list(self.layers),
            "solved": self.solved,
            "farthest": [str(position) for position in self.farthest],
        }


def _reachable(position: Position, asked: Asked) -> Answer:
    kernel, code = position.system.kernel(position.state)
    raw, stats = kernel.reachable(code, position.system.players, asked.control)
    representatives, positions, layers, solved, farthest = raw
    last = tuple(position.system.position(position.system.decode(position.state, code)) for code in farthest)
    return Answer(Reach(positions, representatives, tuple(layers), solved, last), None, stats_of(stats))


REACHABLE = Question("reachable", is_played, "a game or a puzzle", [Method("breadth-first", _reachable)])


def reachable(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Reach]:
    """How many positions can be reached, by how many moves, and the farthest ones.

    In a game moves of both players count, in any order, and a game that is over goes no further. A puzzle may be played
    on after it is solved.

    >>> pp.reachable(pp.load("domineering", "..|.."))
    6
    """
    REACHABLE.check(position)
    return ask(REACHABLE, position, method, Asked(limits, progress))

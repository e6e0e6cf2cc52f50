"""The whole cluster of a puzzle: every position that can be reached, how far each is from a solution, the hardest.

The search is native (``crates/core/src/search/cluster.rs``), for all puzzles of moves and all metrics. The positions
stay there, and a :class:`Cluster` asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from perfectplay._native import Cluster as Native
from perfectplay.errors import NotApplicable
from perfectplay.forms import LINE_SCHEMA, NATURAL, STRING, Form, integer, list_of, listed, read_line, record, text
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.method import Asked, Found, Method, stats_of
from perfectplay.position import Line, Position
from perfectplay.question import METRIC, Question
from perfectplay.questions.solve import line_through
from perfectplay.result import Result
from perfectplay.system import Puzzle, System, is_a
from perfectplay.words import bad, bold, good, plural

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


@dataclass(frozen=True)
class Cluster:
    """All positions that can be reached from a position, by their distance from the nearest solution."""

    metric: str
    positions: int
    goals: int
    """Solved positions."""
    layers: tuple[int, ...]
    """Positions by the cost of a cheapest solution, the solved ones first."""
    dead: int
    """Positions from which no solution can be reached."""
    depth: int | None
    """The cost of a cheapest solution of the start, None if it has none."""
    hardest: tuple[Position, ...]
    """Up to 16 positions whose cheapest solution costs most, in the order of their texts."""
    start: Position | None = field(default=None, repr=False)
    native: Native | None = field(default=None, repr=False)
    """Where the positions are stored; None in a copy and in a cluster that was read."""

    def distance(self, position: Position) -> int | None:
        """The cost of a cheapest solution of a position of the cluster, None if it has none."""
        start, native, code = self._find(position)
        found = native.cost(code)
        if found is None:
            raise NotApplicable(f"{position} cannot be reached from {start}")
        return found[0]

    def solution(self, position: Position) -> Line | None:
        """A cheapest solution of a position of the cluster, None if it has none."""
        if self.distance(position) is None:
            return None
        start, native, code = self._find(position)
        codes = native.line(code) or []
        return line_through(position, (start.system.decode(start.state, code) for code in codes), self.metric)

    def _find(self, position: Position) -> tuple[Position, Native, bytes]:
        if self.start is None or self.native is None:
            raise NotApplicable("this cluster is a copy: it has only figures")
        try:
            if position.system != self.start.system:
                raise ValueError
            return self.start, self.native, self.start.system.encode(self.start.state, position.state)
        except ValueError:
            raise NotApplicable(f"{position} cannot be reached from {self.start}") from None

    @property
    def most(self) -> int | None:
        """The cost of the hardest positions, None if nothing can be solved."""
        return len(self.layers) - 1 if self.layers else None

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has only the figures."""
        figures = (self.metric, self.positions, self.goals, self.layers, self.dead, self.depth, self.hardest)
        return Cluster, figures

    def __int__(self) -> int:
        return self.positions

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.positions == other
        return isinstance(other, Cluster) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.positions, self.layers))

    def __str__(self) -> str:
        solved = f"{self.goals} solved" + (f", the hardest {self.most} {self.metric} away" if self.layers else "")
        return f"{self.positions} positions, {solved}"

    __repr__ = __str__

    def to_json(self) -> dict[str, Any]:
        return {
            "positions": self.positions,
            "goals": self.goals,
            "layers": list(self.layers),
            "dead": self.dead,
            "depth": self.depth,
            "most": self.most,
            "hardest": [str(position) for position in self.hardest],
        }


def _search(position: Position, asked: Asked) -> Found:
    system, metric = position.system, asked.details["metric"]
    kernel, code = system.kernel(position.state)
    native, stats = kernel.cluster(code, system.metric_data(position.state, metric), asked.control)
    positions, goals, layers, depth, codes = native.figures()
    hardest = sorted((system.position(system.decode(position.state, code)) for code in codes), key=str)
    dead = positions - sum(layers)
    found = Cluster(metric, positions, goals, tuple(layers), dead, depth, tuple(hardest), position, native)
    return Found(found, found.solution(hardest[0]) if layers else None, stats_of(stats))


def _is_puzzle_of_moves(system: type[System] | System) -> bool:
    return is_a(system, Puzzle)


def cluster(
    position: Position,
    *,
    metric: str | None = None,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Cluster]:
    """Every position that can be reached, by the cost of its cheapest solution, and the hardest of them.

    The witness is a cheapest solution of the first of the hardest positions, None if nothing can be solved. The answer
    gives the ``distance`` of any position of the cluster, and a cheapest ``solution`` of it.

    >>> found = pp.cluster(pp.load("rush_hour", "..B|AAB|...|..."))
    >>> found
    4 positions, 1 solved, the hardest 2 moves away
    >>> found.layers, found.hardest[0], found.witness
    ((1, 1, 2), load('rush_hour', '...|AAB|..B|...'), B+1 A+1)
    """
    return QUESTION.ask(position, method, limits, progress, metric=metric)


def _described(result: Result[Any]) -> Iterator[Said]:
    """Figures, the hardest position and its solution."""
    found: Cluster = result.answer
    line: Line | None = result.witness
    dead = f", {found.dead:,} from which it cannot be solved" if found.dead else ""
    yield bold(f"{found.positions:,}"), f"  positions, {found.goals:,} solved{dead}"
    if line is None:
        yield (bad("no solution"),)
        return
    own = "no solution from here" if found.depth is None else f"{plural(found.depth, found.metric)} from here"
    yield f"{own}, ", good(plural(line.cost, found.metric)), f" from the hardest: {line.start}"
    yield str(line)
    yield f"by distance: {' '.join(map(str, found.layers))}"


def _check(result: Result[Any], room: Room) -> Fields:
    from collections import Counter

    from perfectplay.checks.again import asked_again
    from perfectplay.checks.puzzles import plain_costs, replays
    from perfectplay.checks.verdict import TooMany, not_checked, refuted, settled, verified

    found, line, metric = result.answer, result.witness, result.details["metric"]
    fields: Fields = {}
    if sum(found.layers) + found.dead != found.positions or found.goals != (found.layers[0] if found.layers else 0):
        return {"answer": refuted("the figures are inconsistent")}
    if (not found.layers) != (not found.hardest):
        return {"answer": refuted("the hardest positions do not match the figures")}
    if line is not None:
        fault = replays(line, found.hardest[0]) if found.hardest else "a line where nothing can be solved"
        if not fault and line.cost != found.most:
            fault = f"the line costs {line.cost}, and the hardest position {found.most} {metric}"
        fields["witness"] = refuted(fault) if fault else verified("the line replays")
        if fault:
            return {"answer": not_checked("the line fails"), **fields}
    try:
        costs = plain_costs(result.position, metric, room)
    except TooMany:
        return {"answer": asked_again(result, room), **fields}
    layers = Counter(cost for cost in costs.values() if cost is not None)
    most = max(layers, default=None)
    hardest = [here for here, cost in costs.items() if cost is not None and cost == most]
    shown = list(found.hardest)
    holds = (
        found.positions == len(costs)
        and found.goals == sum(here.winner is not None for here in costs)
        and found.layers == tuple(layers[cost] for cost in range(len(found.layers)))
        and found.dead == len(costs) - layers.total()
        and found.depth == costs[result.position]
        and len(set(shown)) == len(shown) == min(len(hardest), 16)
        and set(shown) <= set(hardest)
        and shown == sorted(shown, key=str)
    )
    how = (
        "nothing can be solved" if line is None and not hardest else "the line replays" if line else "no line is given"
    )
    fields["answer"] = settled(
        holds, f"{how}, and all positions were recounted by the plain rules", "recounted, the figures differ"
    )
    return fields


def _read(position: Position, raw: Any, details: Mapping[str, Any]) -> Cluster:
    hardest = tuple(position.system.load(text(each)) for each in listed(raw["hardest"]))
    layers = tuple(map(integer, listed(raw["layers"])))
    figures = (integer(raw["positions"]), integer(raw["goals"]), layers, integer(raw["dead"]))
    return Cluster(details["metric"], *figures, None if raw["depth"] is None else integer(raw["depth"]), hardest)


def _read_witness(position: Position, raw: Any, details: Mapping[str, Any]) -> Line:
    """From the first of the hardest positions."""
    return read_line(details["answer"].hardest[0], raw)


_DEPTH = {"anyOf": [NATURAL, {"type": "null"}]}

QUESTION: Question[Result[Cluster]] = Question(
    "cluster",
    "how far all reachable positions are from a solution, and the hardest",
    rank=180,
    means=_is_puzzle_of_moves,
    needs="a puzzle of moves",
    arguments=(METRIC,),
    searches=[Method("retrograde", _search)],
    answer=Form(
        record(
            positions=NATURAL,
            goals=NATURAL,
            layers=list_of(NATURAL),
            dead=NATURAL,
            depth=_DEPTH,
            most=_DEPTH,
            hardest=list_of(STRING),
        ),
        _read,
    ),
    witness=Form(LINE_SCHEMA, _read_witness),
    describe=_described,
    check=_check,
)

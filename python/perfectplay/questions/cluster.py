"""The whole cluster of a puzzle: every position that can be reached, how far each is from a solution, the hardest.

The search is native (``crates/core/src/search/cluster.rs``), for all puzzles of moves and all metrics. The positions
stay there, and a :class:`Cluster` asks for them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from perfectplay._native import Cluster as Native
from perfectplay.errors import NotApplicable
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask, stats_of
from perfectplay.questions.pencil import is_pencil
from perfectplay.questions.solve import choose_metric, line_through, native_metric
from perfectplay.result import Result
from perfectplay.system import Line, Position, System


@dataclass(frozen=True)
class Cluster:
    """All positions that can be reached from one, by their distance from the nearest solution."""

    metric: str
    positions: int
    goals: int
    """Solved positions."""
    layers: tuple[int, ...]
    """Positions by the cost of a cheapest solution, the solved ones first."""
    dead: int
    """Positions from which no solution can be reached."""
    depth: int | None
    """The cost of a cheapest solution of the position that was asked about, None if it has none."""
    hardest: tuple[Position, ...]
    """Up to 16 positions whose cheapest solution costs most, in the order of their texts."""
    start: Position | None = field(default=None, repr=False)
    native: Native | None = field(default=None, repr=False)
    """Where the positions are; None in a copy and in a cluster that was read."""

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
            raise NotApplicable("this cluster is a copy: it has figures only")
        try:
            if position.system != self.start.system:
                raise ValueError
            return self.start, self.native, self.start.system.encode(self.start.state, position.state)
        except ValueError:
            raise NotApplicable(f"{position} cannot be reached from {self.start}") from None

    @property
    def most(self) -> int | None:
        """What the hardest positions cost, None if nothing can be solved."""
        return len(self.layers) - 1 if self.layers else None

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has the figures only."""
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


def _cluster(position: Position, asked: Asked) -> Answer:
    system, metric = position.system, asked.details["metric"]
    kernel, code = system.kernel(position.state)
    native, stats = kernel.cluster(code, native_metric(position, metric), asked.control)
    positions, goals, layers, depth, codes = native.figures()
    hardest = sorted((system.position(system.decode(position.state, code)) for code in codes), key=str)
    dead = positions - sum(layers)
    found = Cluster(metric, positions, goals, tuple(layers), dead, depth, tuple(hardest), position, native)
    return Answer(found, found.solution(hardest[0]) if layers else None, stats_of(stats))


def is_puzzle_of_moves(system: type[System] | System) -> bool:
    return system.players == 1 and not is_pencil(system)


CLUSTER = Question("cluster", is_puzzle_of_moves, "a puzzle of moves", [Method("retrograde", _cluster)])


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
    tells the ``distance`` of any position of the cluster, and a cheapest ``solution`` of it.

    >>> found = pp.cluster(pp.load("rush_hour", "..B|AAB|...|..."))
    >>> found
    4 positions, 1 solved, the hardest 2 moves away
    >>> found.layers, found.hardest[0], found.witness
    ((1, 1, 2), load('rush_hour', '...|AAB|..B|...'), B+1 A+1)
    """
    CLUSTER.check(position)
    return ask(CLUSTER, position, method, Asked(limits, progress, {"metric": choose_metric(position, metric)}))

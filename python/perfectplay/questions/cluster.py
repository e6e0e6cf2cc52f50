"""The whole cluster of a puzzle: every position that can be reached, how far each is from a solution, the hardest.

The positions are found breadth first, with the moves between them; distances are then settled backwards from all
solutions at once, layer by layer. Where a metric makes several moves of one piece a single move, a position is settled
together with the place of the piece that moves next: one more move of that piece before it costs nothing.

Cell rewrites are read as masks of one large number here, a third reading beside the plain rules and the native kernel:
a position needs a few microseconds for each of its moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from perfectplay.errors import LimitReached, NotApplicable, ParseError
from perfectplay.kinds.rewrite import Arrangement, Metric, RewritePuzzle
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.players import LEFT
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask
from perfectplay.questions.pencil import is_pencil
from perfectplay.questions.solve import choose_metric
from perfectplay.result import Result, Stats
from perfectplay.system import Line, Move, Position, System

SHOWN = 16
"""So many of the hardest positions are shown."""
MOST_MASKS = 20_000
"""Rewrites of which each may accept several symbols on a cell are multiplied out, up to this number."""

Edge = tuple[int, Any, Any, str]
"""The number of a position, the place of the moving piece before and after the move, and the tag of the move."""


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
    """Some positions whose cheapest solution costs most, in the order of their texts."""
    distances: Mapping[Any, int]
    """The cost of a cheapest solution by state; states without a solution are left out."""

    @property
    def most(self) -> int | None:
        """What the hardest positions cost, None if nothing can be solved."""
        return len(self.layers) - 1 if self.layers else None

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


# all positions ------------------------------------------------------------------------------------------------------


class _Watch:
    """Looks at limits, and tells the progress, every now and then."""

    def __init__(self, asked: Asked) -> None:
        self.limits, self.progress = asked.limits, asked.progress
        self.start, self.positions = monotonic(), 0
        self.told = self.start

    def tick(self, depth: int = 0) -> None:
        self.positions += 1
        if self.limits.positions is not None and self.positions > self.limits.positions:
            raise LimitReached(f"limit of {self.limits.positions} positions reached")
        if self.positions % 512 == 0:
            self.look(depth)

    def look(self, depth: int = 0) -> None:
        limits = self.limits
        if limits.cancel is not None and limits.cancel.is_set():
            raise LimitReached("cancelled")
        now = monotonic()
        seconds = now - self.start
        if limits.time is not None and seconds > limits.time:
            raise LimitReached(f"time limit of {limits.time:g} s reached after {self.positions} positions")
        if limits.memory is not None and self.positions * 1000 > limits.memory:
            raise LimitReached(f"memory limit of {limits.memory} bytes reached after {self.positions} positions")
        if self.progress is not None and now - self.told > 0.05:
            self.told = now
            self.progress(self.positions, seconds, depth)


class _Plain:
    """The moves of any puzzle, by its plain rules."""

    def __init__(self, position: Position) -> None:
        self.system, self.start = position.system, position.state

    def steps(self, state: Any) -> Iterator[tuple[Any, Any, Any, str]]:
        for step in self.system.legal(state, LEFT):
            yield step.state, None, None, ""

    def solved(self, state: Any) -> bool:
        return self.system.winner(state) is not None

    def state(self, state: Any) -> Any:
        return state


class _Masks:
    """The moves of a puzzle of cell rewrites. A position is one number, with as many bits for each cell as its symbols
    need; a rewrite is legal iff ``p & care == want``, and leads to ``p ^ flip``."""

    def __init__(self, position: Position) -> None:
        system, state = position.system, position.state
        assert isinstance(system, RewritePuzzle)
        self.layout = state.layout
        rules = system.ruleset(state.layout)
        symbols = state.layout.symbols
        self.bits = max(1, (len(symbols) - 1).bit_length())
        self.number = {symbol: n for n, symbol in enumerate(symbols)}
        self.start = self.code(enumerate(state.cells))
        self.table: list[tuple[int, int, int, Any, Any, str]] = []
        for rewrite, changes in zip(rules.rewrites, rules.changes, strict=True):
            before, after = rewrite.piece or (None, None)
            for care, want, flip in self._masks(changes):
                self.table.append((care, want, flip, before, after, rewrite.tag))
                if len(self.table) > MOST_MASKS:
                    raise OverflowError
        self.goals = [
            (care, want)
            for _, pattern in rules.goals
            for care, want, _ in self._masks([(cell, {s: s for s in allowed}) for cell, allowed in pattern.items()])
        ]

    def code(self, cells: Iterable[tuple[int, str]]) -> int:
        return sum(self.number[symbol] << self.bits * index for index, symbol in cells)

    def _masks(self, changes: Iterable[tuple[int, Mapping[str, str]]]) -> list[tuple[int, int, int]]:
        """Every choice of one symbol for each cell; a cell on which anything may stand and stays is not looked at."""
        found, full = [(0, 0, 0)], (1 << self.bits) - 1
        for index, becomes in changes:
            if len(becomes) == len(self.number) and all(a == b for a, b in becomes.items()):
                continue
            at = self.bits * index
            found = [
                (care | full << at, want | self.number[b] << at, flip | (self.number[a] ^ self.number[b]) << at)
                for care, want, flip in found
                for b, a in becomes.items()
            ]
            if len(found) > MOST_MASKS:
                raise OverflowError
        return found

    def steps(self, code: int) -> list[tuple[int, Any, Any, str]]:
        return [
            (code ^ flip, before, after, tag)
            for care, want, flip, before, after, tag in self.table
            if code & care == want
        ]

    def solved(self, code: int) -> bool:
        return any(code & care == want for care, want in self.goals)

    def state(self, code: int) -> Arrangement:
        full, symbols = (1 << self.bits) - 1, self.layout.symbols
        cells = (code >> self.bits * index & full for index in range(len(self.layout.board.cells)))
        return Arrangement(self.layout, "".join(symbols[number] for number in cells))


def _reader(position: Position) -> _Plain | _Masks:
    if isinstance(position.system, RewritePuzzle) and not position.system.ruleset(position.state.layout).ranked:
        try:
            return _Masks(position)
        except OverflowError:
            pass
    return _Plain(position)


def _explore(rules: _Plain | _Masks, watch: _Watch) -> tuple[list[Any], list[list[Edge]], list[int]]:
    """All positions, for each the moves that lead to it, and the numbers of those that are solved."""
    numbers: dict[Any, int] = {rules.start: 0}
    states = [rules.start]
    into: list[list[Edge]] = [[]]
    solved = []
    for here, state in enumerate(states):  # the list grows
        watch.tick()
        if rules.solved(state):
            solved.append(here)
        for after, origin, target, tag in rules.steps(state):
            there = numbers.get(after)
            if there is None:
                there = numbers[after] = len(states)
                states.append(after)
                into.append([])
            into[there].append((here, origin, target, tag))
    return states, into, solved


# distances ----------------------------------------------------------------------------------------------------------


def _distances(into: list[list[Edge]], solved: list[int], metric: Metric, watch: _Watch) -> list[int | None]:
    """The cost of a cheapest solution of each position."""
    if metric.chain:
        if metric.costs:
            raise NotApplicable("cluster: this metric has both costs and chains")
        return _by_chains(into, solved, metric.chain == "line", watch)
    found: list[int | None] = [None] * len(into)
    layers: dict[int, list[int]] = {0: list(solved)}
    while layers:
        cost = min(layers)
        for here in (layer := layers.pop(cost)):  # the list grows where moves are free
            if found[here] is not None:
                continue
            found[here] = cost
            for before, _, _, tag in into[here]:
                if found[before] is None:
                    price = metric.cost(tag)
                    (layers.setdefault(cost + price, []) if price else layer).append(before)
        watch.look(cost)
    return found


def _by_chains(into: list[list[Edge]], solved: list[int], line: bool, watch: _Watch) -> list[int | None]:
    """The same where consecutive moves of one piece (in one direction, if ``line``) count once.

    A position of cost c opens its predecessors at cost c + 1, each with the piece that moves from there on; a move of
    the same piece before that goes on at cost c + 1. Only positions settled in this layer need to be continued: those
    of smaller cost have opened all their predecessors at c + 1 or less.
    """
    found: list[int | None] = [None] * len(into)
    for here in solved:
        found[here] = 0
    layer, cost = list(solved), 0
    while layer:
        cost += 1
        following: list[int] = []
        todo: list[tuple[int, Any, str]] = []
        seen: set[tuple[int, Any, str]] = set()
        for here in layer:
            for before, origin, _, tag in into[here]:
                if found[before] is None or found[before] == cost:
                    mark = (before, origin, tag if line else "")
                    if mark not in seen:
                        seen.add(mark)
                        todo.append(mark)
                    if found[before] is None:
                        found[before] = cost
                        following.append(before)
        while todo:
            here, place, direction = todo.pop()
            for before, origin, target, tag in into[here]:
                if place is None or target != place or (line and tag != direction):
                    continue
                if found[before] is None or found[before] == cost:
                    if found[before] is None:
                        found[before] = cost
                        following.append(before)
                    mark = (before, origin, direction)
                    if mark not in seen:
                        seen.add(mark)
                        todo.append(mark)
        layer = following
        watch.look(cost)
    return found


# the question -------------------------------------------------------------------------------------------------------


class _Distances(Mapping[Any, int]):
    """The distances by state; states are decoded when they are asked for."""

    def __init__(self, rules: _Plain | _Masks, states: list[Any], found: list[int | None]) -> None:
        self.rules, self.found = rules, dict(zip(states, found, strict=True))

    def __getitem__(self, state: Any) -> int:
        code = self.rules.code(enumerate(state.cells)) if isinstance(self.rules, _Masks) else state
        distance: int | None = self.found[code]
        if distance is None:
            raise KeyError(state)
        return distance

    def __iter__(self) -> Iterator[Any]:
        return (self.rules.state(code) for code, distance in self.found.items() if distance is not None)

    def __len__(self) -> int:
        return sum(distance is not None for distance in self.found.values())


def _cluster(position: Position, asked: Asked) -> Answer:
    watch = _Watch(asked)
    metric = asked.details["metric"]
    rules = _reader(position)
    states, into, solved = _explore(rules, watch)
    found = _distances(into, solved, position.system.metrics[metric], watch)  # type: ignore[attr-defined]
    counts: dict[int, int] = {}
    for distance in found:
        if distance is not None:
            counts[distance] = counts.get(distance, 0) + 1
    most = max(counts, default=None)
    hardest = sorted(
        (
            position.system.position(rules.state(states[number]))
            for number, distance in enumerate(found)
            if distance is not None and distance == most
        ),
        key=str,
    )[:SHOWN]
    cluster = Cluster(
        metric,
        len(states),
        len(solved),
        tuple(counts.get(cost, 0) for cost in range((-1 if most is None else most) + 1)),
        len(states) - sum(counts.values()),
        found[0],
        tuple(hardest),
        _Distances(rules, states, found),
    )
    line = None if most is None else descent(hardest[0], cluster, metric)
    stats = Stats(watch.positions, monotonic() - watch.start)
    return Answer(cluster, line, stats)


def descent(start: Position, cluster: Cluster, metric: str) -> Line:
    """A cheapest solution of a position of the cluster, found by walking down its distances by the plain rules.

    Every chain of moves of one piece from a position is followed until the distance is smaller by what it costs.
    """
    system: Any = start.system
    chosen: Metric = system.metrics[metric]
    moves: list[Move] = []
    here = start
    while here.winner is None:
        leap = _leap(here, chosen, cluster.distances)
        moves += leap
        here = leap[-1].after
    return Line(start, moves, metric, cluster.distances[start.state])


def _leap(here: Position, metric: Metric, distances: Mapping[Any, int]) -> list[Move]:
    """The moves of one move under the metric (and free moves before it) that bring the solution nearer."""
    goal = distances[here.state]
    system: Any = here.system
    todo: list[tuple[Position, list[Move], Any, int]] = [(here, [], None, 0)]
    seen: set[tuple[Any, Any]] = {(here.state, None)}
    for position, made, last, paid in todo:  # the list grows
        for move in position.moves():
            rewrite = _rewrite(system, position, move) if metric.chain or metric.costs else None
            follows = bool(
                metric.chain and last and rewrite and rewrite.piece and last.piece
                and last.piece[1] == rewrite.piece[0] and (metric.chain == "piece" or last.tag == rewrite.tag)
            )  # fmt: skip
            price = paid if follows else paid + metric.cost(rewrite.tag if rewrite else "")
            state = move.after.state
            if price and distances.get(state, goal) == goal - price:
                return [*made, move]
            mark = (state, (rewrite.piece[1], rewrite.tag) if metric.chain and rewrite and rewrite.piece else None)
            if ((metric.chain and (follows or not made)) or not price) and mark not in seen and not move.after.winner:
                seen.add(mark)
                todo.append((move.after, [*made, move], rewrite, price))
    raise AssertionError("no move brings the solution nearer")


def _rewrite(system: RewritePuzzle, position: Position, move: Move) -> Any:
    rules = system.ruleset(position.state.layout)
    return next(
        rules.rewrites[n]
        for n in rules.legal(position.state.cells)
        if rules.names[n] == move.text and rules.apply(n, position.state.cells) == move.after.state.cells
    )


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

    The witness is a cheapest solution of the first of the hardest positions, None if nothing can be solved.

    >>> found = pp.cluster(pp.load("rush_hour", "..B|AAB|...|..."))
    >>> found
    4 positions, 1 solved, the hardest 2 moves away
    >>> found.layers, found.hardest[0], found.witness
    ((1, 1, 2), load('rush_hour', '...|AAB|..B|...'), B+1 A+1)
    """
    CLUSTER.check(position)
    try:
        return ask(CLUSTER, position, method, Asked(limits, progress, {"metric": choose_metric(position, metric)}))
    except ParseError as error:
        raise NotApplicable(str(error)) from None

"""Node Kayles where every component is a path, a cycle or a ladder.

A move removes a vertex and its neighbours. Nimbers of components are added without carrying; they are

* path of n vertices: a heap of n in Dawson's Chess, octal game 0.137, of period 34 (Guy & Smith 1956);
* cycle of n vertices: every move leaves the path of n - 3, so 1 if that has nimber 0, else 0;
* ladder of n rungs (the grid 2 x n), of which the first and the last may have lost a vertex:

  ===========================================  =======
  both end rungs whole                         n mod 2
  one end rung whole, one half                 n
  both half, what is left on the same side     1
  both half, on opposite sides                 0
  ===========================================  =======

Proof of the table, by induction: a move at rung k of n leaves rungs 1 … k-1 and k+1 … n, whose new ends are half, on
the side opposite to the vertex taken. Both whole: (k-1) xor (n-k) over all k, two numbers of sum n-1. If n is odd it is
never odd, and once 0; if n is even it is always odd. One half: k-1 over all k, and (k-1) xor 1 for k < n, which is all
of 0 … n-1 and not n. Same side: 0 xor 0, or 1 xor 1, or 0 at an end. Opposite sides: 0 xor 1, or 1 at an end.
Whole ladders are in Brown et al. 2020, Nimber sequences of Node-Kayles games; so is 4 x n = 0, which is not used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from operator import xor

from perfectplay._native import Kernel
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Arrangement
from perfectplay.method import Asked, Found
from perfectplay.players import Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises

systems = ("node_kayles",)

# nimbers ------------------------------------------------------------------------------------------------------------


@cache
def _dawson() -> Kernel:
    return Kernel.heaps("0.137", "loses")


@cache
def path(n: int) -> int:
    """The nimber of a path of n vertices.

    >>> [path(n) for n in range(12)]
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]
    """
    if n <= 0:
        return 0
    nimber, _ = _dawson().nimber(n.to_bytes(8, "little"), "sums", (None,) * 5)
    assert nimber is not None
    return nimber


def cycle(n: int) -> int:
    return int(path(n - 3) == 0)


def ladder(n: int, first: int | None = None, last: int | None = None) -> int:
    """The nimber of a ladder of n rungs; ``first`` and ``last``: the side, 0 or 1, that is left of a half end rung.

    >>> ladder(7), ladder(7, 0), ladder(7, 0, 0), ladder(7, 0, 1)
    (1, 7, 1, 0)
    """
    if n == 0:
        return 0
    if first is None and last is None:
        return n % 2
    return n if first is None or last is None else int(first == last)


# shapes -------------------------------------------------------------------------------------------------------------

Neighbours = Mapping[int, frozenset[int]]
"""The remaining vertices, by number, and the remaining neighbours of each."""


@dataclass(frozen=True)
class Path:
    vertices: list[int]
    """In their order."""

    @property
    def nimber(self) -> int:
        return path(len(self.vertices))

    def options(self) -> Iterator[tuple[int, int]]:
        """Every vertex, and the nimber after it has been taken."""
        for before, vertex in enumerate(self.vertices):
            yield vertex, path(before - 1) ^ path(len(self.vertices) - before - 2)


@dataclass(frozen=True)
class Cycle:
    vertices: list[int]

    @property
    def nimber(self) -> int:
        return cycle(len(self.vertices))

    def options(self) -> Iterator[tuple[int, int]]:
        for vertex in self.vertices:
            yield vertex, path(len(self.vertices) - 3)


Rung = tuple[int | None, int | None]


@dataclass(frozen=True)
class Ladder:
    rungs: list[Rung]

    @property
    def ends(self) -> tuple[int | None, int | None]:
        first, last = (None if None not in rung else rung.index(None) ^ 1 for rung in (self.rungs[0], self.rungs[-1]))
        return first, last

    @property
    def nimber(self) -> int:
        return ladder(len(self.rungs), *self.ends)

    def options(self) -> Iterator[tuple[int, int]]:
        first, last = self.ends
        for before, rung in enumerate(self.rungs):
            for side, vertex in enumerate(rung):
                if vertex is not None:
                    after = len(self.rungs) - before - 1
                    yield vertex, ladder(before, first, 1 - side) ^ ladder(after, 1 - side, last)


Known = Path | Cycle | Ladder


def shapes(state: Arrangement) -> list[Known] | None:
    """The components; None if one is of another kind."""
    board = state.board
    there = {number for number, letter in enumerate(state.cells) if letter == "."}
    graph = {
        number: frozenset(board.index[other] for other in board.neighbours(board.cells[number])) & (there - {number})
        for number in sorted(there)
    }
    if any(len(near) > 3 for near in graph.values()):
        return None
    found: list[Known] = []
    seen: set[int] = set()
    for start in graph:
        if start not in seen:
            component = _component(graph, start)
            seen.update(component)
            shape = _shape(graph, component)
            if shape is None:
                return None
            found.append(shape)
    return found


def _component(graph: Neighbours, start: int) -> list[int]:
    component, seen = [start], {start}
    for vertex in component:  # the list grows
        component.extend(sorted(graph[vertex] - seen))
        seen |= graph[vertex]
    return component


def _shape(graph: Neighbours, component: list[int]) -> Known | None:
    if any(len(graph[vertex]) == 3 for vertex in component):
        return _ladder(graph, component)
    ends = [vertex for vertex in component if len(graph[vertex]) < 2]
    order = [min(ends or component)]
    while ahead := sorted(graph[order[-1]] - set(order[-2:]) - {order[0]}):
        order.append(ahead[0])
    return Path(order) if ends else Cycle(order)


def _ladder(graph: Neighbours, component: list[int]) -> Ladder | None:
    size = len(component)
    edges = sum(len(graph[vertex]) for vertex in component) // 2
    for rungs in _ends(graph, component):
        walked = _walk(graph, rungs)
        halves = sum(None in rung for rung in walked)
        whole = len(walked) - halves
        # Every edge is a rung or lies between two rungs, and every vertex is on one.
        if 2 * whole + halves == size and 3 * whole - 2 + halves == edges:
            return Ladder(walked)
    return None


def _ends(graph: Neighbours, component: list[int]) -> Iterator[list[Rung]]:
    """How a ladder may begin: with a half rung and a whole one, or with a whole one."""
    for vertex in component:
        if len(graph[vertex]) == 1:
            (along,) = graph[vertex]
            for beside in sorted(graph[along] - {vertex}):
                yield [(vertex, None), (along, beside)]
            return
    for vertex in component:
        for beside in sorted(graph[vertex]):
            if vertex < beside and len(graph[vertex]) == len(graph[beside]) == 2:
                yield [(vertex, beside)]


def _walk(graph: Neighbours, rungs: list[Rung]) -> list[Rung]:
    """Continue from the last rung as long as there is only one way to go."""
    walked, seen = list(rungs), {vertex for rung in rungs for vertex in rung}
    while True:
        ahead = [sorted(graph[vertex] - seen) if vertex is not None else [] for vertex in walked[-1]]
        if (None in walked[-1] and len(walked) > 1) or not any(ahead) or max(map(len, ahead)) > 1:
            return walked
        left, right = (each[0] if each else None for each in ahead)
        if left is not None and right is not None and right not in graph[left]:
            return walked
        walked.append((left, right))
        seen |= {left, right}


# the questions ------------------------------------------------------------------------------------------------------


def applies(position: Position[RewriteGame]) -> bool:
    state = position.state
    if position.system.misere or not isinstance(state, Arrangement):
        return False
    return not getattr(state.board, "directed", False) and shapes(state) is not None


def _total(position: Position[RewriteGame]) -> tuple[list[Known], int]:
    found = shapes(position.state)
    assert found is not None
    return found, reduce(xor, (shape.nimber for shape in found), 0)


def grundy(position: Position[RewriteGame], asked: Asked) -> Found:
    return Found(_total(position)[1])


def outcome(position: Position[RewriteGame], asked: Asked) -> Found:
    found = Outcome.of("N" if _total(position)[1] else "P")
    return Found(found, promises(position, found))


def best(position: Position[RewriteGame], asked: Asked) -> Found:
    player: Player = asked.details["player"]
    found, total = _total(position)
    moves = position.moves(player)
    if not total:
        return Found(moves[0], Strategy(position, player.opponent, player)) if moves else Found(None)
    vertex = next(v for shape in found for v, left in shape.options() if left == total ^ shape.nimber)
    return Found(_taking(position, vertex, moves), Strategy(position, player, player))


def _taking(position: Position[RewriteGame], vertex: int, moves: list[Move]) -> Move:
    board, cells = position.state.board, position.state.cells
    gone = {vertex, *(board.index[other] for other in board.neighbours(board.cells[vertex]))}
    after = "".join("#" if number in gone else letter for number, letter in enumerate(cells))
    return next(move for move in moves if move.after.state.cells == after)

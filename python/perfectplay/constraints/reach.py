"""What a person sees at once on a board of islands: cells that must be land or sea before anything is tried.

Each island has the cells that it can still reach: those on a way from its number that leads through no sea and beside
no other island, and costs no more new cells than the island has left. A cell that no island can reach is sea; land that
only one can reach is its own; a cell without which an island could not grow to its size, or not join what is its own,
belongs to it. The sea is connected and fills no square: the last cell of a square is land, and a cell without which
parts of the sea would be separated is sea. All that is repeated until nothing changes. One walk finds all cells without
which parts are separated (Tarjan 1972).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from perfectplay.limits import watch_now

LAND, SEA = "land", "sea"


def certain(
    beside: Mapping[Any, list[Any]], sizes: Mapping[Any, int], squares: Sequence[Sequence[Any]], joined: bool
) -> Reach:
    """All that can be seen at once. If that is a contradiction, only what the numbers say: the solver shall find it."""
    reach = Reach(beside, sizes, squares, joined).begun()
    try:
        reach.settle()
    except Impossible:
        return Reach(beside, sizes).begun()
    return reach


class Impossible(Exception):
    """There is no answer; the solver may prove it."""


@dataclass
class Reach:
    """What is certain of each cell, and the cells that each island can reach, with the steps from its number."""

    beside: Mapping[Any, list[Any]]
    sizes: Mapping[Any, int]
    """By cell, 0 for an unknown one."""
    squares: Sequence[Sequence[Any]] = ()
    """Of each of these a cell is land."""
    joined: bool = False
    """The sea is connected."""

    def __post_init__(self) -> None:
        self.state: dict[Any, str] = dict.fromkeys(self.sizes, LAND)
        self.owner: dict[Any, Any] = {start: start for start in self.sizes}
        self.own: dict[Any, set[Any]] = {start: {start} for start in self.sizes}
        self.far: dict[Any, dict[Any, int]] = {}
        """For each island what it can reach, each cell with the number of new cells that this takes."""
        self.by: dict[Any, set[Any]] = {cell: set() for cell in self.beside}
        """The islands that can reach a cell."""
        self.stale: set[Any] = set(self.sizes)
        self.look = watch_now()

    def begun(self) -> Reach:
        """With what each island can reach if nothing but the numbers is known."""
        for start in self.sizes:
            self._walk(start)
        return self

    def settle(self) -> None:
        """Find all that follows."""
        while True:
            while self.stale:
                start = self.stale.pop()
                self._walk(start)
                self._needed(start)
            self._owners()
            self._pools()
            if self.joined and not self.stale:
                self._sea()
            if not self.stale:
                return

    def _set(self, cell: Any, state: str) -> None:
        known = self.state.get(cell)
        if known == state:
            return
        if known:
            raise Impossible
        self.state[cell] = state
        self.stale |= self.by[cell]
        if state == LAND:
            for near in self.beside[cell]:
                self.stale |= self.by[near]

    def _give(self, cell: Any, start: Any) -> None:
        """The cell belongs to an island."""
        self._set(cell, LAND)
        if self.owner.setdefault(cell, start) != start:
            raise Impossible
        self.own[start].add(cell)
        for each in (cell, *self.beside[cell]):
            self.stale |= self.by[each]

    def _open(self, cell: Any, start: Any) -> bool:
        """May it belong to this island, as far as the cells beside it tell?"""
        if self.state.get(cell) == SEA or self.owner.get(cell, start) != start:
            return False
        return all(
            self.owner.get(near, start) == start and (self.state.get(near) != LAND or start in self.by[near])
            for near in self.beside[cell]
        )

    def _walk(self, start: Any) -> None:
        """What an island can reach. Cells that are its own cost nothing."""
        self.look()
        own, size = self.own[start], self.sizes[start] or len(self.beside)
        left = size - len(own)
        first = start not in self.far
        far = {start: 0}
        queue = deque([start])
        done = set()
        while queue:
            cell = queue.popleft()
            if cell in done:
                continue
            done.add(cell)
            for near in self.beside[cell]:
                cost = far[cell] + (near not in own)
                if cost > left or far.get(near, cost + 1) <= cost:
                    continue
                if near not in own and not self._may(near, start, first):
                    continue
                far[near] = cost
                (queue.append if near not in own else queue.appendleft)(near)
        if not first and (not own <= far.keys() or len(far) < self.sizes[start]):
            raise Impossible
        before = self.far.get(start, {})
        for cell in before:
            if cell not in far:
                self.by[cell].discard(start)
                if self.state.get(cell) == LAND:  # whoever would touch it is not this island
                    for near in self.beside[cell]:
                        self.stale |= self.by[near] & {start}
        if first:
            for cell in far:
                self.by[cell].add(start)
        self.far[start] = far

    def _may(self, cell: Any, start: Any, first: bool) -> bool:
        if first:
            return not any(self.owner.get(each, start) != start for each in (cell, *self.beside[cell]))
        return start in self.by[cell] and self._open(cell, start)

    def _needed(self, start: Any) -> None:
        """Cells without which the island has not enough room, or loses what is its own."""
        far, own, size = self.far[start], self.own[start], self.sizes[start]
        if size == len(own):
            for cell in own:
                for near in self.beside[cell]:
                    if near not in own:
                        self._set(near, SEA)
            return
        if size == len(far):
            for cell in far:
                self._give(cell, start)
            return
        room = len(far) - size if size else len(far)

        def part(cell: Any, behind: int, some: int) -> None:
            # without this cell all behind it is lost, and the cell itself
            if cell not in own and (some or behind + 1 > room):
                self._give(cell, start)

        gates(start, lambda cell: (near for near in self.beside[cell] if near in far), own.__contains__, part)

    def _owners(self) -> None:
        for cell, islands in self.by.items():
            state = self.state.get(cell)
            if not islands:
                if state is None:
                    self._set(cell, SEA)
                elif state == LAND:
                    raise Impossible
            elif state == LAND and cell not in self.owner and len(islands) == 1:
                self._give(cell, *islands)

    def _pools(self) -> None:
        for square in self.squares:
            other = [cell for cell in square if self.state.get(cell) != SEA]
            if not other:
                raise Impossible
            if len(other) == 1:
                self._set(other[0], LAND)

    def _sea(self) -> None:
        """Cells without which the sea would have two parts."""
        root = next((cell for cell, state in self.state.items() if state == SEA), None)
        if root is None:
            return
        there = {cell for cell in self.beside if self.state.get(cell) != LAND}

        def part(cell: Any, behind: int, some: int) -> None:
            if some and cell not in self.state:
                self._set(cell, SEA)

        def near(cell: Any) -> Iterable[Any]:
            return (each for each in self.beside[cell] if each in there)

        reached = gates(root, near, lambda cell: self.state.get(cell) == SEA, part)
        for cell in there.difference(reached):
            self._set(cell, LAND)


def gates(
    root: Any,
    near: Callable[[Any], Iterable[Any]],
    counted: Callable[[Any], bool],
    part: Callable[[Any, int, int], None],
) -> Iterable[Any]:
    """Call ``part`` for each vertex without which others cannot be reached from the root: with the number of these
    others, and of those among them that are counted. Returns all that is reached."""
    place: dict[Any, int] = {root: 0}
    low: dict[Any, int] = {root: 0}
    sums: dict[Any, tuple[int, int]] = {root: (1, int(counted(root)))}
    lost: dict[Any, tuple[int, int]] = {}
    stack = [(root, iter(near(root)))]
    while stack:
        here, others = stack[-1]
        to = next(others, None)
        if to is not None:
            if to in place:
                low[here] = min(low[here], place[to])
            else:
                place[to] = low[to] = len(place)
                sums[to] = (1, int(counted(to)))
                stack.append((to, iter(near(to))))
            continue
        stack.pop()
        if here in lost and here != root:
            part(here, *lost[here])
        if stack:
            above = stack[-1][0]
            low[above] = min(low[above], low[here])
            sums[above] = (sums[above][0] + sums[here][0], sums[above][1] + sums[here][1])
            if low[here] >= place[above]:
                before = lost.get(above, (0, 0))
                lost[above] = (before[0] + sums[here][0], before[1] + sums[here][1])
    return place

"""A configuration in play, with a record of the moves."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence

from perfectplay.families.pebbles.webs import Web, distances, path

Step = tuple[int, int]
"""A token moves from here to there."""


class Motion:
    """``cells`` says which token stands on each vertex, 0 for a hole."""

    def __init__(self, web: Web, cells: Sequence[int]) -> None:
        self.web = web
        self.cells = list(cells)
        self.steps: list[Step] = []

    def step(self, a: int, b: int) -> None:
        assert self.cells[a] and not self.cells[b]
        self.cells[a], self.cells[b] = 0, self.cells[a]
        self.steps.append((a, b))

    def play(self, steps: Iterable[Step]) -> None:
        for a, b in steps:
            self.step(a, b)

    def slide(self, way: Sequence[int]) -> None:
        """The token at the beginning of a way slides to its end."""
        for a, b in itertools.pairwise(way):
            self.step(a, b)

    def walk(self, way: Sequence[int]) -> None:
        """The hole at the beginning of a way full of tokens walks to its end."""
        for a, b in itertools.pairwise(way):
            self.step(b, a)

    def holes(self) -> list[int]:
        return [v for v, token in enumerate(self.cells) if not token]

    def gather(self, wanted: Collection[int]) -> None:
        """Move the holes to exactly these vertices, as many as there are holes, on a connected web.

        The nearest hole that is not wanted is brought along a shortest path: the tokens on it move up one after the
        other, so that holes on the path are holes again afterwards.
        """
        spare = set(self.holes()).difference(wanted)
        for v in wanted:
            if self.cells[v]:
                way = path(self.web, v, spare)[::-1]
                spare.remove(way[0])
                free = 0
                for place, u in enumerate(way):
                    if self.cells[u]:
                        self.slide(way[free : place + 1][::-1])
                        free = place


def reverse(steps: Sequence[Step]) -> list[Step]:
    return [(b, a) for a, b in reversed(steps)]


def shortened(steps: Iterable[Step]) -> list[Step]:
    """Without moves that are undone at once."""
    kept: list[Step] = []
    for a, b in steps:
        if kept and kept[-1] == (b, a):
            kept.pop()
        else:
            kept.append((a, b))
    return kept


def nearest(web: Web, sources: Iterable[int], number: int, but: Collection[int] = ()) -> list[int]:
    """The first vertices in breadth-first order from the sources, without some."""
    return [v for v in distances(web, sources) if v not in but][:number]

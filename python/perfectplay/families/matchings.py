"""Maximum matchings, by Edmonds' blossom algorithm (1965), and what proves that they are maximum.

A matching is maximum if there is a *barrier*: a set whose removal leaves so many components with an odd number of
vertices that as many vertices must stay unmatched as do (Tutte 1947; Berge 1958). It is found by one more search: the
*outer* vertices are those that some maximum matching misses (Gallai 1964; Edmonds 1965), and their other neighbours are
a barrier.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, TypeVar

from perfectplay.limits import watch_now

V = TypeVar("V", bound=Hashable)


class Matching(Generic[V]):
    """A maximum matching of a graph, which is given by the neighbours of each vertex."""

    def __init__(self, near: Mapping[V, Sequence[V]], start: Mapping[V, V] | None = None) -> None:
        self.near = near
        self.mate: dict[V, V] = dict(start or {})
        """The partner of each matched vertex; it is extended from what it is at the start."""
        for vertex, others in near.items():
            if vertex not in self.mate:
                other = next((each for each in others if each != vertex and each not in self.mate), None)
                if other is not None:
                    self.mate[vertex], self.mate[other] = other, vertex
        for vertex in near:
            if vertex not in self.mate:
                self._search(vertex, augment=True)

    def outer(self) -> set[V]:
        """The vertices that some maximum matching misses."""
        found: set[V] = set()
        for vertex in self.near:
            if vertex not in self.mate and vertex not in found:
                found |= self._search(vertex, augment=False)
        return found

    def barrier(self) -> set[V]:
        outer = self.outer()
        return {each for vertex in outer for each in self.near[vertex]} - outer

    def pairs(self) -> list[tuple[V, V]]:
        """Each pair once, in the order of the vertices."""
        seen: set[V] = set()
        found = []
        for vertex in self.near:
            if vertex in self.mate and vertex not in seen:
                seen.add(self.mate[vertex])
                found.append((vertex, self.mate[vertex]))
        return found

    def _search(self, root: V, augment: bool) -> set[V]:
        """Grow a tree of alternating paths from an unmatched vertex, odd cycles shrunk to their base, until it meets
        another unmatched vertex, to which the matching is then extended. Returns the vertices that are an even number
        of steps away."""
        watch_now()()
        mate, before = self.mate, dict[V, V]()
        base: dict[V, V] = {}
        outer = {root: None}
        for vertex in (queue := [root]):  # the list grows
            for other in self.near[vertex]:
                if base.get(vertex, vertex) == base.get(other, other) or mate.get(vertex) == other:
                    continue
                if other in outer:
                    self._shrink(vertex, other, root, before, base, outer, queue)
                elif other not in before:
                    before[other] = vertex
                    if other not in mate:
                        if augment:
                            self._extend(other, before)
                        return set(outer)
                    outer[mate[other]] = None
                    queue.append(mate[other])
        return set(outer)

    def _extend(self, vertex: V, before: Mapping[V, V]) -> None:
        """Exchange the edges of an alternating path that ends here."""
        while True:
            other = before[vertex]
            following = self.mate.get(other)
            self.mate[vertex], self.mate[other] = other, vertex
            if following is None:
                return
            vertex = following

    def _shrink(
        self,
        a: V,
        b: V,
        root: V,
        before: dict[V, V],
        base: dict[V, V],
        outer: dict[V, None],
        queue: list[V],
    ) -> None:
        """An edge joins two outer vertices: the odd cycle that it closes gets one base, and all of it is outer."""
        above = set()
        vertex = a
        while True:
            vertex = base.get(vertex, vertex)
            above.add(vertex)
            if vertex == root:
                break
            vertex = before[self.mate[vertex]]
        meet = base.get(b, b)
        while meet not in above:
            meet = base.get(before[self.mate[meet]], before[self.mate[meet]])
        inside: set[V] = set()
        for vertex, child in ((a, b), (b, a)):
            while base.get(vertex, vertex) != meet:
                inside |= {base.get(vertex, vertex), base.get(self.mate[vertex], self.mate[vertex])}
                before[vertex] = child
                child = self.mate[vertex]
                vertex = before[child]
        for vertex in (*outer, *before):
            if base.get(vertex, vertex) in inside:
                base[vertex] = meet
                if vertex not in outer:
                    outer[vertex] = None
                    queue.append(vertex)

"""The group of a token puzzle from its loops, without any theorem about graphs: a second opinion.

Follow the tokens over all sets of holes, along a spanning tree of them. Every other move from one set of holes to
another closes a loop, which permutes the tokens; these permutations generate all that motion can do. Whether one
belongs to their group is found by a chain of stabilisers (Sims 1970, in the form of Knuth 1991).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TypeAlias

from perfectplay.families.pebbles.webs import Web

Permutation: TypeAlias = tuple[int, ...]

MOST_WAYS = 20_000
"""The most moves between sets of holes: a few seconds."""


class Group:
    """A permutation group on 0 .. degree - 1. Level k holds what fixes every point above k."""

    def __init__(self, degree: int) -> None:
        self.identity: Permutation = tuple(range(degree))
        self.known: list[dict[int, Permutation]] = [{k: self.identity} for k in range(degree)]
        self.generators: list[list[Permutation]] = [[] for _ in range(degree)]

    @property
    def order(self) -> int:
        return prod(map(len, self.known))

    def __contains__(self, permutation: Permutation) -> bool:
        for k in reversed(range(len(permutation))):
            image = permutation[k]
            if image not in self.known[k]:
                return False
            permutation = times(permutation, inverse(self.known[k][image]))
        return True

    def has(self, images: dict[int, int]) -> bool:
        """Is there an element that maps these points, the highest ones without a gap, to those?"""
        for k in sorted(images, reverse=True):
            if images[k] not in self.known[k]:
                return False
            back = inverse(self.known[k][images[k]])
            images = {point: back[image] for point, image in images.items()}
        return True

    def add(self, generator: Permutation) -> None:
        todo = [(len(self.identity) - 1, generator, True)]
        while todo:
            k, permutation, new = todo.pop()
            if new:
                if permutation not in self:
                    self.generators[k].append(permutation)
                    todo += [(k, times(known, permutation), False) for known in self.known[k].values()]
            elif permutation[k] in self.known[k]:
                todo.append((k - 1, times(permutation, inverse(self.known[k][permutation[k]])), True))
            else:
                self.known[k][permutation[k]] = permutation
                todo += [(k, times(permutation, generator), False) for generator in self.generators[k]]


def times(first: Permutation, second: Permutation) -> Permutation:
    return tuple(second[image] for image in first)


def inverse(permutation: Permutation) -> Permutation:
    found = [0] * len(permutation)
    for point, image in enumerate(permutation):
        found[image] = point
    return tuple(found)


def group_by_loops(web: Web, start: Sequence[int]) -> tuple[Group, dict[tuple[bool, ...], Permutation]] | None:
    """The group on the tokens 1 .. k (as 0 .. k - 1), and for each set of holes one configuration that has it.

    None if there are too many sets of holes.
    """
    first = tuple(start)
    at = {tuple(map(bool, first)): first}
    group = Group(max(first))
    order = [first]
    ways = 0
    for here in order:
        for u, token in enumerate(here):
            for v in web[u] if token else ():
                if here[v]:
                    continue
                ways += 1
                if ways > MOST_WAYS:
                    return None
                after = list(here)
                after[u], after[v] = 0, token
                there, holes = tuple(after), tuple(map(bool, after))
                if holes not in at:
                    at[holes] = there
                    order.append(there)
                elif at[holes] != there:
                    group.add(between(at[holes], there))
    return group, at


def between(one: Sequence[int], other: Sequence[int]) -> Permutation:
    """The permutation of tokens that turns one configuration into another with the same holes."""
    found = [0] * max(one)
    for a, b in zip(one, other, strict=True):
        if a:
            found[a - 1] = b - 1
    return tuple(found)


def can_reach(web: Web, start: Sequence[int], goal: Sequence[int]) -> bool | None:
    """Can the goal be reached? None if there are too many sets of holes to tell."""
    if not any(start):
        return True
    found = group_by_loops(web, start)
    if found is None:
        return None
    group, at = found
    there = at.get(tuple(map(bool, goal)))
    return there is not None and between(there, goal) in group


def can_reach_some(web: Web, start: Sequence[int], goal: Sequence[int]) -> bool | None:
    """The same for a goal that names only some tokens, those with the highest numbers; 0 means that nothing is
    specified."""
    found = group_by_loops(web, start) if any(start) else None
    if found is None:
        return None
    group, at = found
    named = [(v, token - 1) for v, token in enumerate(goal) if token]
    return any(
        all(there[v] for v, _ in named) and group.has({token: there[v] - 1 for v, token in named})
        for there in at.values()
    )

"""Checks of orders of permutation groups, by a Schreier-Sims algorithm of our own in plain Python.

A chain of stabilisers is built from the moves of the plain rules alone: on each level the orbit of a base point with an
element for each of its points; every Schreier generator must sift through the levels below, and one that does not is
added there (Sims 1970; Seress, *Permutation Group Algorithms*, 2003, chapter 4). Nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perfectplay.checks.verdict import Finding, Room, refuted, settled

Images = tuple[int, ...]


class Level:
    """The stabiliser of earlier base points: generators, and for each point of an orbit an element that leads there."""

    def __init__(self, point: int, identity: Images) -> None:
        self.point = point
        self.generators: list[Images] = []
        self.paths = {point: identity}
        self.proved: set[tuple[int, int]] = set()
        """Points and numbers of generators whose Schreier generator is a member further down."""

    def grow(self, generator: Images) -> None:
        self.generators.append(generator)
        todo = list(self.paths)
        for place in todo:  # the list grows
            for each in self.generators:
                if each[place] not in self.paths:
                    self.paths[each[place]] = _then(self.paths[place], each)
                    todo.append(each[place])

    def schreier(self) -> Iterator[Images]:
        """The Schreier generators not asked for yet; the caller makes each one a member further down."""
        for place, path in list(self.paths.items()):
            for index, generator in enumerate(list(self.generators)):
                if (place, index) not in self.proved:
                    self.proved.add((place, index))
                    yield _then(_then(path, generator), _back(self.paths[generator[place]]))


def _then(first: Images, second: Images) -> Images:
    return tuple(second[image] for image in first)


def _back(images: Images) -> Images:
    found = [0] * len(images)
    for place, image in enumerate(images):
        found[image] = place
    return tuple(found)


def plain_chain(degree: int, moves: list[Images], base: list[int], room: Room) -> list[tuple[int, int]]:
    """A chain of stabilisers of the group that the moves generate: base points, the given ones first, with the lengths
    of their orbits under the stabiliser of the points before. Raises TooMany."""
    identity = tuple(range(degree))
    levels = [Level(point, identity) for point in base]

    def sift(element: Images, first: int) -> tuple[Images, int]:
        """What is left of an element, and the level at which its point is not in the orbit."""
        for number in range(first, len(levels)):
            path = levels[number].paths.get(element[levels[number].point])
            if path is None:
                return element, number
            element = _then(element, _back(path))
        return element, len(levels)

    def insert(element: Images, first: int) -> int | None:
        """Make an element that fixes the points before a level a member there; the deepest level that has changed."""
        rest, depth = sift(element, first)
        if rest == identity:
            return None
        if depth == len(levels):
            levels.append(Level(next(place for place in range(degree) if rest[place] != place), identity))
        for level in levels[first : depth + 1]:  # it fixes their points but the last
            level.grow(rest)
        return depth

    for move in moves:
        insert(move, 0)
    steps, number = 0, len(levels) - 1
    while number >= 0:
        changed = None
        for element in levels[number].schreier():
            steps += 1
            room.hold(steps // 64)
            changed = insert(element, number + 1)
            if changed is not None:
                break
        number = number - 1 if changed is None else changed
    return [(level.point, len(level.paths)) for level in levels]


def check_base(degree: int, images: list[Images], witness: dict[str, Any], room: Room) -> Finding:
    """The orbits of the given base."""
    base: Any = witness.get("base")
    orbits = witness["orbits"]
    fit = isinstance(base, list) and len(base) == len(orbits) and all(type(each) is int for each in base)
    if not fit or len(set(base)) < len(base) or not all(1 <= each <= degree for each in base):
        return refuted("the base does not match the orbits")
    chain = plain_chain(degree, images, [each - 1 for each in base], room)
    lengths = [length for _, length in chain[: len(base)]]
    return settled(lengths == orbits, "the orbits of the base were found again", f"the orbits have lengths {lengths}")

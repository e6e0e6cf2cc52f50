"""What the constraints of pencil puzzles mean, in the plainest words: by listing, merging and counting.

Nothing here is taken from the constraints themselves, so that a mistake would have to be made three times: here, in
the checks that users see, and in what the solver is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

Cell = tuple[int, int]
Answer = Mapping[Any, Any]
Links = Iterable[tuple[Any, Any]]


def parts(nodes: Iterable[Hashable], links: Links) -> list[set[Any]]:
    """What is connected: one set for each node, merged along every link."""
    home = {node: {node} for node in nodes}
    for a, b in links:
        if home[a] is not home[b]:
            home[a] |= home[b]
            home |= dict.fromkeys(home[b], home[a])
    return list({id(part): part for part in home.values()}.values())


def sides(cells: Collection[Cell]) -> list[tuple[Cell, Cell]]:
    """The pairs of these cells that share a side."""
    return [((r, c), near) for r, c in cells for near in ((r, c + 1), (r + 1, c)) if near in cells]


def areas(cells: Iterable[Cell]) -> list[set[Cell]]:
    there = set(cells)
    return parts(there, sides(there))


def is_one_loop(drawn: Collection[tuple[Any, Any]]) -> bool:
    """Two ends at each point that has any, and all in one part."""
    ends = Counter(point for line in drawn for point in line)
    return set(ends.values()) == {2} and len(parts(ends, drawn)) == 1


def are_paths(drawn: Collection[tuple[Any, Any]], pairs: Collection[tuple[Any, Any]]) -> bool:
    """Cut into its parts, the drawing is a line from the one to the other for each pair: a line has one end at its two
    outermost points, two at all others, and is no ring, so that it has one point more than it has links."""
    ends = Counter(point for line in drawn for point in line)
    lines = parts(ends, drawn)
    outermost = [{point for point in line if ends[point] == 1} for line in lines]
    return (
        all(number <= 2 for number in ends.values())
        and all(len(each) == 2 for each in outermost)
        and sorted(map(sorted, outermost)) == sorted(map(sorted, pairs))
    )


def blocks(line: Sequence[bool]) -> tuple[int, ...]:
    text = "".join("#" if filled else " " for filled in line)
    return tuple(len(block) for block in text.split())


def rectangles(rows: int, cols: int) -> list[set[Cell]]:
    """All of a sheet."""
    return [
        {(r, c) for r in range(top, bottom) for c in range(left, right)}
        for bottom in range(rows + 1)
        for top in range(bottom)
        for right in range(cols + 1)
        for left in range(right)
    ]


def upside_down(cells: Iterable[Cell], twice: Cell) -> set[Cell]:
    """Turned about a point whose row and column are given twice; that is where ``(row + turned row) / 2`` is."""
    everywhere = [(r, c) for r in range(-9, 20) for c in range(-9, 20)]
    return {(r, c) for r, c in everywhere for row, col in cells if row + r == twice[0] and col + c == twice[1]}


def seen(open_places: Sequence[Sequence[bool]]) -> int:
    """How many are open until the first that is not, in each of the rays."""
    return sum([*ray, False].index(False) for ray in open_places)


def ship_lengths(cells: Iterable[Cell]) -> list[int] | None:
    """None if something is not straight."""
    ships = areas(cells)
    if any(min(len({r for r, _ in ship}), len({c for _, c in ship})) > 1 for ship in ships):
        return None
    return sorted(map(len, ships))


PICTURES = {"L": ("#.", "#.", "##"), "I": ("####",), "T": ("###", ".#."), "S": (".##", "##."), "O": ("##", "##")}


def turned(picture: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(column)[::-1] for column in zip(*picture, strict=True))


def letter(cells: Collection[Cell]) -> str | None:
    """Which tetromino it is, by comparing pictures."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    bottom, right = max(r for r, _ in cells), max(c for _, c in cells)
    rows = [["#" if (r, c) in cells else "." for c in range(left, right + 1)] for r in range(top, bottom + 1)]
    own = tuple(map("".join, rows))
    for name, picture in PICTURES.items():
        for _ in range(4):
            picture = turned(picture)
            if own in (picture, picture[::-1]):
                return name
    return None


WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Clockwise: a way and the second after it are opposite."""


def walk(order: Sequence[Cell], size: int) -> list[int] | None:
    """Take stones in this order: the way of each step, by its place in WAYS; None where a step is impossible."""
    left = set(order)
    steps = []
    for here, following in pairwise(order):
        left.remove(here)
        first = {}
        for number, (down, right) in enumerate(WAYS):
            line = [(here[0] + n * down, here[1] + n * right) for n in range(1, size)]
            first[next((cell for cell in line if cell in left), None)] = number
        if following not in first:
            return None
        steps.append(first[following])
    return steps

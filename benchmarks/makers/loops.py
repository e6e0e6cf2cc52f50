"""Slitherlink, Masyu and Yajilin: a random loop, and what can be printed about it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import exp
from typing import Any

from makers.grid import (
    GROUPS,
    Ambiguous,
    Area,
    Cell,
    Clues,
    beside,
    cells_of,
    clusters,
    grown,
    ring,
    solutions,
    solutions_within,
    text,
    thinned,
    windows,
)

WAYS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
PLACES = {"N": ((-1, -1), (-1, 0)), "E": ((-1, 0), (0, 0)), "S": ((0, -1), (0, 0)), "W": ((-1, -1), (0, -1))}
"""A line between cells has a place on either side, where four cells meet."""

SWEEPS = 40


# areas whose outline is one loop --------------------------------------------------------------------------------------


def may_turn(place: Cell, inside: Area) -> bool:
    """Stays the outline one loop if a place changes sides?"""
    there = [each in inside for each in ring(place)]
    changes = sum(a != b for a, b in zip(there, there[1:] + there[:1], strict=True))
    return changes == 2 and any(there[1::2]) and not all(there[1::2])


def turned(inside: Area, places: Iterable[Cell], rng: random.Random, length: float, share: float = 1.0) -> Area:
    """The area with some of these places changed; the greater ``length``, the less often that shortens the loop."""
    inside = set(inside)
    order = sorted(places)
    for place in rng.sample(order, len(order)):
        if rng.random() < share * exp(length * min(gain(place, inside), 0)) and may_turn(place, inside):
            inside ^= {place}
    return inside


def gain(place: Cell, inside: Area) -> int:
    """How much longer the loop becomes if a place changes sides."""
    return 2 * sum((each in inside) == (place in inside) for each in beside(place)) - 4


def winding(rows: int, cols: int, rng: random.Random, length: float) -> Area:
    """A random area whose outline is one loop."""
    inside = {(rows // 2, cols // 2)}
    for _ in range(SWEEPS):
        inside = turned(inside, cells_of(rows, cols), rng, length)
    return inside


def near(lines: Iterable[Any], rows: int, cols: int) -> Area:
    """The places beside some lines between cells."""
    found = {(r + a, c + b) for line in lines for r, c in line for a in (-1, 0) for b in (-1, 0)}
    return {(r, c) for r, c in found if 0 <= r < rows - 1 and 0 <= c < cols - 1}


def ways_of(inside: Area, rows: int, cols: int) -> Clues:
    """The ways in which the outline of an area of places leaves each cell that it passes."""
    ways = {}
    for r, c in cells_of(rows, cols):
        around = {(a, b): (r + a, c + b) in inside for a in (-1, 0) for b in (-1, 0)}
        found = "".join(way for way, (a, b) in PLACES.items() if around[a] != around[b])
        if found:
            ways[r, c] = found
    return ways


def area_of(answer: Mapping[Any, Any], rows: int, cols: int) -> Area:
    """The places inside the loop of an answer."""
    inside = set()
    for r in range(rows - 1):
        within = False
        for c in range(cols - 1):
            within ^= answer.get(((r, c), (r + 1, c))) == 1
            if within:
                inside.add((r, c))
    return inside


# puzzles --------------------------------------------------------------------------------------------------------------


def slitherlink(rows: int, cols: int, rng: random.Random) -> str:
    """Nearly half of the cells have a number."""

    def sides(inside: Area) -> Clues:
        return {
            cell: str(sum((cell in inside) != (each in inside) for each in beside(cell)))
            for cell in cells_of(rows, cols)
        }

    board = partial(text, rows, cols)
    while True:
        every = sides(winding(rows, cols, rng, 0.3))
        shown = rng.sample(sorted(every), int(0.5 * len(every)))
        try:
            found = lambda answer: sides(area_of(answer, rows + 1, cols + 1))  # noqa: E731
            clues = grown("slitherlink", board, every, found, rng, shown)
        except Ambiguous:
            continue
        return board(thinned("slitherlink", board, clues, found, rng, int(0.45 * len(every))))


def circles(inside: Area, rows: int, cols: int) -> Clues:
    """Every circle that a loop allows."""
    ways = ways_of(inside, rows, cols)
    straight = {cell: found in ("NS", "EW") for cell, found in ways.items()}
    clues = {}
    for (r, c), found in ways.items():
        next_to = [straight[r + WAYS[way][0], c + WAYS[way][1]] for way in found]
        if straight[r, c] and not all(next_to):
            clues[r, c] = "w"
        elif not straight[r, c] and all(next_to):
            clues[r, c] = "b"
    return clues


def masyu(rows: int, cols: int, rng: random.Random) -> str:
    """A random loop is changed, where it is not the only one for its circles, until it is; then a fifth of the cells
    keep a circle, if so few are enough."""
    board = partial(text, rows, cols)
    inside = winding(rows - 1, cols - 1, rng, 0.1)
    while True:
        clues = circles(inside, rows, cols)
        found = solutions("masyu", board(clues), 2)
        if len(found) < 2:
            printed = lambda answer: circles(area_of(answer, rows, cols), rows, cols)  # noqa: E731
            return board(thinned("masyu", board, clues, printed, rng, rows * cols // 5))
        areas = [area_of(each, rows, cols) for each in found]
        other = areas[0] if areas[0] != inside else areas[1]
        if len(circles(other, rows, cols)) > len(clues):
            inside = other
        else:
            differ = [line for line in found[0] if found[0][line] != found[1][line]]
            inside = turned(inside, near(differ, rows, cols), rng, 0.1, 0.4)


def arrows(shaded: Area, printed: Clues, rows: int, cols: int) -> Clues:
    """The clues of Yajilin, with the ways that are given."""
    clues = {}
    for (r, c), way in printed.items():
        a, b = WAYS[way]
        ahead = [(r + a * n, c + b * n) for n in range(1, max(rows, cols))]
        clues[r, c] = f"{sum(cell in shaded for cell in ahead)}{'^>v<'['NESW'.index(way)]}"
    return clues


@dataclass
class Ring:
    """A loop around an area of places; the cells that it leaves out are shaded or have an arrow."""

    rows: int
    cols: int
    inside: Area
    shaded: Area
    printed: Clues
    """Cells with a clue, and the way of each arrow."""

    def board(self) -> str:
        return text(self.rows, self.cols, arrows(self.shaded, self.printed, self.rows, self.cols))

    def settle(self, rng: random.Random) -> None:
        """Every cell belongs to the loop, is shaded or has a clue."""
        ways = ways_of(self.inside, self.rows, self.cols)
        self.printed = {cell: way for cell, way in self.printed.items() if cell not in ways}
        self.shaded = {cell for cell in self.shaded if cell not in ways}
        off = [cell for cell in cells_of(self.rows, self.cols) if cell not in ways]
        for cell in rng.sample(off, len(off)):
            if cell not in self.printed and cell not in self.shaded:
                if rng.random() < 0.8 and self.may_shade(cell):
                    self.shaded.add(cell)
                else:
                    self.printed[cell] = rng.choice("NESW")

    def may_shade(self, cell: Cell) -> bool:
        return not any(each in self.shaded for each in beside(cell))

    def differing(self, limit: int, area: Area) -> set[Cell]:
        """The cells about which some solutions differ that are the same outside of an area."""
        known: dict[Any, Any] = {}
        ways = ways_of(self.inside, self.rows, self.cols)
        for r, c in cells_of(self.rows, self.cols):
            if (r, c) not in area:
                if (r, c) not in self.printed:
                    known[r, c] = "#" if (r, c) in self.shaded else "."
                for way, other in (("E", (r, c + 1)), ("S", (r + 1, c))):
                    if (
                        max(other[0] - self.rows, other[1] - self.cols) < 0
                        and not {(r, c), other} & self.printed.keys()
                    ):
                        known[(r, c), other] = int(way in ways.get((r, c), ""))
        found = solutions_within("yajilin", self.board(), limit, known)
        differ = [each for each in found[0] if any(answer[each] != found[0][each] for answer in found)]
        return {cell for each in differ for cell in (each if isinstance(each[0], tuple) else [each])}

    def without(self, cells: list[Cell]) -> Ring:
        """These clues become part of the loop if it can grow there, or else shaded cells if they may."""
        fresh = replace(self, shaded=set(self.shaded))
        for cell in cells:
            for place in sorted(near([[cell]], self.rows, self.cols)):
                if gain(place, fresh.inside) > 0 and may_turn(place, fresh.inside):
                    fresh.inside = fresh.inside ^ {place}
                    break
            else:
                if fresh.may_shade(cell):
                    fresh.shaded.add(cell)
        ways = ways_of(fresh.inside, self.rows, self.cols)
        fresh.shaded.difference_update(ways)
        fresh.printed = {
            cell: way for cell, way in self.printed.items() if cell not in ways and cell not in fresh.shaded
        }
        return fresh


def shortened(inside: Area, places: Iterable[Cell], rng: random.Random) -> Area:
    """The area with one of these places changed, so that the loop becomes shorter if possible."""
    order = [place for place in sorted(places) if may_turn(place, inside)]
    rng.shuffle(order)
    return inside ^ set(sorted(order, key=lambda place: gain(place, inside) >= 0)[:1])


def yajilin(rows: int, cols: int, rng: random.Random) -> str:
    """A random loop. As long as there are other solutions, shaded cells in which these differ become clues, or the loop
    becomes shorter there; then clues are taken away again as long as one cell of eight has one."""
    ring = Ring(rows, cols, winding(rows - 1, cols - 1, rng, 0.5), set(), {})
    ring.settle(rng)
    left = windows(rows, cols, 12, 24)[::-1]
    while left:
        differ = ring.differing(6, left[-1])
        if not differ:
            left.pop()
        for group in clusters(differ):
            doubtful = [cell for cell in group if cell in ring.shaded]
            if doubtful:
                cell = rng.choice(doubtful)
                ring.shaded.discard(cell)
                ring.printed[cell] = rng.choice("NESW")
            else:
                ring.inside = shortened(ring.inside, near([group], rows, cols), rng)
        ring.settle(rng)
    order = rng.sample(sorted(ring.printed), len(ring.printed))
    size = max(1, len(order) // GROUPS)
    for start in range(0, len(order), size):
        group = order[start : start + size]
        while group and len(ring.printed) > rows * cols // 8:
            fresh = ring.without(group)
            differ = fresh.differing(2, set(cells_of(rows, cols)))
            if not differ:
                ring = fresh
                break
            apart = [cell for cell in group if min(abs(cell[0] - r) + abs(cell[1] - c) for r, c in differ) > 3]
            group = apart if apart != group else group[: len(group) // 2]
    return ring.board()

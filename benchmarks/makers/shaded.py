"""Heyawake, Kuromasu, Nurikabe and Nonogram: a random pattern of painted cells, and what can be printed about it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from makers.divided import rectangles
from makers.grid import (
    RING,
    SIDES,
    Ambiguous,
    Area,
    Cell,
    Clues,
    beside,
    cells_of,
    clusters,
    grown,
    parts,
    solutions,
    solutions_within,
    stays_whole,
    text,
    thinned,
    windows,
)


def painted_in(answer: Mapping[Any, Any]) -> Area:
    return {cell for cell, value in answer.items() if value == "#"}


def scattered(rows: int, cols: int, rng: random.Random, share: float) -> Area:
    """Painted cells, no two of them side by side, that do not divide the others."""
    cells = cells_of(rows, cols)
    bare, painted = set(cells), set[Cell]()
    for cell in rng.sample(cells, len(cells)):
        if len(painted) >= share * len(cells):
            break
        if not any(each in painted for each in beside(cell)) and stays_whole(cell, bare):
            painted.add(cell)
            bare.discard(cell)
    return painted


# Kuromasu -------------------------------------------------------------------------------------------------------------


def kuromasu(rows: int, cols: int, rng: random.Random) -> str:
    """About one cell of seven has a number."""
    cells = cells_of(rows, cols)

    def sights(painted: Area) -> Clues:
        clues = {}
        for row, col in cells:
            if (row, col) not in painted:
                seen = 1
                for down, right in SIDES:
                    r, c = row + down, col + right
                    while 0 <= r < rows and 0 <= c < cols and (r, c) not in painted:
                        seen, r, c = seen + 1, r + down, c + right
                clues[row, col] = str(seen)
        return clues

    board = partial(text, rows, cols)
    found = lambda answer: sights(painted_in(answer))  # noqa: E731
    while True:
        every = sights(scattered(rows, cols, rng, 0.25))
        try:
            clues = grown("kuromasu", board, every, found, rng, rng.sample(sorted(every), len(cells) // 6))
        except Ambiguous:
            continue
        return board(thinned("kuromasu", board, clues, found, rng, len(cells) // 7))


# Heyawake -------------------------------------------------------------------------------------------------------------


def heyawake(rows: int, cols: int, rng: random.Random) -> str:
    """Rooms of two to nine cells, about two of five with a number.

    Where other solutions have the same numbers in all rooms, another number is tried in one of them.
    """
    rooms = rectangles(rows, cols, rng, 2, 9, 4)
    names = {cell: str(number) for number, room in enumerate(rooms, 1) for cell in room}
    home = {cell: min(room) for room in rooms for cell in room}

    def board(clues: Clues) -> str:
        return text(rows, cols, clues) + ";" + text(rows, cols, names)

    def counts(there: Area) -> Clues:
        return {min(room): str(len(there.intersection(room))) for room in rooms}

    def but_for(area: Area, painted: Area) -> Clues:
        return {cell: "#" if cell in painted else "." for cell in cells_of(rows, cols) if cell not in area}

    hints = sorted(scattered(rows, cols, rng, 1))
    start: list[dict[Any, Any]] = []
    while not start:
        hints = rng.sample(hints, 2 * len(hints) // 3)
        start = solutions_within("heyawake", board({}), 1, dict.fromkeys(hints, "#"))
    painted = painted_in(start[0])
    left = windows(rows, cols, 8, 14)[::-1]
    while left:
        every = counts(painted)
        differ = undecided(solutions_within("heyawake", board(every), 4, but_for(left[-1], painted)))
        if not differ:
            left.pop()
        for group in clusters(differ):
            # a number changes, and around it the pattern may change too
            reach = range(-rng.randint(2, 6), 7)
            around = {(r + a, c + b) for r, c in group for a in reach for b in reach if (r + a, c + b) in home}
            cell = home[rng.choice(group if rng.random() < 0.5 else sorted(around))]
            kept = {each: clue for each, clue in every.items() if each not in around}
            for change in (1, -1):
                wanted = kept | {cell: str(max(0, int(every[cell]) + change))}
                better = solutions_within("heyawake", board(wanted), 1, but_for(around, painted))
                if better:
                    painted = painted_in(better[0])
                    every = counts(painted)
                    break
    found = lambda answer: counts(painted_in(answer))  # noqa: E731
    clues = grown("heyawake", board, every, found, rng, rng.sample(sorted(every), 3 * len(every) // 4))
    return board(thinned("heyawake", board, clues, found, rng, int(0.4 * len(every))))


def undecided(found: Sequence[Mapping[Any, Any]]) -> list[Cell]:
    """The cells in which some of these patterns differ."""
    return [cell for cell in found[0] if any(each[cell] != found[0][cell] for each in found)]


# Nonogram -------------------------------------------------------------------------------------------------------------


def nonogram(rows: int, cols: int, rng: random.Random) -> str:
    """A picture of smooth shapes; where it is not the only one with its numbers, cells are changed."""
    picture, cells = blurred(rows, cols, rng), set(cells_of(rows, cols))
    while True:
        board = lengths(rows, cols, picture)
        differ = undecided(solutions("nonogram", board, 4))
        if not differ:
            return board
        for group in clusters(differ):
            near = {each for cell in group for each in (cell, *beside(cell)) if each in cells}
            picture ^= set(rng.sample(sorted(near), 2))


def blurred(rows: int, cols: int, rng: random.Random) -> Area:
    """Noise, smoothed; of the values the higher ones, somewhat more than half of them."""
    value = {cell: rng.random() for cell in cells_of(rows, cols)}
    for _ in range(3):
        value = {cell: sum(value.get(each, 0.5) for each in (cell, *beside(cell))) / 5 for cell in cells_of(rows, cols)}
    limit = sorted(value.values())[int(0.44 * len(value))]
    return {cell for cell in value if value[cell] > limit}


def lengths(rows: int, cols: int, picture: Area) -> str:
    lines = [[(row, col) for col in range(cols)] for row in range(rows)]
    lines += [[(row, col) for row in range(rows)] for col in range(cols)]
    words = []
    for line in lines:
        runs = [len(list(run)) for filled, run in groupby(line, picture.__contains__) if filled]
        words.append(" ".join(map(str, runs)) or "0")
    return ",".join(words[:rows]) + "/" + ",".join(words[rows:])


# Nurikabe -------------------------------------------------------------------------------------------------------------


def pools(rows: int, cols: int, sea: Area) -> list[list[Cell]]:
    """Two by two cells of sea."""
    squares = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r in range(rows - 1) for c in range(cols - 1)]
    return [square for square in squares if sea.issuperset(square)]


def dried(rows: int, cols: int, rng: random.Random) -> Area:
    """A sea without two by two cells. Islands grow rather than become more."""
    sea = set(cells_of(rows, cols))
    while full := pools(rows, cols, sea):
        cell = rng.choice(rng.choice(full))
        if may_flip(rows, cols, cell, sea):
            sea.discard(cell)
        elif rng.random() < 0.2:
            sea |= {each for pool in full for near in pool for each in beside(near)} & set(cells_of(rows, cols))
    for _ in range(SWEEPS):
        for cell in rng.sample(cells_of(rows, cols), rows * cols):
            land = sum(each not in sea and 0 <= each[0] < rows and 0 <= each[1] < cols for each in beside(cell))
            wanted = land > 0 if cell in sea else land == 0 or rng.random() < 0.5
            if wanted and may_flip(rows, cols, cell, sea):
                sea ^= {cell}
    return sea


def island_at(cell: Cell, rows: int, cols: int, sea: Area) -> list[Cell]:
    """The land that hangs together with this cell, which may be sea itself."""
    island, seen = [cell], {cell}
    for each in island:
        for near in beside(each):
            if near not in sea and near not in seen and 0 <= near[0] < rows and 0 <= near[1] < cols:
                seen.add(near)
                island.append(near)
    return island


LARGEST = 9
"""No island has more cells."""
SWEEPS = 10


def nurikabe(rows: int, cols: int, rng: random.Random) -> str:
    """Islands of one to nine cells. As long as there are other solutions, numbers move within their islands to cells
    that are sea there, or islands change where the solutions differ. Other solutions are looked for in small parts of
    the sheet first."""
    cells = cells_of(rows, cols)
    sea = dried(rows, cols, rng)
    places: Area = set()
    left = windows(rows, cols, 7, 12, 20)[::-1]
    while left:
        clues = numbered(rows, cols, sea, places, rng)
        places = set(clues)
        board = text(rows, cols, clues)
        outside = {cell: "#" if cell in sea else "." for cell in cells if cell not in left[-1]}
        differ = undecided(solutions_within("nurikabe", board, 4, outside))
        if not differ:
            left.pop()
        for group in clusters(differ):
            away = [cell for cell in group if cell not in sea and cell not in places]
            if away and rng.random() < 0.4:
                cell = rng.choice(away)
                places.difference_update(island_at(cell, rows, cols, sea))
                places.add(cell)
                continue
            around = sorted({each for cell in group for each in beside(cell)}.intersection(cells))
            for cell in rng.sample(group, len(group)) + rng.sample(around, len(around)):
                if may_flip(rows, cols, cell, sea):
                    sea = sea ^ {cell}
                    places -= sea
                    break
    return fewer_islands(rows, cols, sea, places, rng)


def numbered(rows: int, cols: int, sea: Area, places: Area, rng: random.Random) -> Clues:
    """A number for each island, in one of these places if it has such."""
    clues = {}
    for island in parts(cell for cell in cells_of(rows, cols) if cell not in sea):
        known = [cell for cell in sorted(island) if cell in places]
        clues[rng.choice(known or sorted(island))] = str(len(island))
    return clues


def fewer_islands(rows: int, cols: int, sea: Area, places: Area, rng: random.Random) -> str:
    """Islands of one cell go under and others are joined, as long as the solution stays the only one."""
    clues = numbered(rows, cols, sea, places, rng)
    order = rng.sample(cells_of(rows, cols), rows * cols)
    inside = set(order)
    for start in range(0, len(order), rows):
        group = order[start : start + rows]
        while group:
            changed = set(sea)
            for cell in group:
                land = [each for each in beside(cell) if each in inside and each not in changed]
                wanted = len(parts(land, RING)) > 1 if cell in changed else not land
                if wanted and may_flip(rows, cols, cell, changed):
                    changed ^= {cell}
            group = [cell for cell in group if (cell in changed) != (cell in sea)]
            if not group:
                break
            fewer = numbered(rows, cols, changed, set(clues), rng)
            differ = undecided(solutions_within("nurikabe", text(rows, cols, fewer), 2, {}))
            if not differ:
                sea, clues = changed, fewer
                break
            apart = [cell for cell in group if min(abs(cell[0] - r) + abs(cell[1] - c) for r, c in differ) > 3]
            group = apart if apart != group else group[: len(group) // 2]
    return text(rows, cols, clues)


def may_flip(rows: int, cols: int, cell: Cell, sea: Area) -> bool:
    """Stays it a sea with islands if a cell becomes sea, or land?"""
    if cell in sea:
        return stays_whole(cell, sea) and len(island_at(cell, rows, cols, sea)) <= LARGEST
    row, col = cell
    for r in (row - 1, row):
        for c in (col - 1, col):
            square = {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} - {cell}
            if sea.issuperset(square):
                return False
    return any(each in sea for each in beside(cell))

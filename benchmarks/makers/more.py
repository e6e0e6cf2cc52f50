"""Light Up, Hitori, Fillomino and Hashiwokakero."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any

from makers.grid import (
    SIDES,
    Ambiguous,
    Area,
    Cell,
    Clues,
    beside,
    cells_of,
    clusters,
    grown,
    solutions,
    text,
    thinned,
)
from makers.shaded import scattered, undecided

LARGEST = 9
"""No area of Fillomino has more cells."""


# Light Up -------------------------------------------------------------------------------------------------------------


def seen(cell: Cell, walls: Area, rows: int, cols: int) -> list[Cell]:
    """The cells that a lamp would light, but for its own."""
    found = []
    for down, right in SIDES:
        r, c = cell[0] + down, cell[1] + right
        while 0 <= r < rows and 0 <= c < cols and (r, c) not in walls:
            found.append((r, c))
            r, c = r + down, c + right
    return found


def light_up(rows: int, cols: int, rng: random.Random) -> str:
    """A fifth of the cells are walls at first, and half of these have numbers; where the lamps are undecided although
    all numbers are known, a cell becomes a wall."""
    cells = cells_of(rows, cols)
    walls = set(rng.sample(cells, len(cells) // 5))
    lamps: Area = set()

    def board(clues: Clues) -> str:
        return text(rows, cols, dict.fromkeys(walls, "#") | clues)

    def numbers(lamps: Area) -> Clues:
        return {wall: str(len(lamps.intersection(beside(wall)))) for wall in sorted(walls)}

    found = lambda answer: numbers({cell for cell, value in answer.items() if value == "*"})  # noqa: E731
    while True:
        lamps -= walls
        dark = {cell for cell in cells if cell not in walls}
        for lamp in lamps:
            dark.difference_update([lamp, *seen(lamp, walls, rows, cols)])
        for cell in rng.sample(sorted(dark), len(dark)):
            if cell in dark:
                lamps.add(cell)
                dark.difference_update([cell, *seen(cell, walls, rows, cols)])
        every = numbers(lamps)
        try:
            clues = grown("light_up", board, every, found, rng, rng.sample(sorted(every), len(every) // 2))
            return board(thinned("light_up", board, clues, found, rng, len(every) // 2))
        except Ambiguous as problem:
            walls |= {rng.choice(group) for group in clusters(undecided(problem.found))}


# Hitori ---------------------------------------------------------------------------------------------------------------


def hitori(rows: int, cols: int, rng: random.Random) -> str:
    """Cells that stay have the numbers of a mixed Latin square; a painted cell repeats one of its row or column."""
    size = max(rows, cols)
    down, across, names = (rng.sample(range(size), size) for _ in range(3))
    cells = cells_of(rows, cols)
    painted = scattered(rows, cols, rng, 1)
    numbers = {(r, c): str(names[(down[r] + across[c]) % size] + 1) for r, c in cells}

    def repeat(cell: Cell) -> str:
        line = [each for each in cells if each not in painted and (each[0] == cell[0]) != (each[1] == cell[1])]
        return numbers[rng.choice(line)]

    numbers |= {cell: repeat(cell) for cell in sorted(painted)}
    while True:
        board = text(rows, cols, numbers)
        differ = undecided(solutions("hitori", board, 4))
        if not differ:
            return board
        for group in clusters(differ):
            near = {each for cell in group for each in (cell, *beside(cell))}
            numbers |= {cell: repeat(cell) for cell in sorted(near & painted) if rng.random() < 0.5}


# Fillomino ------------------------------------------------------------------------------------------------------------


def areas(rows: int, cols: int, rng: random.Random) -> dict[Cell, int]:
    """The size of each cell's area, where no two areas of the same size share a side.

    Areas grow at random where there is room; where none fits, those around are given up again.
    """
    home: dict[Cell, list[Cell]] = {}
    left = dict.fromkeys(cells_of(rows, cols))
    while left:
        area = [next(iter(left))]
        for _ in range(rng.randint(0, LARGEST - 1)):
            edge = [each for cell in area for each in beside(cell) if each in left and each not in area]
            area += [rng.choice(edge)] if edge else []
        while area and len(area) in {len(home[each]) for cell in area for each in beside(cell) if each in home}:
            last = area.pop()
        for cell in area:
            home[cell] = area
            del left[cell]
        if not area:
            for near in [home[each] for each in beside(last) if each in home]:
                for cell in near:
                    home.pop(cell, None)
                    left[cell] = None
    return {cell: len(area) for cell, area in home.items()}


def fillomino(rows: int, cols: int, rng: random.Random) -> str:
    """About a third of the numbers are given."""
    board = partial(text, rows, cols)
    found = lambda answer: {cell: str(value) for cell, value in answer.items()}  # noqa: E731
    every = {cell: str(size) for cell, size in sorted(areas(rows, cols, rng).items())}
    clues = grown("fillomino", board, every, found, rng, rng.sample(sorted(every), len(every) // 2))
    return board(thinned("fillomino", board, clues, found, rng, len(every) // 3))


# Hashiwokakero --------------------------------------------------------------------------------------------------------


def hashiwokakero(rows: int, cols: int, rng: random.Random) -> str:
    """Islands appear at the ends of new bridges. As long as there are other solutions, bridges in which these differ
    become single or double, or none where that leaves the others connected."""
    islands = [(rng.randrange(rows), rng.randrange(cols))]
    bridges: dict[tuple[Cell, Cell], int] = {}
    over: Area = set()
    for _ in range(30 * rows * cols):
        row, col = rng.choice(islands)
        down, right = rng.choice(SIDES)
        length = rng.randint(2, 6)
        way = [(row + down * n, col + right * n) for n in range(1, length + 1)]
        end = way[-1]
        free = 0 <= end[0] < rows and 0 <= end[1] < cols and not any(each in islands for each in beside(end))
        if free and not any(cell in islands or cell in over for cell in way):
            islands.append(end)
            over.update(way[:-1])
            bridges[min((row, col), end), max((row, col), end)] = rng.randint(1, 2)
    while True:
        sums = dict.fromkeys(islands, 0)
        for pair, number in bridges.items():
            for island in pair:
                sums[island] += number
        board = text(rows, cols, {island: str(number) for island, number in sums.items()})
        found: list[Mapping[Any, Any]] = [*solutions("hashiwokakero", board, 4)]
        differ = [pair for pair in found[0] if any(each[pair] != found[0][pair] for each in found)]
        if not differ:
            return board
        for pair in rng.sample(differ, 1 + len(differ) // 8):
            if pair in bridges:
                bridges[pair] = 3 - bridges[pair]

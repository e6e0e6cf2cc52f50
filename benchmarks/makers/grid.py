"""What the makers share: cells, areas, and clues that are shown until one solution is left."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import perfectplay as pp
from perfectplay.kinds.pencil import Filled

Cell = tuple[int, int]
Area = set[Cell]
Clues = dict[Cell, str]
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""Around a cell; the odd ones share a side with it."""


NO_LIMITS = (None, None, None, None, None)
GROUPS = 24
"""In so many groups clues are tried."""


class Ambiguous(Exception):
    """All clues together leave several solutions, these."""

    def __init__(self, found: list[Filled]) -> None:
        super().__init__("several solutions")
        self.found = found


def cells_of(rows: int, cols: int) -> list[Cell]:
    return [(row, col) for row in range(rows) for col in range(cols)]


def beside(cell: Cell) -> list[Cell]:
    """The four cells around it, on the sheet or not."""
    return [(cell[0] + down, cell[1] + right) for down, right in SIDES]


def text(rows: int, cols: int, clues: Clues) -> str:
    between = " " if any(len(clue) > 1 for clue in clues.values()) else ""
    return "|".join(between.join(clues.get((row, col), ".") for col in range(cols)) for row in range(rows))


def parts(area: Iterable[Cell], near: Iterable[Cell] = SIDES) -> list[list[Cell]]:
    """The parts of an area that hang together, by sides if nothing else is said."""
    left, found = dict.fromkeys(area), []
    steps = tuple(near)
    while left:
        part = [left.popitem()[0]]
        for row, col in part:
            for down, right in steps:
                cell = row + down, col + right
                if cell in left:
                    del left[cell]
                    part.append(cell)
        found.append(part)
    return found


def is_whole(area: Iterable[Cell]) -> bool:
    return len(parts(area)) == 1


def stays_whole(cell: Cell, area: Area) -> bool:
    """Does an area hang together without this cell of it?"""
    around = [each in area for each in ring(cell)]
    runs = sum(around[n] and not (around[n - 1] and (around[n - 2] or n % 2 == 0)) for n in (1, 3, 5, 7))
    return runs < 2 or is_whole(area - {cell})


def ring(cell: Cell) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in RING]


def solutions(key: str, board: str, limit: int) -> list[Filled]:
    found: Any = pp.solutions(pp.load(key, board), limit=limit).answer
    return list(found)


def solutions_within(key: str, board: str, limit: int, known: Mapping[Any, Any]) -> list[dict[Any, Any]]:
    """Up to so many of those solutions that have these values."""
    position = pp.load(key, board)
    poster = position.system.posted(position.state)
    poster.model.clauses([[poster.lit(atom)] for atom in known.items()])
    (found, *_), _ = poster.model.solutions(poster.answer_lits(), limit, NO_LIMITS)
    return [poster.read(each) for each in found]


def windows(rows: int, cols: int, *sizes: int) -> list[Area]:
    """Squares with these sides that overlap, and at the end the whole sheet."""
    cells = cells_of(rows, cols)
    found = []
    for size in sizes:
        for top in range(0, rows, size // 2):
            for left in range(0, cols, size // 2):
                found.append({(r, c) for r, c in cells if top <= r < top + size and left <= c < left + size})
    return [*found, set(cells)]


def clusters(cells: Iterable[Any]) -> list[list[Any]]:
    """Cells in groups that touch."""
    return [sorted(part) for part in parts(cells, RING)]


def grown(
    key: str,
    board: Callable[[Clues], str],
    every: Clues,
    clues_in: Callable[[Filled], Clues],
    rng: random.Random,
    shown: Iterable[Cell],
    limit: int = 6,
) -> Clues:
    """Clues of a solution that leave no other one: those that are shown at first, and more of them as long as there are
    other solutions, in places where those have other clues."""
    kept = {cell: every[cell] for cell in shown}
    while True:
        found = solutions(key, board(kept), limit)
        fresh: Clues = {}
        for each in found:
            theirs = clues_in(each)
            wrong = [cell for cell, clue in every.items() if theirs.get(cell) != clue]
            if not any(cell in fresh for cell in wrong):
                fresh |= {cell: every[cell] for cell in map(rng.choice, clusters(wrong))}
        if len(found) < 2:
            return kept
        if not fresh:
            raise Ambiguous(found)
        kept |= fresh


def thinned(
    key: str,
    board: Callable[[Clues], str],
    clues: Clues,
    clues_in: Callable[[Filled], Clues],
    rng: random.Random,
    least: int,
) -> Clues:
    """Fewer clues, down to this number, and still one solution: one group after the other is left out, but for those
    of its clues without which there are other solutions."""
    order = rng.sample(sorted(clues), len(clues))
    size = max(1, len(order) // GROUPS)
    kept = dict(clues)
    for start in range(0, len(order), size):
        group = order[start : start + size][: max(0, len(kept) - least)]
        kept = grown(key, board, kept, clues_in, rng, [cell for cell in kept if cell not in group], 2)
    return kept

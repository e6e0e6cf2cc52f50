"""Boards of Rush Hour: the target in its row, other vehicles of two or three cells, perhaps walls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase

from perfectplay.board import Direction
from perfectplay.families.sliding_blocks import PieceShape
from perfectplay.generators._pieces import Sketch, Stock, within
from perfectplay.kinds.rulesets import Layout
from perfectplay.puzzles.rush_hour import RushHour

options = {"rows": 6, "cols": 6, "pieces": 13, "walls": 0}
"""``pieces`` is the largest number of vehicles, the target included; ``walls`` the exact number of walls."""

NAMES = "".join(letter for letter in ascii_uppercase + ascii_lowercase if letter not in "oxX")
LARGEST = 18
LENGTHS = (2, 3)


class Traffic(RushHour):
    """Vehicles of one length and direction are one class: within a line none can pass another."""

    def directions_of(self, shape: PieceShape) -> Iterable[Direction]:
        return super().directions_of(shape) if len(shape.offsets) > 1 else ()

    def step_name(self, shape: PieceShape, direction: Direction) -> str:
        return ""


class Maker(Stock):
    """The target, horizontal and vertical vehicles, walls; no other horizontal vehicle is in the row of the target."""

    def __init__(self, rows: int, cols: int, pieces: int, walls: int) -> None:
        within("rows", rows, 1, LARGEST)
        within("cols", cols, 3, LARGEST)
        within("pieces", pieces, 2, len(NAMES))
        within("walls", walls, 0, rows * cols)
        home = (rows - 1) // 2
        lying = [PieceShape(tuple((0, n) for n in range(length)), ()) for length in LENGTHS]
        standing = [PieceShape(tuple((n, 0) for n in range(length)), ()) for length in LENGTHS]
        wall = [PieceShape(((0, 0),), ())] if walls else []
        weights = (0, 2, 1, 2, 1, *([0] * len(wall)))
        shapes, out = [lying[0], *lying, *standing, *wall], (home, cols - 2)
        super().__init__(rows, cols, shapes, out, pieces, weights, {5: walls} if walls else None)
        for row in range(rows):
            for col in range(cols):
                for kind in (0,) if row != home else (1, 2, 5)[: 3 if walls else 2]:
                    self.forbid(kind, (row, col))
        self.forbid(0, out)

    def rules(self) -> tuple[RushHour, Layout]:
        return Traffic(), self.layout()

    def text(self, sketch: Sketch) -> str:
        return self.rows_of(sketch, NAMES, "x")


# all boards ---------------------------------------------------------------------------------------------------------


def every_board(size: int, row: int | None = None, lengths: tuple[int, ...] = (2, 3)) -> Iterator[str]:
    """Every board of ``size`` x ``size`` cells on which nothing can move back (left or up), as text.

    The target, a car of two cells, is alone in its row (the one above the middle, if none is given); no other row, and
    no column, is full of vehicles that lie along it. Every cluster of such boards has one in which nothing can move
    back, so this is where an enumeration of all clusters begins (Fogleman 2018, whose numbers are those of the last
    board, counted from 0: 1,348 for 4 x 4 and 268,108 for 5 x 5).

    >>> sum(1 for _ in every_board(4))
    1349
    """
    home = (size - 1) // 2 if row is None else row
    lines = [[y * size + x for x in range(size)] for y in range(size)]
    lines += [[y * size + x for y in range(size)] for x in range(size)]
    ways = [[_laid(made, line) for made in _layings(size, lengths)] for line in lines]
    ways[home] = [way for way in ways[home] if [len(piece) for piece in way[0]] == [2]]
    order = [home, *(n for n in range(2 * size) if n != home)]
    todo: list[tuple[int, int, int, Laid]] = [(0, 0, 0, ())]
    while todo:
        depth, taken, wanted, pieces = todo.pop()
        if depth == 2 * size:
            letters = dict(zip((cell for piece in pieces for cell in piece), _named(pieces), strict=True))
            yield "|".join("".join(letters.get(cell, ".") for cell in line) for line in lines[:size])
            continue
        line = order[depth]
        across = wanted & sum(1 << cell for cell in lines[line]) if line >= size else 0
        for made, covered, behind in reversed(ways[line]):
            # what stands behind a vehicle must be perpendicular to it, or it could move back
            if covered & taken or covered & across != across or (line >= size and behind & taken != behind):
                continue
            todo.append((depth + 1, taken | covered, wanted | behind, pieces + made))


Laid = tuple[tuple[int, ...], ...]


def _named(pieces: Laid) -> Iterator[str]:
    """The name of each cell's vehicle."""
    for name, piece in zip(NAMES, pieces, strict=False):
        yield from name * len(piece)


def _layings(size: int, lengths: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
    """Every way to lay vehicles along a line so that a cell stays free: starts and lengths."""
    found: list[tuple[tuple[int, int], ...]] = [()]
    for made in found:  # the list grows
        free = sum(made[-1]) if made else 0
        found += [(*made, (at, n)) for n in lengths for at in range(free, size - n + 1)]
    return [made for made in found if sum(n for _, n in made) < size]


def _laid(made: tuple[tuple[int, int], ...], line: list[int]) -> tuple[Laid, int, int]:
    """The cells of each vehicle, those of all, and the cells behind them that are not their own."""
    pieces = tuple(tuple(line[at : at + n]) for at, n in made)
    covered = sum(1 << cell for piece in pieces for cell in piece)
    behind = sum(1 << line[at - 1] for at, _ in made if at)
    return pieces, covered, behind & ~covered

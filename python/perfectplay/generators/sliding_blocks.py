"""Sliding blocks: a square of four cells among smaller pieces, which must go to the lower right corner of its box."""

from __future__ import annotations

from string import ascii_letters

from perfectplay.families.sliding_blocks import PieceShape
from perfectplay.generators._pieces import Sketch, Stock, within
from perfectplay.kinds.rulesets import Layout
from perfectplay.puzzles.sliding_blocks import SlidingBlocks

options = {"rows": 4, "cols": 4, "pieces": 9, "bends": False}
"""``pieces`` is the largest number of pieces, the target included; with ``bends`` some are bent (three cells)."""

LARGEST = 12
SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))
STRAIGHT = (((0, 0),), ((0, 0), (0, 1)), ((0, 0), (1, 0)))
BENT = tuple(tuple(cell for cell in SQUARE if cell != gone) for gone in SQUARE)


class Maker(Stock):
    def __init__(self, rows: int, cols: int, pieces: int, bends: bool) -> None:
        within("rows", rows, 2, LARGEST)
        within("cols", cols, 2, LARGEST)
        within("pieces", pieces, 2, len(ascii_letters))
        shapes = [SQUARE, *STRAIGHT, *(_anchored(cells) for cells in BENT if bends)]
        weights = (0, 2, 2, 2, *([1] * 4 if bends else []))
        goal = rows - 2, cols - 2
        super().__init__(rows, cols, [PieceShape(cells, ()) for cells in shapes], goal, pieces, weights)

    def rules(self) -> tuple[SlidingBlocks, Layout]:
        return SlidingBlocks(), self.layout()

    def text(self, sketch: Sketch) -> str:
        goal = self.rows_of(((0, self.goal),), "a")
        return f"{self.rows_of(sketch, ascii_letters)} -> {goal}"


def _anchored(cells: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Relative to the first cell."""
    return tuple((row - cells[0][0], col - cells[0][1]) for row, col in cells)

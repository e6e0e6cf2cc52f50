"""Cutcake.

Cakes are rectangles of unit squares. Left cuts a cake in two along a vertical line between squares, Right along a
horizontal one; a player who cannot move loses.
A position is a list of cakes, rows by columns, such as ``3x5 2x2`` (``4*2x3`` are four); the move ``3x5:3x2+3x3`` cuts
off two columns.

Complexity: polynomial, by a closed form (Berlekamp, Conway & Guy 1982).

>>> pp.value(pp.load("cutcake", "3x5 6x2"))
-1
"""

from collections.abc import Iterator

from perfectplay.errors import LimitReached
from perfectplay.families.cakes import CakeGame

LONGEST_SIDE = 100_000
"""Where moves are listed or searched; the theorem has no such limit."""


class Cutcake(CakeGame):
    name = "Cutcake"
    systems = ("S009",)
    source = "Berlekamp, Conway & Guy, Winning Ways (1982), chapter 2"
    sample = "3x4 2x2"
    samples = {"several": "4x3 2*1x3 5x2"}

    def divisions(self, side: int) -> Iterator[tuple[tuple[int, int], ...]]:
        if side > LONGEST_SIDE:
            raise LimitReached(f"{self.title}: a side of {side} has too many cuts to list (at most {LONGEST_SIDE})")
        for part in range(1, side // 2 + 1):
            yield (part, 1), (side - part, 1)

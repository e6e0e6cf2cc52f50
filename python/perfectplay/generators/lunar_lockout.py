"""Lunar Lockout: robots on an empty board, with the marked cell in its middle. A sketch is what stands on each cell."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from perfectplay.generators._pieces import within
from perfectplay.kinds.rulesets import Layout
from perfectplay.puzzles.lunar_lockout import LunarLockout

options = {"rows": 5, "cols": 5, "pieces": 6}
"""``pieces`` is the largest number of robots, the target included."""

LARGEST = 18
MOST_ROBOTS = 12


class Maker:
    def __init__(self, rows: int, cols: int, pieces: int) -> None:
        within("rows", rows, 2, LARGEST)
        within("cols", cols, 2, LARGEST)
        within("pieces", pieces, 2, min(MOST_ROBOTS, rows * cols - 1))
        self.size, self.cols, self.pieces = rows * cols, cols, pieces
        self.middle = rows // 2 * cols + cols // 2

    def rules(self) -> tuple[LunarLockout, Layout]:
        system = LunarLockout()
        board = "".join("+" if n == self.middle else "." if n else "x" for n in range(self.size))
        parsed: Layout = system.load(self._lines(board)).state.layout
        return system, parsed

    def draw(self, rng: Random) -> str:
        robots = "x" + "o" * (self.pieces - 1)
        return "".join(rng.sample(robots.ljust(self.size, "."), self.size))

    def vary(self, rng: Random, sketch: str) -> str:
        """A robot more or less, or one or two that stand elsewhere."""
        found = list(sketch)
        others = [n for n, symbol in enumerate(found) if symbol == "o"]
        empty = [n for n, symbol in enumerate(found) if symbol == "."]
        way = rng.random()
        if way < 0.15 and len(others) + 1 < self.pieces:
            found[rng.choice(empty)] = "o"
        elif way < 0.25 and len(others) > 1:
            found[rng.choice(others)] = "."
        else:
            for _ in range(1 if way < 0.7 else 2):
                old = rng.choice([n for n, symbol in enumerate(found) if symbol != "."])
                new = rng.choice([n for n, symbol in enumerate(found) if symbol == "."])
                found[old], found[new] = found[new], found[old]
        return "".join(found)

    def lighter(self, sketch: str) -> Iterator[str]:
        for n, symbol in enumerate(sketch):
            if symbol == "o":
                yield f"{sketch[:n]}.{sketch[n + 1 :]}"

    def cells(self, sketch: str) -> str:
        return sketch

    def sketch(self, cells: str) -> str:
        return cells

    def text(self, sketch: str) -> str:
        marked = sketch[self.middle].translate(str.maketrans(".ox", "+OX"))
        return self._lines(sketch[: self.middle] + marked + sketch[self.middle + 1 :])

    def _lines(self, cells: str) -> str:
        return "|".join(cells[n : n + self.cols] for n in range(0, self.size, self.cols))

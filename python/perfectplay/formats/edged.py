"""Sheets with numbers at the upper and the left edge."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.kinds.sheet import EMPTY, Sheet, grid_text


@dataclass(frozen=True)
class Edged(Sheet):
    """A sheet with a strip of numbers above each column and left of each row, in reading order; a strip may be empty.

    In a nonogram the strips are the lengths of blocks. In Battleship a strip is the number of cells with ships, or
    empty if that is not told, and the lengths of the ships come last.
    """

    above: tuple[tuple[int, ...], ...] = ()
    left: tuple[tuple[int, ...], ...] = ()
    fleet: tuple[int, ...] = ()

    def text(self) -> str:
        """Strips above, strips on the left, then clues and ships if there are any.

        >>> Edged(1, 2, (".", "."), above=((1,), (1,)), left=((2,),)).text()
        '1 1;2'
        """
        parts = [" ".join(",".join(map(str, strip)) or EMPTY for strip in edge) for edge in (self.above, self.left)]
        if self.fleet or any(clue != EMPTY for clue in self.clues):
            parts.append(grid_text(self.clues, self.cols))
        if self.fleet:
            parts.append(",".join(map(str, self.fleet)))
        return ";".join(parts)

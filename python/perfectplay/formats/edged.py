"""Sheets with numbers at the upper and the left edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from perfectplay.kinds.sheet import EMPTY, Sheet, grid_text


@dataclass(frozen=True)
class Edged(Sheet):
    """A sheet with a strip of numbers above each column and left of each row, in reading order: a nonogram."""

    above: tuple[tuple[int, ...], ...] = ()
    left: tuple[tuple[int, ...], ...] = ()
    no_numbers: ClassVar[str] = "0"
    """How an empty strip is written."""

    def text(self) -> str:
        """The strips of the rows, then those of the columns.

        >>> Edged(1, 3, (".",) * 3, above=((1,), (), (1,)), left=((1, 1),)).text()
        '1 1/1,0,1'
        """
        edges = (self.left, self.above)
        return "/".join(",".join(" ".join(map(str, strip)) or self.no_numbers for strip in edge) for edge in edges)


@dataclass(frozen=True)
class Sea(Edged):
    """A sheet of Battleship: strips are the number of cells with ships, or empty where that is not told."""

    fleet: tuple[int, ...] = ()
    """The lengths of the ships, ascending."""
    no_numbers: ClassVar[str] = EMPTY

    def text(self) -> str:
        """The numbers at the edges, the clues, and the ships.

        >>> Sea(1, 2, (".", "~"), above=((1,), ()), left=((1,),), fleet=(1,)).text()
        '1/1,.;.~;1'
        """
        ships = ",".join(map(str, self.fleet)) or EMPTY
        return ";".join([super().text(), grid_text(self.clues, self.cols), ships])

"""Sheets with numbers at the upper and the left edge."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.errors import ParseError, quote
from perfectplay.kinds.sheet import EMPTY, Sheet, grid_text, read_grid


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

    @classmethod
    def read(cls, text: str) -> Edged:
        """The sheet of a text."""
        left, above = read_edges(text, cls.no_numbers)
        return cls(len(left), len(above), (EMPTY,) * (len(left) * len(above)), above=above, left=left)


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

    @classmethod
    def read(cls, text: str) -> Sea:
        parts = text.split(";")
        if len(parts) != 3:
            raise ParseError(f"{len(parts)} parts of text", expected="numbers; clues; ships")
        left, above = read_edges(parts[0], cls.no_numbers)
        rows, cols, clues = read_grid(parts[1])
        ships = numbers(parts[2].replace(",", " "), EMPTY)
        return cls(rows, cols, tuple(clues), above=above, left=left, fleet=tuple(sorted(ships)))


def read_edges(text: str, no_numbers: str) -> list[tuple[tuple[int, ...], ...]]:
    """The strips of the rows and those of the columns."""
    parts = text.split("/")
    if len(parts) != 2:
        raise ParseError(f"{len(parts)} edges", expected="rows / columns")
    return [tuple(numbers(strip, no_numbers) for strip in part.split(",")) for part in parts]


def numbers(text: str, none: str) -> tuple[int, ...]:
    words = [] if text.strip() == none else text.split()
    for word in words:
        if not re.fullmatch("[0-9]{1,5}", word):
            raise ParseError(f"unexpected {quote(word)}", expected=f"numbers, or {quote(none)} for none")
    return tuple(int(word) for word in words)

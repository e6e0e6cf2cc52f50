"""Sheets with numbers at the upper and the left edge."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from perfectplay.errors import ParseError, quote
from perfectplay.kinds.sheet import EMPTY, Sheet, grid_text, read_grid


@dataclass(frozen=True)
class Edged(Sheet):
    """A sheet with a strip of numbers above each column and left of each row, in reading order: a nonogram."""

    above: tuple[tuple[int, ...], ...] = ()
    left: tuple[tuple[int, ...], ...] = ()

    def text(self) -> str:
        """The strips of the rows, then those of the columns.

        >>> Edged(1, 3, (".",) * 3, above=((1,), (), (1,)), left=((1, 1),)).text()
        '1 1/1,0,1'
        """
        return "/".join(
            ",".join(" ".join(map(str, strip)) or "0" for strip in edge) for edge in (self.left, self.above)
        )


@dataclass(frozen=True)
class Sea(Edged):
    """A sheet of Battleship: strips are the number of cells with ships, or empty where that is not told."""

    fleet: tuple[int, ...] = ()
    """The lengths of the ships, ascending; no part of the text."""

    def text(self) -> str:
        """The clues, the numbers of the rows, and those of the columns.

        >>> Sea(1, 2, (".", "~"), above=((1,), ()), left=((1,),), fleet=(1,)).text()
        '.~;1;1.'
        """
        edges = [[str(strip[0]) if strip else EMPTY for strip in edge] for edge in (self.left, self.above)]
        return ";".join([grid_text(self.clues, self.cols), *(grid_text(edge, len(edge)) for edge in edges)])


def read_edged(text: str) -> Edged:
    """A nonogram from its text."""
    parts = text.split("/")
    if len(parts) != 2:
        raise ParseError(f"{len(parts)} parts of text", expected="rows / columns")
    left, above = (tuple(numbers(strip.split(), "0") for strip in part.split(",")) for part in parts)
    return Edged(len(left), len(above), (EMPTY,) * (len(left) * len(above)), above=above, left=left)


def read_sea(text: str, fleet: Iterable[int]) -> Sea:
    """A sheet of Battleship from its text."""
    parts = text.split(";")
    if len(parts) != 3:
        raise ParseError(f"{len(parts)} parts of text", expected="clues; numbers of rows; numbers of columns")
    rows, cols, clues = read_grid(parts[0])
    edges = []
    for part, size in zip(parts[1:], (rows, cols), strict=True):
        words = part.split() if size == 1 or len(part.split()) > 1 else list(part.strip())
        edges.append(tuple(numbers([word], EMPTY) for word in words))
    return Sea(rows, cols, tuple(clues), above=edges[1], left=edges[0], fleet=tuple(sorted(fleet)))


def numbers(words: list[str], none: str) -> tuple[int, ...]:
    if words == [none]:
        return ()
    for word in words:
        if not re.fullmatch("[0-9]{1,5}", word):
            raise ParseError(f"unexpected {quote(word)}", expected=f"numbers, or {quote(none)} for none")
    return tuple(int(word) for word in words)

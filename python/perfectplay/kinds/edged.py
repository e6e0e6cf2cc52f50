"""Sheets with numbers at the upper and the left edge."""

from __future__ import annotations

import re
from dataclasses import dataclass

from perfectplay.errors import ParseError, quote
from perfectplay.kinds.sheet import EMPTY, MOST_CELLS, Sheet, grid_text, read_sheet


@dataclass(frozen=True)
class Edged(Sheet):
    """A sheet with a strip of numbers above each column and left of each row, in reading order: a nonogram."""

    above: tuple[tuple[int, ...], ...] = ()
    left: tuple[tuple[int, ...], ...] = ()

    @property
    def strips(self) -> tuple[tuple[int, ...], ...]:
        """Those of the rows, then those of the columns, as ``lines`` has them."""
        return self.left + self.above

    def text(self) -> str:
        """The strips of the rows, then those of the columns.

        >>> Edged(1, 3, (".",) * 3, above=((1,), (), (1,)), left=((1, 1),)).text()
        '1 1/1,0,1'
        """
        return "/".join(
            ",".join(" ".join(map(str, strip)) or "0" for strip in edge) for edge in (self.left, self.above)
        )


@dataclass(frozen=True)
class Chart(Edged):
    """A sheet of Battleships: strips are the number of cells with ships, or empty where that is not told."""

    fleet: tuple[int, ...] = ()
    """The lengths of the ships, ascending; no part of the text."""

    def text(self) -> str:
        """The clues, the numbers of the rows, and those of the columns.

        >>> Chart(1, 2, (".", "~"), above=((1,), ()), left=((1,),), fleet=(1,)).text()
        '.~;1;1.'
        """
        edges = [[str(strip[0]) if strip else EMPTY for strip in edge] for edge in (self.left, self.above)]
        rows = ("".join(edge) if all(len(word) == 1 for word in edge) else " ".join(edge) for edge in edges)
        return ";".join([grid_text(self.clues, self.cols), *rows])


def read_edged(text: str) -> Edged:
    """A nonogram from its text."""
    parts = [part.split(",") for part in text.split("/")]
    if len(parts) != 2:
        raise ParseError(f"{len(parts)} parts of text", expected="rows / columns")
    rows, cols = map(len, parts)
    if rows * cols > MOST_CELLS:
        raise ParseError(f"{rows * cols} cells", expected=f"at most {MOST_CELLS}")
    left, above = (tuple(read_strip(line) for line in part) for part in parts)
    return Edged(rows, cols, (EMPTY,) * (rows * cols), above=above, left=left)


def read_strip(line: str) -> tuple[int, ...]:
    words = line.split()
    for word in words:
        if not re.fullmatch("[1-9][0-9]{0,4}", word) and words != ["0"]:
            raise ParseError(f"unexpected {quote(word)}", expected="lengths of blocks, or 0 for none")
    if not words:
        raise ParseError("a line without numbers", expected="lengths of blocks, or 0 for none")
    return () if words == ["0"] else tuple(map(int, words))


def read_chart(text: str, clue: str, fleet: tuple[int, ...]) -> Chart:
    """A sheet of Battleships from its text; ``clue`` is a regular expression that every clue matches."""
    clues, *edges = text.split(";")
    if len(edges) != 2:
        raise ParseError(f"{1 + len(edges)} parts of text", expected="clues; numbers of rows; numbers of columns")
    sheet = read_sheet(clues, clue, False)
    left, above = read_counts(edges[0], sheet.rows), read_counts(edges[1], sheet.cols)
    return Chart(sheet.rows, sheet.cols, sheet.clues, above=above, left=left, fleet=tuple(sorted(fleet)))


def read_counts(text: str, size: int) -> tuple[tuple[int, ...], ...]:
    """A number for each line, or none."""
    words = text.split() if size == 1 or len(text.split()) > 1 else list(text.strip())
    if len(words) != size or not all(re.fullmatch(r"\.|[0-9]{1,5}", word) for word in words):
        raise ParseError(f"the numbers {quote(text.strip())}", expected=f"{size} numbers, each may be '.'")
    return tuple(() if word == EMPTY else (int(word),) for word in words)

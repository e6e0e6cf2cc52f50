"""Sheets with numbers at the upper and the left edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perfectplay.errors import ParseError, quote
from perfectplay.kinds.clues import EMPTY, MOST_CELLS, Clues
from perfectplay.kinds.sheet import Sheet, grid_text, read_sheet


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
    """A sheet of Battleships: strips are the number of cells with ships, or empty where that is unknown."""

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


def read_edged(text: str, edge: Clues) -> Edged:
    """A nonogram from its text."""
    parts = [part.split(",") for part in text.split("/")]
    if len(parts) != 2:
        raise ParseError(f"{len(parts)} parts of text", expected="rows / columns")
    rows, cols = map(len, parts)
    if rows * cols > MOST_CELLS:
        raise ParseError(f"{rows * cols} cells", expected=f"at most {MOST_CELLS}")
    left, above = ([line.split() for line in part] for part in parts)
    return edged_sheet(rows, cols, above, left, edge)


Words = Sequence[Sequence[str]]


def edged_sheet(rows: int, cols: int, above: Words, left: Words, edge: Clues) -> Edged:
    """The sheet with these words above its columns and left of its rows."""
    return Edged(
        rows,
        cols,
        (EMPTY,) * (rows * cols),
        above=tuple(read_strip(words, edge, col=number) for number, words in enumerate(above, 1)),
        left=tuple(read_strip(words, edge, row=number) for number, words in enumerate(left, 1)),
    )


def read_strip(words: Sequence[str], edge: Clues, row: int | None = None, col: int | None = None) -> tuple[int, ...]:
    """The lengths of the blocks of a row or column; a single 0 says that there are none."""
    if list(words) == ["0"]:
        return ()
    expected = f"{edge.range}, or 0 for none"
    if not words:
        raise ParseError("a line without numbers", row, col, expected)
    for word in words:
        if not edge.number(word):
            raise ParseError(f"unexpected {quote(word)}", row, col, expected)
    return tuple(map(int, words))


def read_chart(text: str, clues: Clues, edge: Clues, fleet: Sequence[int]) -> Chart:
    """A sheet of Battleships from its text."""
    signs, *edges = text.split(";")
    if len(edges) != 2:
        raise ParseError(f"{1 + len(edges)} parts of text", expected="clues; numbers of rows; numbers of columns")
    sheet = read_sheet(signs, clues, False)
    left, above = count_words(edges[0], sheet.rows, "rows"), count_words(edges[1], sheet.cols, "columns")
    return chart(sheet, above, left, edge, fleet)


def chart(sheet: Sheet, above: Sequence[str], left: Sequence[str], edge: Clues, fleet: Sequence[int]) -> Chart:
    """The sheet with these words above its columns and left of its rows, one for each."""
    return Chart(
        sheet.rows,
        sheet.cols,
        sheet.clues,
        above=tuple(read_count(word, edge, col=number) for number, word in enumerate(above, 1)),
        left=tuple(read_count(word, edge, row=number) for number, word in enumerate(left, 1)),
        fleet=tuple(sorted(fleet)),
    )


def count_words(text: str, size: int, what: str) -> list[str]:
    words = text.split() if size == 1 or len(text.split()) > 1 else list(text.strip())
    if len(words) != size:
        raise ParseError(f"{len(words)} numbers of {what}", expected=f"{size}")
    return words


def read_count(word: str, edge: Clues, row: int | None = None, col: int | None = None) -> tuple[int, ...]:
    """The number of a row or column, if it has one."""
    shown = edge.read(word, row, col)
    return () if shown == EMPTY else (int(shown),)

"""Sudoku.

A square is divided into as many tiles as it has rows. Every row, every column and every tile has each of the numbers
from 1 to the number of rows once. Without a second part of the text the tiles are the usual squares (two by three cells
if there are six rows); after ``;`` each cell has the name of its tile. All cells in one line, row after row, are also
read.
Letters: numbers from ``1`` are given; ``.``, ``0`` or ``?`` is a cell to be filled in. Numbers above 9 are separated by
spaces, or, where all cells are in one line, written as letters from ``A`` on.

Complexity: NP-complete, and so is finding another solution (Yato & Seta 2003).

>>> pp.solve(pp.load("sudoku", "1...|..3.|.4..|...2"))
1324|4231|2413|3142
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isqrt

from perfectplay.board import Place
from perfectplay.constraints import AllDifferent, Assignment, Constraint, Given, Unknown, Value
from perfectplay.errors import ParseError
from perfectplay.formats.rows import rows_of
from perfectplay.kinds.cells import Numbers
from perfectplay.kinds.clues import MOST_CELLS, UNKNOWN, Clues
from perfectplay.kinds.sheet import Sheet, read_sheet


class Sudoku(Numbers):
    name = "Sudoku"
    aliases = ("number place",)
    systems = ("S093",)
    source = (
        "Garns 1979, Number Place; "
        "Yato & Seta 2003, Complexity and completeness of finding another solution and its application to puzzles"
    )
    clues = Clues(1, MOST_CELLS, UNKNOWN, blank="0")
    pzpr = "sudoku"
    sample = "53.8..2..|.....1.86|.......3.|3..2...17|.....56..|8..1..5..|..7...892|.98....6.|4........"

    def parse(self, text: str) -> Sheet:
        given = read_sheet(rows_of(text.strip()), self.clues, ";" in text)
        size = given.rows
        if given.cols != size:
            raise ParseError(f"{size} x {given.cols} cells", expected="as many columns as rows")
        if not given.regions and isqrt(size) ** 2 != size != 6:
            raise ParseError(f"{size} rows without tiles", expected="1, 4, 6, 9, 16, ... rows, or tiles after ';'")
        for (row, col), number in given.numbers():
            if number > size:
                raise ParseError(f"unexpected {number}", row + 1, col + 1, f"at most {size}")
        sheet = Sheet(size, size, given.clues, given.regions if given.regions != squares(size) else ())
        if any(len(room) != size for room in tiled(sheet).rooms):
            raise ParseError("a tile of another size", expected=f"{size} cells in each")
        return sheet

    def apart(self, sheet: Sheet, answer: Assignment, pair: tuple[Place, Place]) -> bool:
        return super().apart(tiled(sheet), answer, pair)

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        """A given number, or all that no given number in the same row, column or tile excludes."""
        given = dict(sheet.numbers())
        taken: dict[Place, set[int]] = {cell: set() for cell in sheet.cells}
        for house in sheet.lines() + tiled(sheet).rooms:
            there = {given[cell] for cell in house if cell in given}
            for cell in house:
                taken[cell] |= there
        every = range(1, sheet.rows + 1)
        return {c: (given[c],) if c in given else [n for n in every if n not in taken[c]] for c in sheet.cells}

    def writable(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(sheet.cells, range(1, sheet.rows + 1))

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        yield "Given numbers stay.", Given(dict(sheet.numbers()))
        for line in sheet.lines():
            yield "Every row and every column has each number once.", AllDifferent(tuple(line))
        for room in tiled(sheet).rooms:
            yield "Every tile has each number once.", AllDifferent(tuple(room))


def tiled(sheet: Sheet) -> Sheet:
    """With the usual tiles if there are no others."""
    return sheet if sheet.regions else replace(sheet, regions=squares(sheet.rows))


def squares(size: int) -> tuple[int, ...]:
    high, wide = (2, 3) if size == 6 else (isqrt(size), isqrt(size))
    return tuple(row // high * high + col // wide for row in range(size) for col in range(size))

"""Puzzles whose answer is a value for each cell, or for some of them: cells are shaded, numbered or named.

Text has the form of a sheet; ``?`` is a cell that is left open.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from perfectplay.board import Place
from perfectplay.constraints import Assignment, Field, Unknown, Value
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.clues import EMPTY, UNKNOWN
from perfectplay.kinds.pencil import OPEN, Pencil, border, square
from perfectplay.kinds.sheet import Sheet, grid_text, read_grid
from perfectplay.picture import Label, Shape, Stroke


class Cells(Pencil):
    """A value for each cell to be filled in; the other cells keep their clues."""

    def asked(self, clue: str) -> bool:
        """Is a cell with this clue to be filled in?"""
        return True

    def shown(self, clue: str) -> str:
        """What an answer shows of a clue that stays."""
        return clue

    def asked_cells(self, sheet: Sheet) -> list[Place]:
        return [cell for cell, clue in zip(sheet.cells, sheet.clues, strict=True) if self.asked(clue)]

    def write(self, sheet: Sheet, answer: Assignment) -> str:
        places = zip(sheet.cells, sheet.clues, strict=True)
        words = [str(answer.get(cell, OPEN)) if self.asked(clue) else self.shown(clue) for cell, clue in places]
        return grid_text(words, sheet.cols)

    def read_answer(self, sheet: Sheet, text: str) -> dict[Unknown, Value]:
        return read_cells(sheet, text, self.writable(sheet))


def read_cells(sheet: Sheet, text: str, domains: Mapping[Unknown, Sequence[Value]]) -> dict[Unknown, Value]:
    """A value for each cell; cells without a domain are skipped."""
    rows, cols, words = read_grid(text)
    if (rows, cols) != (sheet.rows, sheet.cols):
        raise ParseError(f"an answer of {rows} x {cols} cells", expected=f"{sheet.rows} x {sheet.cols}")
    found: dict[Unknown, Value] = {}
    for cell, word in zip(sheet.cells, words, strict=True):
        values = {str(value): value for value in domains.get(cell, ())}
        if word in values:
            found[cell] = values[word]
        elif word != OPEN and cell in domains:
            row, col = cell
            raise ParseError(f"unexpected {quote(word)}", row + 1, col + 1, f"one of {', '.join(values)} or ?")
    return found


class Shading(Cells):
    """A puzzle on paper in which some cells are shaded. A class needs:

        clues = Clues(0, 4)         what may be printed in a cell (:class:`perfectplay.kinds.clues.Clues`)
        rules(self, sheet)          yields pairs of a sentence and a constraint (:mod:`perfectplay.constraints`)

    A shaded cell has the value ``#``, all others ``.``: the atom ``(cell, "#")`` says that a cell is shaded. A sheet
    has ``cells``, ``numbers()``, ``beside(cell)``, ``pairs``, ``lines()``, ``squares()``, ``rooms``. The class may also
    have:

        over_clues = False          cells with a clue are no unknowns: no atom about them is true
        mark = "o"                  another sign than ``#``
        divided = True              there are regions, written after ``;``
        options, name, sample       as in other systems

    >>> from perfectplay.constraints import AnyOf, Count
    >>> from perfectplay.kinds.clues import Clues
    >>> class Shades(Shading):
    ...     clues = Clues(0, 4)
    ...     def rules(self, sheet):
    ...         for cell, number in sheet.numbers():
    ...             around = [(each, "#") for each in sheet.beside(cell)]
    ...             yield "A number tells how many neighbours are shaded.", Count.exactly(around, number)
    ...         for a, b in sheet.pairs:
    ...             yield "No two neighbours are shaded.", AnyOf(((a, "."), (b, ".")))
    >>> pp.solve(Shades().load("2.|..")), pp.count(Shades().load("1.|.."))
    (.#|#., 2)
    """

    mark: ClassVar[str] = "#"
    over_clues: ClassVar[bool] = True
    """May a cell with a clue have a mark?"""

    def asked(self, clue: str) -> bool:
        return self.over_clues or clue == EMPTY

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        there = None if self.over_clues else [clue == EMPTY for clue in sheet.clues]
        return Field(sheet.rows, sheet.cols, (EMPTY, self.mark), there)

    def marked(self, sheet: Sheet, answer: Assignment) -> list[Place]:
        return [cell for cell in sheet.cells if answer.get(cell) == self.mark]

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        yield from (square(cell, "block") for cell in self.marked(sheet, answer))


class Numbers(Cells):
    """A puzzle on paper in which each cell gets a number. A class needs:

        clues = Clues(1, 9)         what may be printed in a cell (:class:`perfectplay.kinds.clues.Clues`)
        unknowns(self, sheet)       a mapping from cells to the numbers that each may get
        rules(self, sheet)          yields pairs of a sentence and a constraint (:mod:`perfectplay.constraints`)

    The atom ``(cell, 3)`` says that a cell has a 3. Given numbers stay if a rule says so, or if ``unknowns`` allows no
    others; an unknown number, ``?``, is filled in like none. The class may also have:

        divided = True              there are regions, written after ``;``
        options, name, sample       as in other systems

    >>> from perfectplay.constraints import AllDifferent
    >>> from perfectplay.kinds.clues import Clues
    >>> class Latin(Numbers):
    ...     clues = Clues(1, 9)
    ...     def unknowns(self, sheet):
    ...         given = dict(sheet.numbers())
    ...         return {cell: [given[cell]] if cell in given else range(1, sheet.rows + 1) for cell in sheet.cells}
    ...     def rules(self, sheet):
    ...         for line in sheet.lines():
    ...             yield "Every row and every column has each number once.", AllDifferent(tuple(line))
    >>> pp.solve(Latin().load("12.|23.|...")), pp.count(Latin().load("12.|...|..."))
    (123|231|312, 2)
    """

    def given(self, sheet: Sheet) -> Assignment:
        return dict(sheet.numbers())

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for (row, col), clue in zip(sheet.cells, sheet.clues, strict=True):
            if clue in (EMPTY, UNKNOWN) and (row, col) in answer:
                yield Label((col + 0.5, row + 0.5), str(answer[row, col]), "left", 0.6)

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """A number takes the place of a question mark."""
        filled = tuple(
            EMPTY if clue == UNKNOWN and cell in answer else clue
            for cell, clue in zip(sheet.cells, sheet.clues, strict=True)
        )
        yield from super().print(replace(sheet, clues=filled), answer)


class Areas(Cells):
    """A puzzle on paper in which the sheet is divided into areas. A class needs:

        clues = Clues(1, 9)         what may be printed in a cell (:class:`perfectplay.kinds.clues.Clues`)
        names(self, sheet)          the names of the areas
        unknowns(self, sheet)       a mapping from cells to the names that each may get
        rules(self, sheet)          yields pairs of a sentence and a constraint (:mod:`perfectplay.constraints`)

    Each cell gets the name of its area: the atom ``(cell, "a")`` says that a cell belongs to area a.
    """

    @abstractmethod
    def names(self, sheet: Sheet) -> Sequence[Value]:
        """The names of the areas."""

    def writable(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(sheet.cells, tuple(self.names(sheet)))

    def apart(self, sheet: Sheet, answer: Assignment, pair: tuple[Place, Place]) -> bool:
        return answer.get(pair[0]) != answer.get(pair[1])

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        yield from (Stroke(border(*pair), "left", 0.1) for pair in sheet.pairs if self.apart(sheet, answer, pair))

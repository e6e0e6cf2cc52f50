"""Puzzles whose answer is a value for each cell, or for some of them: cells are shaded, numbered or named.

Text has the form of a sheet; ``?`` is a cell that is left open.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from perfectplay.board import Place
from perfectplay.constraints import Assignment, Unknown, Value
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

    def writable(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        """What may be written into each cell, right or wrong."""
        return self.unknowns(sheet)


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
    """Some cells have a mark, ``#`` by default; all others are ``.``"""

    mark: ClassVar[str] = "#"
    over_clues: ClassVar[bool] = True
    """May a cell with a clue have a mark?"""

    def asked(self, clue: str) -> bool:
        return self.over_clues or clue == EMPTY

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(self.asked_cells(sheet), (EMPTY, self.mark))

    def marked(self, sheet: Sheet, answer: Assignment) -> list[Place]:
        return [cell for cell in sheet.cells if answer.get(cell) == self.mark]

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        yield from (square(cell, "block") for cell in self.marked(sheet, answer))


class Numbers(Cells):
    """Each cell gets a number; given numbers stay, and an unknown one is filled in like none."""

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
    """The sheet is divided into areas, and each cell gets the name of its area."""

    @abstractmethod
    def names(self, sheet: Sheet) -> Sequence[Value]:
        """The names of the areas."""

    def writable(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(sheet.cells, tuple(self.names(sheet)))

    def apart(self, sheet: Sheet, answer: Assignment, pair: tuple[Place, Place]) -> bool:
        return answer.get(pair[0]) != answer.get(pair[1])

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        yield from (Stroke(border(*pair), "left", 0.1) for pair in sheet.pairs if self.apart(sheet, answer, pair))

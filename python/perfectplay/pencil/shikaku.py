"""Shikaku (Divide by Squares).

The sheet is cut along the lines of its cells into rectangles. Every rectangle has exactly one number in it, which tells
how many cells the rectangle has.
Letters: a number, ``?`` an unknown one, ``.`` a cell without one. In an answer every cell has the name of its
rectangle: letters in the order of the numbers from ``a`` on, or ``1``, ``2``, ... where there are more than 52 of them.

Complexity: NP-complete (Takenaga, Aoyagi, Iwata & Kasai 2013).

>>> pp.solve(pp.load("shikaku", "2.2|2.."))
aab|ccb
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from perfectplay.board import Place
from perfectplay.constraints import AnyOf, Assignment, Constraint, Rectangles, Unknown, Value
from perfectplay.kinds.cells import Areas
from perfectplay.kinds.clues import MOST_CELLS, UNKNOWN, Clues
from perfectplay.kinds.pencil import OPEN
from perfectplay.kinds.sheet import Sheet, names_of


class Shikaku(Areas):
    name = "Shikaku"
    aliases = ("rectangles", "divide by squares")
    systems = ("S116",)
    source = "Anpuku (Nikoli 1989); Takenaga, Aoyagi, Iwata & Kasai 2013, Shikaku and Ripple Effect are NP-complete"
    clues = Clues(1, MOST_CELLS, UNKNOWN)
    pzpr = "shikaku"
    sample = ".36....|2.....9|.......|2..5...|.....43|..8...."

    def areas(self, sheet: Sheet) -> dict[Value, tuple[Place, int]]:
        """The rectangles by name, each with the cell of its number and the number, 0 if that is unknown."""
        numbers = [(cell, 0 if clue == UNKNOWN else int(clue)) for cell, clue in sheet.clued()]
        return dict(zip(names_of(len(numbers)), numbers, strict=True))

    def names(self, sheet: Sheet) -> Sequence[Value]:
        return tuple(self.areas(sheet))

    def given(self, sheet: Sheet) -> Assignment:
        """A number's own cell."""
        return {cell: name for name, (cell, _) in self.areas(sheet).items()}

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        """A cell can belong to a number if the rectangle that they span is not too large and has no other number."""
        found: dict[Unknown, list[Value]] = {cell: [] for cell in sheet.cells}
        numbers = {cell for cell, _ in sheet.clued()}
        for name, ((row, col), told) in self.areas(sheet).items():
            size = told or len(sheet.cells)
            for step, side in product((-1, 1), (-1, 1)):
                reach = size
                for height in range(1, size + 1):
                    r = row + step * (height - 1)
                    if not 0 <= r < sheet.rows:
                        break
                    reach = min(reach, size // height)
                    for width in range(reach):
                        cell = (r, col + side * width)
                        if cell not in found or (cell in numbers and cell != (row, col)):
                            reach = width
                            break
                        if (width or side > 0) and (height > 1 or step > 0):
                            found[cell].append(name)
        return found

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        areas = self.areas(sheet)
        for name, (cell, _) in areas.items():
            yield "Every number is in a rectangle of its own.", AnyOf(((cell, name),))
        yield "A number tells how many cells its rectangle has.", Rectangles(areas, sheet.rows, sheet.cols)

    def words(self, sheet: Sheet, answer: Assignment) -> list[str]:
        """The borders tell which cells belong together."""
        cells = zip(sheet.cells, sheet.clues, strict=True)
        return [OPEN if answer and cell not in answer else clue for cell, clue in cells]

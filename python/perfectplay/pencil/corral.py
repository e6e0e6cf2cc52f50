"""Corral (Bag, Cave).

One closed line along the sides of cells that neither branches nor touches itself encloses an area, the bag. All numbers
are in it, and a number tells how many cells of the bag are seen from its own in the four directions, up to the line;
its own is one of them. In other words, the bag is connected by sides, and every cell outside is connected by sides,
through cells outside, to the border.
Letters: ``1``, ``2`` and so on a number, ``?`` an unknown one, ``.`` a cell without one; answers have ``#`` for a
cell outside.

Complexity: NP-complete (Friedman 2002).

>>> pp.solve(pp.load("corral", "...|.2.|.32"))
###|#.#|#..
"""

from collections.abc import Iterator

from perfectplay.constraints import AnyOf, Assignment, Constraint, OneArea, Sights, ToBorder
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import EMPTY, MOST_CELLS, UNKNOWN, Clues
from perfectplay.kinds.sheet import WAYS, Sheet, step
from perfectplay.picture import Shape, Stroke


class Corral(Shading):
    name = "Corral"
    aliases = ("cave", "bag")
    systems = ("S104",)
    source = "Nikoli (Bag); Friedman 2002, Corral puzzles are NP-complete"
    clues = Clues(1, MOST_CELLS, UNKNOWN)
    pzpr = "cave"
    sample = "......|..3...|3.....|.96..8|.6..6."

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        numbers = {cell: None if clue == UNKNOWN else int(clue) for cell, clue in sheet.clued()}
        seen = Sights(sheet.rows, sheet.cols, EMPTY, numbers)
        yield "A number is in the bag and tells how many cells of the bag are seen from it.", seen
        if not numbers:
            yield "There is a cell in the bag.", AnyOf(tuple([(cell, EMPTY) for cell in sheet.cells]))
        yield "The bag is connected.", OneArea(sheet.rows, sheet.cols, EMPTY)
        yield "Every cell outside is connected to the border.", ToBorder(sheet.rows, sheet.cols, "#")

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """With the line around the bag."""
        yield from super().marks(sheet, answer)
        for row, col in sheet.cells:
            for way, (down, right) in WAYS.items() if answer.get((row, col)) == EMPTY else ():
                near = step((row, col), way)
                if answer.get(near) == "#" or near not in sheet:
                    x, y = col + 0.5 + right / 2, row + 0.5 + down / 2
                    yield Stroke(((x - down / 2, y - right / 2), (x + down / 2, y + right / 2)), "left", 0.14)

    def borders(self, sheet: Sheet) -> Iterator[Shape]:
        return iter(())

"""Light Up (Akari).

Lamps are put into cells that are not walls. A lamp lights its own cell and those that are seen from it in the four
directions, up to a wall or the border. Every cell that is not a wall is lit, but no lamp is lit by another one. A
number on a wall tells how many lamps stand beside it.
Letters: ``0`` to ``4`` a wall with a number, ``#`` a wall without one, ``.`` a cell; answers have ``*`` for a lamp.

Complexity: NP-complete, and so is finding another solution (McPhail 2005 and 2007).

>>> pp.solve(pp.load("light_up", "..1|1..|..."))
*.1|1.*|.*.
"""

from collections.abc import Iterator

from perfectplay.constraints import Around, Assignment, Constraint, NoneInSight, SomeInSight
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import EMPTY, Clues
from perfectplay.kinds.pencil import square
from perfectplay.kinds.sheet import Sheet
from perfectplay.picture import Disc, Label, Shape


class LightUp(Shading):
    name = "Light Up"
    aliases = ("akari",)
    systems = ("S100",)
    source = "Asaokitan (Nikoli 2001); McPhail 2005, Light Up is NP-complete; McPhail 2007"
    clues = Clues(0, 4, "#")
    mark = "*"
    over_clues = False
    pzpr = "lightup"
    sample = "#......|.#0...#|..1..1#|...#.##|..1#1..|1...0.."

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        rows, cols = sheet.rows, sheet.cols
        beside = Around(rows, cols, "*", dict(sheet.numbers()))
        yield "A number tells how many lamps stand beside its wall.", beside
        walls = frozenset([cell for cell, _ in sheet.clued()])
        yield "No lamp is lit by another lamp.", NoneInSight(rows, cols, "*", walls)
        yield "Every cell is lit.", SomeInSight(rows, cols, "*", walls)

    def paper(self, sheet: Sheet) -> Iterator[Shape]:
        for cell, clue in zip(sheet.cells, sheet.clues, strict=True):
            yield square(cell, "empty" if clue == EMPTY else "wall")

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for (row, col), number in sheet.numbers():
            yield Label((col + 0.5, row + 0.5), str(number), "wall", 0.6, upon=True)

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for row, col in self.marked(sheet, answer):
            yield Disc((col + 0.5, row + 0.5), 0.3, "yellow")

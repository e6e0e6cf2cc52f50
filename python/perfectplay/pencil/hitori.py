"""Hitori.

Each cell has a number. Some cells are painted so that no number is left twice in a row or column. Painted cells never
share a side, and the unpainted cells are connected by their sides.
Letters: ``1``, ``2`` and so on a number; ``.`` a cell without one, which never repeats another.

Complexity: NP-complete (Hearn 2008).

>>> pp.solve(pp.load("hitori", "222|213|233"))
#.#|...|#.#
"""

from collections.abc import Iterator

from perfectplay.constraints import Apart, Constraint, OnceInLine, OneArea
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import EMPTY, Clues
from perfectplay.kinds.sheet import Sheet


class Hitori(Shading):
    name = "Hitori"
    aliases = ("singles",)
    systems = ("S108",)
    source = "Nikoli 1990; Hearn 2008"
    clues = Clues(1, 1295)  # two digits of base 36 in addresses
    pzpr = "hitori"
    sample = "11452|34512|15122|33125|52431"

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        numbers = tuple([None if clue == EMPTY else clue for clue in sheet.clues])
        once = OnceInLine(sheet.rows, sheet.cols, EMPTY, numbers)
        yield "No number is unpainted twice in a row or column.", once
        yield "Painted cells never share a side.", Apart(sheet.rows, sheet.cols, "#")
        yield "The unpainted cells are connected.", OneArea(sheet.rows, sheet.cols, EMPTY)

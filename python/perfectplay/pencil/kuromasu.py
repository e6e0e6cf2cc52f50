"""Kuromasu (Kurodoko, where is black cells).

Some cells are painted, never one with a number. A number tells how many unpainted cells are seen from its own in the
four directions, up to a painted cell or the border; its own is one of them. Painted cells never share a side, and the
unpainted cells are connected by their sides.
Letters: ``1``, ``2`` and so on a number, ``?`` an unknown one, ``.`` a cell without one.

Complexity: NP-complete (Kölker 2012).

>>> pp.solve(pp.load("kuromasu", ".3.|..3|.4."))
#.#|...|..#
"""

from collections.abc import Iterator

from perfectplay.constraints import Apart, Constraint, OneArea, Sights
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import EMPTY, MOST_CELLS, UNKNOWN, Clues
from perfectplay.kinds.sheet import Sheet


class Kuromasu(Shading):
    name = "Kuromasu"
    aliases = ("kurodoko", "where is black")
    systems = ("S113",)
    source = "Nikoli 1991; Kölker 2012, Kurodoko is NP-complete (Journal of Information Processing 20)"
    clues = Clues(1, MOST_CELLS, UNKNOWN)
    pzpr = "kurodoko"
    sample = "...2..|.9....|3...3.|......|.....6"

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        numbers = {cell: None if clue == UNKNOWN else int(clue) for cell, clue in sheet.clued()}
        seen = Sights(sheet.rows, sheet.cols, EMPTY, numbers)
        yield "A number is unpainted and tells how many unpainted cells are seen from it.", seen
        yield "Painted cells never share a side.", Apart(sheet.rows, sheet.cols, "#")
        yield "The unpainted cells are connected.", OneArea(sheet.rows, sheet.cols, EMPTY)

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

from perfectplay.constraints import AnyOf, Connected, Constraint, EachAnyOf, Sight
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import EMPTY, MOST_CELLS, UNKNOWN, Clues
from perfectplay.kinds.sheet import WAYS, Sheet


class Kuromasu(Shading):
    name = "Kuromasu"
    aliases = ("kurodoko", "where is black")
    systems = ("S113",)
    source = "Nikoli 1991; Kölker 2012, Kurodoko is NP-complete (Journal of Information Processing 20)"
    clues = Clues(1, MOST_CELLS, UNKNOWN)
    pzpr = "kurodoko"
    sample = "...2..|.9....|3...3.|......|.....6"

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        for cell, clue in sheet.clued():
            rays = tuple(tuple((seen, EMPTY) for seen in sheet.ray(cell, way)) for way in WAYS.values())
            told = AnyOf(((cell, EMPTY),)) if clue == UNKNOWN else Sight((cell, EMPTY), rays, int(clue))
            yield "A number is unpainted and tells how many unpainted cells are seen from it.", told
        yield "Painted cells never share a side.", EachAnyOf.of_pairs(sheet.pairs, EMPTY)
        unpainted = Connected({cell: (cell, EMPTY) for cell in sheet.cells}, dict.fromkeys(sheet.pairs))
        yield "The unpainted cells are connected.", unpainted

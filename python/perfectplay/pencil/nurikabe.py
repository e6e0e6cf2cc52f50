"""Nurikabe.

Cells are sea (painted) or land. The sea is connected by sides and fills no two by two square. Each island, a connected
area of land, has one number, which tells how many cells the island has.
Letters: ``1``, ``2`` and so on a number, ``?`` an unknown one, ``.`` a cell without one; answers have ``#`` for
sea.

Complexity: NP-complete (McPhail 2003), even with numbers 1 and 2 only and without the rules for the sea (Holzer, Klein
& Kutrib 2004).

>>> pp.solve(pp.load("nurikabe", "..1|1..|..1"))
##.|.##|##.
"""

from collections.abc import Iterator

from perfectplay.constraints import AnyOf, Constraint, Islands, Sea
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import EMPTY, MOST_CELLS, UNKNOWN, Clues
from perfectplay.kinds.sheet import Sheet


class Nurikabe(Shading):
    name = "Nurikabe"
    aliases = ("islands in the stream", "cell structure")
    systems = ("S105",)
    source = (
        "Nikoli 1991; McPhail 2003; "
        "Holzer, Klein & Kutrib 2004, On the NP-completeness of the Nurikabe pencil puzzle and variants thereof"
    )
    clues = Clues(1, MOST_CELLS, UNKNOWN)
    pzpr = "nurikabe"
    sample = "...1..|1.1.1.|......|2..2.1|......|..3..."

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        squares = tuple(map(tuple, sheet.squares()))
        for square in squares:
            yield "The sea fills no two by two square.", AnyOf(tuple((cell, EMPTY) for cell in square))
        beside = {cell: sheet.beside(cell) for cell in sheet.cells}
        sizes = {cell: 0 if clue == UNKNOWN else int(clue) for cell, clue in sheet.clued()}
        islands = Islands({cell: (cell, EMPTY) for cell in sheet.cells}, beside, sizes, squares, joined=True)
        yield "Each island has one number, which tells how many cells it has.", islands
        sea = Sea({cell: (cell, "#") for cell in sheet.cells}, beside, islands.certain_sea())
        yield "The sea is connected.", sea

"""LITS.

In each room of a divided rectangle four cells that are connected by their sides are painted. The painted cells of all
rooms are connected too, but fill no two by two square; so each room has an L, an I, a T or an S. Where two of them
share a side they are different letters, even if one is turned or mirrored; with ``no_equal_touching=False`` they need
not be.
Letters: ``.`` a cell; regions are the rooms.

Complexity: NP-complete (Biro & Schmidt 2017), and so is finding another solution if letters may be equal (McPhail
2007).

>>> pp.solve(pp.load("lits", "....|....|....;aaaa|abaa|abbb"))
####|.#..|.###
"""

from collections.abc import Iterator

from perfectplay.constraints import AnyOf, Connected, Constraint, Tetromino, UnlikeNeighbours
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import EMPTY
from perfectplay.kinds.sheet import Sheet


class Lits(Shading):
    name = "LITS"
    aliases = ("nuruomino",)
    systems = ("S101",)
    source = (
        "Nikoli 106, Nuruomino; McPhail 2007; "
        "Biro & Schmidt 2017, Computational complexity and bounds for Norinori and LITS (EuroCG)"
    )
    divided = True
    pzpr = "lits"
    tile = ""
    sample = ".....|.....|.....|.....|.....;abccc|abbbc|abbdc|abddd|abddd"
    options = {"no_equal_touching": True}
    no_equal_touching: bool

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        for room in sheet.rooms:
            yield "Each room has four painted cells, which are connected.", Tetromino(tuple(room), "#")
        for square in sheet.squares():
            yield "No two by two square is all painted.", AnyOf(tuple((cell, EMPTY) for cell in square))
        if self.no_equal_touching:
            unlike = UnlikeNeighbours(tuple(tuple(room) for room in sheet.rooms), "#")
            yield "Equal tetrominoes do not share a side.", unlike
        painted = Connected({cell: (cell, "#") for cell in sheet.cells}, dict.fromkeys(sheet.pairs))
        yield "All painted cells are connected.", painted

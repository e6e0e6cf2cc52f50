"""Battleships (Battleship Solitaire).

A fleet lies in a rectangle: straight ships, each one cell wide, that do not touch, not even at a corner. A number
beside the rectangle tells how many cells of its row or column belong to ships, and some cells show what they contain.
With ``fleet="3,2,1"`` the fleet is a ship of three cells, one of two and one of a single cell.
Letters: ``~`` water, ``o`` a ship of one cell, ``x`` the inside of a longer ship, and its ends: ``<`` the left one,
``>`` the right, ``^`` the upper, ``v`` the lower; ``?`` any part of a ship, ``.`` a cell to be filled in. After ``;``
come the numbers of the rows from above, after another ``;`` those of the columns from the left, with ``.`` where there
is none. Answers have ``#`` for ships.

Complexity: NP-complete (Sevenster 2004).

>>> pp.solve(pp.load("battleships", "..>.|....|....;201;1110", fleet="2,1"))
.##.|....|#...
"""

from collections.abc import Iterator

from perfectplay.board import Place
from perfectplay.constraints import AnyOf, Atom, Constraint, Count, Fleet
from perfectplay.kinds.clues import EMPTY, MOST_CELLS, UNKNOWN, Clues
from perfectplay.kinds.edged import Chart
from perfectplay.kinds.sheet import WAYS, Sheet, step
from perfectplay.kinds.ships import GOES_ON, Ships


class Battleships(Ships):
    name = "Battleships"
    aliases = ("battleship", "bimaru", "yubotu")
    systems = ("S111",)
    source = "Humor & Juegos 1982; Sevenster 2004, Battleships as decision problem (ICGA Journal 27)"
    clues = Clues(unknown=UNKNOWN, letters="~^v<>xo")
    edge = Clues(0, MOST_CELLS)
    pzpr = "battleship"
    tile = ""
    sample = "........|........|...~....|........|........|........|.....x..|.....v..;41421143;24131414"
    options = {"fleet": "4,3,3,2,2,2,1,1,1,1"}

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        assert isinstance(sheet, Chart)
        for line, numbers in zip(sheet.lines(), sheet.strips, strict=True):
            ships: list[Atom] = [(cell, "#") for cell in line]
            for number in numbers:
                yield "A number tells how many cells of its line belong to ships.", Count.exactly(ships, number)
        for cell, clue in sheet.clued():
            for atoms in shown(sheet, cell, clue):
                yield "A cell is as its clue shows.", AnyOf(atoms)
        for a, b, c, d in sheet.squares():
            for one, other in ((a, d), (b, c)):
                yield "Ships do not touch, not even at a corner.", AnyOf(((one, EMPTY), (other, EMPTY)))
        yield "The ships are those of the fleet.", Fleet({cell: (cell, "#") for cell in sheet.cells}, sheet.fleet)


def shown(sheet: Sheet, cell: Place, clue: str) -> Iterator[tuple[Atom, ...]]:
    """What a clue requires: one of each of these."""
    near = {way: step(cell, way) for way in WAYS}
    yield ((cell, EMPTY if clue == "~" else "#"),)
    if clue == "x":
        # both to the north and south, or both to the west and east
        yield from (((near[a], "#"), (near[b], "#")) for a in "NS" for b in "WE")
    elif clue not in "~?":
        for way, spot in near.items():
            if way == GOES_ON.get(clue):
                yield ((spot, "#"),)
            elif spot in sheet:
                yield ((spot, EMPTY),)

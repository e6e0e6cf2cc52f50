"""Heyawake (divided rooms).

Some cells of a rectangle that is divided into rooms are painted. A room with a number has that many painted cells.
Painted cells never share a side, and the unpainted cells are connected by their sides. No straight strip of unpainted
cells crosses two borders between rooms, so where rooms are rectangles it lies in at most two of them.
Letters: ``0``, ``1`` and so on a number, in any cell of its room; ``?`` an unknown one, ``.`` a cell without one;
regions are the rooms.

Complexity: NP-complete (Holzer & Ruepp 2007).

>>> pp.solve(pp.load("heyawake", "2...;aaaa"))
#..#
"""

from collections.abc import Iterator
from dataclasses import replace

from perfectplay.constraints import Apart, Constraint, InRegions, NoneAcross, OneArea
from perfectplay.formats.rooms import first_cells, room_words
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import EMPTY, MOST_CELLS, UNKNOWN, Clues
from perfectplay.kinds.sheet import Sheet


class Heyawake(Shading):
    name = "Heyawake"
    systems = ("S107",)
    source = "Fukushima (Nikoli 1992); Holzer & Ruepp 2007, The troubles of interior design"
    clues = Clues(0, MOST_CELLS, UNKNOWN)
    divided = True
    pzpr = "heyawake"
    tile = ""
    sample = "..1..1|......|..2..1|2.....|......;aabbbc|aabbbc|aaddde|ffddde|ffgggh"

    def parse(self, text: str) -> Sheet:
        """With each number in the leftmost column of its room, as high as possible."""
        sheet = super().parse(text)
        clues = [EMPTY] * len(sheet.clues)
        words = room_words(sheet.cols, sheet.clues, sheet.regions)
        for at, word in zip(first_cells(sheet.cols, sheet.regions), words, strict=True):
            clues[at] = word
        return replace(sheet, clues=tuple(clues))

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        numbers = {sheet.region(cell): number for cell, number in sheet.numbers()}
        in_rooms = InRegions(sheet.rows, sheet.cols, "#", sheet.regions, numbers)
        yield "A number tells how many cells of its room are painted.", in_rooms
        yield "Painted cells never share a side.", Apart(sheet.rows, sheet.cols, "#")
        strips = NoneAcross(sheet.rows, sheet.cols, EMPTY, sheet.regions)
        yield "No straight strip of unpainted cells crosses two borders of rooms.", strips
        yield "The unpainted cells are connected.", OneArea(sheet.rows, sheet.cols, EMPTY)

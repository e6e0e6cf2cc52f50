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
from itertools import groupby

from perfectplay.board import Place
from perfectplay.constraints import Apart, Atom, Constraint, Count, EachAnyOf, OneArea
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
        for cell, number in sheet.numbers():
            room: list[Atom] = [(each, "#") for each in sheet.rooms[sheet.region(cell)]]
            yield "A number tells how many cells of its room are painted.", Count.exactly(room, number)
        yield "Painted cells never share a side.", Apart(sheet.rows, sheet.cols, "#")
        two_borders = EachAnyOf(tuple([tuple([(cell, "#") for cell in strip]) for strip in strips(sheet)]))
        yield "No straight strip of unpainted cells crosses two borders of rooms.", two_borders
        yield "The unpainted cells are connected.", OneArea(sheet.rows, sheet.cols, EMPTY)


def strips(sheet: Sheet) -> Iterator[list[Place]]:
    """The shortest strips with two borders: a way across a room and the cells before and after it."""
    for line in sheet.lines():
        parts = [list(part) for _, part in groupby(line, sheet.region)]
        for before, across, after in zip(parts, parts[1:], parts[2:], strict=False):
            yield [before[-1], *across, after[0]]

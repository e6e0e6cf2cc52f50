"""Masyu (Pearl Puzzles).

Lines through neighbouring cells form one closed loop that neither branches nor crosses itself and passes through every
circle. It goes straight through a white circle and turns in the cell before it, in the cell after it, or in both. It
turns in a black circle and goes straight through the cells before and after it.
Letters: ``w`` a white circle, ``b`` a black circle, ``.`` a cell without one.

Complexity: NP-complete (Friedman 2002).

>>> pp.solve(pp.load("masyu", "b.b|...|..."))
┌─┐|│·│|└─┘
"""

from collections.abc import Iterator

from perfectplay.constraints import AnyOf, Assignment, Atom, Constraint, Count, LatticeLoop
from perfectplay.kinds.clues import Clues
from perfectplay.kinds.lines import Lines
from perfectplay.kinds.sheet import Sheet, step
from perfectplay.kinds.strokes import ROUND, leaving
from perfectplay.picture import Disc, Shape

ONE_LOOP = "The lines form one closed loop that does not branch or cross."
WHITE_STRAIGHT = "The loop goes straight through a white circle."
WHITE_TURN = "The loop turns in the cell before a white circle, in the cell after it, or in both."
BLACK_TURN = "The loop turns in a black circle."
BLACK_STRAIGHT = "The loop goes straight through the cells before and after a black circle."


class Masyu(Lines):
    name = "Masyu"
    aliases = ("pearls",)
    systems = ("S103",)
    source = "Nikoli 2000; Friedman 2002, Pearl puzzles are NP-complete"
    clues = Clues(letters="wb")
    pzpr = "mashu"
    sample = "b..w..|......|.....w|......|b.....|...w.b"

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        for cell, colour in sheet.clued():
            here = leaving(cell)
            row, col = cell
            beyond: dict[str, Atom] = {
                "N": (((row - 2, col), (row - 1, col)), 1),
                "E": (((row, col + 1), (row, col + 2)), 1),
                "S": (((row + 1, col), (row + 2, col)), 1),
                "W": (((row, col - 2), (row, col - 1)), 1),
            }
            if colour == "b":
                for way, back in ("NS", "EW"):
                    yield BLACK_TURN, Count.exactly([here[way], here[back]], 1)
                for way in ROUND:
                    if step(cell, way) in sheet:
                        yield BLACK_STRAIGHT, AnyOf(((here[way][0], 0), beyond[way]))
            else:
                for way, turned in ("NE", "ES", "SW", "WN"):
                    yield WHITE_STRAIGHT, Count.exactly([here[way], here[turned]], 1)
                for way, back in ("NS", "EW"):
                    yield WHITE_TURN, Count.at_most([here[way], beyond[way], beyond[back]], 2)
        circles = tuple([(cell,) for cell, _ in sheet.clued()])
        yield ONE_LOOP, LatticeLoop(sheet.rows, sheet.cols, circles, inside=True)

    def paper(self, sheet: Sheet) -> Iterator[Shape]:
        """The loop is drawn over the circles."""
        yield from super().paper(sheet)
        for (row, col), colour in sheet.clued():
            yield Disc((col + 0.5, row + 0.5), 0.35, "white" if colour == "w" else "black")

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        return iter(())

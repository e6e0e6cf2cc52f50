"""Slitherlink.

Neighbouring dots are connected by horizontal and vertical lines. The lines form one closed loop that neither branches
nor crosses itself, and each number tells how many of the four sides of its cell belong to the loop.
Letters: ``0`` to ``4`` a number, ``?`` an unknown one, ``.`` a cell without one.

Complexity: NP-complete, and so is finding another solution (Yato 2000; Yato & Seta 2003).

>>> pp.solve(pp.load("slitherlink", "22|22"))
┌─┐|│·│|└─┘
"""

from collections.abc import Iterator

from perfectplay.constraints import Constraint, LatticeLoop, Sides
from perfectplay.kinds.clues import UNKNOWN, Clues
from perfectplay.kinds.lines import Lines
from perfectplay.kinds.sheet import Sheet


class Slitherlink(Lines):
    name = "Slitherlink"
    aliases = ("slither", "loop the loop")
    systems = ("S097",)
    source = "Nikoli 1989; Yato 2000, On the NP-completeness of the Slither Link puzzle"
    clues = Clues(0, 4, UNKNOWN)
    corners = True
    pzpr = "slither"
    sample = "2...1.|1.0.0.|.....1|...0..|21.22."

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        numbers, points = dict(sheet.numbers()), self.points(sheet)
        sides = Sides(points.rows, points.cols, numbers)
        yield "A number tells how many sides of its cell belong to the loop.", sides
        passed = tuple([cell for cell, number in numbers.items() if number])
        one_loop = LatticeLoop(points.rows, points.cols, cells=passed)
        yield "The lines form one closed loop that does not branch or cross.", one_loop

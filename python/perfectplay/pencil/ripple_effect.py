"""Ripple Effect.

Every region gets the numbers from 1 to the number of its cells, each of them once. Where a number stands twice in a
row or column, at least as many cells lie between the two as the number says.
Letters: numbers from ``1`` are given, ``.`` or ``?`` is a cell to fill in; after ``;`` each cell has the name of its
region.

Complexity: NP-complete (Takenaga, Aoyagi, Iwata & Kasai 2013).

>>> pp.solve(pp.load("ripple_effect", "3..|..2;aab|abb"))
321|132
"""

from collections.abc import Iterator, Mapping, Sequence

from perfectplay.constraints import AllDifferent, Constraint, Given, Spread, Unknown, Value
from perfectplay.kinds.cells import Numbers
from perfectplay.kinds.clues import MOST_CELLS, UNKNOWN, Clues
from perfectplay.kinds.sheet import Sheet


class RippleEffect(Numbers):
    name = "Ripple Effect"
    aliases = ("hakyuu",)
    systems = ("S115",)
    source = "Nikoli 1998; Takenaga, Aoyagi, Iwata & Kasai 2013, Shikaku and Ripple Effect are NP-complete"
    clues = Clues(1, MOST_CELLS, UNKNOWN)
    divided = True
    pzpr = "ripple"
    tile = ""
    sample = "...6..|4.1.5.|..5.1.|...5..|..4...|......;aaabbb|caabbb|ccdddd|ceffdg|hhffig|hhffig"

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        sizes = [range(1, len(room) + 1) for room in sheet.rooms]
        return {cell: sizes[region] for cell, region in zip(sheet.cells, sheet.regions, strict=True)}

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        yield "Given numbers stay.", Given(dict(sheet.numbers()))
        for room in sheet.rooms:
            yield "Every region has the numbers from 1 to the number of its cells.", AllDifferent(tuple(room))
        for line in sheet.lines():
            yield "Equal numbers in a row or column have at least that many cells between them.", Spread(tuple(line))

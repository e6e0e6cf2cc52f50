"""Yajilin (Arrow Ring).

Some of the cells without a clue are shaded, no two of them side by side. Lines through neighbouring cells form one
closed loop that neither branches nor crosses itself and visits all other cells without a clue. A clue tells how many
cells in the direction of its arrow, up to the border, are shaded.
Letters: ``2>`` two shaded cells to the right, ``0<`` none to the left, ``1^`` one above, ``1v`` one below, ``?>`` or
``?`` a clue whose number is unknown, ``.`` a cell without a clue. In answers ``#`` is a shaded cell.

Complexity: NP-complete (Ishibashi, Sato & Iwata 2012).

>>> pp.solve(pp.load("yajilin", ". . . .|. 1> . .|. . . ."))
┌──┐|│·#│|└──┘
"""

from collections.abc import Iterator

from perfectplay.constraints import Ahead, Apart, Assignment, Constraint, LatticeLoop, Visits
from perfectplay.kinds.clues import ARROWS, EMPTY, UNKNOWN, Arrowed
from perfectplay.kinds.sheet import WAYS, Sheet
from perfectplay.kinds.strokes import ShadedLines
from perfectplay.picture import Label, Shape

DRAWN = str.maketrans("^v<>", "↑↓←→")
VISITS = "The loop visits every cell but shaded cells and clues."


class Yajilin(ShadedLines):
    name = "Yajilin"
    systems = ("S117",)
    source = "Nikoli; Ishibashi, Sato & Iwata 2012"
    clues = Arrowed(0, 4095, UNKNOWN)  # three digits of base 16 in addresses
    pzpr = "yajilin"
    sample = "0< . 1v . .|. . . . .|. . . . .|. . . 1^ .|. . . . ."

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        free = set(self.free(sheet))
        told = {cell: (int(clue[:-1]), clue[-1]) for cell, clue in sheet.clued() if clue[0] != UNKNOWN}
        for cell, (number, arrow) in told.items():
            ray = list(sheet.ray(cell, WAYS[ARROWS[arrow]]))
            # the next clue with the same arrow counts the cells beyond it
            after = next((n for n, each in enumerate(ray) if each in told and told[each][1] == arrow), len(ray))
            rest = told[ray[after]][0] if after < len(ray) else 0
            places = tuple((each, "#") if each in free else None for each in ray)
            ahead = Ahead(places, number, len(ray) - after, rest)
            yield "A clue tells how many of the cells that its arrow points at are shaded.", ahead
        yield "Shaded cells do not touch.", Apart(sheet.rows, sheet.cols, "#")
        yield VISITS, Visits(sheet.rows, sheet.cols, EMPTY)
        # of two neighbours the loop visits at least one
        some = tuple([((r, c), (r, c + 1)) for r, c in free if r % 3 == c % 3 == 0 and (r, c + 1) in free])
        one_loop = LatticeLoop(sheet.rows, sheet.cols, some, told=True, inside=True)
        yield "The lines form one closed loop that does not branch or cross.", one_loop

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for (row, col), clue in sheet.clued():
            yield Label((col + 0.5, row + 0.5), clue.translate(DRAWN), size=0.5)

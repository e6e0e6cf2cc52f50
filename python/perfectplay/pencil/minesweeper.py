"""Minesweeper (consistency).

Some cells of a rectangle are uncovered and show a number: how many of the eight cells around have a mine. Where can the
mines be among the other cells? With ``mines=10`` there are ten of them in all; with -1, the default, any number is
allowed.
Letters: ``0`` to ``8`` an uncovered cell, ``?`` one whose number is unknown, ``.`` a covered one; answers have ``*``
for a mine.

Complexity: NP-complete (Kaye 2000), even if no number exceeds 1 (Fix & McPhail 2004); so is finding another placement
(McPhail 2003). Whether some covered square is safe is coNP-complete (MIT Hardness Group, Hendrickson & Tockman 2024,
who mend earlier proofs); to name all mines with a given probability of success is PP-complete (Gaspers, Rümmele,
Saffidine & Tran 2018).

>>> pp.solve(pp.load("minesweeper", ".42|...|.3."))
*42|***|.3.
"""

from collections.abc import Iterator

from perfectplay.constraints import Around, Assignment, Constraint, Count
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import EMPTY, UNKNOWN, Clues
from perfectplay.kinds.pencil import square
from perfectplay.kinds.sheet import Sheet
from perfectplay.picture import Disc, Shape


class Minesweeper(Shading):
    name = "Minesweeper"
    aliases = ("mines",)
    systems = ("S188", "S189", "S190")
    source = "Kaye 2000, Minesweeper is NP-complete; Fix & McPhail 2004, Offline 1-Minesweeper is NP-complete"
    clues = Clues(0, 8, UNKNOWN)
    mark = "*"
    over_clues = False
    pzpr = "mines"
    sample = ".2221.|......|2.5..1|3...21|.4...."
    options = {"mines": -1}
    mines: int

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        around = Around(sheet.rows, sheet.cols, "*", dict(sheet.numbers()), diagonal=True)
        yield "A number tells how many of the eight cells around have a mine.", around
        if self.mines >= 0:
            mines = [(cell, "*") for cell in self.asked_cells(sheet)]
            yield "There are as many mines as the option says.", Count.exactly(mines, self.mines)

    def paper(self, sheet: Sheet) -> Iterator[Shape]:
        """Covered cells are dark."""
        for cell, clue in zip(sheet.cells, sheet.clues, strict=True):
            yield square(cell, "block" if clue == EMPTY else "empty")

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        yield from (square(cell, "empty") for cell in sheet.cells if answer.get(cell) == EMPTY)
        for row, col in self.marked(sheet, answer):
            yield Disc((col + 0.5, row + 0.5), 0.3, "black")

    def denials(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """An uncovered cell says it already."""
        return iter(())

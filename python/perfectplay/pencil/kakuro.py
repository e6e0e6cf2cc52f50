r"""Kakuro (Cross Sum).

The white cells get digits from 1 to 9. A run of white cells to the right of a black cell or below it has different
digits, and they add up to the sum that is printed in the black cell for this run. A run without a sum only has
different digits.
Letters: ``.`` a white cell, ``#`` a black cell, ``16\4`` a black cell with the sum 16 for the run below and the sum 4
for the run to its right; one of the two may be missing, as in ``16\`` and ``\4``, and 0 is the same as none.

Complexity: NP-complete, and so is finding another solution (Yato & Seta 2003).

>>> pp.solve(pp.load("kakuro", r"# 4\ 3\|\4 . .|\3 . ."))
###|#31|#12
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from perfectplay.board import Place
from perfectplay.constraints import AllDifferent, Assignment, Constraint, DistinctSum, Unknown, Value
from perfectplay.kinds.cells import Numbers
from perfectplay.kinds.clues import BLACK, EMPTY, Sums, join_sums, split_sums
from perfectplay.kinds.pencil import square
from perfectplay.kinds.sheet import Sheet
from perfectplay.picture import Label, Shape, Stroke

DOWN, RIGHT = (1, 0), (0, 1)


class Kakuro(Numbers):
    name = "Kakuro"
    aliases = ("cross sums",)
    systems = ("S098",)
    source = (
        "Funk 1950, Cross Sums; "
        "Yato & Seta 2003, Complexity and completeness of finding another solution and its application to puzzles"
    )
    clues = Sums(0, 45, letters="#")
    pzpr = "kakuro"
    sample = r"# # 3\ 4\ 26\ #|# \13 . . . 4\|# \12 . . . .|# 17\ 10\ 4\4 . .|\25 . . . . #|\14 . . . . #"

    def parse(self, text: str) -> Sheet:
        sheet = super().parse(text)
        return replace(sheet, clues=tuple(printed(sheet, cell) for cell in sheet.cells))

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(self.asked_cells(sheet), range(1, 10))

    def asked(self, clue: str) -> bool:
        return clue == EMPTY

    def shown(self, clue: str) -> str:
        return BLACK

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        for run, total in runs(sheet):
            if int(total or 0):
                yield "A run has different digits that add up to its sum.", DistinctSum(tuple(run), int(total))
            elif len(run) > 1:
                yield "A run without a sum has different digits.", AllDifferent(tuple(run))

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for (row, col), clue in sheet.clued():
            yield square((row, col), "wall")
            down, right = split_sums(clue)
            if clue != BLACK:
                yield Stroke(((col, row), (col + 1, row + 1)), "white", 0.03)
                yield Label((col + 0.3, row + 0.72), down, "white", 0.35)
                yield Label((col + 0.7, row + 0.28), right, "white", 0.35)


def printed(sheet: Sheet, cell: Place) -> str:
    """The clue without zeros that are never printed: two in one cell, or one for a run of no cells at the upper or left
    border."""
    row, col = cell
    down, right = split_sums(sheet.clue(cell))
    if sheet.clue(cell) == EMPTY:
        return EMPTY
    if 0 in cell:
        below, beside = (near in sheet and sheet.clue(near) == EMPTY for near in ((row + 1, col), (row, col + 1)))
        down = "" if down == "0" and not below else down
        right = "" if right == "0" and not beside else right
    return BLACK if down == right == "0" else join_sums(down, right)


def runs(sheet: Sheet) -> Iterator[tuple[list[Place], str]]:
    """The cells after each black cell and after the border, and their sum if there is one."""
    blacks = dict(sheet.clued())
    for step in (DOWN, RIGHT):
        edge = [(-1, col) for col in range(sheet.cols)] if step == DOWN else [(row, -1) for row in range(sheet.rows)]
        for start in [*edge, *blacks]:
            run: list[Place] = []
            for cell in sheet.ray(start, step):
                if cell in blacks:
                    break
                run.append(cell)
            down, right = split_sums(blacks.get(start, ""))
            yield run, down if step == DOWN else right

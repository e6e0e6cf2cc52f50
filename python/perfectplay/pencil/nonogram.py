"""Nonogram (Paint by Numbers).

Cells are filled or left empty. The numbers of a row, read from the left, and those of a column, read from the top, are
the lengths of its blocks of filled cells; between two blocks at least one cell is empty.
Letters: first the rows, then after ``/`` the columns; ``,`` stands between lines, and ``0`` is a line without blocks.
In an answer ``#`` is a filled cell and ``.`` an empty one.

Complexity: NP-complete, and so is finding another solution (Ueda & Nagao 1996).

>>> pp.solve(pp.load("nonogram", "2,1 1,3/3,1 1,2"))
##.|#.#|###
"""

from collections.abc import Iterator

from perfectplay.constraints import Assignment, Blocks, Constraint
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import MOST_CELLS, Clues
from perfectplay.kinds.edged import Edged, read_edged
from perfectplay.kinds.sheet import Sheet
from perfectplay.picture import Label, Shape, Stroke


class Nonogram(Shading):
    name = "Nonogram"
    aliases = ("picross", "griddlers", "hanjie", "paint by numbers")
    systems = ("S096",)
    source = "Ishida and Nishio 1987; Ueda & Nagao 1996, NP-completeness results for nonogram"
    edge = Clues(1, MOST_CELLS)
    pzpr = "nonogram"
    tile = ""
    sample = "4,3,3,2 1,6 1,6 1,8/3,3,4,4,1 3,3 3,3 1,7"

    def parse(self, text: str) -> Edged:
        return read_edged(text, self.edge)

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        assert isinstance(sheet, Edged)
        for number, (line, blocks) in enumerate(zip(sheet.lines(), sheet.strips, strict=True)):
            which = "row" if number < sheet.rows else "column"
            yield f"The numbers of a {which} are its blocks in order.", Blocks(tuple((c, "#") for c in line), blocks)

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        assert isinstance(sheet, Edged)
        for number, line in enumerate(sheet.strips):
            for back, length in enumerate(reversed(line)):
                away = -0.5 - 0.7 * back
                centre = (away, number + 0.5) if number < sheet.rows else (number - sheet.rows + 0.5, away)
                yield Label(centre, str(length))
        for at in range(5, max(sheet.rows, sheet.cols), 5):
            if at < sheet.rows:
                yield Stroke(((0, at), (sheet.cols, at)), "ink", 0.06)
            if at < sheet.cols:
                yield Stroke(((at, 0), (at, sheet.rows)), "ink", 0.06)

    def terminal(self, sheet: Sheet, answer: Assignment) -> list[str]:
        assert isinstance(sheet, Edged)
        beside = [" ".join(map(str, line)) or "0" for line in sheet.strips[: sheet.rows]]
        above = [[str(length) for length in line] or ["0"] for line in sheet.strips[sheet.rows :]]
        wide, high = max(map(len, beside)), max(map(len, above))
        cell = max(len(word) for line in above for word in line)
        heads = [[""] * (high - len(line)) + line for line in above]
        rows = [[head[level] for head in heads] for level in range(high)]
        words = self.words(sheet, answer)
        rows += [words[start : start + sheet.cols] for start in range(0, len(words), sheet.cols)]
        left = [""] * high + beside
        return [
            f"{clue:>{wide}}  {' '.join(word.rjust(cell) for word in row)}".rstrip()
            for clue, row in zip(left, rows, strict=True)
        ]

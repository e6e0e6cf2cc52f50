"""More about lines on paper: the lines that leave a cell, lines beside shaded cells, and bridges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from perfectplay.constraints import Answer, Atom, Unknown, Value
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.pencil import WAYS, Lines, Pencil, link, square
from perfectplay.kinds.sheet import EMPTY, Cell, Sheet, grid_text, read_grid
from perfectplay.picture import Disc, Label, Shape, Stroke

ROUND = "NESW"
"""The four ways, once around."""


def step(cell: Cell, way: str) -> Cell:
    row, col = WAYS[way]
    return cell[0] + row, cell[1] + col


def leaving(cell: Cell) -> dict[str, Atom]:
    """That a line leaves a cell, for each way; beyond the border there is none."""
    return {way: (link(cell, step(cell, way)), 1) for way in ROUND}


class ShadedLines(Lines):
    """Lines through some cells, and other cells that are shaded: ``#``. Cells with a clue are neither."""

    def links(self, sheet: Sheet) -> list[tuple[Cell, Cell]]:
        printed = {cell for cell, _ in sheet.clued()}
        return [(a, b) for a, b in sheet.pairs if a not in printed and b not in printed]

    def free(self, sheet: Sheet) -> list[Cell]:
        """The cells without a clue."""
        return [cell for cell, clue in zip(sheet.cells, sheet.clues, strict=True) if clue == EMPTY]

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        cells: dict[Unknown, Sequence[Value]] = dict.fromkeys(self.free(sheet), (EMPTY, "#"))
        return cells | dict.fromkeys(self.links(sheet), (0, 1))

    def write(self, sheet: Sheet, answer: Answer) -> str:
        signs = super().write(sheet, answer).replace("|", "")
        shaded = [answer.get(cell) == "#" for cell in sheet.cells]
        return grid_text(["#" if dark else sign for dark, sign in zip(shaded, signs, strict=True)], sheet.cols)

    def read_answer(self, sheet: Sheet, text: str) -> dict[Unknown, Value]:
        found = super().read_answer(sheet, text.replace("#", "·"))
        _, _, signs = read_grid(text)
        for (row, col), clue, sign in zip(sheet.cells, sheet.clues, signs, strict=True):
            if clue == EMPTY:
                found[row, col] = "#" if sign == "#" else EMPTY
            elif sign == "#":
                raise ParseError("a shaded clue", row + 1, col + 1, "shaded cells without a clue")
        return found

    def marks(self, sheet: Sheet, answer: Answer) -> Iterator[Shape]:
        yield from (square(cell, "block") for cell in sheet.cells if answer.get(cell) == "#")
        yield from super().marks(sheet, answer)


BRIDGES = {"·": 0, "─": 1, "│": 1, "═": 2, "║": 2}


class Bridges(Pencil):
    """Up to two bridges between islands in sight of each other. Text has a sign for each cell and one for the place
    between two neighbouring cells, so that it has nearly twice as many rows and columns; an island is its number."""

    def sights(self, sheet: Sheet) -> list[tuple[Cell, Cell]]:
        """Islands in sight of each other: in one row or column, with none between them."""
        found: list[tuple[Cell, Cell]] = []
        for line in sheet.lines():
            islands = [cell for cell in line if sheet.clue(cell) != EMPTY]
            found += pairwise(islands)
        return found

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(self.sights(sheet), (0, 1, 2))

    def write(self, sheet: Sheet, answer: Answer) -> str:
        width = 2 * sheet.cols - 1
        signs = ["·"] * (width * (2 * sheet.rows - 1))
        for a, b in self.sights(sheet):
            for row, col in course(a, b):
                if number := answer.get((a, b), 0):
                    signs[row * width + col] = ("─═" if a[0] == b[0] else "│║")[int(number) - 1]
        for (row, col), clue in sheet.clued():
            signs[2 * row * width + 2 * col] = clue
        return grid_text(signs, width)

    def read_answer(self, sheet: Sheet, text: str) -> dict[Unknown, Value]:
        rows, cols, signs = read_grid(text)
        if (rows, cols) != (2 * sheet.rows - 1, 2 * sheet.cols - 1):
            expected = f"{2 * sheet.rows - 1} x {2 * sheet.cols - 1}"
            raise ParseError(f"an answer of {rows} x {cols} signs", expected=expected)
        open_signs = {divmod(n, cols) for n, sign in enumerate(signs) if sign != "·"}
        open_signs -= {(2 * row, 2 * col) for (row, col), _ in sheet.clued()}
        found: dict[Unknown, Value] = {}
        for a, b in self.sights(sheet):
            lying = a[0] == b[0]
            here = {signs[row * cols + col] for row, col in course(a, b)}
            # where another bridge crosses its sign is the one that is there
            own = sorted(sign for sign in here if sign in ("─═" if lying else "│║"))
            found[a, b] = BRIDGES[own[0]] if len(own) == 1 and here <= {own[0], *("│║" if lying else "─═")} else 0
            if found[a, b]:
                open_signs -= set(course(a, b))
        for row, col in sorted(open_signs):
            sign = signs[row * cols + col]
            what = "a bridge that leads nowhere" if sign in BRIDGES else f"unexpected {quote(sign)}"
            raise ParseError(what, row + 1, col + 1, "bridges from island to island")
        return found

    def marks(self, sheet: Sheet, answer: Answer) -> Iterator[Shape]:
        for a, b in self.sights(sheet):
            shifts = {1: (0.0,), 2: (-0.1, 0.1)}.get(int(answer.get((a, b), 0)), ())
            for shift in shifts:
                right, down = (0.5, 0.5 + shift) if a[0] == b[0] else (0.5 + shift, 0.5)
                yield Stroke(((a[1] + right, a[0] + down), (b[1] + right, b[0] + down)), "accent", 0.08)

    def paper(self, sheet: Sheet) -> Iterator[Shape]:
        yield from (Disc((col + 0.5, row + 0.5), 0.03, "faint") for row, col in sheet.cells)

    def print(self, sheet: Sheet, answer: Answer) -> Iterator[Shape]:
        for (row, col), clue in sheet.clued():
            yield Disc((col + 0.5, row + 0.5), 0.4, "white")
            yield Label((col + 0.5, row + 0.5), clue, size=0.5)


def course(a: Cell, b: Cell) -> list[Cell]:
    """The signs between two islands of one row or column, the first of them left of or above the other."""
    if a[0] == b[0]:
        return [(2 * a[0], col) for col in range(2 * a[1] + 1, 2 * b[1])]
    return [(row, 2 * a[1]) for row in range(2 * a[0] + 1, 2 * b[0])]

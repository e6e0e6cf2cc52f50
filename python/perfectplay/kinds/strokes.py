"""More about lines: those that leave a cell, lines beside shaded cells, paths in colours, and bridges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, pairwise

from perfectplay.board import Place
from perfectplay.constraints import Assignment, Atom, Field, Lattice, Unknown, Value
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.clues import EMPTY
from perfectplay.kinds.lines import MOST_SIGNS, NO_LINE, Lines, cross
from perfectplay.kinds.pencil import OPEN, Pencil, middle, square
from perfectplay.kinds.sheet import Sheet, grid_text, read_grid, step
from perfectplay.picture import Disc, Label, Shape, Stroke

ROUND = "NESW"
"""The four directions, in cyclic order."""


def leaving(cell: Place) -> dict[str, Atom]:
    """That a line leaves a cell, for each direction; none crosses the border."""
    row, col = cell
    return {
        "N": (((row - 1, col), cell), 1),
        "E": ((cell, (row, col + 1)), 1),
        "S": ((cell, (row + 1, col)), 1),
        "W": (((row, col - 1), cell), 1),
    }


class ShadedLines(Lines):
    """Lines through some cells, and other cells that are shaded: ``#``. Cells with a clue are neither."""

    def links(self, sheet: Sheet) -> list[tuple[Place, Place]]:
        printed = {cell for cell, _ in sheet.clued()}
        return [(a, b) for a, b in sheet.pairs if a not in printed and b not in printed]

    def free(self, sheet: Sheet) -> list[Place]:
        """The cells without a clue."""
        return [cell for cell, clue in zip(sheet.cells, sheet.clues, strict=True) if clue == EMPTY]

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        free = [clue == EMPTY for clue in sheet.clues]
        return Field(sheet.rows, sheet.cols, (EMPTY, "#"), free) | Lattice(sheet.rows, sheet.cols, (0, 1), free)

    def sign(self, answer: Assignment, point: Place) -> str:
        shade = answer.get(point, EMPTY)
        return shade if shade == "#" else super().sign(answer, point)

    def spread(self, sheet: Sheet, answer: Assignment) -> list[str]:
        """A cell that may be shaded is open, too."""
        signs, width = super().spread(sheet, answer), 2 * sheet.cols - 1
        for row, col in self.free(sheet):
            if (row, col) not in answer:
                signs[2 * row * width + 2 * col] = OPEN
        return signs

    def read_spread(self, sheet: Sheet, signs: Mapping[Place, str]) -> dict[Unknown, Value]:
        cells = {(row, col): signs[2 * row, 2 * col] for row, col in self.free(sheet)}
        shades: dict[Unknown, Value] = {c: "#" if s == "#" else EMPTY for c, s in cells.items() if s != OPEN}
        return shades | super().read_spread(sheet, signs)

    def read_points(self, sheet: Sheet, signs: list[str]) -> dict[Unknown, Value]:
        found = super().read_points(sheet, [NO_LINE if sign == "#" else sign for sign in signs])
        for (row, col), clue, sign in zip(sheet.cells, sheet.clues, signs, strict=True):
            if clue == EMPTY:
                found[row, col] = "#" if sign == "#" else EMPTY
            elif sign == "#":
                raise ParseError("a shaded clue", row + 1, col + 1, "shaded cells without a clue")
        return found

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        yield from (square(cell, "block") for cell in sheet.cells if answer.get(cell) == "#")
        yield from super().marks(sheet, answer)


COLOURS = ("left", "right", "green", "second", "goal", "accent", "wall")


class ColouredPaths(Lines):
    """Lines that start from clues, each in a colour of its own while there are colours left."""

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        ends: dict[str, Place] = {name: cell for cell, name in sheet.clued()}
        colour: dict[Place, str] = {}
        for role, end in zip(cycle(COLOURS), ends.values(), strict=False):
            path = [end]
            for cell in path:
                colour[cell] = role
                near = [step(cell, way) for way, (line, _) in leaving(cell).items() if answer.get(line) == 1]
                path += [other for other in near if other not in colour]
        for stroke in super().marks(sheet, answer):
            assert isinstance(stroke, Stroke)
            (x, y), _ = stroke.points
            yield replace(stroke, role=colour.get((int(y), int(x)), stroke.role))

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for (row, col), _ in sheet.clued():
            yield Disc((col + 0.5, row + 0.5), 0.34, "empty")
        yield from super().print(sheet, answer)


class Bridges(Pencil):
    """Up to two bridges between islands that can see each other. Text has a sign for each cell and one for the place
    between two neighbouring cells, so that it has nearly twice as many rows and columns; an island is its number, and
    ``?`` is where bridges are left open."""

    def sights(self, sheet: Sheet) -> list[tuple[Place, Place]]:
        """Islands that can see each other: in the same row or column, with none between them."""
        found: list[tuple[Place, Place]] = []
        for line in sheet.lines():
            islands = [cell for cell in line if sheet.clue(cell) != EMPTY]
            found += pairwise(islands)
        return found

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(self.sights(sheet), (0, 1, 2))

    def write(self, sheet: Sheet, answer: Assignment) -> str:
        return grid_text(self.signs(sheet, answer), 2 * sheet.cols - 1)

    def signs(self, sheet: Sheet, answer: Assignment) -> list[str]:
        """Row by row; where bridges cross, one of them is shown."""
        width = 2 * sheet.cols - 1
        signs = [NO_LINE] * (width * (2 * sheet.rows - 1))
        for a, b in sorted(self.sights(sheet), key=lambda pair: pair in answer):  # what is open comes first
            for row, col in course(a, b) if answer.get((a, b)) != 0 else ():
                signs[row * width + col] = bridge(a, b, answer)
        for (row, col), clue in sheet.clued():
            signs[2 * row * width + 2 * col] = clue
        return signs

    def read_answer(self, sheet: Sheet, text: str) -> dict[Unknown, Value]:
        rows, cols, signs = read_grid(text, MOST_SIGNS)
        if (rows, cols) != (2 * sheet.rows - 1, 2 * sheet.cols - 1):
            expected = f"{2 * sheet.rows - 1} x {2 * sheet.cols - 1}"
            raise ParseError(f"an answer of {rows} x {cols} signs", expected=expected)
        found: dict[Unknown, Value] = {}
        for a, b in self.sights(sheet):
            # no other bridge passes the first place beside an island
            row, col = course(a, b)[0]
            sign = signs[row * cols + col]
            if sign != OPEN:
                found[a, b] = max(0, ("·─═" if a[0] == b[0] else "·│║").find(sign))
        may: dict[Place, set[str]] = {}
        for a, b in self.sights(sheet):
            for place in course(a, b) if found.get((a, b)) != 0 else ():
                may.setdefault(place, set()).add(bridge(a, b, found))
        islands = {(2 * row, 2 * col) for (row, col), _ in sheet.clued()}
        for n, sign in enumerate(signs):
            if divmod(n, cols) not in islands and sign not in may.get(divmod(n, cols), NO_LINE):
                what = "a bridge that leads nowhere" if sign in "·─═│║" else f"unexpected {quote(sign)}"
                raise ParseError(what, n // cols + 1, n % cols + 1, "bridges from island to island")
        return found

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for a, b in self.sights(sheet):
            shifts = {1: (0.0,), 2: (-0.1, 0.1)}.get(int(answer.get((a, b), 0)), ())
            for shift in shifts:
                right, down = (0.5, 0.5 + shift) if a[0] == b[0] else (0.5 + shift, 0.5)
                yield Stroke(((a[1] + right, a[0] + down), (b[1] + right, b[0] + down)), "accent", 0.08)

    def openings(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for a, b in self.sights(sheet) if answer else ():
            if (a, b) not in answer:
                yield Stroke((middle(a), middle(b)), "faint", 0.05, dashed=True)

    def denials(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for a, b in self.sights(sheet):
            if answer.get((a, b)) == 0:
                yield from cross((middle(a), middle(b)))

    def paper(self, sheet: Sheet) -> Iterator[Shape]:
        yield from (Disc((col + 0.5, row + 0.5), 0.03, "faint") for row, col in sheet.cells)

    def borders(self, sheet: Sheet) -> Iterator[Shape]:
        return iter(())

    def terminal(self, sheet: Sheet, answer: Assignment) -> list[str]:
        signs, width = self.signs(sheet, answer or dict.fromkeys(self.sights(sheet), 0)), 2 * sheet.cols - 1
        for n, sign in enumerate(signs):
            if sign == NO_LINE and (n // width % 2 or n % width % 2):
                signs[n] = " "
        return ["".join(signs[start : start + width]).rstrip() for start in range(0, len(signs), width)]

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for (row, col), clue in sheet.clued():
            yield Disc((col + 0.5, row + 0.5), 0.4, "white")
            yield Label((col + 0.5, row + 0.5), clue, size=0.5)


def bridge(a: Place, b: Place, answer: Assignment) -> str:
    """The sign for what is between two islands."""
    number = answer.get((a, b))
    return OPEN if number is None else ("·─═" if a[0] == b[0] else "·│║")[int(number)]


def course(a: Place, b: Place) -> list[Place]:
    """The signs between two islands of one row or column, the first of them left of or above the other."""
    if a[0] == b[0]:
        return [(2 * a[0], col) for col in range(2 * a[1] + 1, 2 * b[1])]
    return [(row, 2 * a[1]) for row in range(2 * a[0] + 1, 2 * b[0])]

"""Lines between neighbouring points: through cells, or along their sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from perfectplay.board import Place
from perfectplay.constraints import Assignment, Lattice, Unknown, Value
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.clues import EMPTY, MOST_CELLS
from perfectplay.kinds.pencil import OPEN, SIGN, TURNS, Pencil
from perfectplay.kinds.sheet import WAYS, Sheet, grid_text, read_grid, step
from perfectplay.picture import Disc, Point, Shape, Stroke

NO_LINE = "·"
MOST_SIGNS = 4 * MOST_CELLS
"""Corners, and places between points, outnumber cells."""


class Lines(Pencil):
    """A puzzle on paper in which lines are drawn between neighbouring points. A class needs:

        clues = Clues(0, 4)         what may be printed in a cell (:class:`perfectplay.kinds.clues.Clues`)
        rules(self, sheet)          yields pairs of a sentence and a constraint (:mod:`perfectplay.constraints`)
        corners = True              the points are corners of cells; left out: the cells themselves

    ``links(sheet)`` are the unknowns, pairs of points (:func:`link`), and the atom ``(line, 1)`` says that a line is
    drawn. An answer has one sign for each point, which shows in which directions lines leave it. If something is left
    open, it also has a sign for each place between points and nearly twice as many rows and columns: ``─`` or ``│`` is
    a line there, ``·`` is none, and ``?`` is open.

    >>> from perfectplay.constraints import SingleLoop
    >>> class Round(Lines):
    ...     def rules(self, sheet):
    ...         links = {line: (line, 1) for line in self.links(sheet)}
    ...         yield "The lines form one closed loop.", SingleLoop(links, ())
    >>> pp.count(Round().load("2x3")), pp.solve(Round().load("2x2"))
    (3, ┌┐|└┘)
    """

    corners: ClassVar[bool] = False
    """Between corners, not between the middles of cells."""

    def points(self, sheet: Sheet) -> Sheet:
        """The points as a sheet of their own."""
        if not self.corners:
            return sheet
        return Sheet(sheet.rows + 1, sheet.cols + 1, (EMPTY,) * ((sheet.rows + 1) * (sheet.cols + 1)))

    def links(self, sheet: Sheet) -> list[tuple[Place, Place]]:
        """Between which points a line may be drawn."""
        return self.points(sheet).pairs

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return Lattice(sheet.rows + self.corners, sheet.cols + self.corners, (0, 1))

    def sign(self, answer: Assignment, point: Place) -> str:
        """What stands for a point."""
        return SIGN[frozenset(way for way in WAYS if answer.get(link(point, step(point, way))) == 1)]

    def write(self, sheet: Sheet, answer: Assignment) -> str:
        points = self.points(sheet)
        if all(unknown in answer for unknown in self.unknowns(sheet)):
            return grid_text([self.sign(answer, point) for point in points.cells], points.cols)
        return grid_text(self.spread(sheet, answer), 2 * points.cols - 1)

    def spread(self, sheet: Sheet, answer: Assignment) -> list[str]:
        """A sign for each point and for each place between points, row by row."""
        points = self.points(sheet)
        between = {(2 * row, 2 * col): self.sign(answer, (row, col)) for row, col in points.cells}
        for a, b in self.links(sheet):
            drawn = answer.get((a, b), OPEN)
            line = "─" if a[0] == b[0] else "│"
            between[a[0] + b[0], a[1] + b[1]] = line if drawn == 1 else OPEN if drawn == OPEN else NO_LINE
        places = [(row, col) for row in range(2 * points.rows - 1) for col in range(2 * points.cols - 1)]
        return [between.get(place, NO_LINE) for place in places]

    def read_answer(self, sheet: Sheet, text: str) -> dict[Unknown, Value]:
        points = self.points(sheet)
        rows, cols, signs = read_grid(text, MOST_SIGNS)
        if (rows, cols) == (points.rows, points.cols):
            return self.read_points(sheet, signs)
        if (rows, cols) != (2 * points.rows - 1, 2 * points.cols - 1):
            raise ParseError(f"an answer of {rows} x {cols} signs", expected=f"{points.rows} x {points.cols}")
        found = self.read_spread(sheet, {divmod(n, cols): sign for n, sign in enumerate(signs)})
        for n, (sign, right) in enumerate(zip(signs, self.spread(sheet, found), strict=True)):
            if sign != right:
                raise ParseError(f"unexpected {quote(sign)}", n // cols + 1, n % cols + 1, f"{right}, as the lines go")
        return found

    def read_spread(self, sheet: Sheet, signs: Mapping[Place, str]) -> dict[Unknown, Value]:
        """What the signs say, if they are those that :meth:`spread` would write."""
        lines = {(a, b): signs[a[0] + b[0], a[1] + b[1]] for a, b in self.links(sheet)}
        return {line: int(sign in "─│") for line, sign in lines.items() if sign != OPEN}

    def read_points(self, sheet: Sheet, signs: list[str]) -> dict[Unknown, Value]:
        known = self.unknowns(sheet)
        found: dict[Unknown, Value] = dict.fromkeys(self.links(sheet), 0)
        for (row, col), sign in zip(self.points(sheet).cells, signs, strict=True):
            if sign not in TURNS:
                raise ParseError(f"unexpected {quote(sign)}", row + 1, col + 1, f"one of {''.join(TURNS)}")
            for way in TURNS[sign]:
                line = link((row, col), step((row, col), way))
                if line not in known:
                    raise ParseError("a line that leads nowhere", row + 1, col + 1, "lines between points")
                found[line] = 1
        return found

    def terminal(self, sheet: Sheet, answer: Assignment) -> list[str]:
        points, signs = self.points(sheet), iter(self.spread(sheet, answer or dict.fromkeys(self.unknowns(sheet), 0)))
        width = 1 if self.corners else max(map(len, sheet.clues))
        shown = []
        for row in range(2 * points.rows - 1):
            line = ""
            for col in range(2 * points.cols - 1):
                sign, cell = next(signs), (row // 2, col // 2)
                clued = cell in sheet and sheet.clue(cell) != EMPTY and row % 2 == col % 2 == self.corners
                word = sheet.clue(cell) if clued else " " if sign == NO_LINE and (row % 2 or col % 2) else sign
                # a line to the right goes on from the sign to the next place
                line += word.ljust(width, "─" if sign in "─└┌├┬┴┼╶" else " ") if col % 2 == 0 else word
            shown.append(line.rstrip())
        return shown

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for line in self.links(sheet):
            if answer.get(line) == 1:
                yield Stroke(self.ends(line), "accent", 0.12)

    def openings(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        yield from super().openings(sheet, answer)
        for line in self.links(sheet) if answer else ():
            if line not in answer:
                yield Stroke(self.ends(line), "faint", 0.05, dashed=True)

    def denials(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """With a cross where no line goes."""
        yield from super().denials(sheet, answer)
        for line in self.links(sheet):
            if answer.get(line) == 0:
                yield from cross(self.ends(line))

    def ends(self, line: tuple[Place, Place]) -> tuple[Point, Point]:
        """Where a line is drawn."""
        shift = 0.0 if self.corners else 0.5
        (a, b), (c, d) = line
        return (b + shift, a + shift), (d + shift, c + shift)

    def spots(self, sheet: Sheet) -> Mapping[Unknown, Shape]:
        return {**super().spots(sheet), **{line: Stroke(self.ends(line), "faint") for line in self.links(sheet)}}

    def paper(self, sheet: Sheet) -> Iterator[Shape]:
        if not self.corners:
            yield from super().paper(sheet)
            return
        yield from (Disc((col, row), 0.05, "ink") for row, col in self.points(sheet).cells)

    def borders(self, sheet: Sheet) -> Iterator[Shape]:
        return iter(()) if self.corners else super().borders(sheet)


def cross(ends: tuple[Point, Point]) -> Iterator[Shape]:
    """In the middle between two points."""
    x, y = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
    for side in (0.08, -0.08):
        yield Stroke(((x - 0.08, y - side), (x + 0.08, y + side)), "faint", 0.04)


def link(a: Place, b: Place) -> tuple[Place, Place]:
    """The line between two points."""
    return (a, b) if a < b else (b, a)

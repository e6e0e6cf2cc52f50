"""Pencil puzzles: what is printed, what is asked for, and rules as sentences with constraints.

A puzzle file says which unknowns there are and yields its rules as pairs of an English sentence and a constraint. The
sentence is documentation, error message and the name of a test. What answers look like on paper is a matter of the
family: shaded cells, numbers in cells, lines through cells, or fences around them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, ClassVar, Self

from perfectplay.board import Place
from perfectplay.constraints import Assignment, Unknown, Value
from perfectplay.errors import ParseError, quote
from perfectplay.formats import LONGEST, form_of, read_filled, read_foreign
from perfectplay.formats.rows import text_of
from perfectplay.kinds.sheet import EMPTY, MOST_CELLS, UNKNOWN, Sheet, grid_text, read_grid, read_sheet
from perfectplay.picture import Disc, Label, Picture, Polygon, Shape, Stroke
from perfectplay.position import Filled, Position
from perfectplay.system import Posed

OPEN = "?"
"""What an answer leaves open."""


class Pencil(Posed):
    """A puzzle on paper. States are sheets."""

    kind: ClassVar[str] = "pencil"
    longest: ClassVar[int] = LONGEST
    clue: ClassVar[str] = ""
    """A regular expression for what may be printed in a cell."""
    divided: ClassVar[bool] = False
    """Are there regions?"""
    pzpr: ClassVar[str] = ""
    """The type's name in addresses of puzz.link and in files of pzpr; empty if it has none."""

    # Each family ------------------------------------------------------------------------------------------------

    @abstractmethod
    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """What the pencil adds."""

    # Shared -----------------------------------------------------------------------------------------------------

    def load(self, source: object) -> Position:
        """From a text form, or from a format of others."""
        if not self.pzpr or not isinstance(source, str):
            return super().load(source)
        form = form_of(source)
        if form in ("", "rows"):
            return super().load(text_of(source) if form else source)
        try:
            _, sheet, options = read_foreign(source, self.pzpr)
            system = self.told(options)
            return Position(system, system.from_pzpr(sheet))
        except ParseError as error:
            raise error.within(self.title) from None

    def filled(self, position: Position, answer: object) -> Filled:
        """Also from a format of others."""
        if isinstance(answer, str) and self.pzpr and form_of(answer) in ("pzprv3", "url"):
            return Filled(position, read_filled(answer, position))
        return super().filled(position, answer)

    def told(self, options: Mapping[str, Any]) -> Self:
        """With the options that a source settles, unless they were set to something else."""
        for name, value in options.items():
            if self.settings[name] not in (value, self.all_options()[name]):
                raise ParseError(f"option {name}={self.settings[name]!r}", expected=f"{value!r}, as it is given there")
        return self.with_options(**options) if options else self

    def from_pzpr(self, sheet: Sheet) -> Sheet:
        """The sheet as this puzzle has it; its clues are looked at again."""
        return self.parse(sheet.text())

    def to_pzpr(self, sheet: Sheet) -> Sheet:
        """The sheet as those formats have it; :meth:`from_pzpr` is its inverse."""
        return sheet

    def parse(self, text: str) -> Sheet:
        return read_sheet(text, self.clue, self.divided)

    def text(self, state: Sheet) -> str:
        return state.text()

    def picture(self, state: Sheet) -> Picture:
        return self.draw(state, {})

    def draw(self, sheet: Sheet, answer: Assignment) -> Picture:
        pencil = [*self.marks(sheet, answer), *self.open_cells(sheet, answer)]
        shapes = [*self.paper(sheet), *pencil, *self.borders(sheet), *self.print(sheet, answer)]
        return Picture(tuple(shapes), tuple(self.terminal(sheet, answer)), self.name)

    def open_cells(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """Cells that an answer leaves open, if it is about any; beside a clue the sign is in the corner."""
        left = set(self.unknowns(sheet)).difference(answer) if answer else ()
        for (row, col), clue in zip(sheet.cells, sheet.clues, strict=True):
            if (row, col) in left and clue == EMPTY:
                yield Label((col + 0.5, row + 0.5), OPEN, "faint", 0.4)
            elif (row, col) in left:
                yield Label((col + 0.83, row + 0.22), OPEN, "faint", 0.3)

    def terminal(self, sheet: Sheet, answer: Assignment) -> list[str]:
        """The same for a terminal."""
        apart = {pair for pair in sheet.pairs if self.apart(sheet, answer, pair)}
        return table(sheet, self.words(sheet, answer), apart)

    def words(self, sheet: Sheet, answer: Assignment) -> list[str]:
        """What a terminal shows in each cell: what the pencil wrote there, or else the clue."""
        unknowns = self.unknowns(sheet) if answer else {}
        values = [str(answer.get(cell, OPEN if cell in unknowns else EMPTY)) for cell in sheet.cells]
        return [clue if value == EMPTY else value for value, clue in zip(values, sheet.clues, strict=True)]

    def apart(self, sheet: Sheet, answer: Assignment, pair: tuple[Place, Place]) -> bool:
        """Is there a border between two neighbouring cells?"""
        return bool(sheet.regions) and sheet.region(pair[0]) != sheet.region(pair[1])

    def paper(self, sheet: Sheet) -> Iterator[Shape]:
        """The cells."""
        yield from (square(cell, "empty") for cell in sheet.cells)

    def borders(self, sheet: Sheet) -> Iterator[Shape]:
        """Around the sheet and between regions."""
        yield Stroke(((0, 0), (sheet.cols, 0), (sheet.cols, sheet.rows), (0, sheet.rows), (0, 0)), "ink", 0.1)
        for pair in sheet.pairs:
            if self.apart(sheet, {}, pair):
                yield Stroke(border(*pair), "ink", 0.1)

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """The clues."""
        for (row, col), clue in sheet.clued():
            yield Label((col + 0.5, row + 0.5), clue, size=0.6 if len(clue) < 3 else 0.4)


def table(sheet: Sheet, words: list[str], apart: Set[tuple[Place, Place]]) -> list[str]:
    """The words in columns; with a frame and borders between cells if some of them are apart."""
    width = max(map(len, words))
    rows = [words[start : start + sheet.cols] for start in range(0, len(words), sheet.cols)]
    if not apart:
        return [" ".join(word.rjust(width) for word in row).rstrip() for row in rows]

    def wall(a: Place, b: Place) -> bool:
        return (a in sheet) != (b in sheet) or (a, b) in apart

    shown = []
    for row in range(sheet.rows + 1):
        line = ""
        for col in range(sheet.cols + 1):
            # of the four cells around this corner
            one, two, three, four = (row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)
            ways = zip("NSWE", (wall(one, two), wall(three, four), wall(one, three), wall(two, four)), strict=True)
            sign = frozenset(way for way, there in ways if there)
            line += (SIGN[sign] if sign else " ") + ("─" if "E" in sign else " ") * width
        if "─" in line:
            shown.append(line.rstrip())
        if row < sheet.rows:
            bars = ["│" if wall((row, col - 1), (row, col)) else " " for col in range(sheet.cols)]
            shown.append("".join(bar + word.rjust(width) for bar, word in zip(bars, rows[row], strict=True)) + "│")
    return shown


def square(cell: Place, role: str) -> Polygon:
    row, col = cell
    return Polygon(((col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)), role)


def border(a: Place, b: Place) -> tuple[tuple[float, float], tuple[float, float]]:
    """The side that two cells share."""
    row, col = max(a, b)
    return ((col, row), (col + 1, row)) if a[1] == b[1] else ((col, row), (col, row + 1))


class Shading(Pencil):
    """Some cells are shaded: ``#``, all others are ``.``"""

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(sheet.cells, (EMPTY, "#"))

    def write(self, sheet: Sheet, answer: Assignment) -> str:
        return grid_text([str(answer.get(cell, OPEN)) for cell in sheet.cells], sheet.cols)

    def read_answer(self, sheet: Sheet, text: str) -> dict[Unknown, Value]:
        return read_cells(sheet, text, self.unknowns(sheet))

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for cell in sheet.cells:
            if answer.get(cell) == "#":
                yield square(cell, "block")


class Numbers(Pencil):
    """Each cell gets a number; given numbers stay, and one that is not told is filled in like none."""

    def write(self, sheet: Sheet, answer: Assignment) -> str:
        return grid_text([str(answer.get(cell, OPEN)) for cell in sheet.cells], sheet.cols)

    def read_answer(self, sheet: Sheet, text: str) -> dict[Unknown, Value]:
        return read_cells(sheet, text, self.unknowns(sheet))

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for (row, col), clue in zip(sheet.cells, sheet.clues, strict=True):
            if clue in (EMPTY, UNKNOWN) and (row, col) in answer:
                yield Label((col + 0.5, row + 0.5), str(answer[row, col]), "left", 0.6)

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """A number takes the place of a question mark."""
        filled = tuple(
            EMPTY if clue == UNKNOWN and cell in answer else clue
            for cell, clue in zip(sheet.cells, sheet.clues, strict=True)
        )
        yield from super().print(replace(sheet, clues=filled), answer)


def read_cells(sheet: Sheet, text: str, domains: Mapping[Unknown, Sequence[Value]]) -> dict[Unknown, Value]:
    """A value for each cell, in the form of a sheet; ``?`` is a cell that is left open."""
    rows, cols, words = read_grid(text)
    if (rows, cols) != (sheet.rows, sheet.cols):
        raise ParseError(f"an answer of {rows} x {cols} cells", expected=f"{sheet.rows} x {sheet.cols}")
    found: dict[Unknown, Value] = {}
    for cell, word in zip(sheet.cells, words, strict=True):
        values = {str(value): value for value in domains.get(cell, ())}
        if word in values:
            found[cell] = values[word]
        elif word != OPEN and cell in domains:
            row, col = cell
            raise ParseError(f"unexpected {quote(word)}", row + 1, col + 1, f"one of {', '.join(values)} or ?")
    return found


TURNS = {
    "·": "",
    "╵": "N",
    "╷": "S",
    "╴": "W",
    "╶": "E",
    "│": "NS",
    "─": "WE",
    "└": "NE",
    "┘": "NW",
    "┌": "SE",
    "┐": "SW",
}
TURNS |= {"├": "NSE", "┤": "NSW", "┬": "SWE", "┴": "NWE", "┼": "NSWE"}
SIGN = {frozenset(ways): sign for sign, ways in TURNS.items()}
WAYS = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}


NO_LINE = "·"
MOST_SIGNS = 4 * MOST_CELLS
"""Corners, and places between points, are more than cells."""


class Lines(Pencil):
    """Lines are drawn between neighbouring points: cells, or the corners of cells. Text has one sign for each point,
    which shows where lines leave it. If something is left open, text also has a sign for each place between points and
    nearly twice as many rows and columns: ``─`` or ``│`` is a line there, ``·`` is none, and ``?`` is open."""

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

    def sides(self, sheet: Sheet) -> dict[tuple[Place, Place], tuple[Place | None, Place | None]]:
        """The faces on both sides of each line between neighbours, by the first point of their four; None outside."""
        points = self.points(sheet)
        found: dict[tuple[Place, Place], tuple[Place | None, Place | None]] = {}
        for a, b in points.pairs:
            row, col = a
            before = (row - 1, col) if a[0] == b[0] else (row, col - 1)
            faces = [(r, c) if 0 <= r < points.rows - 1 and 0 <= c < points.cols - 1 else None for r, c in (before, a)]
            found[a, b] = (faces[0], faces[1])
        return found

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(self.links(sheet), (0, 1))

    def sign(self, answer: Assignment, point: Place) -> str:
        """What stands for a point."""
        row, col = point
        return SIGN[frozenset(w for w, (r, c) in WAYS.items() if answer.get(link(point, (row + r, col + c))) == 1)]

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
        """What the signs say, as long as they are those that :meth:`spread` would write."""
        lines = {(a, b): signs[a[0] + b[0], a[1] + b[1]] for a, b in self.links(sheet)}
        return {line: int(sign in "─│") for line, sign in lines.items() if sign != OPEN}

    def read_points(self, sheet: Sheet, signs: list[str]) -> dict[Unknown, Value]:
        known = self.unknowns(sheet)
        found: dict[Unknown, Value] = dict.fromkeys(self.links(sheet), 0)
        for (row, col), sign in zip(self.points(sheet).cells, signs, strict=True):
            if sign not in TURNS:
                raise ParseError(f"unexpected {quote(sign)}", row + 1, col + 1, f"one of {''.join(TURNS)}")
            for way in TURNS[sign]:
                r, c = WAYS[way]
                line = link((row, col), (row + r, col + c))
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
        shift = 0.0 if self.corners else 0.5
        for (a, b), drawn in ((line, answer.get(line)) for line in self.links(sheet)):
            if drawn == 1:
                yield Stroke(((a[1] + shift, a[0] + shift), (b[1] + shift, b[0] + shift)), "accent", 0.12)
            elif drawn is None and answer:
                yield Stroke(((a[1] + shift, a[0] + shift), (b[1] + shift, b[0] + shift)), "faint", 0.05, dashed=True)

    def paper(self, sheet: Sheet) -> Iterator[Shape]:
        if not self.corners:
            yield from super().paper(sheet)
            return
        yield from (Disc((col, row), 0.05, "ink") for row, col in self.points(sheet).cells)

    def borders(self, sheet: Sheet) -> Iterator[Shape]:
        return iter(()) if self.corners else super().borders(sheet)


def link(a: Place, b: Place) -> tuple[Place, Place]:
    """The line between two points."""
    return (a, b) if a < b else (b, a)

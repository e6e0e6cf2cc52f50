"""Pencil puzzles: what is printed, what is asked for, and rules as sentences with constraints.

A puzzle file says which unknowns there are and yields its rules as pairs of an English sentence and a constraint. The
sentence is documentation, error message and the name of a test. What answers look like on paper depends on the family:
values of cells (``cells.py``), lines (``lines.py``, ``strokes.py``), numbers at the edge (``edged.py``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from perfectplay.board import Place
from perfectplay.constraints import Assignment, Unknown
from perfectplay.errors import ParseError, RulesError, shown
from perfectplay.formats import LONGEST, form_of, read_filled, read_foreign, write_pzpr
from perfectplay.formats.rows import text_of
from perfectplay.kinds.clues import EMPTY, Clues
from perfectplay.kinds.sheet import Sheet, read_sheet
from perfectplay.mistakes import in_one_line
from perfectplay.picture import Disc, Label, Picture, Point, Polygon, Shape, Stroke
from perfectplay.position import Filled, Position
from perfectplay.records import replace
from perfectplay.system import Posed

if TYPE_CHECKING:
    from perfectplay.editing import Editing

OPEN = "?"
"""What an answer leaves open."""


class Pencil(Posed):
    """A puzzle on paper. States are sheets."""

    kind: ClassVar[str] = "pencil"
    lists: ClassVar[str] = "rows"
    tile: ClassVar[str] = "."
    longest: ClassVar[int] = LONGEST
    clues: ClassVar[Clues] = Clues()
    """What may be printed in a cell."""
    edge: ClassVar[Clues] = Clues()
    """What may be printed beside a row or column."""
    divided: ClassVar[bool] = False
    """Are there regions?"""
    pzpr: ClassVar[str] = ""
    """The type's name in addresses of puzz.link and in files of pzpr; empty if it has none."""

    # Each family ------------------------------------------------------------------------------------------------

    @abstractmethod
    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """What the pencil adds."""

    # Shared -----------------------------------------------------------------------------------------------------

    @in_one_line
    def load(self, source: object) -> Position:
        """From a text form, or from a format of another program."""
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
        """Also from a format of another program."""
        if isinstance(answer, str) and self.pzpr and form_of(answer) in ("pzprv3", "url"):
            return Filled(position, read_filled(answer, position))
        return super().filled(position, answer)

    def told(self, options: Mapping[str, Any]) -> Self:
        """With the options that a source determines, unless they were set to something else."""
        for name, value in options.items():
            if self.settings[name] not in (value, self.all_options()[name]):
                raise ParseError(f"option {name}={self.settings[name]!r}", expected=f"{value!r}, as it is given there")
        return self.with_options(**options) if options else self

    @property
    def forms(self) -> tuple[str, ...]:
        return ("url", "pzprv3") if self.pzpr else ()

    def exported(self, state: Any, form: str, answer: Assignment | None = None) -> str:
        return write_pzpr(self, state, form, answer)

    def from_pzpr(self, sheet: Sheet) -> Sheet:
        """The sheet in the form of this puzzle; its clues are checked again."""
        return self.parse(sheet.text())

    def to_pzpr(self, sheet: Sheet) -> Sheet:
        """The sheet in the form of those formats; :meth:`from_pzpr` is its inverse."""
        return sheet

    def parse(self, text: str) -> Sheet:
        if not isinstance(self.clues, Clues):
            expected = "expected what may be printed in a cell, such as Clues(0, 9) from perfectplay.kinds.clues"
            raise RulesError(f"{self.title}: clues = {shown(self.clues)} ({expected})")
        return read_sheet(text, self.clues, self.divided)

    def has_place(self, state: Sheet, unknown: Unknown) -> bool:
        """Cells whose clue stays may be named like all others."""
        is_cell = isinstance(unknown, tuple) and len(unknown) == 2 and all(isinstance(each, int) for each in unknown)
        return (is_cell and unknown in state) or super().has_place(state, unknown)

    def text(self, state: Sheet) -> str:
        return state.text()

    def editing(self, state: Sheet) -> Editing | None:
        """Clues are put into cells; regions and numbers at the edge are edited as text."""
        from perfectplay.editing import MOST_LISTED, Editing, replaced

        letters = self.clues.letters_listed(MOST_LISTED)
        if len(letters) == 1 and not self.clues.numbered:
            return None

        def put(letters: Mapping[int, str]) -> str:
            clues = {place: self.clues.read(letter) if letter else EMPTY for place, letter in letters.items()}
            return self.text(replace(state, clues=tuple(replaced(state.clues, clues))))

        places = tuple((f"row {row + 1}, column {col + 1}", square((row, col), "empty")) for row, col in state.cells)
        return Editing(letters, places, put, typed=self.clues.numbered)

    def picture(self, state: Sheet) -> Picture:
        return self.draw(state, {})

    def draw(self, sheet: Sheet, answer: Assignment) -> Picture:
        return self._drawn(sheet, answer, self.openings(sheet, answer))

    def sketch(self, sheet: Sheet, answer: Assignment) -> Picture:
        return self._drawn(sheet, answer, self.denials(sheet, answer))

    def _drawn(self, sheet: Sheet, answer: Assignment, more: Iterable[Shape]) -> Picture:
        pencil = [*self.marks(sheet, answer), *more]
        shapes = [*self.paper(sheet), *pencil, *self.borders(sheet), *self.print(sheet, answer)]
        return Picture(tuple(shapes), tuple(self.terminal(sheet, answer)), self.name)

    def spots(self, sheet: Sheet) -> Mapping[Unknown, Shape]:
        """Cells are squares; what is between two cells is a stroke from middle to middle."""
        places: dict[Unknown, Shape] = {}
        for unknown in self.writable(sheet):
            first, second = cast(tuple[Any, Any], unknown)
            if isinstance(first, int):
                places[unknown] = square((first, second), "empty")
            else:
                places[unknown] = Stroke((middle(first), middle(second)), "faint")
        return places

    def denials(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """What was ruled out while somebody fills it in: a dot in a cell; beside a clue it is in the corner."""
        for (row, col), clue in zip(sheet.cells, sheet.clues, strict=True):
            if answer.get((row, col)) == EMPTY:
                yield Disc((col + 0.5, row + 0.5) if clue == EMPTY else (col + 0.84, row + 0.16), 0.08, "faint")

    def openings(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """Cells that an answer leaves open, if there is an answer; beside a clue the sign is in the corner."""
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


def table(sheet: Sheet, words: list[str], apart: Set[tuple[Place, Place]]) -> list[str]:
    """The words in columns; with a frame and borders between cells if there are regions."""
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


def middle(cell: Place) -> Point:
    return cell[1] + 0.5, cell[0] + 0.5


def border(a: Place, b: Place) -> tuple[tuple[float, float], tuple[float, float]]:
    """The side that two cells share."""
    row, col = max(a, b)
    return ((col, row), (col + 1, row)) if a[1] == b[1] else ((col, row), (col, row + 1))

"""Grids of squares, hexagons and triangles, written as rows of letters.

Rows are separated by a line end, `|` or `/` on input and by `|` in the canonical form (`/` separates only where it is
not itself a letter). A place is (row, column) from the top left, both counted from 0; its name is the column in letters
and the row counted from 1: a1, b1, … z1, aa1. Squares and triangles fill a rectangular array; the triangle at (row,
column) points up iff row + column is even. Hexagons use doubled columns: one space between symbols and every other row
shifted by one, so that (row, x) has the neighbours (row, x ± 2) and (row ± 1, x ± 1), as the text shows.

Symmetries: each linear map of the lattice (8 for squares, 12 for hexagons and triangles) has at most one translation
that can map the cells back onto themselves, the one that aligns the least points in lexicographic order.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

from perfectplay.board.directions import (
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    Alphabet,
    Board,
    Cell,
    Direction,
    Letters,
)
from perfectplay.errors import ParseError, quote

Place: TypeAlias = tuple[int, int]
LinearMap: TypeAlias = tuple[int, int, int, int]
_A = TypeVar("_A", bound="_Array")

MOST_PLACES = 4096
MOST_CHARACTERS = 65536

_SQUARE_MAPS: tuple[LinearMap, ...] = tuple(
    entries for a in (1, -1) for d in (1, -1) for entries in ((a, 0, 0, d), (0, a, d, 0))
)
# Hexagons in axial coordinates (q, r) with s = -q - r: permute q, r, s and perhaps change all signs.
_AXES = ((1, 0), (0, 1), (-1, -1))
_HEX_MAPS: tuple[LinearMap, ...] = tuple(
    (sign * a, sign * b, sign * c, sign * d) for sign in (1, -1) for a, b in _AXES for c, d in _AXES if (a, b) != (c, d)
)


def column_letters(column: int) -> str:
    """0 is a, 25 is z, 26 is aa.

    >>> [column_letters(column) for column in (0, 25, 26, 701, 702)]
    ['a', 'z', 'aa', 'zz', 'aaa']
    """
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def rows_of_words(text: str, most: int) -> list[list[str]]:
    """The words of each row of a table, the same number in each, and at most ``most`` in all.

    >>> rows_of_words("1 2|3 10", 4)
    [['1', '2'], ['3', '10']]
    """
    rows = [re.split(r"[\s,]+", row.strip()) for row in re.split(r"[|/\n]", text.strip())]
    width = len(rows[0])
    if len(rows) * width > most:
        raise ParseError(f"{len(rows)} x {width} cells", expected=f"at most {most}")
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise ParseError(f"row {number} has {len(row)} cells, expected {width}", number)
    return rows


def _column_number(letters: str) -> int:
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column - 1


def _rows(text: str, alphabet: Alphabet) -> list[str]:
    """The rows of a text without outer blank lines; the length is checked before anything else."""
    if not isinstance(text, str):
        raise ParseError(f"cannot read a board from {quote(type(text).__name__)}", expected="text")
    if len(text) > MOST_CHARACTERS:
        raise ParseError(f"the board has {len(text)} characters", expected=f"at most {MOST_CHARACTERS}")
    lines = text.replace("\r\n", "\n").split("\n")
    space = alphabet.read(" ")
    margin = " " if space is None or space[0] is None else ""  # where a space is a cell, a line of spaces is a row
    filled = [number for number, line in enumerate(lines) if line.strip(margin)]
    if not filled:
        raise ParseError("empty board")
    lines = lines[filled[0] : filled[-1] + 1]
    slash = alphabet.read("/") is None
    return [row for line in lines for row in re.split(r"[|/]" if slash else r"\|", line)]


class Lattice(Board):
    """What grids of all three shapes have in common."""

    rows: int
    cols: int
    cells: tuple[Place, ...]
    voids: Mapping[Place, str]
    """The places that are written but are not cells, each with its letter."""
    alphabet: Alphabet

    directions: ClassVar[tuple[Direction, ...]]
    """The directions of the neighbours."""
    offsets: ClassVar[Mapping[Direction, Place]]
    """All directions in which one can step."""
    _maps: ClassVar[tuple[LinearMap, ...]]
    _period: ClassVar[int] = 1

    @abstractmethod
    def _point(self, place: Place) -> tuple[int, int]:
        """The place in coordinates on which `_maps` act linearly, each a symmetry of the whole lattice."""

    @abstractmethod
    def lines(self, state: str) -> tuple[str, ...]:
        """The rows of the text."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str, letters: Letters | None) -> tuple[Self, str]:
        """Read a board and a state; `letters` says what each letter means."""

    @classmethod
    def laid_out(cls, rows: Iterable[str]) -> str:
        """The text of a board that has these rows of letters, all of the same length."""
        return "|".join(rows)

    def _fix_lattice(
        self,
        cells: Iterable[Place],
        voids: Mapping[Place, str],
        marks: Mapping[str, Iterable[Cell]] | None,
        alphabet: Alphabet,
    ) -> None:
        ordered = tuple(sorted(cells))
        if len(ordered) + len(voids) > MOST_PLACES:
            raise ParseError(f"the board has {len(ordered) + len(voids)} places", expected=f"at most {MOST_PLACES}")
        for letter in set(voids.values()):
            if alphabet.read(letter) != (None, ""):
                raise ParseError(f"letter {quote(letter)} does not stand for a void place")
        self._fix(voids=MappingProxyType(dict(sorted(voids.items()))), alphabet=alphabet)
        self._fix_cells(ordered, marks)

    @property
    def _identity(self) -> tuple[Hashable, ...]:
        marks = frozenset(self.marks.items())
        return self.rows, self.cols, self.cells, tuple(self.voids.items()), marks, self.alphabet

    @property
    def _letters(self) -> Letters | None:
        return dict(self.alphabet.meanings) or None

    def _place(self, cell: Cell) -> Place:
        return self.cells[self.index[cell]]

    def name(self, cell: Cell) -> str:
        row, col = self._place(cell)
        return f"{column_letters(col)}{row + 1}"

    def cell(self, name: str) -> Place:
        match = re.fullmatch(r"([a-z]{1,4})([1-9][0-9]{0,4})", name.lower(), re.ASCII)
        place = (int(match[2]) - 1, _column_number(match[1])) if match else None
        if place is None or place not in self.index:
            raise ParseError(f"no cell is called {quote(name)}", expected="column letters and a row number, such as a1")
        return place

    def step(self, cell: Cell, direction: Direction) -> Place | None:
        """The next cell in that direction, or None where the board ends."""
        row, col = self._place(cell)
        try:
            down, right = self.offsets[direction]
        except KeyError:
            known = ", ".join(known.name.lower() for known in self.offsets)
            raise ValueError(f"no step {direction.name.lower()} on this lattice (expected one of {known})") from None
        place = (row + down, col + right)
        return place if place in self.index else None

    def run(self, cell: Cell, direction: Direction, n: int) -> tuple[Place, ...] | None:
        """The straight run of `n` cells that begins with `cell`, or None if the board ends before that."""
        if n < 1:
            raise ValueError(f"a run has at least 1 cell, not {n}")
        cells = [self._place(cell)]
        while len(cells) < n:
            place = self.step(cells[-1], direction)
            if place is None:
                return None
            cells.append(place)
        return tuple(cells)

    def ray(self, cell: Cell, direction: Direction) -> Iterator[Place]:
        """The cells in that direction, the nearest first, up to the end of the board."""
        place = self.step(cell, direction)
        while place is not None:
            yield place
            place = self.step(place, direction)

    def runs(self, direction: Direction, n: int) -> Iterator[tuple[Place, ...]]:
        """All straight runs of `n` cells in that direction, in the order of their first cells."""
        if n < 1:
            raise ValueError(f"a run has at least 1 cell, not {n}")
        after = self._after(direction) if n > 1 else {}
        if n == 2:
            yield from after.items()
            return
        for cell in self.cells:
            cells, place = [cell], after.get(cell)
            while place is not None and len(cells) < n:
                cells.append(place)
                place = after.get(place)
            if len(cells) == n:
                yield tuple(cells)

    def _after(self, direction: Direction) -> dict[Place, Place]:
        """The next cell in a direction, for each cell that has one."""
        known: dict[Direction, dict[Place, Place]] = self.__dict__.setdefault("_next", {})
        if direction not in known:
            if type(self).step is Lattice.step and direction in self.offsets:
                (down, right), index = self.offsets[direction], self.index
                near = [(cell, (cell[0] + down, cell[1] + right)) for cell in self.cells]
                known[direction] = {cell: place for cell, place in near if place in index}
            else:
                after = ((cell, self.step(cell, direction)) for cell in self.cells)
                known[direction] = {cell: place for cell, place in after if place is not None}
        return known[direction]

    def neighbours(self, cell: Cell) -> tuple[Place, ...]:
        return self._near[cell]

    @cached_property
    def _near(self) -> dict[Cell, tuple[Place, ...]]:
        """The neighbours of each cell."""
        after = [self._after(direction) for direction in self.directions]
        return {cell: tuple([each[cell] for each in after if cell in each]) for cell in self.cells}

    def symmetries(self) -> list[tuple[int, ...]]:
        points = [self._point(cell) for cell in self.cells]
        where = {point: number for number, point in enumerate(points)}
        marks = [self.marks_of(cell) for cell in self.cells]
        found: dict[tuple[int, ...], None] = {}
        least = min(points, default=(0, 0))
        if not points:
            return []
        west, north = min(x for x, _ in points), min(y for _, y in points)
        east, south = max(x for x, _ in points), max(y for _, y in points)
        ends = (points[0], points[-1])
        for a, b, c, d in self._maps:
            if (not a or not b) and (not c or not d):
                # the box around the points goes onto itself, and most maps fail at its first or last point
                across = west - min(a * west + b * north, a * east + b * south)
                along = north - min(c * west + d * north, c * east + d * south)
                if any((a * x + b * y + across, c * x + d * y + along) not in where for x, y in ends):
                    continue
            image = [(a * x + b * y, c * x + d * y) for x, y in points]
            corner = min(image)
            right, down = least[0] - corner[0], least[1] - corner[1]
            if right % self._period or down % self._period:
                continue
            goes = tuple(where.get((x + right, y + down), -1) for x, y in image)
            if -1 not in goes and all(marks[here] == marks[there] for here, there in enumerate(goes)):
                found[goes] = None
        found.pop(tuple(range(len(points))), None)
        return list(found)

    def text(self, state: str) -> str:
        return "|".join(self.lines(state))

    def _letters_by_place(self, state: str) -> dict[Place, str]:
        self._check(state)
        written = dict(self.voids)
        for cell, symbol in zip(self.cells, state, strict=True):
            try:
                written[cell] = self.alphabet.write(symbol, self.marks_of(cell))
            except ParseError as error:
                raise ParseError(error.what, row=cell[0] + 1, column=cell[1] + 1) from None
        return written

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.cells)} cells in {self.rows} rows>"


class _Reading:
    """Collects what the letters of a text say, place by place."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self.symbols: dict[Place, str] = {}
        self.voids: dict[Place, str] = {}
        self.marks: dict[str, list[Place]] = {}

    def add(self, place: Place, letter: str, column: int) -> None:
        meaning = self.alphabet.read(letter)
        if meaning is None:
            what = f"unexpected {quote(letter)}"
            raise ParseError(what, row=place[0] + 1, column=column, expected=self.alphabet.expected)
        symbol, mark = meaning
        if symbol is None:
            self.voids[place] = letter
            return
        self.symbols[place] = symbol
        if mark:
            self.marks.setdefault(mark, []).append(place)

    @property
    def state(self) -> str:
        return "".join(self.symbols[place] for place in sorted(self.symbols))


class _Array(Lattice):
    """A rectangular array of places, some of which may be void."""

    def __init__(
        self,
        rows: int,
        cols: int,
        missing: Iterable[Place] | Mapping[Place, str] = (),
        marks: Mapping[str, Iterable[Cell]] | None = None,
        letters: Letters | None = None,
    ) -> None:
        self._fix_array(rows, cols, missing, marks, Alphabet.of(letters))

    def _fix_array(
        self,
        rows: int,
        cols: int,
        missing: Iterable[Place] | Mapping[Place, str],
        marks: Mapping[str, Iterable[Cell]] | None,
        alphabet: Alphabet,
    ) -> None:
        if rows < 1 or cols < 1:
            raise ParseError("empty board")
        if rows * cols > MOST_PLACES:
            raise ParseError(f"the board has {rows * cols} places", expected=f"at most {MOST_PLACES}")
        if not isinstance(missing, Mapping):
            missing = dict.fromkeys(missing, alphabet.void or "")
        for row, col in missing:
            if not (0 <= row < rows and 0 <= col < cols):
                raise ParseError(f"missing place {(row, col)} is outside the board")
        cells = [(row, col) for row in range(rows) for col in range(cols) if (row, col) not in missing]
        if rows == 1 and not cells and set(missing.values()) == {" "}:  # nothing would be left of its text
            raise ParseError("empty board")
        self._fix(rows=rows, cols=cols)
        self._fix_lattice(cells, missing, marks, alphabet)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return type(self), (self.rows, self.cols, dict(self.voids), dict(self.marks), self._letters)

    @classmethod
    def parse(cls, text: str, letters: Letters | None, ragged: bool = False, fill: str = " ") -> tuple[Self, str]:
        """Read a board and a state; `letters` says what each letter means (None: each letter is its own symbol).

        With `ragged`, short rows are filled up with the letter `fill`, which is void unless `letters` say otherwise.
        """
        if ragged and letters is not None and fill not in letters:
            letters = {**letters, fill: (None, "")}
        alphabet = Alphabet.of(letters)
        rows = _rows(text, alphabet)
        if alphabet.read(" ") is None:
            rows = [row.rstrip(" ") for row in rows]
        if ragged and alphabet.read(fill) == (None, ""):
            rows = [row.rstrip(fill) for row in rows]
        width = max(map(len, rows)) if ragged else len(rows[0])
        if not width:
            raise ParseError("empty board")
        if len(rows) * width > MOST_PLACES:
            raise ParseError(f"the board has {len(rows) * width} places", expected=f"at most {MOST_PLACES}")
        state = "".join(rows)
        if alphabet.plain.keys() >= set(state) and all(len(row) == width for row in rows):
            return _full(cls, len(rows), width, alphabet), "".join(map(alphabet.plain.__getitem__, state))
        reading = _Reading(alphabet)
        for number, row in enumerate(rows):
            for col, letter in enumerate(row[: width + 1]):
                reading.add((number, col), letter, col + 1)
            if ragged:
                for col in range(len(row), width):
                    reading.add((number, col), fill, col + 1)
            elif len(row) != width:
                what = f"row {number + 1} has {len(row)} cells, expected {width}"
                raise ParseError(what, row=number + 1, column=min(len(row), width) + 1)
        board = cls.__new__(cls)
        board._fix_array(len(rows), width, reading.voids, reading.marks, alphabet)
        return board, reading.state

    def lines(self, state: str) -> tuple[str, ...]:
        written = self._letters_by_place(state)
        return tuple("".join(written[row, col] for col in range(self.cols)) for row in range(self.rows))


@lru_cache(maxsize=64)
def _full(cls: type[_A], rows: int, cols: int, alphabet: Alphabet) -> _A:
    """The board of that size without void places and marks, which most texts describe."""
    board = cls.__new__(cls)
    board._fix_array(rows, cols, {}, {}, alphabet)
    return board


class Grid(_Array):
    """Squares; neighbours share a side, and one can also step along diagonals.

    >>> [[grid.name(cell) for cell in run] for grid in [Grid(2, 2)] for run in grid.runs(SOUTH, 2)]
    [['a1', 'a2'], ['b1', 'b2']]
    """

    directions = (NORTH, EAST, SOUTH, WEST)
    offsets = MappingProxyType(
        {
            NORTH: (-1, 0),
            EAST: (0, 1),
            SOUTH: (1, 0),
            WEST: (0, -1),
            NORTHEAST: (-1, 1),
            SOUTHEAST: (1, 1),
            SOUTHWEST: (1, -1),
            NORTHWEST: (-1, -1),
        }
    )
    _maps = _SQUARE_MAPS

    def _point(self, place: Place) -> tuple[int, int]:
        return place

    def symmetries(self) -> list[tuple[int, ...]]:
        """Those of a whole rectangle are written down at once."""
        size = self.rows * self.cols
        if self.marks or len(self.cells) < size:
            return super().symmetries()
        lines = [range(first, first + self.cols) for first in range(0, size, self.cols)]
        found: dict[tuple[int, ...], None] = {}
        turned = [range(first, size, self.cols) for first in range(self.cols)]
        for image in (lines, turned) if self.rows == self.cols else (lines,):
            across = [line[::-1] for line in image]
            for each in (image, image[::-1], across, across[::-1]):
                found[tuple(chain.from_iterable(each))] = None
        found.pop(tuple(range(size)))
        return list(found)

    def blocks(self, height: int, width: int) -> Iterator[tuple[Place, ...]]:
        """All rectangles of that size without a void place, row by row."""
        if height < 1 or width < 1:
            raise ValueError(f"a block has at least 1 row and 1 column, not {height} and {width}")
        for top in range(self.rows - height + 1):
            for left in range(self.cols - width + 1):
                block = tuple((row, col) for row in range(top, top + height) for col in range(left, left + width))
                if all(place in self.index for place in block):
                    yield block


class TriangularGrid(_Array):
    """Triangles; the one at (row, column) points up iff row + column is even, and its neighbours are left, right and
    below (if it points up) or above (if it points down)."""

    directions = (NORTH, EAST, SOUTH, WEST)
    offsets = MappingProxyType({NORTH: (-1, 0), EAST: (0, 1), SOUTH: (1, 0), WEST: (0, -1)})
    _maps = _HEX_MAPS
    _period = 3

    @staticmethod
    def points_up(place: Place) -> bool:
        return (place[0] + place[1]) % 2 == 0

    def step(self, cell: Cell, direction: Direction) -> Place | None:
        if direction is (NORTH if self.points_up(self._place(cell)) else SOUTH):
            return None
        return super().step(cell, direction)

    def _point(self, place: Place) -> tuple[int, int]:
        # Three times the centre of the triangle, in axial coordinates whose origin is a corner: a translation is a
        # symmetry of the lattice iff it is divisible by 3.
        row, col = place
        y = 3 * row + (2 if self.points_up(place) else 1)
        return (3 * col - y) // 2, y


class HexGrid(Lattice):
    """Hexagons with doubled columns; `places` are the cells, `walls` are void places with their letters.

    >>> board, state = HexGrid.parse("  o| o o|o . o", None)
    >>> [board.name(cell) for cell in board.neighbours(board.cell("b2"))]
    ['d2', 'c1', 'c3', 'a3']
    """

    directions = (EAST, WEST, NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST)
    offsets = MappingProxyType(
        {
            EAST: (0, 2),
            WEST: (0, -2),
            NORTHEAST: (-1, 1),
            NORTHWEST: (-1, -1),
            SOUTHEAST: (1, 1),
            SOUTHWEST: (1, -1),
        }
    )
    _maps = _HEX_MAPS

    def __init__(
        self,
        places: Iterable[Place],
        walls: Mapping[Place, str] | None = None,
        marks: Mapping[str, Iterable[Cell]] | None = None,
        letters: Letters | None = None,
    ) -> None:
        self._fix_hexagons(set(places), dict(walls or {}), marks, Alphabet.of(letters, reserved="| "))

    def _fix_hexagons(
        self,
        cells: set[Place],
        walls: dict[Place, str],
        marks: Mapping[str, Iterable[Cell]] | None,
        alphabet: Alphabet,
    ) -> None:
        places = cells | set(walls)
        if not places:
            raise ParseError("empty board")
        if cells & set(walls):
            raise ParseError("a place is both a cell and a wall")
        if " " in walls.values():
            raise ParseError("a space cannot be a wall")
        lengths: dict[int, int] = {}
        for row, x in places:
            lengths[row] = max(lengths.get(row, 0), x + 1)
        if len({(row + x) % 2 for row, x in places}) > 1:
            raise ParseError("the places are out of step", expected="row + column to be all even or all odd")
        if sorted(lengths) != list(range(len(lengths))) or min(x for _, x in places) != 0:
            raise ParseError("the places leave a margin or an empty row", expected="rows and columns from 0")
        if sum(lengths.values()) + len(lengths) > MOST_CHARACTERS:
            raise ParseError("the board is too wide", expected=f"at most {MOST_CHARACTERS} characters")
        self._fix(rows=len(lengths), cols=max(lengths.values()))
        self._fix_lattice(cells, walls, marks, alphabet)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return type(self), (self.cells, dict(self.voids), dict(self.marks), self._letters)

    @classmethod
    def parse(cls, text: str, letters: Letters | None) -> tuple[Self, str]:
        """Read a board and a state; spaces only place the symbols, and a common indentation means nothing."""
        alphabet = Alphabet.of(letters, reserved="| ")
        rows = [row.rstrip(" ") for row in _rows(text, alphabet)]
        places = sum(len(row) - row.count(" ") for row in rows)
        if places > MOST_PLACES:
            raise ParseError(f"the board has {places} places", expected=f"at most {MOST_PLACES}")
        margin = min((len(row) - len(row.lstrip(" ")) for row in rows if row), default=0)
        reading = _Reading(alphabet)
        step: int | None = None
        for number, row in enumerate(rows):
            if not row:
                raise ParseError("no cell in this row", row=number + 1, column=1)
            for match in re.finditer(r"[^ ]", row):
                column = match.start()
                reading.add((number, column - margin), match[0], column + 1)
                if step is None:
                    step = (number + column) % 2
                if (number + column) % 2 != step:
                    what = f"{quote(match[0])} is out of step"
                    wanted = "symbols one space apart, and every other row shifted by one"
                    raise ParseError(what, row=number + 1, column=column + 1, expected=wanted)
        board = cls.__new__(cls)
        board._fix_hexagons(set(reading.symbols), reading.voids, reading.marks, alphabet)
        return board, reading.state

    @classmethod
    def laid_out(cls, rows: Iterable[str]) -> str:
        """A parallelogram, as in Hex: every row is shifted by one more.

        >>> print(HexGrid.laid_out(["...", "..."]))
        . . .| . . .
        """
        return "|".join(" " * number + " ".join(row) for number, row in enumerate(rows))

    def _point(self, place: Place) -> tuple[int, int]:
        row, x = place
        return (x - row) // 2, row  # x - row is always even or always odd

    def lines(self, state: str) -> tuple[str, ...]:
        rows = [""] * self.rows
        for (row, x), letter in sorted(self._letters_by_place(state).items()):
            rows[row] = rows[row].ljust(x) + letter
        return tuple(rows)

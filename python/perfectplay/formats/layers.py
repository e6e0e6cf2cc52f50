"""Layers of the files of pzpr: each a function that reads rows of a file into a draft and one that writes them.

A draft has words as these formats have them; ``types.py`` says which clue each of them is.
Layers of pencil marks that are not part of an answer are read and ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from perfectplay.errors import ParseError, quote
from perfectplay.formats.bodies import WAYS, at_border
from perfectplay.formats.rooms import Pair, borders_of, one_above_other, regions_of, side_by_side, whole_rooms
from perfectplay.formats.types import FLEETS, Type, read_ship, write_fleet
from perfectplay.kinds.clues import BLACK, EMPTY, UNKNOWN, join_sums, split_arrow, split_sums

MARK = "#"


class Draft:
    """A file while it is read or written."""

    def __init__(self, kind: Type, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.high, self.wide = kind.sheet_side(rows), kind.sheet_side(cols)
        places = range(self.high * self.wide)
        self.clues = [BLACK if kind.shift > 0 and (at < self.wide or at % self.wide == 0) else EMPTY for at in places]
        self.cells = [EMPTY] * (self.high * self.wide)
        self.regions = (0,) * (rows * cols)
        self.lines: dict[Pair, int] = {}
        self.borders: set[Pair] = set()
        self.above: list[list[str]] = [[] for _ in range(cols)]
        self.left: list[list[str]] = [[] for _ in range(rows)]
        """Numbers, in reading order."""
        self.fleet: tuple[int, ...] = ()


class TextRows:
    """The rows of a file, from top to bottom."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.at = 0

    def more(self) -> bool:
        return any(line.strip() for line in self.lines[self.at :])

    def line(self) -> str:
        self.at += 1
        return self.lines[self.at - 1].strip() if self.at <= len(self.lines) else ""

    def row(self, width: int, what: str) -> list[str]:
        words = self.line().split()
        if len(words) != width:
            raise ParseError(f"{len(words)} words in line {self.at} after the size", expected=f"{width} for {what}")
        return words

    def grid(self, rows: int, cols: int, what: str) -> list[str]:
        return [word for _ in range(rows) for word in self.row(cols, what)]


class Layer(NamedTuple):
    read: Callable[[Draft, TextRows], None]
    write: Callable[[Draft], Iterable[str]]
    """Rows."""


Take: TypeAlias = Callable[[Draft, int, str], bool]
"""Records what a word says about a cell, and returns whether it is a word of this layer."""


def rows_of(words: Sequence[str], rows: int, cols: int) -> list[str]:
    return ["".join(word + " " for word in words[row * cols : row * cols + cols]) for row in range(rows)]


def per_cell(what: str, take: Take, give: Callable[[Draft, int], str]) -> Layer:
    def read(draft: Draft, table: TextRows) -> None:
        for at, word in enumerate(table.grid(draft.rows, draft.cols, what)):
            if not take(draft, at, word):
                row, col = divmod(at, draft.cols)
                raise ParseError(f"unexpected {quote(word)} among the {what}", row + 1, col + 1)

    return Layer(
        read, lambda draft: rows_of([give(draft, at) for at in range(draft.rows * draft.cols)], draft.rows, draft.cols)
    )


Places: TypeAlias = Callable[[int, int], list[list[list[Pair]]]]
"""Grids of rows of pairs."""


def inside(rows: int, cols: int) -> list[list[list[Pair]]]:
    beside, above = side_by_side(rows, cols), one_above_other(rows, cols)
    vertical = [beside[row * (cols - 1) : (row + 1) * (cols - 1)] for row in range(rows)]
    return [vertical, [above[row * cols : (row + 1) * cols] for row in range(rows - 1)]]


def around(rows: int, cols: int) -> list[list[list[Pair]]]:
    """The sides of all cells, as pairs of corners."""
    vertical = [[((row, col), (row + 1, col)) for col in range(cols + 1)] for row in range(rows)]
    return [vertical, [[((row, col), (row, col + 1)) for col in range(cols)] for row in range(rows + 1)]]


def per_pair(
    what: str, places: Places, take: Callable[[Draft, Pair, str], bool], give: Callable[[Draft, Pair], str]
) -> Layer:
    def read(draft: Draft, table: TextRows) -> None:
        for grid in places(draft.rows, draft.cols):
            for row in grid:
                for pair, word in zip(row, table.row(len(row), what), strict=True):
                    if not take(draft, pair, word):
                        (above, left), _ = pair
                        raise ParseError(f"unexpected {quote(word)} among the {what}", above + 1, left + 1)

    def write(draft: Draft) -> list[str]:
        grids = places(draft.rows, draft.cols)
        return ["".join(give(draft, pair) + " " for pair in row) for grid in grids for row in grid]

    return Layer(read, write)


QUESTION_MARK = "-"


def clues(marks: bool = False) -> Layer:
    """Clues, perhaps with marks in cells without a clue."""

    def take(draft: Draft, at: int, word: str) -> bool:
        if marks and word in "#+":
            draft.cells[at] = MARK if word == MARK else EMPTY
        else:
            draft.clues[at] = UNKNOWN if word == QUESTION_MARK else word
        return word != UNKNOWN

    def give(draft: Draft, at: int) -> str:
        word = draft.clues[at]
        marked = marks and word == EMPTY and draft.cells[at] == MARK
        return MARK if marked else QUESTION_MARK if word == UNKNOWN else word

    return per_cell("clues", take, give)


def take_mark(draft: Draft, at: int, word: str) -> bool:
    draft.cells[at] = MARK if word == MARK else EMPTY
    return word in ("#", "+", ".")


def take_number(draft: Draft, at: int, word: str) -> bool:
    """A number, perhaps with small numbers in brackets; signs are colours."""
    word = re.sub(r"\[[0-9,]*\]$", "", word)
    number = bool(re.fullmatch("[0-9]{1,7}", word))
    draft.cells[at] = word if number else EMPTY
    return number or word in (".", "c", "+", "-", "=", "%", "")


def take_arrow(draft: Draft, at: int, word: str) -> bool:
    found = re.fullmatch("([0-4]),([0-9]+|-)", word)
    if found:
        draft.clues[at] = (UNKNOWN if found[2] == QUESTION_MARK else found[2]) + WAYS[int(found[1])]
    return bool(found) or word == EMPTY


def give_arrow(draft: Draft, at: int) -> str:
    number, arrow = split_arrow(draft.clues[at])
    shown = QUESTION_MARK if number == UNKNOWN else number
    return EMPTY if number == EMPTY else f"{WAYS.index(arrow)},{shown}"


def take_stone(draft: Draft, at: int, word: str) -> bool:
    """The number of a stone says when it is picked up; 0 is a stone that is still there."""
    if word != EMPTY:
        draft.clues[at] = "1"
        draft.cells[at] = EMPTY if word == "0" else word
    return bool(re.fullmatch(r"\.|[0-9]{1,7}", word))


def give_stone(draft: Draft, at: int) -> str:
    return EMPTY if draft.clues[at] == EMPTY else "0" if draft.cells[at] == EMPTY else draft.cells[at]


def take_line(draft: Draft, pair: Pair, word: str) -> bool:
    if word in ("1", "2"):
        draft.lines[pair] = int(word)
    return word in ("-1", "0", "1", "2")


def take_border(draft: Draft, pair: Pair, word: str) -> bool:
    if word in ("X", "-X"):
        raise ParseError("given borders are not supported")
    if word in ("1", "2"):
        draft.borders.add(pair)
    return word in ("-1", "0", "1", "2")


def take_given(draft: Draft, pair: Pair, word: str) -> bool:
    """A border between rooms."""
    if word == "1":
        draft.borders.add(pair)
    return word in ("0", "1")


def nothing(draft: Draft, place: object, word: str) -> bool:
    """A layer of pencil marks."""
    return True


def read_areas(draft: Draft, table: TextRows) -> None:
    """The number of rooms, then the room of each cell."""
    table.row(1, "the number of rooms")
    names = table.grid(draft.rows, draft.cols, "rooms")
    order = {name: number for number, name in enumerate(dict.fromkeys(names))}
    borders = borders_of(draft.rows, draft.cols, [order[name] for name in names])
    draft.regions = regions_of(draft.rows, draft.cols, borders)


def read_room_borders(draft: Draft, table: TextRows) -> None:
    GIVEN.read(draft, table)
    draft.regions = whole_rooms(draft.rows, draft.cols, draft.borders)
    draft.borders = set()


def write_room_borders(draft: Draft) -> list[str]:
    borders = borders_of(draft.rows, draft.cols, draft.regions)
    rows = [row for grid in inside(draft.rows, draft.cols) for row in grid]
    return ["".join(f"{int(pair in borders)} " for pair in row) for row in rows]


def read_edges(draft: Draft, table: TextRows) -> None:
    """The board with strips above and on the left of it; a ``c`` in front of a number crosses it off."""
    high, wide = (draft.rows + 1) // 2, (draft.cols + 1) // 2
    grid = [table.row(wide + draft.cols, "strips and cells") for _ in range(high + draft.rows)]
    draft.above = [strip_of([row[wide + col] for row in grid[:high]]) for col in range(draft.cols)]
    draft.left = [strip_of(row[:wide]) for row in grid[high:]]
    for at, word in enumerate(word for row in grid[high:] for word in row[wide:]):
        if not take_mark(draft, at, word):
            raise ParseError(f"unexpected {quote(word)} among the cells", at // draft.cols + 1, at % draft.cols + 1)


def strip_of(words: Sequence[str]) -> list[str]:
    return [word.removeprefix("c") for word in words if word != EMPTY]


def write_edges(draft: Draft) -> list[str]:
    high, wide = (draft.rows + 1) // 2, (draft.cols + 1) // 2
    above = [[EMPTY] * (high - len(strip)) + strip for strip in draft.above]
    left = [[EMPTY] * (wide - len(strip)) + strip for strip in draft.left]
    if any(len(strip) > high for strip in above) or any(len(strip) > wide for strip in left):
        raise ParseError("a strip that is too long", expected=f"{high} numbers above, {wide} on the left")
    words = [word for row in range(high) for word in [EMPTY] * wide + [strip[row] for strip in above]]
    for row in range(draft.rows):
        words += left[row] + draft.cells[row * draft.cols : (row + 1) * draft.cols]
    return rows_of(words, high + draft.rows, wide + draft.cols)


def read_walls(draft: Draft, table: TextRows) -> None:
    """Sums above, on the left and in walls, the one to the right first; -1 is none, and the corner is 0."""
    for at, word in enumerate(table.grid(draft.high, draft.wide, "walls and cells")):
        row, col = divmod(at, draft.wide)
        both = re.fullmatch(r"(-?[0-9]{1,40})(?:,(-?[0-9]{1,40}))?", word)
        if row and col and word == EMPTY:
            continue
        if not both or bool(row and col) != bool(both[2]):
            raise ParseError(f"unexpected {quote(word)}", row + 1, col + 1, "a wall with sums")
        right, below = (both[1], both[2]) if both[2] else (both[1], "-1") if col == 0 else ("-1", both[1])
        shown = [each if int(each) >= 0 else "" for each in (below, right)]
        draft.clues[at] = join_sums(*shown) if at else BLACK


def write_walls(draft: Draft) -> list[str]:
    words = []
    for at, clue in enumerate(draft.clues):
        row, col = divmod(at, draft.wide)
        below, right = split_sums(clue)
        if row and col:
            words.append(EMPTY if clue == EMPTY else f"{right or -1},{below or -1}")
            continue
        at_border(clue, row, col, bool(col), bool(row))
        words.append(str(below or -1) if col else str(right or -1) if row else "0")
    return rows_of(words, draft.high, draft.wide)


def read_inner(draft: Draft, table: TextRows) -> None:
    """Numbers in the cells within the border."""
    for at, word in enumerate(table.grid(draft.rows, draft.cols, "numbers")):
        row, col = divmod(at, draft.cols)
        if not take_number(draft, (row + 1) * draft.wide + col + 1, word):
            raise ParseError(f"unexpected {quote(word)} among the numbers", row + 2, col + 2)


def write_inner(draft: Draft) -> list[str]:
    cells = [draft.cells[row * draft.wide + 1 : (row + 1) * draft.wide] for row in range(1, draft.high)]
    return rows_of([word for row in cells for word in row], draft.rows, draft.cols)


def read_stars(draft: Draft, table: TextRows) -> None:
    for row in range(draft.high):
        line = table.line()
        if "X" in line:
            raise ParseError("a board with holes is not supported", row + 1, line.index("X") + 1)
        if len(line) != draft.wide or not set(line) <= set(".12"):
            raise ParseError(f"the stars {quote(line)}", row + 1, expected=f"{draft.wide} signs of '.', '1' and '2'")
        draft.clues[row * draft.wide : (row + 1) * draft.wide] = list(line)


def write_stars(draft: Draft) -> list[str]:
    signs = "".join(draft.clues)
    return [signs[start : start + draft.wide] for start in range(0, len(signs), draft.wide)]


def read_fleet(draft: Draft, table: TextRows) -> None:
    """A letter for a usual fleet, or the number of ships and the ships."""
    head = table.line()
    if head in FLEETS:
        draft.fleet = FLEETS[head]
    elif re.fullmatch("[0-9]{1,3}", head):
        draft.fleet = tuple(read_ship(table.line()) for _ in range(int(head)))
    else:
        raise ParseError(f"the fleet {quote(head)}", expected=f"one of {', '.join(FLEETS)}, or the number of ships")


def write_ships(draft: Draft) -> list[str]:
    usual, ships = write_fleet(draft.fleet)
    return [usual] if usual else [str(len(ships)), *ships]


def read_sea(draft: Draft, table: TextRows) -> None:
    """Numbers of cells with ships above and on the left, and parts of ships."""
    grid = [table.row(1 + draft.cols, "numbers and cells") for _ in range(1 + draft.rows)]
    draft.above = [strip_of([word]) for word in grid[0][1:]]
    draft.left = [strip_of(row[:1]) for row in grid[1:]]
    for at, word in enumerate(word for row in grid[1:] for word in row[1:]):
        if word == UNKNOWN:
            raise ParseError(f"unexpected {quote(word)} among the ships", at // draft.cols + 1, at % draft.cols + 1)
        draft.clues[at] = UNKNOWN if word == QUESTION_MARK else word


def write_sea(draft: Draft) -> list[str]:
    words = [EMPTY, *(strip[0] if strip else EMPTY for strip in draft.above)]
    for row, strip in enumerate(draft.left):
        words.append(strip[0] if strip else EMPTY)
        here = draft.clues[row * draft.cols : (row + 1) * draft.cols]
        words += [QUESTION_MARK if word == UNKNOWN else word for word in here]
    return rows_of(words, 1 + draft.rows, 1 + draft.cols)


def shows_ship(draft: Draft, at: int) -> bool:
    return draft.clues[at] not in (EMPTY, "0")


def take_ship(draft: Draft, at: int, word: str) -> bool:
    """A mark, or a part of a ship that is given."""
    known = take_mark(draft, at, word)
    if shows_ship(draft, at):
        draft.cells[at] = MARK
    return known


def read_crossed_off(draft: Draft, table: TextRows) -> None:
    table.row(len(draft.fleet), "ships")


CLUES = clues()
CLUES_AND_MARKS = clues(marks=True)
ARROW_CLUES = per_cell("clues", take_arrow, give_arrow)
STONES = per_cell("stones", take_stone, give_stone)
MARKS = per_cell("cells", take_mark, lambda draft, at: draft.cells[at])
FILLED = per_cell("numbers", take_number, lambda draft, at: draft.cells[at])
COLOURS = per_cell("colours", nothing, lambda draft, at: "0")
CROSSED_OFF = Layer(per_cell("numbers crossed off", nothing, lambda draft, at: EMPTY).read, lambda draft: [])
LINES = per_pair("lines", inside, take_line, lambda draft, pair: str(draft.lines.get(pair, 0)))
FENCES = per_pair("lines", around, take_line, lambda draft, pair: str(draft.lines.get(pair, 0)))
HELPING_LINES = Layer(per_pair("lines", inside, nothing, lambda draft, pair: "0").read, lambda draft: [])
BORDERS = per_pair("borders", inside, take_border, lambda draft, pair: str(int(pair in draft.borders)))
GIVEN = per_pair("rooms", inside, take_given, lambda draft, pair: str(int(pair in draft.borders)))
ROOMS = Layer(read_room_borders, write_room_borders)
AREAS = Layer(read_areas, write_room_borders)
EDGES = Layer(read_edges, write_edges)
WALLS = Layer(read_walls, write_walls)
INNER = Layer(read_inner, write_inner)
STARS = Layer(read_stars, write_stars)
FLEET = Layer(read_fleet, write_ships)
SEA = Layer(read_sea, write_sea)
SHIP_MARKS = per_cell("cells", take_ship, lambda draft, at: EMPTY if shows_ship(draft, at) else draft.cells[at])
SHIPS_CROSSED_OFF = Layer(read_crossed_off, lambda draft: ["0 " * len(draft.fleet)])

LAYERS: dict[str, tuple[tuple[Layer, ...], ...]] = {
    "battleship": ((FLEET, SEA, SHIP_MARKS, SHIPS_CROSSED_OFF),),
    "cave": ((CLUES, MARKS, HELPING_LINES),),
    "fillomino": ((CLUES, FILLED, BORDERS),),
    "goishi": ((STONES,),),
    "hashikake": ((CLUES, LINES),),
    "heyawake": ((AREAS, CLUES, MARKS, HELPING_LINES), (ROOMS, CLUES, MARKS, HELPING_LINES)),
    "hitori": ((CLUES, MARKS, HELPING_LINES),),
    "kakuro": ((WALLS, INNER),),
    "kurodoko": ((CLUES, MARKS, HELPING_LINES),),
    "lightup": ((CLUES_AND_MARKS, CROSSED_OFF),),
    "lits": ((AREAS, MARKS, HELPING_LINES), (ROOMS, MARKS, HELPING_LINES)),
    "mashu": ((CLUES, LINES),),
    "mines": ((CLUES, MARKS),),
    "nonogram": ((EDGES,),),
    "numlin": ((CLUES, LINES),),
    "nurikabe": ((CLUES_AND_MARKS,),),
    "ripple": ((ROOMS, CLUES, FILLED),),
    "shikaku": ((CLUES, BORDERS),),
    "slither": ((CLUES, FENCES), (CLUES, COLOURS, FENCES)),
    "sudoku": ((CLUES, FILLED),),
    "tentaisho": ((STARS, BORDERS, COLOURS),),
    "yajilin": ((ARROW_CLUES, MARKS, LINES),),
}
"""By version of the file: ``pzprv3``, ``pzprv3.1``. The last one is written."""

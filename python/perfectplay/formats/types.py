"""Types of puzzles in pzpr and its addresses: their names, and how a body is read and written.

Which clues a puzzle has is stated only in its own file. Addresses and files have words of their own for them: numbers,
``.`` for nothing and ``?`` for an unknown clue. Their numbers stand for themselves, or for letters if the puzzle has
letters and no numbers; :func:`ours` and :func:`theirs` translate. Arrows (``2>``) and the black cells of Kakuro are in
our own form from the beginning.

Tentai Show has a sheet with a place for each cell, each side and each corner between cells, and the sheet of Kakuro has
one more row and column, with the black cells at the border. Nonogram and Battleship have sheets of their own
(``kinds/edged.py``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from perfectplay.errors import ParseError, quote
from perfectplay.formats import bodies
from perfectplay.formats.bodies import Body, Words
from perfectplay.formats.rooms import (
    borders_of,
    first_cells,
    one_above_other,
    regions_of,
    room_words,
    side_by_side,
    whole_rooms,
)
from perfectplay.kinds.clues import EMPTY, UNKNOWN, Clues
from perfectplay.kinds.edged import Chart, Edged, chart, edged_sheet
from perfectplay.kinds.sheet import Sheet

if TYPE_CHECKING:
    from perfectplay.kinds.pencil import Pencil


class Source(NamedTuple):
    """What a source contains."""

    type: str
    """Its name in pzpr."""
    sheet: Sheet
    options: dict[str, Any]
    """Options of the puzzle that the source determines."""


LARGEST = 100
"""Cells in a side."""


@dataclass(frozen=True)
class Type:
    """A kind of puzzle in addresses."""

    name: str
    """In pzpr, and in its files."""
    names: tuple[str, ...]
    """All other names in use."""
    read: Callable[[Body, int, int], Sheet]
    write: Callable[[Sheet], str]
    scale: int = 1
    shift: int = 0
    """A side of n cells is one of ``scale * n + shift`` in the sheet."""
    flags: Mapping[str, str] = field(default_factory=dict)
    """Variants that are refused."""
    looks: str = ""
    """Flags that change nothing but the colours."""
    edged: type[Edged] | None = None
    """The kind of sheet, if there are numbers above and on the left."""
    square: bool = False
    sized: bool = False
    """Are numbers the sizes of areas?"""
    address: str = ""
    """The name in addresses, if it is another."""
    first: int = 1
    """The number of the first letter, where a puzzle has letters."""
    beyond: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Words for what the rules of a puzzle do not have: what each means, and what is expected."""

    @property
    def divided(self) -> bool:
        return puzzle_of(self).divided

    def sheet_side(self, cells: int) -> int:
        return self.scale * cells + self.shift

    def board_side(self, places: int) -> int:
        return (places - self.shift) // self.scale


# Reading and writing a body -----------------------------------------------------------------------------------------

Reader = Callable[[Body, int], Words]
Writer = Callable[[Sequence[str]], str]


def plain(read: Reader, write: Writer) -> tuple[Callable[[Body, int, int], Sheet], Callable[[Sheet], str]]:
    """A clue for each cell and nothing else."""
    return (
        lambda body, rows, cols: Sheet(rows, cols, tuple(read(body, rows * cols))),
        lambda sheet: write(sheet.clues),
    )


def read_borders(body: Body, rows: int, cols: int) -> tuple[int, ...]:
    """Rooms: borders as bits, first the vertical ones, then the horizontal ones."""
    borders = set()
    for pairs in (side_by_side(rows, cols), one_above_other(rows, cols)):
        bits = bodies.read_packed(body, len(pairs), 2)
        borders |= {pair for pair, bit in zip(pairs, bits, strict=True) if bit}
    return whole_rooms(rows, cols, borders)


def write_borders(sheet: Sheet) -> str:
    borders = borders_of(sheet.rows, sheet.cols, sheet.regions)
    both = (side_by_side(sheet.rows, sheet.cols), one_above_other(sheet.rows, sheet.cols))
    return "".join(bodies.write_packed([pair in borders for pair in pairs], 2) for pairs in both)


def read_rooms(body: Body, rows: int, cols: int) -> Sheet:
    return Sheet(rows, cols, (EMPTY,) * (rows * cols), read_borders(body, rows, cols))


def read_numbered_rooms(body: Body, rows: int, cols: int) -> Sheet:
    """Rooms, and a number for each of them."""
    regions = read_borders(body, rows, cols)
    places = first_cells(cols, regions)
    clues = [EMPTY] * (rows * cols)
    for at, word in zip(places, bodies.read_number16(body, len(places)), strict=True):
        clues[at] = word
    return Sheet(rows, cols, tuple(clues), regions)


def write_numbered_rooms(sheet: Sheet) -> str:
    return write_borders(sheet) + bodies.write_number16(room_words(sheet.cols, sheet.clues, sheet.regions))


def read_rooms_and_cells(body: Body, rows: int, cols: int) -> Sheet:
    regions = read_borders(body, rows, cols)
    sheet = Sheet(rows, cols, tuple(bodies.read_number16(body, rows * cols)), regions)
    no_holes(body, rows * cols)
    return sheet


def write_rooms_and_cells(sheet: Sheet) -> str:
    return write_borders(sheet) + bodies.write_number16(sheet.clues)


def no_holes(body: Body, size: int) -> None:
    """Cells that do not belong to the board, as bits; we have none."""
    if body.more() and any(bodies.read_packed(body, size, 2)):
        raise ParseError("a board with holes is not supported", expected="all cells of the rectangle")


def read_fillomino(body: Body, rows: int, cols: int) -> Sheet:
    sheet = Sheet(rows, cols, tuple(bodies.read_number16(body, rows * cols)))
    if body.more():
        for pairs in (side_by_side(rows, cols), one_above_other(rows, cols)):
            if any(bodies.read_packed(body, len(pairs), 2)):
                raise ParseError("given borders are not supported", expected="numbers only")
    return sheet


def read_circles(body: Body, size: int) -> Words:
    return [str(value) if value else EMPTY for value in bodies.read_packed(body, size, 3)]


def write_circles(words: Sequence[str]) -> str:
    return bodies.write_packed([0 if word == EMPTY else int(word) for word in words], 3)


def read_stones(body: Body, size: int) -> Words:
    return [EMPTY if bit else "1" for bit in bodies.read_packed(body, size, 2)]


def write_stones(words: Sequence[str]) -> str:
    return bodies.write_packed([word == EMPTY for word in words], 2)


def read_stars(body: Body, rows: int, cols: int) -> Sheet:
    high, wide = 2 * rows - 1, 2 * cols - 1
    sheet = Sheet(high, wide, tuple(bodies.read_dots(body, high * wide)))
    no_holes(body, rows * cols)
    return sheet


def read_kakuro(body: Body, rows: int, cols: int) -> Sheet:
    return Sheet(rows + 1, cols + 1, tuple(bodies.read_sums(body, rows, cols)))


def grouped(words: Sequence[str], longest: int) -> list[Sequence[str]]:
    """Strips with the number nearest to the board first, each padded to the same length."""
    parts = [words[start : start + longest] for start in range(0, len(words), longest)]
    return [[word for word in reversed(part) if word != EMPTY] or ["0"] for part in parts]


def strip_words(strips: Sequence[Sequence[int]], longest: int, edge: str) -> Words:
    words: Words = []
    for number, strip in enumerate(strips, 1):
        if len(strip) > longest:
            raise ParseError(f"{len(strip)} numbers {edge} {number}", expected=f"at most {longest}")
        words += [str(each) for each in reversed(strip)] + [EMPTY] * (longest - len(strip))
    return words


def edge_words(sheet: Sheet, most_above: int, most_left: int) -> Words:
    above, left = edged(sheet, Edged).above, edged(sheet, Edged).left
    return strip_words(above, most_above, "above column") + strip_words(left, most_left, "left of row")


Edges = TypeVar("Edges", bound=Edged)


def edged(sheet: Sheet, kind: type[Edges]) -> Edges:
    if not isinstance(sheet, kind):
        raise ParseError("a sheet without numbers at its edges", expected="strips above and on the left")
    return sheet


def read_nonogram(body: Body, rows: int, cols: int) -> Sheet:
    """All strips have the greatest possible length: a line of n cells has at most (n + 1) / 2 blocks."""
    high, wide = (rows + 1) // 2, (cols + 1) // 2
    words = bodies.read_number16(body, cols * high + rows * wide)
    above, left = grouped(words[: cols * high], high), grouped(words[cols * high :], wide)
    return edged_sheet(rows, cols, above, left, edge_of("nonogram"))


def write_nonogram(sheet: Sheet) -> str:
    return bodies.write_number16(edge_words(sheet, (sheet.rows + 1) // 2, (sheet.cols + 1) // 2))


FLEETS = {"c": (1, 1, 1, 2, 2, 3), "d": (1,) * 4 + (2,) * 3 + (3, 3, 4), "z": ()}
FLEETS["e"] = (1,) * 5 + (2,) * 4 + (3,) * 3 + (4, 4, 5)


def read_battleship(body: Body, rows: int, cols: int) -> Sheet:
    edges = bodies.read_number16(body, cols + rows)
    sheet = Sheet(rows, cols, tuple(bodies.read_number16(body, rows * cols)))
    return chart(sheet, edges[:cols], edges[cols:], edge_of("battleship"), read_fleet(body))


def read_fleet(body: Body) -> tuple[int, ...]:
    """``//c`` and the like for usual fleets; otherwise the number of ships, and for each its size and its cells."""
    start = body.at + 1
    parts = body.text[body.at :].split("/")
    body.at = len(body.text)
    if len(parts) == 3 and parts[:2] == ["", ""] and parts[2] in FLEETS:
        return FLEETS[parts[2]]
    if len(parts) < 2 or parts[0] or parts[1] != str(len(parts) - 2):
        raise ParseError(f"no fleet at character {start} of the body", expected="// and a letter, or / and ships")
    return tuple(read_ship(part) for part in parts[2:])


def read_ship(text: str) -> int:
    ship = Body(text)
    wide, high = ship.digit(36), ship.digit(36)
    cells = bodies.read_packed(ship, wide * high, 2) if wide == 1 or high == 1 else []
    if not cells or not all(cells):
        raise ParseError(f"the ship {quote(text)} is not supported", expected="a straight ship")
    ship.end()
    return len(cells)


def write_battleship(sheet: Sheet) -> str:
    edges = edge_words(sheet, 1, 1)
    usual, ships = write_fleet(edged(sheet, Chart).fleet)
    end = f"//{usual}" if usual else "/".join(["", str(len(ships)), *ships])
    return bodies.write_number16(edges) + bodies.write_number16(sheet.clues) + end


def write_fleet(fleet: Sequence[int]) -> tuple[str, list[str]]:
    """The letter of a usual fleet, if it is one, and the ships."""
    ships = sorted(fleet)
    if ships and not 1 <= ships[0] <= ships[-1] <= 35:
        raise ParseError(f"a ship of length {ships[0]} or {ships[-1]}", expected="1 to 35")
    usual = next((letter for letter, lengths in FLEETS.items() if list(lengths) == ships), "")
    return usual, [bodies.DIGITS[length] + "1" + bodies.write_packed([1] * length, 2) for length in ships]


# The table ----------------------------------------------------------------------------------------------------------

NUMBERS = plain(bodies.read_number16, bodies.write_number16)
TYPES: tuple[Type, ...] = (
    Type(
        "battleship",
        ("battleships",),
        read_battleship,
        write_battleship,
        edged=Chart,
        first=0,
        beyond=dict.fromkeys(map(str, range(7, 11)), ("a part of a ship with a bend", "straight ships")),
    ),
    Type("cave", ("bag", "corral"), *NUMBERS),
    Type(
        "fillomino",
        ("filling",),
        read_fillomino,
        NUMBERS[1],
        flags={"t": "no block has more than three cells"},
        sized=True,
    ),
    Type("goishi", ("hiroimono", "goishihiroi"), *plain(read_stones, write_stones)),
    Type("hashikake", ("hashi", "bridges", "hashiwokakero"), *NUMBERS, address="hashi"),
    Type("heyawake", ("heyawacky",), read_numbered_rooms, write_numbered_rooms),
    Type("hitori", ("singles",), *plain(bodies.read_number36, bodies.write_number36)),
    Type(
        "kakuro",
        ("crosssums",),
        read_kakuro,
        lambda sheet: bodies.write_sums(sheet.clues, sheet.rows, sheet.cols),
        shift=1,
    ),
    Type("kurodoko", ("kuromasu", "range"), *NUMBERS),
    Type("lightup", ("akari", "bijutsukan"), *plain(bodies.read_4cell, bodies.write_4cell), address="akari"),
    Type("lits", ("nuruomino",), read_rooms, write_borders, flags={"d": "an old notation"}),
    Type(
        "mashu",
        ("masyu", "pearl"),
        *plain(read_circles, write_circles),
        flags={"f": "the loop visits all cells"},
        beyond={UNKNOWN: ("a circle of unknown colour", "white and black circles")},
    ),
    Type("mines", ("minesweeper",), *NUMBERS),
    Type(
        "nonogram",
        ("nonograms", "picross", "griddlers", "hanjie", "pattern"),
        read_nonogram,
        write_nonogram,
        edged=Edged,
    ),
    Type(
        "numlin",
        ("numberlink",),
        *NUMBERS,
        beyond={UNKNOWN: ("an end whose number is unknown", "every number twice")},
    ),
    Type("nurikabe", (), *NUMBERS),
    Type(
        "ripple",
        ("rippleeffect", "ripplecross", "hakyukoka", "hakyuu"),
        read_rooms_and_cells,
        write_rooms_and_cells,
    ),
    Type("shikaku", ("rect", "rectangles"), *NUMBERS),
    Type(
        "slither",
        ("slitherlink", "loopy", "fences"),
        *plain(bodies.read_4cell, bodies.write_4cell),
        flags={"f": "the loop visits all dots"},
    ),
    Type("sudoku", ("numberplace", "solo"), *NUMBERS, square=True),
    Type(
        "tentaisho",
        ("tentaishow", "spiralgalaxies", "galaxies"),
        read_stars,
        lambda sheet: bodies.write_dots(sheet.clues),
        scale=2,
        shift=-1,
    ),
    Type(
        "yajilin",
        ("yajirin",),
        *plain(bodies.read_arrows, bodies.write_arrows),
        flags={"o": "all shaded cells are outside the loop"},
        looks="b",
    ),
)
BY_NAME = {name: each for each in TYPES for name in (each.name, *each.names)}


def type_of(name: str) -> Type:
    """The type with this name; case, spaces, ``-`` and ``_`` do not matter."""
    found = BY_NAME.get(re.sub(r"[\s_-]", "", name).lower())
    if found is None:
        raise ParseError(f"unknown type of puzzle {quote(name)}", expected=", ".join(each.name for each in TYPES))
    return found


def check(kind: Type, sheet: Sheet) -> None:
    """Is this a sheet for this type, whatever its clues are?"""
    check_size(kind, sheet)
    having = ("a sheet without regions", "a sheet with regions")
    if bool(sheet.regions) != kind.divided:
        raise ParseError(having[bool(sheet.regions)], expected=having[kind.divided])
    if kind.edged is not None:
        check_edges(edged(sheet, kind.edged), puzzle_of(kind).edge)


def puzzle_of(kind: Type) -> type[Pencil]:
    from perfectplay.kinds.pencil import Pencil
    from perfectplay.registry import key_of_type, system

    puzzle = system(key_of_type(kind.name))
    assert issubclass(puzzle, Pencil)
    return puzzle


def edge_of(name: str) -> Clues:
    """What may stand at the edge of a sheet of this type."""
    return puzzle_of(type_of(name)).edge


def names_of(kind: Type) -> dict[str, str]:
    """Their words for our letters, if a puzzle has letters and no numbers, and for an unknown clue."""
    clues = puzzle_of(kind).clues
    letters = {} if clues.numbered else {str(n): letter for n, letter in enumerate(clues.letters, kind.first)}
    return letters | ({UNKNOWN: clues.unknown} if clues.unknown else {})


def ours(kind: Type, sheet: Sheet) -> Sheet:
    """A sheet with their words as one of ours. Letters of ours are no words of theirs."""
    clues, names = puzzle_of(kind).clues, names_of(kind)
    numbered = ", ".join(f"{quote(theirs)} for {quote(ours)}" for theirs, ours in names.items())
    expected = replace(clues, letters="").expected if clues.numbered else f"{numbered} or {quote(EMPTY)}"

    def read(word: str, row: int, col: int) -> str:
        if word in kind.beyond:
            what, instead = kind.beyond[word]
            raise ParseError(what, row, col, instead)
        known = word in names or (clues.numbered and word not in names.values() and not word.isalpha())
        if not known and word != EMPTY:
            raise ParseError(f"unexpected {quote(word)}", row, col, expected)
        return clues.read(names.get(word, word), row, col)

    return with_clues(sheet, read)


def theirs(kind: Type, sheet: Sheet) -> Sheet:
    """One of our sheets with their words."""
    clues, names = puzzle_of(kind).clues, {ours: theirs for theirs, ours in names_of(kind).items()}
    return with_clues(sheet, lambda word, row, col: names.get(word) or clues.read(word, row, col))


def with_clues(sheet: Sheet, change: Callable[[str, int, int], str]) -> Sheet:
    """With other words; each is computed from the old word, its row and its column."""
    words = (change(word, n // sheet.cols + 1, n % sheet.cols + 1) for n, word in enumerate(sheet.clues))
    return replace(sheet, clues=tuple(words))


def check_size(kind: Type, sheet: Sheet) -> None:
    rows, cols = kind.board_side(sheet.rows), kind.board_side(sheet.cols)
    if (kind.sheet_side(rows), kind.sheet_side(cols)) != (sheet.rows, sheet.cols):
        raise ParseError(f"{sheet.rows} x {sheet.cols} places", expected="odd numbers: cells, and what is between them")
    if not 1 <= rows <= LARGEST or not 1 <= cols <= LARGEST:
        raise ParseError(f"a side of {max(rows, cols) if rows and cols else 0} cells", expected=f"1 to {LARGEST}")
    if kind.square and rows != cols:
        raise ParseError(f"{cols} x {rows} cells", expected="a square")


def check_edges(sheet: Edged, edge: Clues) -> None:
    above, left = len(sheet.above), len(sheet.left)
    if (above, left) != (sheet.cols, sheet.rows):
        raise ParseError(f"{above} strips above and {left} on the left", expected=f"{sheet.cols} and {sheet.rows}")
    for number in (each for strip in (*sheet.above, *sheet.left) for each in strip):
        if not edge.number(str(number)):
            raise ParseError(f"the number {number} at the edge", expected=edge.range)


def in_order(sheet: Sheet) -> tuple[int, ...]:
    """The regions, numbered as they appear; each is connected."""
    found = regions_of(sheet.rows, sheet.cols, borders_of(sheet.rows, sheet.cols, sheet.regions))
    if len(set(found)) != len(set(sheet.regions)):
        raise ParseError("a region in two parts", expected="connected regions")
    return found

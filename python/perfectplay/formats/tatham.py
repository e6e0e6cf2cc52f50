"""Game IDs of Simon Tatham's Portable Puzzle Collection: ``PARAMETERS:DESCRIPTION``.

The name of the game may come first, as in ``loopy:3x2t0:0b2a1``, or an ID may follow the ``#`` of the address of a
game. Parameters begin with width and height; those that only concern how games are generated are ignored, and those
that change the rules are refused. In descriptions letters from ``a`` on stand for runs of cells without a clue.

>>> read("loopy:3x2t0:0b2a1").sheet.text()
'0..|2.1'
>>> read("2x1dn:aB", "tentaisho").sheet.text()
'o.*'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha1
from itertools import chain, count
from typing import Any, NamedTuple
from urllib.parse import unquote

from perfectplay.board import Place
from perfectplay.errors import ParseError, quote
from perfectplay.formats.bodies import Body, Words, read_runs
from perfectplay.formats.puzzlink import read_size
from perfectplay.formats.rooms import Pair, side_by_side, whole_rooms
from perfectplay.formats.types import Source, edge_of, ours, type_of
from perfectplay.kinds.clues import EMPTY, UNKNOWN
from perfectplay.kinds.edged import edged_sheet
from perfectplay.kinds.sheet import Sheet

ID = re.compile(r"(?:(?:sgtpuzzles:)?([a-z]++):)?([0-9]++)(?:x([0-9]++))?([A-Za-z0-9.]*+):(\S*)")
SEED = re.compile(r"(?:(?:sgtpuzzles:)?[a-z]++:)?[0-9]++x[0-9]++[A-Za-z0-9.]*+#.*", re.DOTALL)
ADDRESS = re.compile(r"https?://[^?#]*/([a-z]+)\.html#(.*)", re.DOTALL)


def split(text: str) -> tuple[str, Parts, str]:
    """The name of the game, empty if it is unknown, the parameters and the description."""
    text = text.strip()
    address = ADDRESS.fullmatch(text)
    name, rest = (address[1], unquote(address[2])) if address else ("", text)
    if SEED.fullmatch(rest):
        raise ParseError("the number of a random game", expected="an ID with a description, after a colon")
    found = ID.fullmatch(rest)
    if not found:
        raise ParseError(f"the game ID {quote(rest)}", expected="parameters:description")
    return found[1] or name, Parts(found[2], found[3], found[4]), found[5]


def type_in(text: str) -> str:
    """The name of the game, if it is given."""
    return split(text)[0]


def read(text: str, wanted: str = "") -> Source:
    """The game of an ID; the type that is wanted says which one it is if the ID does not."""
    name, parts, description = split(text)
    kind = type_of(name or wanted)
    if kind.name not in GAMES:
        raise ParseError(f"{kind.name}: there are no game IDs of this type", expected=f"one of {', '.join(GAMES)}")
    try:
        sheet, options = GAMES[kind.name](parts, Body(description))
        sheet = ours(kind, sheet)
    except ParseError as error:
        raise error.within(kind.name) from None
    return Source(kind.name, sheet, options)


class Parts(NamedTuple):
    """Parameters: two numbers, of which the second may be missing, and the rest."""

    width: str
    height: str | None
    rest: str

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return read_size(self.height or self.width), read_size(self.width)

    def match(self, pattern: str, refused: Mapping[str, tuple[str, str]]) -> re.Match[str]:
        """The rest, which must be of this form; groups with a value other than the supported one are refused."""
        found = re.fullmatch(pattern, self.rest)
        if not found:
            raise ParseError(f"unknown parameters {quote(self.rest)} after the size")
        for group, (fine, meaning) in refused.items():
            if found[group] not in (None, fine):
                raise ParseError(f"the parameter {quote(found[group])} ({meaning}) is not supported")
        return found


Reader = Callable[[Parts, Body], tuple[Sheet, dict[str, Any]]]


def game(read_sheet: Callable[[Body, int, int], Sheet], parameters: str = "", **refused: tuple[str, str]) -> Reader:
    """A game on a rectangle, with more parameters of this form, some of which are refused."""

    def read_game(parts: Parts, body: Body) -> tuple[Sheet, dict[str, Any]]:
        rows, cols = parts.size
        parts.match(parameters, refused)
        sheet = read_sheet(body, rows, cols)
        body.end()
        return sheet, {}

    return read_game


def clues(read_word: Callable[[Body, str], str]) -> Callable[[Body, int, int], Sheet]:
    return lambda body, rows, cols: Sheet(rows, cols, tuple(read_runs(body, rows * cols, "a", read_word)))


def words_of(names: Mapping[str, str]) -> Callable[[Body, str], str]:
    """Words of one letter, by their name there; the puzzle itself says whether it has such a clue."""

    def read_word(body: Body, letter: str) -> str:
        if letter not in names:
            raise body.wrong(f"one of {''.join(names)} or a letter from a to z")
        return names[letter]

    return read_word


DIGITS = {digit: digit for digit in "0123456789"}


def number(body: Body, letter: str) -> str:
    """A number of several digits; ``_`` separates it from the one before."""
    if letter == "_":
        letter = body.take("a number")
    if letter not in "123456789":
        raise body.wrong("a number or a letter from a to z")
    digits = letter
    while body.more() and body.text[body.at] in "0123456789":
        digits += body.take("a digit")
        if len(digits) > 5:
            raise body.wrong("a number of at most five digits")
    return digits


def read_digits(body: Body, rows: int, cols: int) -> Sheet:
    """Singles: a number in each cell, up to 61 as one letter."""
    words: Words = []
    for _ in range(rows * cols):
        letter = body.take(f"clues for {rows * cols} cells")
        value = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".find(letter)
        if value < 0:
            raise body.wrong("a digit or a letter")
        words.append(str(value))
    return Sheet(rows, cols, tuple(words))


def read_stars(body: Body, rows: int, cols: int) -> Sheet:
    """Galaxies: the number of places before each dot, in capitals before a black one; ``z`` is 25 places and no dot."""
    high, wide = 2 * rows - 1, 2 * cols - 1
    words = [EMPTY] * (high * wide)
    at = 0
    while body.more():
        letter = body.take("a dot")
        if not letter.isascii() or not letter.isalpha() or letter == "Z":
            raise body.wrong("a letter")
        at += ord(letter.lower()) - ord("a")
        if letter == "z":
            continue
        if at >= len(words):
            raise body.wrong(f"at most {len(words)} places")
        words[at] = "1" if letter.islower() else "2"
        at += 1
    return Sheet(high, wide, tuple(words))


def read_pattern(body: Body, rows: int, cols: int) -> Sheet:
    """Pattern: the strips of the columns, then those of the rows."""
    text, comma, _ = body.text.partition(",")
    if comma:
        raise ParseError("given cells are not supported", expected="numbers only")
    body.at = len(body.text)
    strips = [part.split(".") if part else ["0"] for part in text.split("/")]
    if len(strips) != rows + cols:
        raise ParseError(f"{len(strips)} strips", expected=f"{cols} of columns and {rows} of rows")
    return edged_sheet(rows, cols, strips[:cols], strips[cols:], edge_of("nonogram"))


def read_solo(parts: Parts, body: Body) -> tuple[Sheet, dict[str, Any]]:
    """Solo: the two numbers are those of a tile, unless the tiles are jigsaw pieces, whose borders follow."""
    refused = {"x": ("", "different numbers on the diagonals"), "k": ("", "sums of cages")}
    found = parts.match("(?P<j>j?)(?P<x>x?)(?P<k>k?)(?:[rma]d?[0-9]*)?" + DIFFICULTY, refused)
    high, wide = read_size(parts.width), read_size(parts.height or ("1" if found["j"] else parts.width))
    side = read_size(str(high * wide))
    words = tuple(read_runs(body, side * side, "a", number))
    if found["j"]:
        return Sheet(side, side, words, read_pieces(body, side)), {}
    body.end()
    tiles = [row // high * high + col // wide for row in range(side) for col in range(side)]
    return Sheet(side, side, words, tuple(tiles)), {}


def read_pieces(body: Body, side: int) -> tuple[int, ...]:
    """The number of absent borders before each border that is present; one more follows at the end."""
    if body.take("a comma and the pieces") != ",":
        raise body.wrong("a comma and the pieces")
    pairs: list[Pair] = side_by_side(side, side)
    pairs += [((row, col), (row + 1, col)) for col in range(side) for row in range(side - 1)]
    borders: set[Pair] = set()
    at = 0
    while body.more():
        letter = body.take("a letter")
        gap = "_abcdefghijklmnopqrstuvwxy".find(letter)
        if letter != "z" and gap < 0:
            raise body.wrong("'_' or a letter from a to z")
        at += 25 if letter == "z" else gap
        if letter != "z":
            borders.update(pairs[at : at + 1])
            at += 1
        if at > len(pairs) + 1:
            raise body.wrong(f"at most {len(pairs)} places for borders")
    if at != len(pairs) + 1:
        raise ParseError(f"pieces with {max(0, at - 1)} places for borders", expected=f"{len(pairs)}")
    return whole_rooms(side, side, borders)


def read_mines(parts: Parts, body: Body) -> tuple[Sheet, dict[str, Any]]:
    """Mines: the cell that was uncovered first, and then all mines as bits, which may be masked."""
    rows, cols = parts.size
    parts.match("(?:n[0-9.]+)?a?(?:[XY][0-9]+)*", {})
    if body.text.startswith("r"):
        raise ParseError("a game whose mines are not laid yet", expected="an ID from after the first move")
    found = re.fullmatch("(?:([0-9]{1,4}),([0-9]{1,4}),)?([mu]?)([0-9a-fA-F]*)", body.text)
    digits = (rows * cols + 3) // 4
    if not found or len(found[4]) != digits:
        raise ParseError(f"the mines {quote(body.text)}", expected=f"column,row,m and {digits} hexadecimal digits")
    packed = bytes.fromhex(found[4] + "0" * (digits % 2))
    bits = unmasked(packed, rows * cols) if found[3] == "m" else packed
    mines = {divmod(at, cols) for at in range(rows * cols) if bits[at // 8] >> (7 - at % 8) & 1}
    shown: dict[Place, str] = {}
    if found[1]:
        start = (int(found[2]), int(found[1]))
        if start[0] >= rows or start[1] >= cols or start in mines:
            raise ParseError("the first cell has a mine or is none", start[0] + 1, start[1] + 1, "a cell without one")
        shown = uncovered(mines, start, rows, cols)
    words = [shown.get(divmod(at, cols), EMPTY) for at in range(rows * cols)]
    return Sheet(rows, cols, tuple(words)), {"mines": len(mines)}


def unmasked(packed: bytes, size: int) -> bytes:
    """To each half, the second one first, are added the digests of the other half with 0, with 1, and so on."""
    first, second = packed[: len(packed) // 2], packed[len(packed) // 2 :]
    second = plus_digests(second, first)
    second = second[:-1] + bytes([second[-1] & 0xFF << -size % 8])
    return plus_digests(first, second) + second


def plus_digests(half: bytes, other: bytes) -> bytes:
    digests = (sha1(other + str(turn).encode(), usedforsecurity=False).digest() for turn in count())
    return bytes(byte ^ each for byte, each in zip(half, chain.from_iterable(digests), strict=False))


def uncovered(mines: set[Place], start: Place, rows: int, cols: int) -> dict[Place, str]:
    """What is uncovered along with a cell: around a 0, all neighbours."""

    def around(cell: Place) -> Iterator[Place]:
        for row in range(max(0, cell[0] - 1), min(rows, cell[0] + 2)):
            yield from ((row, col) for col in range(max(0, cell[1] - 1), min(cols, cell[1] + 2)))

    found: dict[Place, str] = {}
    queue = [start]
    for cell in queue:
        if cell not in found:
            found[cell] = str(sum(near in mines for near in around(cell)))
            if found[cell] == "0":
                queue += around(cell)
    return found


DIFFICULTY = "(?:d[a-z])?"
GAMES: dict[str, Reader] = {
    "fillomino": game(clues(words_of(DIGITS | {"0": EMPTY}))),
    "hashikake": game(
        clues(words_of(DIGITS)),
        "(?:i[0-9]+)?(?:e[0-9]+)?(?:m(?P<m>[0-9]+))?(?P<L>L?)(?:d[0-9]+)?",
        m=("2", "the most bridges between two islands"),
        L=("", "no loops"),
    ),
    "hitori": game(read_digits, DIFFICULTY),
    "kurodoko": game(clues(number)),
    "lightup": game(clues(words_of(DIGITS | {"B": UNKNOWN})), "(?:b[0-9]+)?(?:s[0-9]+)?r?(?:d[0-9]+)?"),
    "mashu": game(clues(words_of({"W": "1", "B": "2"})), DIFFICULTY + "n?"),
    "mines": read_mines,
    "nonogram": game(read_pattern),
    "shikaku": game(clues(number), "(?:e[0-9.]+)?a?"),
    "slither": game(clues(words_of(DIGITS)), "(?:t(?P<t>[0-9]+))?" + DIFFICULTY, t=("0", "no grid of squares")),
    "sudoku": read_solo,
    "tentaisho": game(read_stars, DIFFICULTY),
}
"""By the type's name in pzpr."""

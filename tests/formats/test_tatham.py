"""Game IDs of Simon Tatham's collection: IDs made by hand from the description of each game, and wrong ones."""

from __future__ import annotations

import re
from hashlib import sha1
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import perfectplay as pp
from perfectplay.formats import tatham
from perfectplay.formats.rooms import borders_of
from perfectplay.formats.types import TYPES

# The game, an ID of it, the key of the puzzle, and what is printed. In all of them a is one cell without a clue, b two.
KNOWN = [
    ("loopy", "3x2t0de:0b2a1", "slitherlink", "0..|2.1"),
    ("loopy", "2:a3b", "slitherlink", ".3|.."),
    ("lightup", "4x2b20s2d1:a1B0d", "light_up", ".1#0|...."),
    ("pearl", "3x2dtn:aWBBb", "masyu", ".wb|b.."),
    ("range", "3x2:a12_3c", "kuromasu", ". 12 3|. . ."),
    ("rect", "3x2e0.5a:2a2_2b", "shikaku", "2.2|2.."),
    ("bridges", "3x3i5e10m2d1:4a3c2a1", "hashiwokakero", "4.3|...|2.1"),
    # 0 is a cell without a clue as well
    ("filling", "3x2:1a20a3", "fillomino", "1.2|..3"),
    # one letter each, a is 10 and A is 36
    ("singles", "2x2de:1a2Z", "hitori", "1 10|2 61"),
    # columns first; a column without blocks is empty
    ("pattern", "3x1:1//1/1.1", "nonogram", "1 1/1,0,1"),
    # places before each dot, in capitals before a black one; z is 25 places and no dot
    ("galaxies", "2x1dn:aB", "tentai_show", "o.*"),
    ("galaxies", "4x3:zbC", "tentai_show", ".......|.......|.......|.....o.|.*....."),
    # the size is that of a tile: three rows, two columns
    ("solo", "2x2db:1g3_4a2d", "sudoku", "1...|....|34.2|...."),
    ("solo", "2:1o", "sudoku", "1...|....|....|...."),
    ("solo", "3x2r4:zi1", "sudoku", "|".join(["......"] * 5) + "|.....1;" + "|".join(["aabbcc"] * 3 + ["ddeeff"] * 3)),
    # no borders at twelve places between columns, all of those between rows, and one more
    ("solo", "4ja:p,l____________", "sudoku", "....|....|....|....;aaaa|bbbb|cccc|dddd"),
    # the cell that was uncovered first, then a bit for each cell
    ("mines", "3x3n1:0,0,u008", "minesweeper", "000|011|01."),
    ("mines", "3x1:2,0,4", "minesweeper", "..1"),
    ("mines", "3x1:4", "minesweeper", "..."),
]


@pytest.mark.parametrize(("game", "identity", "key", "text"), KNOWN)
def test_an_id_made_by_hand(game: str, identity: str, key: str, text: str) -> None:
    puzzle = pp.load(key, identity)
    assert str(puzzle) == text
    assert pp.load(f"{game}:{identity}") == puzzle == pp.load(key, f"  {game}:{identity}\n")
    assert pp.load(f"sgtpuzzles:{game}:{identity}") == puzzle
    assert pp.load(f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/{game}.html#{identity}") == puzzle


def test_every_game_has_an_id_made_by_hand() -> None:
    names = {kind.name for kind in TYPES}
    assert {getattr(pp.system(key), "pzpr", "") for _, _, key, _ in KNOWN} == set(tatham.GAMES) <= names


# Mines


def test_the_number_of_mines_is_known() -> None:
    puzzle = pp.load("minesweeper", "3x3n1:0,0,u008")
    assert puzzle.system.settings["mines"] == 1 and str(pp.solve(puzzle)) == "000|011|01*"
    assert pp.load("minesweeper", "3x3n1:0,0,u008", mines=1) == puzzle
    with pytest.raises(pp.ParseError, match="minesweeper: option mines=2"):
        pp.load("minesweeper", "3x3n1:0,0,u008", mines=2)


def masked(bits: bytes, size: int) -> str:
    """As the collection masks mines: the first half by digests of the second, then the second by those of the first."""

    def mask(half: bytes, other: bytes) -> bytes:
        stream = b"".join(sha1(other + b"%d" % turn).digest() for turn in range(len(half) // 20 + 1))
        return bytes(a ^ b for a, b in zip(half, stream, strict=False))

    middle = len(bits) // 2
    first = mask(bits[:middle], bits[middle:])
    second = bytearray(mask(bits[middle:], first))
    second[-1] &= (0xFF << (len(bits) * 8 - size)) & 0xFF
    return (first + second).hex()[: (size + 3) // 4]


@given(rows=st.integers(1, 20), cols=st.integers(1, 30), data=st.data())
def test_masked_mines(rows: int, cols: int, data: st.DataObject) -> None:
    size = rows * cols
    number = data.draw(st.integers(0, 2**size - 1))
    bits = (number << -size % 8).to_bytes((size + 7) // 8, "big")
    plain = pp.load("minesweeper", f"{cols}x{rows}:u{bits.hex()[: (size + 3) // 4]}")
    assert plain.system.settings["mines"] == number.bit_count()
    assert pp.load("minesweeper", f"{cols}x{rows}:m{masked(bits, size)}") == plain
    free = [at for at in range(size) if not number >> (size - 1 - at) & 1]
    if free:
        row, col = divmod(data.draw(st.sampled_from(free)), cols)
        opened = pp.load("minesweeper", f"{cols}x{rows}:{col},{row},m{masked(bits, size)}")
        shown: Any = opened.state
        assert shown.clue((row, col)) != "."
        mines = {divmod(at, cols) for at in range(size) if at not in free}
        for (r, c), clue in shown.clued():
            assert (r, c) not in mines
            assert int(clue) == sum(abs(r - y) < 2 and abs(c - x) < 2 for y, x in mines)


# Jigsaw pieces


def pieces(names: str) -> str:
    """How a description writes the borders between these pieces."""
    rows = names.split("|")
    side = len(rows)
    regions = ["".join(rows).index(name) for name in "".join(rows)]
    borders = borders_of(side, side, regions)
    places = [((row, col), (row, col + 1)) for row in range(side) for col in range(side - 1)]
    places += [((row, col), (row + 1, col)) for col in range(side) for row in range(side - 1)]
    shown, run = "", 0
    for edge in [*(place in borders for place in places), True]:
        if edge:
            shown += "z" * ((run - 1) // 25 if run else 0)
            run -= 25 * ((run - 1) // 25) if run else 0
            shown += "_abcdefghijklmnopqrstuvwxy"[run]
            run = -1
        run += 1
    return shown


@pytest.mark.parametrize(
    "names",
    [
        "aabb|aabb|ccdd|ccdd",
        "aaab|acbb|ccdb|cddd",
        "aaaaaa|bbbbbb|cccccc|dddddd|eeeeee|ffffff",
        "abcdef|abcdef|abcdef|abcdef|abcdef|abcdef",
        "aaabbb|aaabbb|ccddee|ccddee|ccddee|ffffff",
    ],
)
def test_jigsaw_pieces(names: str) -> None:
    side = names.index("|")
    empty = "|".join(["." * side] * side)
    runs = "".join(chr(ord("a") + len(list(run)) - 1) for _, run in groupby(range(side * side), lambda n: n // 26))
    assert pp.load("sudoku", f"{side}j:{runs},{pieces(names)}") == pp.load("sudoku", f"{empty};{names}")


# Wrong ones


@pytest.mark.parametrize(
    ("key", "identity", "message"),
    [
        ("slitherlink", "3x2t0de#1234", "slitherlink: the number of a random game (expected an ID with a description"),
        ("slitherlink", "3x2t4:0b2a1", "slitherlink: slither: the parameter '4' (no grid of squares) is not supported"),
        ("slitherlink", "3x2t0:0b2", "slitherlink: slither: the body ends too early, after 3 characters"),
        ("slitherlink", "3x2t0:0b2a11", "slitherlink: slither: the body is too long"),
        (
            "slitherlink",
            "3x2t0:0b2a7",
            "slitherlink: slither: row 2, column 3: unexpected '7' (expected a number from 0 to 4",
        ),
        ("slitherlink", "3x2t0:z", "slitherlink: slither: unexpected 'z' at character 1"),
        ("slitherlink", "0x2t0:a", "slitherlink: slither: the size '0'"),
        ("slitherlink", "3x999t0:a", "slitherlink: slither: a side of 999 cells"),
        ("slitherlink", "3x2y:0b2a1", "slitherlink: slither: unknown parameters 'y' after the size"),
        ("slitherlink", "pearl:3x2:aWBBb", "slitherlink: a puzzle of the type mashu (expected slither)"),
        ("slitherlink", "chess:8x8:a", "slitherlink: unknown type of puzzle 'chess'"),
        ("lits", "3x3:i", "lits: there are no game IDs of this type"),
        ("sudoku", "3x3x:zzzc", "sudoku: the parameter 'x' (different numbers on the diagonals) is not supported"),
        ("sudoku", "3x3kadu:zzzc", "sudoku: the parameter 'k' (sums of cages) is not supported"),
        ("sudoku", "9j:zzzc", "sudoku: the body ends too early"),
        ("sudoku", "9j:zzzc;a", "sudoku: unexpected ';' at character 5 of the body (expected a comma and the pieces)"),
        ("sudoku", "4j:p,a", "sudoku: pieces with 1 places for borders (expected 24)"),
        ("sudoku", "4j:p,zz", "sudoku: unexpected 'z' at character 4"),
        ("sudoku", "4j:p,!", "sudoku: unexpected '!' at character 3"),
        ("sudoku", "2x2:o9", "sudoku: row 4, column 4: unexpected 9 (expected at most 4)"),
        ("sudoku", "11x11:a", "sudoku: a side of 121 cells"),
        ("hashiwokakero", "3x3m3:4a3c2a1", "hashiwokakero: hashikake: the parameter '3' (the most bridges"),
        ("hashiwokakero", "3x3m2L:4a3c2a1", "hashiwokakero: hashikake: the parameter 'L' (no loops)"),
        ("hashiwokakero", "3x3:9a3c2a1", "hashiwokakero: hashikake: row 1, column 1: unexpected '9'"),
        ("hitori", "2x2:0123", "hitori: row 1, column 1: unexpected '0' (expected a number from 1"),
        ("hitori", "2x2:123", "hitori: the body ends too early"),
        ("kuromasu", "3x2:a12_", "kuromasu: kurodoko: the body ends too early, after 4 characters (expected a number)"),
        ("kuromasu", "3x2:123456789", "kuromasu: kurodoko: unexpected '6' at character 6"),
        ("tentai_show", "2x1:d", "tentai_show: tentaisho: unexpected 'd' at character 1"),
        ("tentai_show", "2x1:Z", "tentai_show: tentaisho: unexpected 'Z'"),
        ("nonogram", "3x1:1//1", "nonogram: 3 strips (expected 3 of columns and 1 of rows)"),
        ("nonogram", "3x1:1//1/1.x", "nonogram: row 1: unexpected 'x'"),
        ("nonogram", "3x1:1//1/1.1,c", "nonogram: given cells are not supported"),
        ("minesweeper", "9x9n10:r10,u,abc", "minesweeper: mines: a game whose mines are not laid yet"),
        ("minesweeper", "3x3n1:0,0,u08", "minesweeper: mines: the mines '0,0,u08' (expected column,row,m and 3 hex"),
        ("minesweeper", "3x3n1:2,2,u008", "minesweeper: mines: row 3, column 3: the first cell has a mine or is none"),
        ("minesweeper", "3x3n1:3,0,u008", "minesweeper: mines: row 1, column 4: the first cell has a mine or is none"),
    ],
)
def test_a_wrong_id_is_one_clear_line(key: str, identity: str, message: str) -> None:
    with pytest.raises(pp.ParseError, match="^" + re.escape(message)) as error:
        pp.load(key, identity)
    assert "\n" not in str(error.value)


def test_an_id_without_the_name_of_its_game_needs_a_key() -> None:
    with pytest.raises(pp.ParseError, match="no type of puzzle"):
        pp.load("3x2t0:0b2a1")

"""Puzzles from formats of others, and back."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.plays import PENCIL

import perfectplay as pp
from perfectplay.cli import main
from perfectplay.errors import ParseError

PUZZLES = [key for key in PENCIL if getattr(pp.system(key), "pzpr", "")]

# Battleships: the fleet is an option of the puzzle and a part of an address


def test_the_fleet_of_an_address_is_that_of_the_puzzle() -> None:
    puzzle = pp.load("battleships", "https://puzz.link/p?battleship/4/3/1110201h4o/2/11g/21o")
    assert puzzle == pp.load("battleships", "..>.|....|....;201;1110", fleet="2,1")
    assert pp.export(puzzle) == "https://puzz.link/p?battleship/4/3/1110201h4o/2/11g/21o"
    assert str(pp.solve(puzzle)) == ".##.|....|#..."


def test_a_fleet_that_was_set_must_be_the_one_of_the_address() -> None:
    address = pp.export(pp.load("battleships", "..|..;..;..", fleet="2,1"))
    assert pp.load("battleships", address, fleet="2,1").system.settings["fleet"] == "2,1"
    with pytest.raises(ParseError, match="battleships: option fleet='3'"):
        pp.load("battleships", address, fleet="3")


def test_an_answer_to_another_fleet_is_one_to_another_puzzle() -> None:
    one, other = (pp.load("battleships", "..|..;..;..", fleet=fleet) for fleet in ("1", "2"))
    solved: Any = pp.solve(one).answer
    with pytest.raises(ParseError, match="option fleet='2'"):
        pp.check(other, pp.export(solved, "pzprv3"))


def test_no_ships_at_all() -> None:
    assert str(pp.solve(pp.load("battleships", "https://puzz.link/p?battleship/2/1/ih//z"))) == ".."


# Heyawake: the number of a room may stand in any of its cells


def test_the_number_of_a_room_comes_back_wherever_it_stood() -> None:
    for row, col in product(range(3), range(3)):
        clues = [["."] * 3 for _ in range(3)]
        clues[row][col] = "1"
        puzzle = pp.load("heyawake", "|".join("".join(words) for words in clues) + ";aab|aac|add")
        assert str(puzzle).count("1") == 1
        for form in ("text", "url", "pzprv3"):
            assert pp.load("heyawake", pp.export(puzzle, form)) == puzzle
    assert pp.load("heyawake", "..1|...;aaa|aaa") == pp.load("heyawake", "...|.1.;aaa|aaa")
    with pytest.raises(ParseError, match="heyawake: row 2, column 1: a second number in a room"):
        pp.load("heyawake", "..1|1..;aaa|aaa")


# Without a key


@pytest.mark.parametrize("key", PUZZLES)
def test_an_address_and_a_file_need_no_key(key: str) -> None:
    sample = pp.load(key)
    solved: Any = pp.solve(sample).answer
    assert pp.load(pp.export(sample)) == sample
    assert pp.load(pp.export(sample).split("?")[1]) == sample
    assert pp.load(pp.export(sample, "pzprv3").replace("/", "\n")) == sample
    assert pp.load("https://puzz.link/p?" + pp.export(sample, "pzprv3").replace(" ", "%20")) == sample
    file = pp.export(solved, "pzprv3")
    assert pp.check(pp.load(file), file)


@pytest.mark.parametrize("key", PUZZLES)
def test_the_command_line_needs_no_key(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = pp.load(key)
    address = pp.export(sample)
    assert main(["export", address, "--to", "text"]) == 0
    assert capsys.readouterr().out.strip() == str(sample)
    board = tmp_path / "board.txt"
    solved: Any = pp.solve(sample).answer
    board.write_text(pp.export(solved, "pzprv3"), encoding="utf-8")
    assert main(["check", str(board), str(board)]) == 0
    assert main(["check", address, str(board)]) == 0


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("https://puzz.link/p?chess/8/8/a", "unknown type of puzzle 'chess'"),
        ("https://example.com/p?slither/3/2/a7b", "unknown host 'example.com'"),
        ("https://puzz.link/", "no puzzle in the address"),
        ("pzprv3", "no type of puzzle"),
        ("slither/3/2/!", "slitherlink: slither: unexpected '!'"),
    ],
)
def test_a_wrong_source_without_a_key(source: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ParseError, match=f"^{re.escape(message)}"):
        pp.load(source)
    assert main(["solve", source]) == 2
    assert capsys.readouterr().err.startswith(f"perfectplay: {message}")


def test_options_go_with_an_address() -> None:
    assert pp.load("https://puzz.link/p?lits/2/1/v", no_equal_touching=False).system.settings == {
        "no_equal_touching": False
    }


# Files of nonograms

NON = """
title "A letter"
by "nobody"
width 3
height 2

rows
1,1
3

columns
2
1
2
goal "101111"
"""


@pytest.mark.parametrize(
    "text",
    [
        NON,
        NON.replace("\n", "\r\n"),
        NON.replace(",", ", "),
        NON.replace("width 3", "columns 3"),
        "height 2\nwidth 3\ncolumns\n2\n1\n2\nrows\n1,1\n3",
    ],
)
def test_files_of_nonograms(text: str) -> None:
    assert str(pp.load("nonogram", text)) == "1 1,3/2,1,2"
    assert pp.load(text) == pp.load("nonogram", text)


def test_lines_without_blocks_are_zero_or_empty() -> None:
    zero = "width 2\nheight 3\nrows\n1\n0\n1\n\ncolumns\n1,1\n0\n"
    empty = "width 2\nheight 3\nrows\n1\n\n1\ncolumns\n1,1\n\n"
    assert str(pp.load("nonogram", zero)) == str(pp.load("nonogram", empty)) == "1,0,1/1 1,0"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("width 3", "width x", "nonogram: the size 'x'"),
        ("width 3", "width 300", "nonogram: a side of 300 cells"),
        ("width 3", "", "nonogram: row 10: columns without their number (expected width and height before)"),
        ("width 3", "width 3\nwidth 3", "nonogram: row 4: a second line 'width 3'"),
        ("rows\n1,1\n3", "", "nonogram: no rows (expected a line 'rows' and the blocks of each)"),
        ("1,1\n3", "1,1\n3\n1", "nonogram: 3 lines of rows (expected 2)"),
        ("1,1\n3", "1a,1b\n3a", "nonogram: blocks of several colours are not supported"),
        ("1,1\n3", "1;1\n3", "nonogram: row 1: unexpected '1;1'"),
        ("rows\n", "rows\n1,1\n3\nrows\n", "nonogram: row 9: a second line 'rows'"),
    ],
)
def test_a_wrong_file_of_a_nonogram(old: str, new: str, message: str) -> None:
    text = NON.strip().replace(old, new)
    with pytest.raises(ParseError, match=f"^{re.escape(message)}") as error:
        pp.load("nonogram", text)
    assert "\n" not in str(error.value)


# Grids with their size in front


@pytest.mark.parametrize(
    ("key", "text", "expected"),
    [
        ("slitherlink", "2 3\n0 - -\n2 - 1", "0..|2.1"),
        ("slitherlink", "2 3\r\n0 - -\r\n2 - 1\r\n", "0..|2.1"),
        ("fillomino", "1 3\n12 - 1\n", "12 . 1"),
        ("heyawake", "2 3\n1 - -\n- - 0\na a b\na a b", "1.0|...;aab|aab"),
        ("lits", "1 4\n- - - -\n1 1 1 1", "....;aaaa"),
        ("kakuro", "2 2\n# 3\\\n\\3 -", "# 3\\|\\3 ."),
        ("yajilin", "1 3\n2> - -", "2> . ."),
        # a grid of two columns that looks like a size
        ("hitori", "2 2\n1 2\n2 1", "22|12|21"),
        ("shikaku", "2 2\n4 -\n- -", "4.|.."),
        # no grid of this size
        ("hitori", "2 2\n1 2", "22|12"),
    ],
)
def test_grids_with_their_size_in_front(key: str, text: str, expected: str) -> None:
    assert str(pp.load(key, text)) == expected


# Sudoku in one line


@pytest.mark.parametrize("size", [4, 6, 9, 16, 25])
def test_sudoku_in_one_line(size: int) -> None:
    clues = ["."] * (size * size)
    clues[0], clues[-1] = "1", str(size)
    rows = [clues[start : start + size] for start in range(0, size * size, size)]
    puzzle = pp.load("sudoku", "|".join(" ".join(row) for row in rows))
    last = str(size) if size < 10 else "ABCDEFGHIJKLMNOP"[size - 10]
    for empty in ".0?":
        line = "1" + empty * (size * size - 2) + last
        assert pp.load("sudoku", line) == puzzle == pp.load("sudoku", line.lower())
    if size > 9:  # letters alone begin with 1
        line = "A" + "." * (size * size - 2) + "ABCDEFGHIJKLMNOPQRSTUVWXY"[size - 1]
        assert pp.load("sudoku", line) == puzzle


def test_sudoku_of_six_rows_has_tiles_of_two_by_three() -> None:
    tiles = "aaabbb|aaabbb|cccddd|cccddd|eeefff|eeefff"
    plain = "1.....|......|......|......|......|.....2"
    assert pp.load("sudoku", f"{plain};{tiles}") == pp.load("sudoku", plain)
    assert pp.export(pp.load("sudoku", plain)) == "https://puzz.link/p?sudoku/6/6/1zt2"


# Answers


@pytest.mark.parametrize(
    ("file", "right"),
    [
        ("pzprv3/shikaku/2/2/2 . /2 . /. . /0 /0 /1 1 /", None),  # numbers where borders are
        ("pzprv3/shikaku/2/2/2 . /2 . /0 /0 /1 1 /", True),
        ("pzprv3/shikaku/2/2/4 . /. . /1 /0 /0 0 /", False),  # a border that ends inside the rectangle
        ("pzprv3/shikaku/2/2/4 . /. . /0 /0 /0 0 /", True),
        ("pzprv3/shikaku/1/3/? . 1 /0 1 /", None),
        ("pzprv3/shikaku/1/3/- . 1 /0 1 /", True),
        ("pzprv3/fillomino/1/3/- . 1 /. 2 . /0 0 /", True),  # no number can be written into a question mark
        ("pzprv3/fillomino/1/3/- . 1 /. 3 . /0 0 /", False),
        ("pzprv3/fillomino/1/3/- . 1 /. . . /0 1 /", False),  # the second cell is open
        ("pzprv3/fillomino/1/4/- - 1 . /. . . 3 /0 0 0 /", False),
        ("pzprv3/fillomino/2/2/4 . /. . /. 4 /4 4 /1 /0 /0 0 /", False),  # a border that ends inside the area
        ("pzprv3/tentaisho/1/2/.1./0 /0 0 /", True),
        ("pzprv3/tentaisho/1/2/1.2/0 /0 0 /", False),
        ("pzprv3/battleship/1/3/1/21o/. . . . /2 3 . . /. # . /0 /", True),
        ("pzprv3/battleship/1/3/1/21o/. . . . /2 3 . . /. . # /0 /", False),
    ],
)
def test_boards_of_others_are_checked_as_they_are(file: str, right: bool | None) -> None:
    if right is None:
        with pytest.raises(ParseError):
            pp.load(file)
    else:
        assert bool(pp.check(pp.load(file), file)) is right


def test_an_answer_in_an_address() -> None:
    puzzle = pp.load("slitherlink", "22|22")
    file = pp.export(pp.load("slitherlink", "22|22"), "pzprv3")
    solved: Any = pp.solve(puzzle).answer
    assert pp.check(puzzle, "https://puzz.link/p?" + pp.export(solved, "pzprv3").replace(" ", "%20"))
    assert not pp.check(puzzle, "https://puzz.link/p?" + file.replace(" ", "%20"))
    with pytest.raises(ParseError, match="an address holds no answer"):
        pp.check(puzzle, pp.export(puzzle))

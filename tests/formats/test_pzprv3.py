"""Files of pzpr: round trips, files made by hand, and wrong ones."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats import sheets
from tests.tiers import depth

import perfectplay as pp
from perfectplay.errors import ParseError
from perfectplay.formats import answers, puzzlink, pzprv3
from perfectplay.formats.layers import LAYERS
from perfectplay.formats.pzprv3 import Pencilled
from perfectplay.formats.types import TYPES
from perfectplay.kinds.clues import EMPTY
from perfectplay.kinds.edged import Chart, Edged
from perfectplay.kinds.sheet import Sheet
from perfectplay.position import Filled

NAMES = [kind.name for kind in TYPES]


def test_every_type_has_files() -> None:
    assert set(LAYERS) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=depth(15, 40))
def test_a_sheet_and_an_answer_come_back_from_a_file(name: str, data: st.DataObject) -> None:
    sheet = data.draw(sheets.sheets(name))
    answer = data.draw(sheets.answers(name, sheet))
    text = pzprv3.write(name, sheet, answer)
    assert pzprv3.read(text) == (name, sheet, answer)
    assert pzprv3.read(text.replace("/", "\n")) == (name, sheet, answer)
    assert pzprv3.read("https://puzz.link/p?" + text.replace(" ", "%20")) == (name, sheet, answer)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=depth(10, 20))
def test_a_file_without_an_answer(name: str, data: st.DataObject) -> None:
    sheet = data.draw(sheets.sheets(name))
    file = pzprv3.read(pzprv3.write(name, sheet))
    assert (file.type, file.sheet) == (name, sheet)
    assert (file.answer.lines, file.answer.borders) == ({}, frozenset())
    if name != "battleship":  # whose clues are parts of ships
        assert set(file.answer.cells) == {EMPTY}


# By hand: the sheet, marks and numbers in cells, and what is drawn.
KNOWN = [
    (
        "pzprv3.1/slither/1/2/3 . /0 0 /1 1 0 /1 0 /1 0 /",
        "3.",
        "..",
        {((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 0), (0, 1)), ((1, 0), (1, 1))},
    ),
    ("pzprv3/mashu/2/2/1 . /. 2 /1 /0 /1 0 /", "w.|.b", "....", {((0, 0), (0, 1)), ((0, 0), (1, 0))}),
    ("pzprv3/nurikabe/2/3/2 . # /- # # /", "2..|?..", "..#.##", set()),
    ("pzprv3/lightup/2/3/. # 2 /- . # /", "..2|#..", ".#...#", set()),
    ("pzprv3.1/heyawake/2/2/1 /0 /1 0 /1 . /. . /# . /. # /", "1.|..;ab|bb", "#..#", set()),
    ("pzprv3/yajilin/1/3/4,1 . . /. # . /0 0 /", "1> . .", ".#.", set()),
    ("pzprv3/yajilin/1/2/0,- 1,0 /. . /0 /", "? 0^", "..", set()),
    ("pzprv3/sudoku/1/. /1 /", ".", "1", set()),
    ("pzprv3/goishi/1/3/2 0 1 /", "ooo", "2.1", set()),
    ("pzprv3/shikaku/1/2/1 - /1 /", "1?", "..", {((0, 0), (0, 1))}),
    ("pzprv3/nonogram/1/3/. . 1 1 . /. 2 # # . /", "2/1,1,0", "##.", set()),
    ("pzprv3/kakuro/1/2/0 -1 3 /-1 3,-1 . /. 3 /", "# # 3\\|# \\3 .", ".....3", set()),
    ("pzprv3/tentaisho/1/2/1.2/1 /0 0 /", "o.*", "...", {((0, 0), (0, 1))}),
    ("pzprv3/battleship/1/2/z/. 1 . /. . - /# . //", ".?;.;1.", "##", set()),
]


@pytest.mark.parametrize(("text", "sheet", "cells", "drawn"), KNOWN)
def test_a_file_made_by_hand(text: str, sheet: str, cells: str, drawn: set[object]) -> None:
    file = pzprv3.read(text)
    assert file.sheet.text() == sheet
    assert file.answer.cells == tuple(cells)
    assert set(file.answer.lines) | set(file.answer.borders) == drawn
    assert pzprv3.write(file.type, file.sheet, file.answer) == text


@pytest.mark.parametrize(
    ("text", "sheet", "cells"),
    [
        ("pzprv3/slither/1/1/", ".", "."),  # nothing yet
        ("pzprv3/slither/1/1/2 /0 1 /1 /-1 /", "2", "."),  # the older version has no colours
        ("pzprv3/heyawake/1/3/2/0 0 1 /. . 1 /+ + # /", "..1;aab", "..#"),  # the older version numbers the rooms
        ("pzprv3/lits/1/2/1/7 7 /# . /", "..;aa", "#."),
        ("pzprv3/hitori/1/2/1 1 /# + /-1 /", "11", "#."),  # lines that help
        ("pzprv3/sudoku/1/. /.[1,,,] /", ".", "."),  # small numbers
        ("pzprv3/kakuro/1/2/7 0 3 /-1 3,-9 . /. 3 /", "# 0\\ 3\\|# \\3 .", ".....3"),
        ("pzprv3/lightup/1/2/1 # /- . /", "1.", ".#"),  # a number crossed off
        ("pzprv3/nonogram/1/1/. c1 /c1 # /", "1/1", "#"),
        ('pzprv3\nmines\n1\n2\n1 . \n. # \ninfo:{\n "metadata": {"author": "a/b"}\n}\n', "1.", ".#"),
        ("pzprv3/akari/1/2/. # /", "..", ".#"),
    ],
)
def test_what_other_files_have(text: str, sheet: str, cells: str) -> None:
    file = pzprv3.read(text)
    assert (file.sheet.text(), file.answer.cells) == (sheet, tuple(cells))


def test_numbers_of_lines() -> None:
    assert pzprv3.read("pzprv3/hashikake/1/3/2 . 2 /2 2 /").answer.lines == {((0, 0), (0, 1)): 2, ((0, 1), (0, 2)): 2}


def test_numbers_that_were_filled_in() -> None:
    file = pzprv3.read("pzprv3/ripple/1/3/0 1 /. 2 . /1 . 12 /")
    assert (file.sheet.text(), file.answer.cells) == (".2.;aab", ("1", EMPTY, "12"))


def test_an_address_and_a_file_have_the_same_sheet() -> None:
    file = pzprv3.read("pzprv3/heyawake/2/3/2/0 1 1 /0 0 1 /1 2 . /. . . /")
    assert puzzlink.read("heyawake/3/2/i812").sheet == file.sheet


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unexpected '' (expected a file that begins with pzprv3)"),
        ("slither/3/2/a7b", "unexpected 'slither'"),
        ("pzprv3", "unknown type of puzzle ''"),
        ("pzprv3/chess/8/8/", "unknown type of puzzle 'chess'"),
        ("pzprv3.7/slither/1/1/", "slither: version 7 of its files is not known"),
        ("pzprv3.1/nurikabe/1/1/. /", "nurikabe: version 1"),
        ("pzprv3/slither/3", "slither: no size (expected height and width)"),
        ("pzprv3/slither/3/x/", "slither: the size 'x'"),
        ("pzprv3/slither/3/101/", "slither: a side of 101 cells"),
        ("pzprv3/slither/2/2/f/. . /. . /", "slither: the flag 'f' (the loop visits all dots) is not supported"),
        ("pzprv3/slither/2/2/. . /. /", "slither: 1 words in line 2 after the size (expected 2 for clues)"),
        ("pzprv3/slither/1/2/. . /0 0 0 /", "slither: 0 words in line 3"),
        ("pzprv3/slither/1/1/5 /", "slither: row 1, column 1: unexpected '5'"),
        ("pzprv3/slither/1/1/. /0 3 /0 /0 /", "slither: row 1, column 2: unexpected '3' among the lines"),
        ("pzprv3/slither/1/1/. /0 0 /0 /0 /0 /", "slither: more than expected from line 5 after the size on"),
        ("pzprv3/slither/1/1/? /", "slither: row 1, column 1: unexpected '?' among the clues"),
        ("pzprv3/hitori/1/1/1 /x /", "hitori: row 1, column 1: unexpected 'x' among the cells"),
        ("pzprv3/sudoku/1/1 /x /", "sudoku: row 1, column 1: unexpected 'x' among the numbers"),
        ("pzprv3/sudoku/1/1 /" + "9" * 5000 + " /", "sudoku: row 1, column 1: unexpected '999"),
        ("pzprv3/yajilin/1/1/5,1 /", "yajilin: row 1, column 1: unexpected '5,1' among the clues"),
        (
            "pzprv3/mashu/1/1/- /",
            "mashu: row 1, column 1: a circle of unknown colour (expected white and black circles)",
        ),
        ("pzprv3/mashu/1/1/w /", "mashu: row 1, column 1: unexpected 'w' (expected '1' for 'w', '2' for 'b' or '.')"),
        ("pzprv3/numlin/1/2/a a /", "numlin: row 1, column 1: unexpected 'a'"),
        ("pzprv3/fillomino/1/2/1 . /. . /X /", "fillomino: given borders are not supported"),
        ("pzprv3.1/heyawake/2/2/1 /0 /0 0 /", "heyawake: row 1, column 1: a border that ends inside a room"),
        ("pzprv3.1/lits/1/2/2 /", "lits: row 1, column 1: unexpected '2' among the rooms"),
        ("pzprv3/nonogram/1/1/. - /1 . /", "nonogram: column 1: unexpected '-'"),
        ("pzprv3/nonogram/1/1/. 1 /1 ? /", "nonogram: row 1, column 1: unexpected '?' among the cells"),
        ("pzprv3/kakuro/1/1/0 . /0 . /", "kakuro: row 1, column 2: unexpected '.'"),
        ("pzprv3/tentaisho/1/2/1.X/", "tentaisho: row 1, column 3: a board with holes is not supported"),
        ("pzprv3/tentaisho/1/2/1./", "tentaisho: row 1: the stars '1.'"),
        ("pzprv3/battleship/1/1/q/", "battleship: the fleet 'q'"),
        ("pzprv3/battleship/1/1/1/22u/", "battleship: the ship '22u' is not supported"),
    ],
)
def test_a_wrong_file_is_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)) as error:
        pzprv3.read(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", NAMES)
@given(body=st.lists(st.sampled_from([*"0123.-#+cX/ \n", " ", "1,2", "-1", "[1]"]), max_size=40).map(" ".join))
@settings(max_examples=depth(25, 80))
def test_any_file_is_read_or_refused(name: str, body: str) -> None:
    try:
        file = pzprv3.read(f"pzprv3/{name}/2/2/{body}")
    except ParseError as error:
        assert "\n" not in str(error)
    else:
        assert pzprv3.read(pzprv3.write(name, file.sheet, file.answer)) == file


def test_an_answer_of_another_size() -> None:
    with pytest.raises(ParseError, match="hitori: an answer of 3 cells"):
        pzprv3.write("hitori", Sheet(1, 2, ("1", "2")), Pencilled(("#",) * 3))


@pytest.mark.parametrize(
    ("name", "sheet", "message"),
    [
        ("slither", Sheet(1, 1, ("5",)), "slither: row 1, column 1: unexpected '5'"),
        ("heyawake", Sheet(1, 1, (EMPTY,)), "heyawake: a sheet without regions"),
        ("nonogram", Edged(1, 1, (EMPTY,), above=((1, 1),), left=((),)), "nonogram: a strip that is too long"),
        ("nonogram", Sheet(1, 1, (EMPTY,)), "nonogram: a sheet without numbers at its edges"),
        ("battleship", Chart(1, 1, (EMPTY,), above=((),), left=((),), fleet=(0,)), "battleship: a ship of length 0"),
    ],
)
def test_a_sheet_that_has_no_file(name: str, sheet: Sheet, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        pzprv3.write(name, sheet)


# Answers as the puzzles have them


def test_the_file_of_a_solution() -> None:
    puzzle = pp.load("slitherlink", "22|22")
    found = pp.solve(puzzle).answer
    assert isinstance(found, Filled)
    text = pzprv3.write("slither", puzzle.state, answers.answer_of({}, puzzle.state, found))
    assert text == "pzprv3.1/slither/2/2/2 2 /2 2 /0 0 /0 0 /1 0 1 /1 0 1 /1 1 /0 0 /1 1 /"


def test_numbers_that_are_given_stay() -> None:
    sheet = Sheet(1, 3, ("2", EMPTY, EMPTY))
    domains = {cell: (1, 2, 3) for cell in sheet.cells}
    found = answers.values(domains, sheet, Pencilled((EMPTY, "3", EMPTY)))
    assert found == {(0, 0): 2, (0, 1): 3}
    assert answers.answer_of(domains, sheet, found) == Pencilled((EMPTY, "3", EMPTY))


def test_names_of_areas_are_borders() -> None:
    sheet = Sheet(1, 3, ("1", EMPTY, "2"))
    domains = {(0, 0): ("a",), (0, 1): ("a", "b"), (0, 2): ("b",)}
    found = {(0, 0): "a", (0, 1): "b", (0, 2): "b"}
    answer = Pencilled((), {}, frozenset({((0, 0), (0, 1))}))
    assert answers.answer_of(domains, sheet, found) == answer
    assert answers.values(domains, sheet, answer) == found
    assert answers.values(domains, sheet, Pencilled()) == {}


def test_lines_between_points_far_apart() -> None:
    sheet = Sheet(1, 3, ("2", EMPTY, "2"))
    domains = {((0, 0), (0, 2)): (0, 1, 2)}
    whole = Pencilled((EMPTY,) * 3, {((0, 0), (0, 1)): 2, ((0, 1), (0, 2)): 2})
    assert answers.answer_of(domains, sheet, {((0, 0), (0, 2)): 2}) == whole
    assert answers.values(domains, sheet, whole) == {((0, 0), (0, 2)): 2}


def test_a_value_that_a_cell_cannot_have_is_left_open() -> None:
    sheet = Sheet(1, 1, (EMPTY,))
    assert answers.values({(0, 0): (1, 2)}, sheet, Pencilled(("7",))) == {}

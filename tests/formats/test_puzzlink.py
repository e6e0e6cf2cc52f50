"""Addresses of puzz.link: round trips, addresses made by hand from the description of the format, and wrong ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats import sheets
from tests.tiers import depth

import perfectplay as pp
from perfectplay.errors import ParseError
from perfectplay.formats import bodies, puzzlink
from perfectplay.formats.bodies import Body
from perfectplay.formats.types import BY_NAME, TYPES, type_of
from perfectplay.kinds.clues import EMPTY
from perfectplay.kinds.edged import Chart, Edged
from perfectplay.kinds.sheet import Sheet

NAMES = [kind.name for kind in TYPES]

# By hand: the address that follows from the description of each codec, and what is printed.
KNOWN = [
    # 0 with two empty cells behind it is the tenth digit, a; 2 with one behind it is 7; 1 at the end is b
    ("slither/3/2/a7b", "0..|2.1"),
    ("slither/2/2/012d", "01|23"),
    ("slither/3/1/.ge", "?.4"),
    ("slither/5/5/zk", ".....|.....|.....|.....|....."),
    # hexadecimal, with a sign before longer numbers; g is one empty cell, h two
    ("nurikabe/3/2/g2j", ".2.|..."),
    ("nurikabe/2/2/-10h./", "16 .|. ?"),
    ("kurodoko/2/1/+fff=000", "4095 4096"),
    ("cave/2/1/@000@710", "8192 10000"),
    ("shikaku/3/1/g8g", ".8."),
    ("numlin/2/2/1h1", "1.|.1"),
    ("fillomino/3/1/1g2", "1.2"),
    ("hashi/3/1/2g2", "2.2"),
    ("sudoku/4/4/1t2", "1...|....|....|...2"),
    ("mines/2/2/1i", "1.|.."),
    # three circles in a character, the first counts 9, the second 3: white is 1, black is 2
    ("mashu/3/2/5i", ".wb|b.."),
    ("mashu/2/1/f", "wb"),
    # a wall without a number is a question mark there
    ("akari/3/1/.0./", "#0#"),
    ("akari/3/2/g.j", ".#.|..."),
    # base 36, two digits after a sign
    ("hitori/2/2/1z-10./", "1 35|36 ."),
    # a bit for each cell, five in a character: 1 is a cell without a stone
    ("goishi/3/2/l0", ".o.|o.o"),
    ("goishi/3/2/lg", ".o.|o.."),
    # direction 1 to 4 is up, down, left, right; five more for two digits, a sign for three
    ("yajilin/3/2/a42c1./", ". 2> .|. . ?^"),
    ("yajilin/2/1/7ff-3100", "255v 256<"),
    ("yajilin/2/1/0.30", "? 0<"),
    # bits for vertical borders, then for horizontal ones; then a number for each room
    ("heyawake/2/2/o01g", "1.|..;ab|ab"),
    ("heyawake/2/2/oog2h", ".2|..;ab|cd"),
    ("heyawake/3/2/i812", "12.|...;abb|aab"),
    ("heyawake/2/2/gg12", "1.|2.;ab|bb"),  # in the leftmost column of the room
    ("lits/2/2/0o", "..|..;aa|bb"),
    ("ripple/2/1/g12", "12;ab"),
    # an unknown number is not the same as none
    ("ripple/4/1/43g.g", "3.?.;aaab"),
    ("fillomino/3/2/.1i./", "?1.|..?"),
    ("sudoku/4/4/1s.2", "1...|....|....|..?2"),
    # 20 empty cells are one letter, in Yajilin 26, in Kakuro 16
    ("nurikabe/21/1/zg", "." * 21),
    ("slither/24/1/czg", "2" + "." * 23),
    ("slither/24/1/cze", "2" + "." * 22 + "4"),
    ("yajilin/28/1/za1./", ". " * 27 + "?^"),
    ("kakuro/18/1/z.k------------------/", "#" * 19 + "|#" + "." * 16 + "#."),
    ("tentaisho/10/1/epe", "o" + "." * 17 + "o"),
    # walls with the sum below and the sum to the right; then the sums above and on the left
    ("kakuro/2/2/na3h4", r"# 10\ 3\|\17 . .|\4 . ."),
    ("kakuro/3/1/94l3A", r"# # 3\ 20\|# 9\4 . ."),
    ("kakuro/3/1/-4l3-/", r"# # 3\ #|# \4 . ."),
    ("kakuro/3/1/04l30", r"# # 3\ 0\|# 0\4 . ."),  # 0 is printed
    ("kakuro/2/2/l9-k--Z", r"# # #|\45 . .|# 9\ ."),
    ("kakuro/3/1/.l34", r"# # 3\ 4\|# # . ."),
    # three cells have two blocks at most; the number next to the board comes first
    ("nonogram/3/1/11112", "2 1/1,1,1"),
    ("nonogram/3/3/121g1g2g1g11", "2,1,1 1/2 1,1,1"),
    ("nonogram/1/1/h", "0/0"),
    # points: twice the number of empty places behind it, plus one if it is black
    ("tentaisho/2/1/2f", "o.*"),
    ("tentaisho/2/2/je", "...|.o.|..."),
    ("battleship/2/2/1g1g3h0//c", "<.|.~;1.;1."),
    ("battleship/2/2/2i43h/1/21o", "><|..;..;2."),
]


@pytest.mark.parametrize(("query", "text"), KNOWN)
def test_an_address_made_by_hand_is_read_and_written(query: str, text: str) -> None:
    link = puzzlink.read("https://puzz.link/p?" + query)
    assert link.sheet.text() == text
    assert puzzlink.write(link.type, link.sheet) == "https://puzz.link/p?" + query


@pytest.mark.parametrize("query", [query for query, _ in KNOWN])
def test_a_puzzle_has_the_address_that_it_came_from(query: str) -> None:
    assert pp.export(pp.load("https://puzz.link/p?" + query)) == "https://puzz.link/p?" + query


def test_every_type_has_an_address_made_by_hand() -> None:
    assert {BY_NAME[query.split("/")[0]].name for query, _ in KNOWN} == set(NAMES)


# What other programs write, and we do not


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("slither/2/2/0123", "01|23"),  # numbers that say less about the way to the next than they could
        ("nurikabe/2/2/gggg", "..|.."),
        ("kurodoko/1/1/%001", "8193 |"),
        ("hitori/1/1/1/", "1"),
        ("kakuro/3/1/--l3-/", r"# # 3\ #|# # . ."),
        ("lits/2/1/v", "..;ab"),  # bits beyond the last border
        ("ripple/2/1/g120", "12;ab"),  # no holes, told by bits
        ("fillomino/2/2/1i00", "1.|.."),  # no borders, told by bits
        ("nonogram/3/1/111g2", "2/1,1,1"),  # a gap next to the board
        ("battleship/1/1/11g/1/11g", ".;1;1"),
    ],
)
def test_other_ways_to_write_the_same(query: str, text: str) -> None:
    assert puzzlink.read(query).sheet.text() == text


@pytest.mark.parametrize(
    ("query", "fleet"),
    [
        ("battleship/2/2/1g1g3h0//c", (1, 1, 1, 2, 2, 3)),
        ("battleship/2/2/1g1g3h0//d", (1, 1, 1, 1, 2, 2, 2, 3, 3, 4)),
        ("battleship/2/2/1g1g3h0/2/21o/13s", (2, 3)),
        ("battleship/2/2/1g1g3h0//z", ()),
    ],
)
def test_fleets(query: str, fleet: tuple[int, ...]) -> None:
    sheet = puzzlink.read(query).sheet
    assert isinstance(sheet, Chart) and sheet.fleet == fleet


# Names and addresses


@pytest.mark.parametrize(
    "address",
    [
        "https://puzz.link/p?slither/3/2/a7b",
        "http://www.puzz.link/p?slitherlink/3/2/a7b",
        "http://pzv.jp/p.html?slither/3/2/a7b",
        "https://pzprxs.vercel.app/p?slither/3/2/a7b",
        "https://pzplus.tck.mn/p?slither/3/2/a7b/",
        "puzz.link/p?slither_edit/3/2/a7b",
        "https://puzz.link/p?type=editor&slither/3/2/a7b",
        "  slither/3/2/a7b\n",
        "Slither_Link/3/2/a7b",
    ],
)
def test_ways_to_say_the_same_address(address: str) -> None:
    assert puzzlink.read(address) == ("slither", Sheet(2, 3, ("0", EMPTY, EMPTY, "2", EMPTY, "1")))


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("slither", "slitherlink"),
        ("heyawake", "heyawacky"),
        ("mashu", "masyu pearl"),
        ("yajilin", "yajirin"),
        ("lightup", "akari light_up"),
        ("cave", "bag"),
        ("hashikake", "hashi bridges hashiwokakero"),
        ("numlin", "numberlink number_link"),
        ("ripple", "ripplecross ripple_effect"),
        ("mines", "minesweeper"),
        ("kurodoko", "kuromasu"),
        ("goishi", "hiroimono"),
        ("tentaisho", "tentai_show spiral_galaxies"),
        ("battleship", "battleships"),
    ],
)
def test_other_names_of_a_type(name: str, names: str) -> None:
    assert {type_of(other).name for other in names.split()} == {name}


def test_no_name_belongs_to_two_types() -> None:
    assert len(BY_NAME) == sum(1 + len(kind.names) for kind in TYPES)


def test_a_flag_that_changes_colours_only_is_accepted() -> None:
    assert puzzlink.read("yajilin/b/2/1/42a").sheet.text() == "2> ."


# Round trips


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=depth(20, 60))
def test_a_sheet_comes_back_from_its_address(name: str, data: st.DataObject) -> None:
    sheet = data.draw(sheets.sheets(name))
    address = puzzlink.write(name, sheet)
    assert puzzlink.read(address) == (name, sheet)
    assert puzzlink.read(address.split("?")[1]) == (name, sheet)


CODECS: list[tuple[Callable[[Body, int], list[str]], Callable[[Sequence[str]], str], st.SearchStrategy[str]]] = [
    (bodies.read_number16, bodies.write_number16, st.integers(0, 1126351).map(str) | st.just("?")),
    (bodies.read_4cell, bodies.write_4cell, st.sampled_from("01234?")),
    (bodies.read_arrows, bodies.write_arrows, sheets.word("yajilin") | st.sampled_from(["0", "9", "4095"])),
    (bodies.read_number36, bodies.write_number36, st.integers(0, 1295).map(str) | st.just("?")),
    (bodies.read_dots, bodies.write_dots, st.sampled_from("12")),
]


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec[0].__name__)
@given(data=st.data())
def test_words_come_back_from_a_codec(codec: Any, data: st.DataObject) -> None:
    read, write, word = codec
    size = data.draw(st.integers(0, 80))
    words = sheets.words(data.draw, size, word)
    body = Body(write(words) + "1")
    assert read(body, size) == words
    assert body.at == len(body.text) - 1  # and leaves what follows


@pytest.mark.parametrize("base", [2, 3])
@given(data=st.data())
def test_packed_numbers_come_back(base: int, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.integers(0, base - 1), max_size=40))
    body = Body(bodies.write_packed(values, base))
    assert bodies.read_packed(body, len(values), base) == values
    body.end()


def test_the_largest_board() -> None:
    sheet = Sheet(100, 100, ("3",) * 10_000)
    assert puzzlink.read(puzzlink.write("slither", sheet)).sheet == sheet


# Wrong ones


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("", "unknown type of puzzle ''"),
        ("chess/8/8/a", "unknown type of puzzle 'chess'"),
        ("https://puzz.link/p?", "unknown type of puzzle ''"),
        ("https://puzz.link/rules", "no puzzle in the address"),
        ("https://example.com/p?slither/3/2/a7b", "unknown host 'example.com'"),
        ("slither", "slither: no size"),
        ("slither/3", "slither: no size"),
        ("slither//2/a7b", "slither: no size"),
        ("slither/3/x/a7b", "slither: the size 'x'"),
        ("slither/0/2/a7b", "slither: the size '0'"),
        ("slither/-3/2/a7b", "slither: the size '-3'"),
        ("slither/3/٣/a7b", "slither: the size '٣'"),
        ("slither/101/2/a", "slither: a side of 101 cells (expected at most 100)"),
        ("slither/2/" + "9" * 5000 + "/a", "slither: the size '999"),
        ("slither/f/3/2/a7b", "slither: the flag 'f' (the loop visits all dots) is not supported"),
        ("mashu/f/3/2/00", "mashu: the flag 'f'"),
        ("yajilin/bo/3/2/f", "yajilin: the flag 'o' (all shaded cells are outside the loop) is not supported"),
        ("nurikabe/q/3/2/l", "nurikabe: the flag 'q' is not supported"),
        ("lits/d/2/1/v", "lits: the flag 'd' (an old notation)"),
        ("slither/v:sum/3/2/a7b", "slither: the variant 'v:sum' is not supported"),
        ("slither/3/2", "slither: the body ends too early, after 0 characters (expected clues for 6 cells)"),
        ("slither/3/2/a7", "slither: the body ends too early, after 2 characters"),
        ("slither/3/2/a7bb", "slither: the body is too long: 'b' from character 4 on (expected its end)"),
        ("slither/3/2/a7!", "slither: unexpected '!' at character 3 of the body"),
        ("slither/3/2/af", "slither: unexpected 'f' at character 2 of the body"),
        ("slither/3/2/z", "slither: unexpected 'z' at character 1 of the body (expected a run of at most 6)"),
        ("slither/3/2/A", "slither: unexpected 'A' at character 1"),
        ("nurikabe/3/2/gz", "nurikabe: unexpected 'z' at character 2"),
        ("nurikabe/3/2/-1", "nurikabe: the body ends too early"),
        ("nurikabe/3/2/-1g", "nurikabe: unexpected 'g' at character 3 of the body (expected a digit of base 16)"),
        ("nurikabe/3/2/l/l", "nurikabe: the body is too long: '/l'"),
        ("nurikabe/2/1/10", "nurikabe: row 1, column 2: unexpected '0'"),
        ("hashi/2/1/19", "hashikake: row 1, column 2: unexpected '9'"),
        ("sudoku/4/9/g", "sudoku: 4 x 9 cells (expected a square)"),
        ("mashu/3/2/0r", "mashu: unexpected 'r' at character 2 of the body (expected a digit of base 27)"),
        ("goishi/3/2/0w", "goishi: unexpected 'w' at character 2 of the body (expected a digit of base 32)"),
        ("hitori/2/1/@1", "hitori: row 1, column 1: unexpected '?'"),
        ("hitori/2/1/?1", "unknown host 'hitori'"),
        ("yajilin/2/1/5", "yajilin: the body ends too early"),
        ("yajilin/2/1/-9", "yajilin: unexpected '9' at character 2"),
        ("heyawake/2/2/g0g", "heyawake: row 1, column 1: a border that ends inside a room"),
        ("heyawake/2/2/o0", "heyawake: the body ends too early, after 2 characters (expected clues for 2 cells)"),
        ("ripple/2/1/012g", "ripple: a board with holes is not supported"),
        ("fillomino/2/2/1ig0", "fillomino: given borders are not supported"),
        ("kakuro/2/2/na3", "kakuro: the body ends too early, after 3 characters (expected a sum)"),
        ("kakuro/2/2/na3hk", "kakuro: unexpected 'k' at character 5 of the body"),
        ("nonogram/1/1/1./", "nonogram: row 1: unexpected '?'"),
        ("tentaisho/2/2/jeg", "tentaisho: a board with holes is not supported"),
        ("tentaisho/2/2/jew", "tentaisho: unexpected 'w' at character 3"),
        ("battleship/2/2/1g1g3h0", "battleship: no fleet at character 8 of the body"),
        ("battleship/2/2/1g1g3h0//q", "battleship: no fleet"),
        ("battleship/2/2/1g1g3h0/2/11g", "battleship: no fleet"),
        ("battleship/2/2/1g1g3h0/1/22u", "battleship: the ship '22u' is not supported"),
        ("battleship/2/2/1g1g7h0//c", "battleship: row 1, column 1: a part of a ship with a bend"),
    ],
)
def test_a_wrong_address_is_one_clear_line(address: str, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)) as error:
        puzzlink.read(address)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "sheet", "message"),
    [
        ("slither", Sheet(1, 2, ("5", EMPTY)), "slither: row 1, column 1: unexpected '5'"),
        ("nurikabe", Sheet(1, 101, (EMPTY,) * 101), "nurikabe: a side of 101 cells"),
        ("nurikabe", Sheet(1, 2, ("1", "999999")), "nurikabe: row 1, column 2: unexpected '999999'"),
        ("nurikabe", Sheet(1, 2, ("1", "9" * 9999)), "nurikabe: row 1, column 2: unexpected '999"),
        ("nurikabe", Sheet(1, 1, (EMPTY,), (0,)), "nurikabe: a sheet with regions (expected a sheet without regions)"),
        ("heyawake", Sheet(1, 1, (EMPTY,)), "heyawake: a sheet without regions"),
        ("heyawake", Sheet(1, 2, ("1", "2"), (0, 0)), "heyawake: row 1, column 2: a second number in a room"),
        ("lits", Sheet(1, 3, (EMPTY,) * 3, (0, 1, 0)), "lits: a region in two parts"),
        ("lits", Sheet(1, 1, ("1",), (0,)), "lits: row 1, column 1: unexpected '1'"),
        ("yajilin", Sheet(1, 1, ("4096>",)), "yajilin: row 1, column 1: unexpected '4096>'"),
        ("hitori", Sheet(1, 1, ("1296",)), "hitori: row 1, column 1: unexpected '1296'"),
        ("kakuro", Sheet(2, 2, ("#", "46\\", "#", ".")), "kakuro: row 1, column 2: unexpected '46\\\\'"),
        ("kakuro", Sheet(2, 2, ("#", ".", "#", ".")), "kakuro: row 1, column 2: a cell to fill in at the border"),
        ("kakuro", Sheet(2, 2, ("#", "3\\", "#", "#")), "kakuro: row 1, column 2: the sum"),
        ("tentaisho", Sheet(2, 3, (EMPTY,) * 6), "tentaisho: 2 x 3 places"),
        ("nonogram", Sheet(1, 1, (EMPTY,)), "nonogram: a sheet without numbers at its edges"),
        ("nonogram", Edged(1, 1, (EMPTY,), above=((1,),)), "nonogram: 1 strips above and 0 on the left"),
        ("nonogram", Edged(1, 1, (EMPTY,), above=((1, 1),), left=((),)), "nonogram: 2 numbers above column 1"),
        (
            "battleship",
            Chart(1, 1, (EMPTY,), above=((),), left=((),), fleet=(36,)),
            "battleship: a ship of length 36",
        ),
        ("nonogram", Edged(1, 1, (EMPTY,), above=((-1,),), left=((),)), "nonogram: the number -1 at the edge"),
        ("nurikabe", Sheet(0, 0, ()), "nurikabe: a side of 0 cells"),
        ("sudoku", Sheet(1, 2, (EMPTY, EMPTY)), "sudoku: 2 x 1 cells"),
        ("go", Sheet(1, 1, (EMPTY,)), "unknown type of puzzle 'go'"),
    ],
)
def test_a_sheet_that_has_no_address(name: str, sheet: Sheet, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        puzzlink.write(name, sheet)


@pytest.mark.parametrize("name", NAMES)
@given(
    width=st.integers(1, 4),
    height=st.integers(1, 4),
    body=st.text(alphabet="0123456789abcdefghijklmnopqrstuvwxyzAZ-+=%@*$./?!é\n", max_size=30),
)
@settings(max_examples=depth(40, 150))
def test_any_body_is_read_or_refused(name: str, width: int, height: int, body: str) -> None:
    if "?" in body:
        return
    try:
        link = puzzlink.read(f"{name}/{width}/{height}/{body}")
    except ParseError as error:
        assert "\n" not in str(error)
    else:
        assert puzzlink.read(puzzlink.write(name, link.sheet)) == link

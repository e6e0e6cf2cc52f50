"""What loads goes out and what goes out loads, or a form has no room for it and says so: for every pencil puzzle, with
every clue that its own reader takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.plays import PENCIL
from tests.formats import sheets
from tests.tiers import depth

import perfectplay as pp
from perfectplay.kinds.clues import EMPTY
from perfectplay.kinds.sheet import NAMES, Sheet, grid_text

PUZZLES = [key for key in PENCIL if getattr(pp.system(key), "pzpr", "")]
SIDES = st.sampled_from([1, 1, 1, 2, 2, 3, 3, 4, 5, 7])


def clues(key: str) -> st.SearchStrategy[str]:
    """Anything that the reader takes, also with zeros in front, and letters that stand for numbers."""
    if key in ("lits", "nonogram"):
        return st.just(EMPTY)
    if key == "kakuro":
        total = st.integers(0, 45).map(str) | st.sampled_from(["00", "07", ""])
        return st.just("#") | st.tuples(total, total).map("\\".join).filter(lambda word: word != "\\")
    known = sheets.clues_of(pp.system(key))
    more = [f"0{clue}" for clue in known if clue[0].isdecimal()]
    return st.sampled_from(known + more + ([*NAMES] if key == "number_link" else []))


@st.composite
def boards(draw: Any, key: str) -> tuple[str, tuple[int, int], dict[str, Any]]:
    """A text, the size of what it shows, and options."""
    rows, cols = draw(SIDES), draw(SIDES)
    options: dict[str, Any] = {}
    if key == "sudoku":
        rows = cols = draw(st.sampled_from([1, 2, 4, 6, 9]))
    elif key == "tentai_show":
        rows, cols = 2 * rows - 1, 2 * cols - 1
    words = sheets.words(draw, rows * cols, clues(key))
    parts = []
    if key == "sudoku":
        numbers = st.integers(0, rows).map(str) | st.just("?")
        words = sheets.words(draw, rows * cols, numbers)
        if rows == 2 or draw(st.booleans()):
            parts = [grid_text([NAMES[row] for row in range(rows) for _ in range(cols)], cols)]  # rows are tiles
    elif key == "number_link":
        names = draw(st.lists(clues(key), unique_by=lambda name: name.lstrip("0"), max_size=rows * cols // 2))
        words = draw(st.permutations([*names, *names, *[EMPTY] * (rows * cols - 2 * len(names))]))
    elif key == "kakuro" and draw(st.booleans()):  # as addresses have it
        sheet = sheets.kakuro(draw, rows, cols)
        rows, cols, words = sheet.rows, sheet.cols, list(sheet.clues)
    elif key in ("heyawake", "lits", "ripple_effect"):
        rooms = sheets.regions(draw, rows, cols)
        if key == "heyawake":
            seen: set[int] = set()
            for at, room in enumerate(rooms):
                words[at] = EMPTY if room in seen else words[at]
                seen |= {room} if words[at] != EMPTY else set()
        parts = [grid_text([str(1000 + room) if max(rooms) > 51 else NAMES[room] for room in rooms], cols)]
    elif key == "nonogram":
        strip = st.lists(st.sampled_from([1, 2, 7, 255, 256, 10000]), max_size=4)
        edges = [draw(st.lists(strip, min_size=side, max_size=side)) for side in (rows, cols)]
        lines = (",".join(" ".join(map(str, strip)) or "0" for strip in edge) for edge in edges)
        return "/".join(lines), (rows, cols), options
    elif key == "battleships":
        count = st.sampled_from([EMPTY, "0", "1", "9", "10", "255", "256", "10000"])
        parts = [" ".join(draw(st.lists(count, min_size=side, max_size=side))) for side in (rows, cols)]
        lengths = draw(st.lists(st.sampled_from([1, 1, 2, 3, 35, 36, 99]), max_size=6))
        options["fleet"] = ",".join(map(str, lengths))
    elif key == "lits":
        words = [EMPTY] * (rows * cols)
    return ";".join([grid_text(words, cols), *parts]), (rows, cols), options


def no_room(key: str, sheet: Any, form: str) -> bool:
    """Must this form refuse the board? Said once more, from what the form is like."""
    if key == "sudoku":
        return bool(sheet.regions)
    if key == "nonogram":
        strips = [(strip, sheet.rows) for strip in sheet.above] + [(strip, sheet.cols) for strip in sheet.left]
        return any(2 * len(strip) > size + 1 for strip, size in strips)
    if key == "battleships":
        return max(sheet.fleet, default=0) > 35
    if key == "kakuro":
        return min(sheet.rows, sheet.cols) < 2 or any(no_room_for_sums(sheet, form))
    return False


def no_room_for_sums(sheet: Sheet, form: str) -> Iterator[bool]:
    for row, col in sheet.cells:
        clue = sheet.clue((row, col))
        down, across = (int(part or 0) for part in clue.split("\\")) if "\\" in clue else (0, 0)
        if row and col:
            continue
        yield clue == EMPTY
        below = row == 0 < col and (form != "url" or sheet.clue((1, col)) == EMPTY)
        right = col == 0 < row and (form != "url" or sheet.clue((row, 1)) == EMPTY)
        yield bool((down and not below) or (across and not right))


@pytest.mark.parametrize("key", PUZZLES)
@given(data=st.data())
@settings(max_examples=depth(30, 150), deadline=None)
def test_every_board_goes_out_and_comes_back(key: str, data: st.DataObject) -> None:
    text, (rows, cols), options = data.draw(boards(key))
    board = pp.load(key, text, **options)
    shown = pp.system(key)(**options).to_pzpr(board.state)  # type: ignore[attr-defined]
    assert (shown.rows, shown.cols) == (rows, cols)
    again = pp.load(key, pp.export(board, "text"), **options)
    assert again == board and str(again) == str(board)
    assert eval(repr(board), {"load": pp.load}) == board
    for form in ("url", "pzprv3"):
        if no_room(key, board.state, form):
            with pytest.raises(pp.NotApplicable, match=f"^{key}: this board has no form '{form}': ") as error:
                pp.export(board, form)
            assert "\n" not in str(error.value)
        else:
            written = pp.export(board, form)
            assert pp.load(key, written, **options) == board == pp.load(written, **options)
            assert pp.export(pp.load(key, written), form) == written


@pytest.mark.parametrize("key", PUZZLES)
def test_a_board_that_is_too_long(key: str) -> None:
    texts = {
        "battleships": "." * 101 + ";.;" + "." * 101,
        "nonogram": "0/" + ",".join("0" * 101),
        "kakuro": "#" * 102 + "|" + "#" * 102,
        "tentai_show": "." * 201,
        "sudoku": "|".join(["." * 100] * 100),
    }
    divided = ";" + "a" * 101 if getattr(pp.system(key), "divided", False) else ""
    board = pp.load(key, texts.get(key, "." * 101 + divided))
    assert pp.load(key, str(board)) == board
    for form in ("url", "pzprv3"):
        if key == "sudoku":  # the largest that there is
            assert pp.load(key, pp.export(board, form)) == board
        else:
            with pytest.raises(pp.NotApplicable, match=f"^{key}: this board has no form '{form}': a side of 101 cells"):
                pp.export(board, form)


@pytest.mark.parametrize(
    ("key", "text", "same"),
    [
        ("number_link", "ab|ba", "12|21"),
        ("number_link", "7a|a7", "12|21"),  # where there is a letter, numbers are names like any other
        ("number_link", "79|97", "79|97"),
        ("number_link", "abcdefghij|abcdefghij", "1 2 3 4 5 6 7 8 9 10|1 2 3 4 5 6 7 8 9 10"),
        ("hitori", "2 01|1 02", "21|12"),
        ("heyawake", "007 .;a b", "7.;ab"),
        ("kakuro", r"# 0\ 03\|\0 0\0 .|\4 \00 .", r"# # 3\|# # .|\4 \0 ."),
        ("kakuro", r"0\0 0\0 0\|\0 . 0\4|0\ 0\4 .", r"# 0\ #|\0 . 0\4|# 0\4 ."),
        ("yajilin", "01> ?", "1> ?"),
        ("fillomino", "?1|..", "?1|.."),
        ("ripple_effect", "?1;aa", "?1;aa"),
        ("sudoku", "?0..|....|....|...1", "?...|....|....|...1"),
        ("sudoku", "?0.............1", "....|....|....|...1"),
        ("shikaku", "12 |", "12 |"),
        ("shikaku", "12", "12"),
        ("shikaku", "12 |3 |", "12 | 3"),
    ],
)
def test_one_form_for_what_is_the_same(key: str, text: str, same: str) -> None:
    assert str(pp.load(key, text)) == same
    assert pp.load(key, text) == pp.load(key, same)


def test_the_largest_board_of_rooms_prints_a_text_that_loads() -> None:
    sheet = Sheet(100, 100, ("10000",) * 10_000, tuple(range(10_000)))
    board = pp.load("heyawake", sheet.text())
    assert len(str(board)) > 100_000 and pp.load("heyawake", str(board)) == board
    assert pp.load(pp.export(board)) == board

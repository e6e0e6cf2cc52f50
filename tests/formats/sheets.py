"""Random sheets of every type, and random answers to them."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

import perfectplay as pp
from perfectplay.formats.layers import around, inside
from perfectplay.formats.pzprv3 import Pencilled
from perfectplay.formats.rooms import first_cells, one_above_other, regions_of, side_by_side
from perfectplay.formats.types import FLEETS, type_of
from perfectplay.kinds.clues import EMPTY, Arrowed
from perfectplay.kinds.edged import Chart, Edged
from perfectplay.kinds.pencil import Pencil
from perfectplay.kinds.sheet import Sheet
from perfectplay.registry import key_of_type
from perfectplay.system import System

SIDES = st.integers(1, 7)
TURNING_POINTS = (0, 1, 2, 4, 8, 9, 10, 15, 16, 35, 36, 255, 256, 1295, 4095, 4096, 8191, 8192, 9999, 10000)
"""Where one or the other codec begins to write numbers in another way."""
DIVIDED = ("heyawake", "lits", "ripple")


@cache
def word(name: str) -> st.SearchStrategy[str]:
    """Whatever the puzzle has for a clue that addresses have, too, as it is printed."""
    return st.sampled_from(clues_of(pp.system(key_of_type(name)))) if name != "lits" else st.just(EMPTY)


def clues_of(rules: type[System]) -> list[str]:
    """The letters of a puzzle, its unknown clue, and numbers from all of its range."""
    assert issubclass(rules, Pencil)
    clues = rules.clues
    numbers = [str(number) for number in (*TURNING_POINTS, clues.least, clues.most) if clues.number(str(number))]
    if isinstance(clues, Arrowed):
        return [word + arrow for word in (*numbers, "?") for arrow in "^v<>"] + ["?"]
    letters = [] if clues.numbered else [*clues.letters]
    return numbers + letters + ([clues.unknown] if clues.unknown else [])


def words(draw: Any, count: int, clue: st.SearchStrategy[str]) -> list[str]:
    """Clues with runs of empty cells between them."""
    found: list[str] = []
    while len(found) < count:
        found += [EMPTY] * draw(st.sampled_from([0, 0, 0, 1, 2, 3, 8, 25, 40]))
        found.append(draw(clue))
    return found[:count]


def regions(draw: Any, rows: int, cols: int) -> tuple[int, ...]:
    pairs = side_by_side(rows, cols) + one_above_other(rows, cols)
    closed = draw(st.lists(st.sampled_from([True, True, False]), min_size=len(pairs), max_size=len(pairs)))
    return regions_of(rows, cols, {pair for pair, wall in zip(pairs, closed, strict=True) if wall})


@st.composite
def sheets(draw: Any, name: str) -> Sheet:
    rows, cols = draw(SIDES), draw(SIDES)
    empty = (EMPTY,) * (rows * cols)
    if name == "sudoku":
        cols = rows
    if name == "tentaisho":
        rows, cols = 2 * rows - 1, 2 * cols - 1
        return Sheet(rows, cols, tuple(words(draw, rows * cols, word(name))))
    if name == "kakuro":
        return kakuro(draw, rows, cols)
    if name == "nonogram":
        above = strips(draw, cols, (rows + 1) // 2, 1)
        return Edged(rows, cols, empty, above=above, left=strips(draw, rows, (cols + 1) // 2, 1))
    if name == "battleship":
        clues = words(draw, rows * cols, word(name))
        fleet = draw(st.sampled_from(list(FLEETS.values())) | st.lists(st.integers(1, 35), max_size=5))
        above, left = strips(draw, cols, 1, 0), strips(draw, rows, 1, 0)
        return Chart(rows, cols, tuple(clues), above=above, left=left, fleet=tuple(sorted(fleet)))
    if name in DIVIDED:
        rooms = regions(draw, rows, cols)
        clues = [EMPTY] * (rows * cols)
        if name == "heyawake":
            places = first_cells(cols, rooms)
            for at, clue in zip(places, words(draw, len(places), word(name)), strict=True):
                clues[at] = clue
        elif name == "ripple":
            clues = words(draw, rows * cols, word(name))
        return Sheet(rows, cols, tuple(clues), rooms)
    return Sheet(rows, cols, tuple(words(draw, rows * cols, word(name))))


def strips(draw: Any, count: int, longest: int, least: int) -> tuple[tuple[int, ...], ...]:
    strip = st.lists(st.integers(least, 40), max_size=longest).map(tuple)
    return tuple(draw(st.lists(strip, min_size=count, max_size=count)))


def kakuro(draw: Any, rows: int, cols: int) -> Sheet:
    total = st.just("") | st.integers(0, 45).map(str)
    pairs = st.tuples(total, total).map(lambda both: "\\".join(both) if any(both) else "#")
    inner = draw(st.lists(pairs | st.just(EMPTY) | st.just("#"), min_size=rows * cols, max_size=rows * cols))
    clues = ["#"]
    for col in range(cols):
        number = draw(total) if inner[col] == EMPTY else ""
        clues.append(f"{number}\\" if number else "#")
    for row in range(rows):
        number = draw(total) if inner[row * cols] == EMPTY else ""
        clues += [f"\\{number}" if number else "#", *inner[row * cols : (row + 1) * cols]]
    return Sheet(rows + 1, cols + 1, tuple(clues))


MARKED = ("battleship", "cave", "heyawake", "hitori", "kurodoko", "lits", "mines", "nonogram", "yajilin")
MARKED_WHERE_EMPTY = ("lightup", "nurikabe")
FILLED = ("fillomino", "ripple", "sudoku")
LINED = ("hashikake", "mashu", "numlin", "slither", "yajilin")
BORDERED = ("fillomino", "shikaku", "tentaisho")


@st.composite
def answers(draw: Any, name: str, sheet: Sheet) -> Pencilled:
    """Anything that may be filled in, right or wrong."""
    cells = [EMPTY] * len(sheet.clues)
    for at, clue in enumerate(sheet.clues):
        if name in MARKED or (name in MARKED_WHERE_EMPTY and clue == EMPTY):
            given = name == "battleship" and clue in "^v<>xo?"
            cells[at] = "#" if given else draw(st.sampled_from("#."))
        elif name in FILLED or (name == "goishi" and clue != EMPTY) or (name == "kakuro" and clue == EMPTY):
            cells[at] = draw(st.sampled_from([EMPTY, "1", "25"]))
    places = around if name == "slither" else inside
    kind = type_of(name)
    board = kind.board_side(sheet.rows), kind.board_side(sheet.cols)
    pairs = [pair for grid in places(*board) for row in grid for pair in row]
    drawn = draw(st.lists(st.sampled_from([0, 1, 2]), min_size=len(pairs), max_size=len(pairs)))
    there = {pair: count for pair, count in zip(pairs, drawn, strict=True) if count}
    return Pencilled(
        tuple(cells), there if name in LINED else {}, frozenset(there) if name in BORDERED else frozenset()
    )

r"""Plain text grids with their size in front: ``ROWS COLUMNS`` in the first line, then rows of words.

``-`` is a cell without a clue; where a puzzle has regions, as many rows with the names of regions follow. Collections
of puzzles from janko.at come in this form.

>>> text_of("2 3\n- 2 -\n- - 1")
'. 2 .|. . 1'
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from string import ascii_uppercase

from perfectplay._native import sized_grids
from perfectplay.kinds.clues import EMPTY, UNKNOWN

NOTHING = "-"


@lru_cache(maxsize=1)
def _usual(text: str) -> str | None:
    """The same in our own form, if it is in the usual one; whoever asks whether this is a grid reads it next."""
    return sized_grids(text, NOTHING, EMPTY) if text.isascii() else None


def is_sized(text: str) -> bool:
    """Is this a size followed by grids of this size, and not itself a grid of two columns?"""
    if _usual(text) is not None:
        return True
    lines = [line.split() for line in text.strip().splitlines()]
    if len(lines) < 2 or len(lines[0]) != 2 or not all(word.isascii() and word.isdecimal() for word in lines[0]):
        return False
    rows, cols = (int(word[:4]) for word in lines[0])
    grid = lines[1:]
    if not rows or len(grid) % rows or any(len(line) != cols for line in grid):
        return False
    return cols != 2 or any(NOTHING in line for line in grid)


def text_of(text: str) -> str:
    """The same in our own form."""
    usual = _usual(text)
    if usual is not None:
        return usual
    lines = text.strip().splitlines()
    rows = int(lines[0].split()[0])
    grids = [lines[start : start + rows] for start in range(1, len(lines), rows)]
    return ";".join("|".join(map(row_of, grid)) for grid in grids)


def row_of(line: str) -> str:
    return " ".join(EMPTY if word == NOTHING else word for word in line.split())


def rows_of(text: str) -> str:
    """All cells of a square in one line, where numbers above 9 are letters, as rows; any other text as it is.

    >>> rows_of("1..2"), rows_of("1.|.2")
    ('1 .|. 2', '1.|.2')
    """
    size = isqrt(len(text))
    if size < 2 or size * size != len(text) or set(text) & set("| \t\n;"):
        return text
    first = 10 if set(text) & set("123456789") else 1  # what A is
    numbers = {letter: str(number) for number, letter in enumerate(ascii_uppercase, first)} | {UNKNOWN: EMPTY}
    words = [numbers.get(letter.upper(), letter) for letter in text]
    return "|".join(" ".join(words[start : start + size]) for start in range(0, len(words), size))

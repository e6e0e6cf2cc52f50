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

from perfectplay.kinds.clues import EMPTY, UNKNOWN

NOTHING = "-"


@lru_cache(maxsize=1)
def _split(text: str) -> tuple[list[str], ...]:
    """The words of each line; whoever asks whether this is a grid reads it next."""
    return tuple([line.split() for line in text.strip().splitlines()])


def is_sized(text: str) -> bool:
    """Is this a size followed by grids of this size, and not itself a grid of two columns?"""
    lines = _split(text)
    if len(lines) < 2 or len(lines[0]) != 2 or not all(word.isascii() and word.isdecimal() for word in lines[0]):
        return False
    rows, cols = (int(word[:4]) for word in lines[0])
    if not rows or (len(lines) - 1) % rows or {*map(len, lines[1:])} != {cols}:
        return False
    return cols != 2 or any(NOTHING in line for line in lines[1:])


def text_of(text: str) -> str:
    """The same in our own form."""
    lines = _split(text)
    rows = int(lines[0][0])
    grids = [lines[start : start + rows] for start in range(1, len(lines), rows)]
    return ";".join(["|".join([row_of(line) for line in grid]) for grid in grids])


def row_of(words: list[str]) -> str:
    row = " ".join(words)
    if row.count(NOTHING) == words.count(NOTHING):
        return row.replace(NOTHING, EMPTY)
    return " ".join([EMPTY if word == NOTHING else word for word in words])


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

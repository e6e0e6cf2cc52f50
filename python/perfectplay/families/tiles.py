"""Numbered tiles on a rectangle with one free cell: their symbols and their text.

The free cell has the symbol ``A``, tile 1 ``B``, and so on. A table of numbers by rows is a board, 0 its free cell.
"""

from __future__ import annotations

import re

from perfectplay.board import rows_of_words
from perfectplay.errors import ParseError, quote

MOST_CELLS = 100
FREE = ord("A")

HARDEST = (
    "0 12 9 13|15 11 10 14|3 7 2 5|4 8 6 1",
    "0 12 10 13|15 11 14 9|3 7 2 5|4 8 6 1",
    "0 11 9 13|12 15 10 14|3 7 6 2|4 8 5 1",
    "0 15 9 13|11 12 10 14|3 7 6 2|4 8 5 1",
    "0 12 9 13|15 11 10 14|3 7 6 2|4 8 5 1",
    "0 12 14 13|15 11 9 10|3 7 6 2|4 8 5 1",
    "0 12 10 13|15 11 14 9|3 7 6 2|4 8 5 1",
    "0 12 11 13|15 14 10 9|3 7 6 2|4 8 5 1",
    "0 12 10 13|15 11 9 14|7 3 6 2|4 8 5 1",
    "0 12 9 13|15 11 14 10|3 8 6 2|4 7 5 1",
    "0 12 9 13|15 11 10 14|8 3 6 2|4 7 5 1",
    "0 12 14 13|15 11 9 10|8 3 6 2|4 7 5 1",
    "0 12 9 13|15 11 10 14|7 8 6 2|4 3 5 1",
    "0 12 10 13|15 11 14 9|7 8 6 2|4 3 5 1",
    "0 12 9 13|15 8 10 14|11 7 6 2|4 3 5 1",
    "0 12 9 13|15 11 10 14|3 7 5 6|4 8 2 1",
    "0 12 9 13|15 11 10 14|7 8 5 6|4 3 2 1",
)
"""The seventeen positions of the 4 x 4 board that take 80 moves, more than any other (Korf & Schultze 2005)."""


def tile(number: int) -> str:
    """The symbol of a tile, or of the free cell, which is number 0."""
    return chr(FREE + number)


def number_of(symbol: str) -> int:
    return ord(symbol) - FREE


def read_tiles(text: str) -> list[list[int]]:
    """The numbers by rows. A list without row marks is a square if it has 4, 9, 16, ... numbers."""
    whole = re.sub(r"\s*[|/]$", "", text.strip())
    if not whole:
        raise ParseError("empty board", expected="numbers by rows, such as 1 2 3|4 5 6|7 0 8")
    rows = rows_of_words(whole, MOST_CELLS)
    if len(rows) == 1 and whole == text.strip() and (side := round(len(rows[0]) ** 0.5)) ** 2 == len(rows[0]) > 3:
        rows = [rows[0][i : i + side] for i in range(0, side * side, side)]
    most, seen = len(rows) * len(rows[0]) - 1, set()
    for row, words in enumerate(rows, 1):
        for column, word in enumerate(words, 1):
            if not (word.isascii() and word.isdigit() and len(word) < 5 and int(word) <= most):
                raise ParseError(f"unexpected {quote(word)}", row, column, f"0 to {most}")
            if int(word) in seen:
                raise ParseError(f"{word} for the second time", row, column, "each number once")
            seen.add(int(word))
    if not most:
        raise ParseError("a single cell", expected="at least two numbers such as 1 0")
    return [[int(word) for word in row] for row in rows]


def write_tiles(rows: list[list[int]]) -> str:
    """The inverse of :func:`read_tiles`: a single row ends in ``|``."""
    lines = [" ".join(map(str, row)) for row in rows]
    return "|".join(lines) if len(lines) > 1 else f"{lines[0]}|"

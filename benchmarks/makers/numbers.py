"""Sudoku: a random filled square, and as few of its numbers as possible."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from math import isqrt

import perfectplay as pp
from makers.grid import NO_LIMITS, Clues, cells_of, grown, text, thinned
from perfectplay import _native

STEPS = 2000
"""So often a Sudoku is changed to make it harder."""


def sudoku(rows: int, cols: int, rng: random.Random) -> str:
    """Of 9 x 9 cells: minimal, and hard for the search. Of other sizes: half of the cells are given."""
    return hard_sudoku(rng) if rows == 9 else large_sudoku(rows, rng)


def hard_sudoku(rng: random.Random) -> str:
    """A minimal Sudoku is made harder by exchanging some of its numbers for others of its solution."""
    board = minimal([*solved(rng)], rng)
    for _ in range(STEPS):
        solution = count_two(board)[0][0]
        open_ones = [place for place in range(81) if not board[place]]
        given = [place for place in range(81) if board[place]]
        changed = [*board]
        for place in rng.sample(given, 2):
            changed[place] = 0
        while len(count_two(changed)[0]) > 1:
            place = rng.choice(open_ones)
            changed[place] = solution[place]
        changed = minimal(changed, rng)
        if count_two(changed)[1][0] >= count_two(board)[1][0]:
            board = changed
    return "|".join("".join(str(number or ".") for number in board[start : start + 9]) for start in range(0, 81, 9))


def count_two(board: Sequence[int]) -> tuple[list[bytes], tuple[int, float, int]]:
    """Up to two solutions, and what the search for them took."""
    return _native.sudoku(board, 2, NO_LIMITS)


def solved(rng: random.Random) -> bytes:
    """A filled square."""
    board = [0] * 81
    for tile in (0, 30, 60):
        for place, number in enumerate(rng.sample(range(1, 10), 9)):
            board[tile + place // 3 * 9 + place % 3] = number
    return rng.choice(_native.sudoku(board, 50, NO_LIMITS)[0])


def minimal(board: list[int], rng: random.Random) -> list[int]:
    """Numbers are taken away until none can be."""
    for place in rng.sample(range(81), 81):
        if board[place]:
            fewer = [*board[:place], 0, *board[place + 1 :]]
            if len(count_two(fewer)[0]) == 1:
                board = fewer
    return board


def large_sudoku(size: int, rng: random.Random) -> str:
    tile = isqrt(size)
    board = partial(text, size, size)
    start: Clues = {}
    for corner in range(0, size, tile):
        for place, number in enumerate(rng.sample(range(1, size + 1), size)):
            start[corner + place // tile, corner + place % tile] = str(number)
    solved = pp.solve(pp.load("sudoku", board(start))).answer
    assert solved is not None
    every = {cell: str(solved[cell]) for cell in cells_of(size, size)}
    found = lambda answer: {cell: str(number) for cell, number in answer.items()}  # noqa: E731
    clues = grown("sudoku", board, every, found, rng, rng.sample(sorted(every), 3 * len(every) // 5))
    return board(thinned("sudoku", board, clues, found, rng, len(every) // 2))

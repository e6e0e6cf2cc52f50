"""Sliding blocks: a square of four cells among smaller pieces, which must come to the lower right corner of its box."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from string import ascii_letters
from typing import Any

from perfectplay.errors import ParseError
from perfectplay.generators._pieces import Sketch, Stock
from perfectplay.kinds.blocks import Shape
from perfectplay.kinds.rewrite import Layout
from perfectplay.puzzles.sliding_blocks import SlidingBlocks

options = {"rows": 4, "cols": 4, "pieces": 9, "bends": False}
"""``pieces`` is the largest number of pieces, the target among them; with ``bends`` some are bent (three cells)."""

LARGEST = 12
SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))
STRAIGHT = (((0, 0),), ((0, 0), (0, 1)), ((0, 0), (1, 0)))
BENT = tuple(tuple(cell for cell in SQUARE if cell != gone) for gone in SQUARE)


def check(rows: int, cols: int, pieces: int, bends: bool) -> None:
    for name, value, least, most in (
        ("rows", rows, 2, LARGEST),
        ("cols", cols, 2, LARGEST),
        ("pieces", pieces, 2, len(ascii_letters)),
    ):
        if not least <= value <= most:
            raise ParseError(f"{name}={value}", expected=f"{least} to {most}")


@cache
def stock(rows: int, cols: int, pieces: int, bends: bool) -> Stock:
    target = Shape(SQUARE, (), goal=(rows - 2, cols - 2))
    others = [*STRAIGHT, *(_anchored(cells) for cells in BENT if bends)]
    weights = (0, 2, 2, 2, *([1] * 4 if bends else []))
    return Stock(rows, cols, [target, *(Shape(cells, ()) for cells in others)], pieces, weights)


def _anchored(cells: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Relative to the first cell."""
    return tuple((row - cells[0][0], col - cells[0][1]) for row, col in cells)


def rules(**wanted: Any) -> tuple[SlidingBlocks, Layout]:
    return SlidingBlocks(), stock(**wanted).layout()


def draw(rng: Random, **wanted: Any) -> Sketch | None:
    return stock(**wanted).draw(rng)


def vary(rng: Random, sketch: Sketch, **wanted: Any) -> Sketch | None:
    return stock(**wanted).vary(rng, sketch)


def lighter(sketch: Sketch, **wanted: Any) -> Iterator[Sketch]:
    return stock(**wanted).lighter(sketch)


def cells(sketch: Sketch, **wanted: Any) -> str:
    return stock(**wanted).cells(sketch)


def sketch(cells: str, **wanted: Any) -> Sketch:
    return stock(**wanted).sketch(cells)


def text(sketch: Sketch, **wanted: Any) -> str:
    board = stock(**wanted)
    goal = board.rows_of(((0, board.shapes[0].goal or (0, 0)),), "a")
    return f"{board.rows_of(sketch, ascii_letters)} -> {goal}"

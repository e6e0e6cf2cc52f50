"""Lunar Lockout: robots on an empty board, with the marked cell in its middle. A sketch is what stands on each cell."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from perfectplay.errors import ParseError
from perfectplay.kinds.rewrite import Layout
from perfectplay.puzzles.lunar_lockout import LunarLockout

options = {"rows": 5, "cols": 5, "pieces": 6}
"""``pieces`` is the largest number of robots, the target among them."""

LARGEST = 18
MOST_ROBOTS = 12


def check(rows: int, cols: int, pieces: int) -> None:
    for name, value, least, most in (
        ("rows", rows, 2, LARGEST),
        ("cols", cols, 2, LARGEST),
        ("pieces", pieces, 2, min(MOST_ROBOTS, rows * cols - 1)),
    ):
        if not least <= value <= most:
            raise ParseError(f"{name}={value}", expected=f"{least} to {most}")


def _middle(rows: int, cols: int) -> int:
    return rows // 2 * cols + cols // 2


def rules(rows: int, cols: int, pieces: int) -> tuple[LunarLockout, Layout]:
    system = LunarLockout()
    middle = _middle(rows, cols)
    board = "".join("+" if n == middle else "." if n else "x" for n in range(rows * cols))
    parsed: Layout = system.load("|".join(board[n : n + cols] for n in range(0, rows * cols, cols))).state.layout
    return system, parsed


def draw(rng: Random, rows: int, cols: int, pieces: int) -> str:
    robots = "x" + "o" * (pieces - 1)
    return "".join(rng.sample(robots.ljust(rows * cols, "."), rows * cols))


def vary(rng: Random, sketch: str, rows: int, cols: int, pieces: int) -> str:
    """A robot more or less, or one or two that stand elsewhere."""
    found = list(sketch)
    others = [n for n, symbol in enumerate(found) if symbol == "o"]
    empty = [n for n, symbol in enumerate(found) if symbol == "."]
    way = rng.random()
    if way < 0.15 and len(others) + 1 < pieces:
        found[rng.choice(empty)] = "o"
    elif way < 0.25 and len(others) > 1:
        found[rng.choice(others)] = "."
    else:
        for _ in range(1 if way < 0.7 else 2):
            old = rng.choice([n for n, symbol in enumerate(found) if symbol != "."])
            new = rng.choice([n for n, symbol in enumerate(found) if symbol == "."])
            found[old], found[new] = found[new], found[old]
    return "".join(found)


def lighter(sketch: str, **wanted: Any) -> Iterator[str]:
    for n, symbol in enumerate(sketch):
        if symbol == "o":
            yield f"{sketch[:n]}.{sketch[n + 1 :]}"


def cells(sketch: str, **wanted: Any) -> str:
    return sketch


def sketch(cells: str, **wanted: Any) -> str:
    return cells


def text(sketch: str, rows: int, cols: int, pieces: int) -> str:
    middle = _middle(rows, cols)
    written = sketch[:middle] + sketch[middle].translate(str.maketrans(".ox", "+OX")) + sketch[middle + 1 :]
    return "|".join(written[n : n + cols] for n in range(0, rows * cols, cols))

"""Rooms and the borders between them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from perfectplay.board import Place
from perfectplay.errors import ParseError

Pair: TypeAlias = tuple[Place, Place]


def side_by_side(rows: int, cols: int) -> list[Pair]:
    """The pairs of cells with a vertical border between them."""
    return [((row, col), (row, col + 1)) for row in range(rows) for col in range(cols - 1)]


def one_above_other(rows: int, cols: int) -> list[Pair]:
    """The pairs of cells with a horizontal border between them."""
    return [((row, col), (row + 1, col)) for row in range(rows - 1) for col in range(cols)]


def regions_of(rows: int, cols: int, borders: Collection[Pair]) -> tuple[int, ...]:
    """The rooms between borders, in the order in which they appear."""
    beside: dict[Place, list[Place]] = {(row, col): [] for row in range(rows) for col in range(cols)}
    for a, b in side_by_side(rows, cols) + one_above_other(rows, cols):
        if (a, b) not in borders:
            beside[a].append(b)
            beside[b].append(a)
    number: dict[Place, int] = {}
    rooms = 0
    for cell in beside:
        if cell not in number:
            number[cell] = rooms
            part = [cell]
            for each in part:
                for near in beside[each]:
                    if near not in number:
                        number[near] = rooms
                        part.append(near)
            rooms += 1
    return tuple(number[cell] for cell in beside)


def whole_rooms(rows: int, cols: int, borders: Collection[Pair]) -> tuple[int, ...]:
    """The same, if every border lies between two rooms."""
    regions = regions_of(rows, cols, borders)
    for (row, col), b in sorted(borders):
        if regions[row * cols + col] == regions[b[0] * cols + b[1]]:
            raise ParseError("a border that ends inside a room", row + 1, col + 1, "rooms with closed borders")
    return regions


def borders_of(rows: int, cols: int, regions: Sequence[int]) -> set[Pair]:
    pairs = side_by_side(rows, cols) + one_above_other(rows, cols)
    return {(a, b) for a, b in pairs if regions[a[0] * cols + a[1]] != regions[b[0] * cols + b[1]]}


def first_cells(cols: int, regions: Sequence[int]) -> list[int]:
    """Where the number of each room is printed: in its leftmost column, as high as possible."""
    down = [at for col in range(cols) for at in range(col, len(regions), cols)]
    first = dict(
        zip([regions[at] for at in reversed(down)], reversed(down), strict=True)
    )  # the last of equal keys stays
    return [first[room] for room in sorted(first)]


def room_words(cols: int, clues: Sequence[str], regions: Sequence[int]) -> list[str]:
    """The clue of each room, from whichever cell it is in."""
    words = ["."] * (max(regions) + 1)
    for at in [at for at, clue in enumerate(clues) if clue != "."]:
        room = regions[at]
        if words[room] != ".":
            raise ParseError("a second number in a room", at // cols + 1, at % cols + 1, "one number in each room")
        words[room] = clues[at]
    return words

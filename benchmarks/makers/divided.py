"""Shikaku: a random division, and what can be printed about it."""

from __future__ import annotations

import random

from makers.grid import Cell, Clues, cells_of, solutions, text

Rooms = list[list[Cell]]


def rectangles(rows: int, cols: int, rng: random.Random, least: int, most: int, longest: int) -> Rooms:
    """Rectangles of so many cells; single cells are left only where they do not fit to a rectangle beside them."""
    left = dict.fromkeys(cells_of(rows, cols))
    sides = range(1, longest + 1)
    sizes = [(high, wide) for high in sides for wide in sides if least <= high * wide <= most]
    rooms = []
    while left:
        row, col = next(iter(left))
        fitting = []
        for high, wide in sizes:
            room = [(row + r, col + c) for r in range(high) for c in range(wide)]
            if all(cell in left for cell in room):
                fitting.append(room)
        room = rng.choices(fitting, [len(each) for each in fitting])[0] if fitting else [(row, col)]
        for cell in room:
            del left[cell]
        rooms.append(room)
    return joined(rooms, most)


def joined(rooms: Rooms, most: int) -> Rooms:
    """Single cells become part of a rectangle beside them where it stays one."""
    for single in [room for room in rooms if len(room) == 1]:
        for room in rooms:
            if room is not single and len(room) < most and is_rectangle([*room, *single]):
                room += single
                rooms.remove(single)
                break
    return rooms


def is_rectangle(cells: list[Cell]) -> bool:
    """Of different cells."""
    rows, cols = {row for row, _ in cells}, {col for _, col in cells}
    high, wide = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
    return len(cells) == high * wide


def shikaku(rows: int, cols: int, rng: random.Random) -> str:
    """Numbers move within their rectangles to where other solutions have another rectangle, until there are none."""
    rooms = rectangles(rows, cols, rng, 2, 16, 8)
    places = [rng.choice(room) for room in rooms]
    while True:
        clues: Clues = {cell: str(len(room)) for cell, room in zip(places, rooms, strict=True)}
        board = text(rows, cols, clues)
        found = solutions("shikaku", board, 6)
        if len(found) < 2:
            return board
        for answer in found:
            theirs: dict[object, set[Cell]] = {}
            for cell, name in answer.items():
                theirs.setdefault(name, set()).add(cell)  # type: ignore[arg-type]
            for number, room in enumerate(rooms):
                outside = [cell for cell in room if cell not in theirs[answer[places[number]]]]
                if outside and rng.random() < 0.5:
                    places[number] = rng.choice(outside)

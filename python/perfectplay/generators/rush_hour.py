"""Boards of Rush Hour: the target in its row, other vehicles of two or three cells at random, perhaps walls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from perfectplay.errors import ParseError

options = {"rows": 6, "cols": 6, "pieces": 12, "walls": 0}
"""``pieces`` counts vehicles, the target among them."""

NAMES = "".join(letter for letter in ascii_uppercase + ascii_lowercase if letter not in "oxX")
LARGEST = 30
TRIES = 200

Piece = tuple[tuple[int, int], ...]
Sketch = tuple[Piece, ...]
"""The cells of each piece: the target, then the other vehicles, then the walls, which have one cell."""


def check(rows: int, cols: int, pieces: int, walls: int) -> None:
    for name, value, least, most in (
        ("rows", rows, 1, LARGEST),
        ("cols", cols, 3, LARGEST),
        ("pieces", pieces, 2, len(NAMES)),
        ("walls", walls, 0, rows * cols),
    ):
        if not least <= value <= most:
            raise ParseError(f"{name}={value}", expected=f"{least} to {most}")


def draw(rng: Random, **wanted: Any) -> Sketch | None:
    """A random board; None where there is no room for all pieces."""
    row = (wanted["rows"] - 1) // 2
    left = rng.randrange(wanted["cols"] - 2)
    return _filled(rng, (((row, left), (row, left + 1)),), wanted)


def vary(rng: Random, sketch: Sketch, **wanted: Any) -> Sketch | None:
    """One or two pieces other than the target are taken away, and as many put elsewhere."""
    gone = set(rng.sample(range(1, len(sketch)), min(rng.choice((1, 1, 2)), len(sketch) - 1)))
    return _filled(rng, tuple(piece for number, piece in enumerate(sketch) if number not in gone), wanted)


def _filled(rng: Random, sketch: Sketch, wanted: Mapping[str, Any]) -> Sketch | None:
    """The sketch with vehicles and walls up to the numbers wanted; none lies in the row of the target."""
    rows, cols = wanted["rows"], wanted["cols"]
    home = sketch[0][0][0]
    taken = {cell for piece in sketch for cell in piece}
    cars: list[Piece] = [piece for piece in sketch if len(piece) > 1]
    walls: list[Piece] = [piece for piece in sketch if len(piece) == 1]
    for _ in range(TRIES):
        if len(cars) == wanted["pieces"] and len(walls) == wanted["walls"]:
            return (*cars, *walls)
        row, col = rng.randrange(rows), rng.randrange(cols)
        down, right = rng.choice(((0, 1), (1, 0)))
        length = rng.choice((2, 2, 3)) if len(cars) < wanted["pieces"] else 1
        piece = tuple((row + down * n, col + right * n) for n in range(length))
        inside = piece[-1][0] < rows and piece[-1][1] < cols
        if inside and taken.isdisjoint(piece) and (row != home or (down and length > 1)):
            (cars if length > 1 else walls).append(piece)
            taken.update(piece)
    return None


def text(sketch: Sketch, **wanted: Any) -> str:
    names = iter(NAMES)
    letters = {cell: name for piece in sketch for name in [next(names) if len(piece) > 1 else "x"] for cell in piece}
    rows = range(wanted["rows"])
    return "|".join("".join(letters.get((row, col), ".") for col in range(wanted["cols"])) for row in rows)


def every_board(size: int, row: int | None = None, lengths: tuple[int, ...] = (2, 3)) -> Iterator[str]:
    """Every board of ``size`` x ``size`` cells on which nothing can move back (left or up), as text.

    The target, a car of two cells, is alone in its row (the one above the middle, if none is given); no other row, and
    no column, is full of vehicles that lie along it. Every cluster of such boards has one in which nothing can move
    back, so this is where an enumeration of all clusters begins (Fogleman 2018, whose numbers are those of the last
    board, counted from 0: 1,348 for 4 x 4 and 268,108 for 5 x 5).

    >>> sum(1 for _ in every_board(4))
    1349
    """
    home = (size - 1) // 2 if row is None else row
    lines = [[y * size + x for x in range(size)] for y in range(size)]
    lines += [[y * size + x for y in range(size)] for x in range(size)]
    ways = [[_laid(made, line) for made in _layings(size, lengths)] for line in lines]
    ways[home] = [way for way in ways[home] if [len(piece) for piece in way[0]] == [2]]
    order = [home, *(n for n in range(2 * size) if n != home)]
    todo: list[tuple[int, int, int, Laid]] = [(0, 0, 0, ())]
    while todo:
        depth, taken, wanted, pieces = todo.pop()
        if depth == 2 * size:
            yield text(tuple(tuple(divmod(cell, size) for cell in piece) for piece in pieces), rows=size, cols=size)
            continue
        line = order[depth]
        across = wanted & sum(1 << cell for cell in lines[line]) if line >= size else 0
        for made, covered, behind in reversed(ways[line]):
            # what stands behind a vehicle must stand across, or it could move back
            if covered & taken or covered & across != across or (line >= size and behind & taken != behind):
                continue
            todo.append((depth + 1, taken | covered, wanted | behind, pieces + made))


Laid = tuple[tuple[int, ...], ...]


def _layings(size: int, lengths: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
    """Every way to lay vehicles along a line so that a cell stays free: starts and lengths."""
    found: list[tuple[tuple[int, int], ...]] = [()]
    for made in found:  # the list grows
        free = sum(made[-1]) if made else 0
        found += [(*made, (at, n)) for n in lengths for at in range(free, size - n + 1)]
    return [made for made in found if sum(n for _, n in made) < size]


def _laid(made: tuple[tuple[int, int], ...], line: list[int]) -> tuple[Laid, int, int]:
    """The cells of each vehicle, those of all, and the cells behind them that are not their own."""
    pieces = tuple(tuple(line[at : at + n]) for at, n in made)
    covered = sum(1 << cell for piece in pieces for cell in piece)
    behind = sum(1 << line[at - 1] for at, _ in made if at)
    return pieces, covered, behind & ~covered

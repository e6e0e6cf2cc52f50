"""Twisting puzzles from geometry: stickers are points of a solid, and a turn rotates those beyond a plane.

>>> [len(moves.split(";")) for moves in (megaminx(), skewb())]
[12, 4]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product as choices
from math import cos, pi, sin, sqrt

from perfectplay.kinds.permutation import Images, cycles, product

Point = tuple[float, ...]


def dot(a: Point, b: Point) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def between(points: Sequence[Point], weights: Sequence[float]) -> Point:
    return tuple(sum(w * p[i] for w, p in zip(weights, points, strict=True)) for i in range(3))


def rotated(point: Point, axis: Point, angle: float) -> Point:
    """Clockwise as seen from outside (Rodrigues)."""
    length = sqrt(dot(axis, axis))
    x, y, z = (c / length for c in axis)
    a, b, c = point
    across = (y * c - z * b, z * a - x * c, x * b - y * a)
    along = dot((x, y, z), point) * (1 - cos(angle))
    return tuple(p * cos(angle) - q * sin(angle) + n * along for p, q, n in zip(point, across, (x, y, z), strict=True))


def turn(stickers: Sequence[Point], axis: Point, fold: int, beyond: float) -> Images:
    """Where a turn by a ``fold``-th of the circle sends each sticker with more than ``beyond`` along the axis."""

    def place(point: Point) -> Point:
        return tuple(round(coordinate, 3) for coordinate in point)

    numbers = {place(point): number for number, point in enumerate(stickers)}
    return tuple(
        numbers[place(rotated(point, axis, 2 * pi / fold))] if dot(point, axis) > beyond else number
        for number, point in enumerate(stickers)
    )


def puzzle(turns: Sequence[Images]) -> str:
    """The turns as the text of a permutation puzzle, scrambled by the first three of them."""
    moves = "; ".join(f"{chr(65 + number)}={cycles(images)}" for number, images in enumerate(turns))
    return f"{moves} : {cycles(product(product(turns[0], turns[1]), turns[2]))}"


def megaminx() -> str:
    """A dodecahedron with twelve faces that turn: 20 corners and 30 edges, the centres left out.

    Its faces point to the corners of an icosahedron; a corner has three of them, an edge two. A sticker lies on its
    face, shifted towards the other faces of its piece.
    """
    golden = (1 + sqrt(5)) / 2
    faces: list[Point] = []
    for a, b in choices((1.0, -1.0), (golden, -golden)):
        faces += [(0.0, a, b), (a, b, 0.0), (b, 0.0, a)]
    near = {a: [b for b in faces if b != a and dot(a, b) > 0] for a in faces}
    stickers = []
    for face in faces:
        for other in near[face]:
            stickers.append(between((face, other), (1, 0.5)))
            corners = [third for third in near[face] if third in near[other] and third > other]
            stickers += [between((face, other, third), (1, 0.5, 0.5)) for third in corners]
    heights = sorted(dot(sticker, faces[0]) for sticker in stickers)
    beyond = (heights[-25] + heights[-26]) / 2  # a face has ten stickers, its sides three for each of its five edges
    return puzzle([turn(stickers, face, 5, beyond) for face in faces])


def skewb() -> str:
    """A cube cut in half across its diagonals: every other corner turns the half around it."""
    stickers: list[Point] = []
    for axis in range(3):
        for side, a, b in choices((1.0, -1.0), (0.6, -0.6), (0.6, -0.6)):
            stickers.append(tuple((side, a, b)[(i - axis) % 3] for i in range(3)))
        stickers += [tuple(side * (i == axis) for i in range(3)) for side in (1.0, -1.0)]
    corners = [corner for corner in choices((1.0, -1.0), repeat=3) if corner[0] * corner[1] * corner[2] > 0]
    return puzzle([turn(stickers, corner, 3, 0) for corner in corners])

"""Pictures that follow each other: what is the same in all of them, and where they all have room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor

from perfectplay.picture import Picture, Shape
from perfectplay.picture.shapes import extent

Box = tuple[float, float, float, float]

TOUCHING = 0.05
"""Shapes that share a border do not cover each other."""


def common_box(pictures: Sequence[Picture]) -> Box:
    boxes = [picture.box() for picture in pictures]
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def still(pictures: Sequence[Picture]) -> set[Shape]:
    """The shapes that are in all pictures and that can be drawn below all others: nothing that changes, and nothing
    that is drawn above something that changes."""
    found = set(pictures[0].shapes).intersection(*(picture.shapes for picture in pictures[1:]))
    before = len(found) + 1
    while len(found) < before:
        before = len(found)
        for picture in pictures:
            above = _Covered()
            for shape in picture.shapes:
                if shape not in found or above.meets(shape):
                    found.discard(shape)
                    above.add(shape)
    return found


class _Covered:
    """Which places are covered, by squares of one unit."""

    def __init__(self) -> None:
        self.boxes: dict[tuple[int, int], list[Box]] = {}

    def add(self, shape: Shape) -> None:
        box = _box(shape)
        for square in _squares(box):
            self.boxes.setdefault(square, []).append(box)

    def meets(self, shape: Shape) -> bool:
        left, top, right, bottom = _box(shape)
        return any(
            a < right and left < c and b < bottom and top < d
            for square in _squares((left, top, right, bottom))
            for a, b, c, d in self.boxes.get(square, ())
        )


def _box(shape: Shape) -> Box:
    """Without its border; something thin is as wide as that at least."""
    points = extent(shape)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top, right, bottom = min(xs) + TOUCHING, min(ys) + TOUCHING, max(xs) - TOUCHING, max(ys) - TOUCHING
    return min(left, right), min(top, bottom), max(left, right), max(top, bottom)


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = map(floor, box)
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))

"""Edges of graphs: straight, bent away from their parallels, or back to where they began; with arrow heads."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, dist, pi, sin

from perfectplay.picture.shapes import Point, Polygon, Shape, Stroke, between

VERTEX = 0.32
"""The radius of a vertex."""
_BEND = 0.45


def curve(start: Point, end: Point, rank: float, backwards: bool) -> tuple[Point, ...]:
    """An edge, bent away from its parallels; the bend is measured in the same way in both directions."""
    if not rank:
        return start, end
    bend = 2 * _BEND * (-rank if backwards else rank)
    length = dist(start, end)
    x, y = between(start, end, 0.5)
    return start, (x - bend * (end[1] - start[1]) / length, y + bend * (end[0] - start[0]) / length), end


def loop(at: Point, turn: float, number: int) -> tuple[Point, ...]:
    """A closed line that leaves the vertex outwards and comes back."""
    size = 0.3 + 0.12 * number
    out = (sin(turn), -cos(turn))
    centre = (at[0] + out[0] * (VERTEX * 0.7 + size), at[1] + out[1] * (VERTEX * 0.7 + size))
    steps = 24
    angles = [2 * pi * step / steps for step in range(steps + 1)]
    return tuple(
        (
            centre[0] - size * (out[0] * cos(angle) - out[1] * sin(angle)),
            centre[1] - size * (out[1] * cos(angle) + out[0] * sin(angle)),
        )
        for angle in angles
    )


def point_of(path: tuple[Point, ...], part: float = 0.5) -> Point:
    """Where to write something about an edge: in its middle, or another part of the way along it."""
    if len(path) > 3:
        return path[int(len(path) * part)]
    if len(path) == 3:
        return between(between(path[0], path[1], part), between(path[1], path[2], part), part)
    return between(path[0], path[-1], part)


def line(
    path: tuple[Point, ...], role: str, width: float, target: Point | None = None, dashed: bool = False
) -> Iterator[Shape]:
    """An edge along `path`, with an arrow head at the vertex `target` if there is one."""
    curved = len(path) == 3
    if target:
        path, head = _arrow(path, target, role)
        yield head
    yield Stroke(path, role, width, curved, dashed)


def _arrow(path: tuple[Point, ...], target: Point, role: str) -> tuple[tuple[Point, ...], Polygon]:
    """The path cut short where it reaches the vertex, and the arrow head to put there."""
    reach = VERTEX + 0.03
    if len(path) > 3:  # a loop, made of many points
        last = max(number for number, point in enumerate(path) if dist(point, target) >= reach)
        path, tip, back = path[: last - 1], path[last], path[last - 3]
    else:
        path, back = path[:-1], path[-2]
        tip = between(target, back, reach / dist(target, back))
    length = dist(back, tip)
    dx, dy = (tip[0] - back[0]) / length, (tip[1] - back[1]) / length
    foot = (tip[0] - 0.2 * dx, tip[1] - 0.2 * dy)
    wings = (foot[0] - 0.1 * dy, foot[1] + 0.1 * dx), (foot[0] + 0.1 * dy, foot[1] - 0.1 * dx)
    return (*path, foot), Polygon((tip, *wings), role)

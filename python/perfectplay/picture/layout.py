"""Where to draw the vertices of a graph.

Each component is drawn by native code (``crates/core/src/drawing.rs``): the distance between two vertices in the
drawing should be that in the graph. If edges cross then, and there is a planar drawing, that is improved too, first
freely, and if that makes edges cross, so that none ever do; it is taken unless distances in it are far worse. A drawing
is turned so that its edges lie along the axes if many of them are parallel, as in grids, or so that the first vertex is
on top, as in cycles. Components stand side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, dist, hypot, pi, sin, sqrt

from perfectplay._native import drawing
from perfectplay.limits import control_now, watch_now
from perfectplay.picture.shapes import Point

MOST = 2048
"""Beyond this many vertices a component is a circle: the native code looks at all pairs."""
MOST_PLANAR = 250
"""Beyond this many, crossings are left as they are."""
MOST_TRIED = 60
"""Up to this many vertices, graphs that are not planar are drawn from two starts."""
CLOSEST = 0.8
"""Vertices should be as far apart, in edges."""
GAP = 1.2
"""Between components, in edges."""

Ends = tuple[tuple[int, int], ...]


@lru_cache(maxsize=64)
def layout(vertices: int, ends: Ends, unit: float = 1.6) -> tuple[Point, ...]:
    """A point for each vertex of a graph that is given by the ends of its edges; an edge is about a unit long."""
    near: list[list[int]] = [[] for _ in range(vertices)]
    for a, b in dict.fromkeys((min(pair), max(pair)) for pair in ends):
        if a != b:
            near[a].append(b)
            near[b].append(a)
    where: dict[int, Point] = {}
    for part, points in _side_by_side([(part, _component(part, near)) for part in _parts(near)]):
        where.update(zip(part, points, strict=True))
    return tuple((unit * where[vertex][0], unit * where[vertex][1]) for vertex in range(vertices))


def _parts(near: Sequence[Sequence[int]]) -> list[list[int]]:
    """The components, each as its vertices in order."""
    seen = [False] * len(near)
    found = []
    for start in range(len(near)):
        if seen[start]:
            continue
        seen[start], part = True, [start]
        for vertex in part:  # the list grows
            for other in near[vertex]:
                if not seen[other]:
                    seen[other] = True
                    part.append(other)
        found.append(sorted(part))
    return found


def _component(part: Sequence[int], near: Sequence[Sequence[int]]) -> list[Point]:
    number = {vertex: n for n, vertex in enumerate(part)}
    ends = [(number[a], number[b]) for a in part for b in near[a] if a < b]
    size = len(part)
    if size > MOST or (size > 4 and len(ends) == size * (size - 1) // 2):
        return _circle(size)
    (points, crossings, stress), _ = drawing(size, ends, None, False, control_now())
    if crossings and len(ends) <= 3 * size - 6 and size <= MOST_PLANAR:
        start = _planar(size, ends)
        for keep in (False, True) if start is not None else ():
            (other, fewer, worse), _ = drawing(size, ends, start, keep, control_now())
            if not fewer and worse < 3 * stress + 0.05 * size * size + 8:
                return _turned(other, ends)
    if crossings and size <= MOST_TRIED:
        (other, fewer, _), _ = drawing(size, ends, _circle(size), False, control_now())
        points = other if fewer < crossings else points
    return _turned(points, ends)


def _circle(size: int) -> list[Point]:
    ring = 0.0 if size == 1 else max(1.0, size / (2 * pi))
    return [(ring * sin(2 * pi * n / size), -ring * cos(2 * pi * n / size)) for n in range(size)]


# planar graphs ------------------------------------------------------------------------------------------------------


def _planar(size: int, ends: Sequence[tuple[int, int]]) -> list[Point] | None:
    """A straight-line drawing without crossings, None if there is none: with the largest face outside and each vertex
    in the middle of its neighbours (Tutte 1963), or, where that puts vertices upon each other, on a grid."""
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(ends)
    planar, embedding = networkx.check_planarity(graph)
    if not planar:
        return None
    points = _balanced(size, ends, _largest_face(embedding))
    if points is not None:
        return points
    at = networkx.combinatorial_embedding_to_pos(embedding)
    scale = size / (3 * (max(max(place) for place in at.values()) or 1))
    return [(scale * at[vertex][0], -scale * at[vertex][1]) for vertex in range(size)]


def _largest_face(embedding: object) -> list[int]:
    marked: set[tuple[int, int]] = set()
    largest: list[int] = []
    for edge in embedding.edges():  # type: ignore[attr-defined]
        if edge not in marked:
            face = embedding.traverse_face(*edge, marked)  # type: ignore[attr-defined]
            if len(face) > len(largest) and len(set(face)) == len(face):
                largest = face
    return largest


def _balanced(size: int, ends: Sequence[tuple[int, int]], outside: Sequence[int]) -> list[Point] | None:
    """None unless vertices are clearly apart from each other and from edges of others."""
    if len(outside) < 3:
        return None
    near: list[list[int]] = [[] for _ in range(size)]
    for a, b in ends:
        near[a].append(b)
        near[b].append(a)
    radius = max(1.0, sqrt(size) / 1.5)
    points: list[Point] = [(0.0, 0.0)] * size
    for n, vertex in enumerate(outside):
        points[vertex] = (radius * sin(2 * pi * n / len(outside)), -radius * cos(2 * pi * n / len(outside)))
    fixed, look = set(outside), watch_now()
    for _ in range(200):
        look()
        for vertex in range(size):
            if vertex not in fixed:
                others = [points[other] for other in near[vertex]]
                points[vertex] = (sum(x for x, _ in others) / len(others), sum(y for _, y in others) / len(others))
    for vertex, (x, y) in enumerate(points):
        for a, b in ends:
            if vertex not in (a, b) and off_edge((x, y), points[a], points[b]) < 0.02:
                return None
    return points


def off_edge(point: Point, start: Point, end: Point) -> float:
    """How far a point is from a straight edge."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    part = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    part = min(1.0, max(0.0, part))
    return hypot(point[0] - start[0] - part * dx, point[1] - start[1] - part * dy)


# turning and arranging ----------------------------------------------------------------------------------------------


def _turned(points: Sequence[Point], ends: Sequence[tuple[int, int]]) -> list[Point]:
    """Turned, and reflected so that the first vertex is on the upper left; larger if vertices are close together. Edges
    that are parallel or at right angles have the same direction taken four times, so that these add up."""
    closest = min((dist(a, b) for n, a in enumerate(points) for b in points[:n]), default=1.0)
    scale = min(1.5, max(1.0, CLOSEST / closest)) if closest else 1.0
    points = [(scale * x, scale * y) for x, y in points]
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    centred = [(x - middle[0], y - middle[1]) for x, y in points]
    angles = [atan2(centred[b][1] - centred[a][1], centred[b][0] - centred[a][0]) for a, b in ends]
    across, down = sum(cos(4 * angle) for angle in angles), sum(sin(4 * angle) for angle in angles)
    aligned = hypot(across, down) > 0.25 * len(ends)
    turn = -atan2(down, across) / 4 if aligned else -pi / 2 - atan2(centred[0][1], centred[0][0])
    placed = [(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in centred]
    if aligned:
        wide, high = (max(z) - min(z) for z in zip(*placed, strict=True))
        placed = placed if wide > 0.99 * high else [(-y, x) for x, y in placed]
        if placed[0][1] > 1e-9:
            placed = [(x, -y) for x, y in placed]
    side = placed[0][0] if aligned else -placed[min(1, len(placed) - 1)][0]
    return [(-x, y) for x, y in placed] if side > 1e-9 else placed


def _side_by_side(parts: Sequence[tuple[list[int], list[Point]]]) -> list[tuple[list[int], list[Point]]]:
    """Components in rows of about the same width, the largest first."""
    if len(parts) == 1:
        return list(parts)
    boxes = []
    for part, points in parts:
        left, top = min(x for x, _ in points), min(y for _, y in points)
        moved = [(x - left, y - top) for x, y in points]
        boxes.append((part, moved, max(x for x, _ in moved) + GAP, max(y for _, y in moved) + GAP))
    boxes.sort(key=lambda box: (-box[3], box[0]))
    area = sum(wide * high for _, _, wide, high in boxes)
    width = max(max(wide for _, _, wide, _ in boxes), ceil(sqrt(1.6 * area)))
    found, x, y, row = [], 0.0, 0.0, 0.0
    for part, points, wide, high in boxes:
        if x and x + wide > width + 1e-9:
            x, y, row = 0.0, y + row, 0.0
        found.append((part, [(px + x, py + y) for px, py in points]))
        x, row = x + wide, max(row, high)
    return found


def widest(angles: Sequence[float]) -> float:
    """The middle of the widest gap between directions; upwards if there are none."""
    order = sorted(angles)
    if not order:
        return -pi / 2
    gaps = [(after - before, before) for before, after in pairwise([*order, order[0] + 2 * pi])]
    gap, start = max(gaps)
    return start + gap / 2

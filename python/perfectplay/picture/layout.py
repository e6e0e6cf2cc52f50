"""Where to draw the vertices of a graph.

The distance between two vertices in the drawing should be that in the graph. Stress majorization (Gansner, Koren &
North 2004) moves every vertex to the place that the others want it to have, again and again; it starts from a planar
drawing where there is one, which helps it to stay free of crossings, and from a circle otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from perfectplay.limits import watch_now
from perfectplay.picture.shapes import Point

MOST = 120
"""Beyond this many vertices the start is kept: a round of improvements looks at all pairs."""
ROUNDS = 60


def layout(vertices: int, ends: Sequence[tuple[int, int]], unit: float = 1.6) -> list[Point]:
    """A point for each vertex of a graph that is given by the ends of its edges; an edge is about a unit long."""
    near: list[set[int]] = [set() for _ in range(vertices)]
    for a, b in ends:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    where = _planar(near) or _circle(vertices)
    if 2 < vertices <= MOST:
        where = _majorized(where, _distances(near))
    return [(unit * x, unit * y) for x, y in where]


def _circle(size: int) -> list[Point]:
    ring = 0.0 if size == 1 else max(1.0, size / (2 * pi))
    return [(ring * sin(2 * pi * n / size), -ring * cos(2 * pi * n / size)) for n in range(size)]


def _planar(near: Sequence[set[int]]) -> list[Point] | None:
    """A straight-line drawing without crossings, scaled to the size of the circle; None if there is none."""
    if len(near) < 4:
        return None
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(len(near)))
    graph.add_edges_from((a, b) for a, others in enumerate(near) for b in sorted(others) if a < b)
    planar, embedding = networkx.check_planarity(graph)
    if not planar:
        return None
    at = networkx.combinatorial_embedding_to_pos(embedding)
    size = max(max(x, y) for x, y in at.values()) or 1
    scale = len(near) / (3 * size)
    return [(scale * at[vertex][0], -scale * at[vertex][1]) for vertex in range(len(near))]


def _distances(near: Sequence[set[int]]) -> list[list[float]]:
    """Edges on a shortest way; vertices without one are as far apart as the square root of their number."""
    apart = max(2.0, len(near) ** 0.5)
    found = []
    for start in range(len(near)):
        row = [apart] * len(near)
        row[start] = 0.0
        layer, length, seen = [start], 0, {start}
        while layer:
            length += 1
            layer = [b for b in dict.fromkeys(b for a in layer for b in sorted(near[a])) if b not in seen]
            seen.update(layer)
            for b in layer:
                row[b] = float(length)
        found.append(row)
    return found


def _majorized(where: list[Point], wanted: Sequence[Sequence[float]]) -> list[Point]:
    look = watch_now()
    size = len(where)
    for _ in range(ROUNDS):
        look()
        for a in range(size):
            x, y = where[a]
            new_x = new_y = total = 0.0
            for b in range(size):
                if a == b:
                    continue
                far = wanted[a][b]
                weight = 1 / (far * far)
                other_x, other_y = where[b]
                length = hypot(x - other_x, y - other_y)
                pull = far / length if length > 1e-9 else 0.0
                new_x += weight * (other_x + pull * (x - other_x))
                new_y += weight * (other_y + pull * (y - other_y))
                total += weight
            where[a] = (new_x / total, new_y / total)
    return where

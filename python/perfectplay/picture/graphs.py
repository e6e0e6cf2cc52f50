"""Graphs: vertices where the board has them, or else where they look best, edges as lines or curves; and graphs that
stand on the ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, dist, pi, sin

from perfectplay.board import Cell, Edge, Graph
from perfectplay.picture.edges import VERTEX, curve, line, loop, point_of
from perfectplay.picture.layout import layout, off_edge, widest
from perfectplay.picture.shapes import PALETTE, Disc, Label, Look, Picture, Point, Polygon, Shape, Stroke

PLAIN = Look("empty", "ink")
"""An edge."""
LENGTH = 1.7
"""Of an edge of usual length."""
CLOSEST = 1.4
"""Vertices are as far apart as this, if that does not make the picture more than four times as large."""


MOST_LINES = 60
"""Vertices of a graph that is shown in lines."""


def graph_lines(board: Graph, state: str) -> tuple[str, ...]:
    """A line for each vertex: its name, what stands there, and where edges lead, each with its letter if that is not
    the usual one. Graphs that are too large for that are shown as text.

    >>> print("\\n".join(graph_lines(*Graph.parse("a-b b-c; b=x"))))
    a .  b
    b x  a c
    c .  b
    """
    if len(board.vertices) > MOST_LINES:
        return (board.text(state),)
    letters = board.letters(state)
    wide = max(map(len, board.vertices))
    found = []
    for vertex in board.vertices:
        ends = [f"{head}={letters[edge]}" if edge in letters else head for edge, head in board.arcs(vertex)]
        found.append(f"{vertex:{wide}} {letters.get(vertex, board.alphabet.first)}  {' '.join(ends)}".rstrip())
    return tuple(found)


def graph_shapes(
    board: Graph,
    state: str,
    looks: Mapping[str, Look],
    marks: Mapping[Cell, tuple[str, ...]],
    edge_looks: Mapping[str, Look],
) -> Iterator[Shape]:
    where = _places(board)
    symbols: dict[Cell, str] = dict(zip(board.cells, state, strict=True))
    gone = {vertex for vertex in board.vertices if looks.get(symbols[vertex], Look("label")).shape == "none"}
    paths, around = _paths(board, where)
    crowd = _Crowd()
    for vertex in board.vertices:
        crowd.add_vertex(where[vertex])
    for edge, path in paths.items():
        symbol = symbols.get(edge)
        if symbol is not None:
            look = looks.get(symbol, Look("label"))
        else:
            look = edge_looks.get(board.kind(edge), PLAIN) if board.kinds else PLAIN
        if look.shape == "none" or not gone.isdisjoint(edge[:2]):
            continue
        crowd.add_path(path)
        target = where[edge[1]] if board.directed else None
        yield from _edge(path, target, look, symbol or "", marks.get(edge, ()), crowd)
    for vertex in board.vertices:
        symbol = symbols[vertex]
        yield from _vertex(where[vertex], looks.get(symbol, Look("label")), symbol, marks[vertex])
        yield Label(crowd.free(where[vertex], vertex, widest(around[vertex])), vertex, "faint", 0.3)


def spots(board: Graph) -> list[Shape]:
    """Where the cells of a graph are in its picture: vertices, and middles of edges."""
    where = _places(board)
    paths, _ = _paths(board, where)
    edges = board.edges[: len(board.cells) - len(board.vertices)]
    vertices: list[Shape] = [Disc(where[vertex], VERTEX) for vertex in board.vertices]
    return vertices + [Disc(point_of(paths[edge]), 0.2) for edge in edges]


def _paths(board: Graph, where: Mapping[str, Point]) -> tuple[dict[Edge, tuple[Point, ...]], dict[str, list[float]]]:
    """How edges run, and the angles at which they leave the vertices."""
    alike: dict[frozenset[str], list[Edge]] = {}
    for edge in board.edges:
        alike.setdefault(frozenset(edge[:2]), []).append(edge)
    paths = {
        edge: curve(where[edge[0]], where[edge[1]], number - (len(edges) - 1) / 2, edge[0] > edge[1])
        for edges in alike.values()
        for number, edge in enumerate(edges)
        if edge[0] != edge[1]
    }
    around: dict[str, list[float]] = {vertex: [] for vertex in board.vertices}
    for (tail, head, _), path in paths.items():
        for vertex, other in ((tail, path[1]), (head, path[-2])):
            around[vertex].append(_angle(where[vertex], other))
    for vertex in board.vertices:
        out = widest(around[vertex])
        for number, edge in enumerate(alike.get(frozenset((vertex,)), ())):
            paths[edge] = loop(where[vertex], out + pi / 2, number)
            around[vertex] += [out - 0.5, out, out + 0.5]
    return paths, around


def _places(board: Graph) -> dict[str, Point]:
    """Those of the board, enlarged as far as needed, or those of a layout."""
    if not board.places:
        number = {vertex: n for n, vertex in enumerate(board.vertices)}
        points = layout(len(number), tuple((number[a], number[b]) for a, b, _ in board.edges), LENGTH)
        return dict(zip(board.vertices, points, strict=True))
    edges = [(board.places[a], board.places[b]) for a, b, _ in board.edges]
    return dict(zip(board.vertices, enlarged(list(board.places.values()), edges), strict=True))


def enlarged(places: Sequence[Point], edges: Sequence[tuple[Point, Point]]) -> list[Point]:
    """Given places, to the right and upwards, in a picture in which edges are as long as usual, and vertices apart."""
    lengths = sorted(dist(a, b) for a, b in edges if a != b)
    shortest = min((dist(a, b) for n, a in enumerate(places) for b in places[:n]), default=1.0)
    usual = lengths[len(lengths) // 2] if lengths else shortest
    scale = max(LENGTH / usual, min(CLOSEST / shortest, 4 * LENGTH / usual))
    return [(scale * x, -scale * y) for x, y in places]


def _angle(start: Point, end: Point) -> float:
    return atan2(end[1] - start[1], end[0] - start[0])


class _Crowd:
    """What is where, for finding room for letters. Things are kept by squares of two units."""

    def __init__(self) -> None:
        self.edges: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        self.points: dict[tuple[int, int], list[tuple[Point, float]]] = {}

    @staticmethod
    def _square(point: Point) -> tuple[int, int]:
        return int(point[0] // 2), int(point[1] // 2)

    def _around(self, point: Point) -> list[tuple[int, int]]:
        x, y = self._square(point)
        return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]

    def add_vertex(self, at: Point, radius: float = VERTEX) -> None:
        self.points.setdefault(self._square(at), []).append((at, radius))

    def add_path(self, path: tuple[Point, ...]) -> None:
        points = path if len(path) != 3 else tuple(point_of(path, part / 6) for part in range(7))
        for start, end in pairwise(points):
            steps = max(1, ceil(dist(start, end)))
            squares = {self._square(point_of((start, end), step / steps)) for step in range(steps + 1)}
            for square in squares:
                self.edges.setdefault(square, []).append((start, end))

    def free(self, at: Point, text: str, first: float) -> Point:
        """Where to write the name of a vertex: in the first direction, or the one nearest to it in which the name
        covers neither edges nor vertices, or as few as possible."""
        half = 0.09 * len(text)
        reach = VERTEX + 2 * half + 0.4
        around = {edge for square in self._around(at) for edge in self.edges.get(square, ())}
        edges = [(a, b) for a, b in around if off_edge(at, a, b) < reach]
        points = [point for square in self._around(at) for point in self.points.get(square, ())]
        # a name is wider than high: in coordinates in which it is square, it is as far from an edge on all sides
        shrink = 0.15 / max(0.15, half)

        def square(point: Point) -> Point:
            return shrink * point[0], point[1]

        best, fewest = at, 1 << 30
        for step in range(16):
            turn = first + (step + 1) // 2 * (-1) ** step * pi / 8
            out = VERTEX + 0.22 + (half - 0.09) * abs(cos(turn))
            centre = (at[0] + out * cos(turn), at[1] + out * sin(turn))
            covered = sum(off_edge(square(centre), square(a), square(b)) < 0.17 for a, b in edges)
            covered += 2 * sum(
                abs(px - centre[0]) < half + radius and abs(py - centre[1]) < 0.15 + radius - 0.02
                for (px, py), radius in points
                if (px, py) != at
            )
            if covered < fewest:
                best, fewest = centre, covered
            if not covered:
                break
        self.add_vertex(best, 0.15)
        return best

    def part_of(self, path: tuple[Point, ...]) -> Point:
        """Where to write the letter of an edge: in its middle, unless something else is there."""
        for part in (0.5, 0.4, 0.6, 0.33, 0.67):
            point = point_of(path, part)
            others = (other for square in self._around(point) for other in self.points.get(square, ()))
            if all(dist(point, other) > radius + 0.2 for other, radius in others):
                break
        else:
            point = point_of(path)
        self.add_vertex(point, 0.2)
        return point


def _vertex(at: Point, look: Look, symbol: str, marks: tuple[str, ...]) -> Iterator[Shape]:
    if look.shape == "none":
        return
    if look.shape == "block":
        x, y = at
        half = 0.85 * VERTEX
        yield Polygon(
            ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)), look.role
        )
    else:
        yield Disc(at, VERTEX, "empty" if look.shape == "label" else look.role)
    for number, mark in enumerate(marks):
        yield Disc(at, VERTEX + 0.08 + 0.08 * number, mark if mark in PALETTE else "goal", hollow=True)
    text = look.text or (symbol if look.shape == "label" else "")
    if text:
        yield Label(at, text, look.role, min(0.4, 0.75 / len(text)), upon=look.shape != "label")


def _edge(
    path: tuple[Point, ...],
    target: Point | None,
    look: Look,
    symbol: str,
    marks: tuple[str, ...],
    crowd: _Crowd,
) -> Iterator[Shape]:
    """An edge along `path`, with an arrow head at the vertex `target` if there is one."""
    plain = look.shape in ("label", "disc")
    faint = look.shape == "empty" and look.role == "empty"
    role = "ink" if plain else "faint" if faint else look.role
    width = 0.12 if look.shape == "block" else 0.05
    yield from line(path, role, width, target, dashed=faint)
    text = look.text or (symbol if look.shape == "label" else "")
    if not (text or marks or look.shape == "disc"):
        return
    middle = crowd.part_of(path)
    if look.shape == "disc":
        yield Disc(middle, 0.16, look.role)
    elif text:
        yield Disc(middle, 0.18, "paper")
    for number, mark in enumerate(marks):
        yield Disc(middle, 0.22 + 0.06 * number, mark if mark in PALETTE else "goal", hollow=True)
    if text:
        yield Label(middle, text, look.role, 0.32, upon=look.shape == "disc")


def draw_rooted(
    ends: Sequence[tuple[int, int]], roles: Sequence[str], names: Mapping[int, str], text: str, title: str = ""
) -> Picture:
    """A graph that stands on the ground, which is vertex 0: edges in their roles; an edge with an empty role is not
    drawn.

    A vertex stands as high as it is far from the ground, above the middle of those that are reached through it.
    """
    at: dict[int, list[int]] = {0: []}
    alike: dict[tuple[int, int], list[int]] = {}
    for number, (a, b) in enumerate(ends):
        alike.setdefault((min(a, b), max(a, b)), []).append(number)
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    height, order, above = {0: 0}, [0], dict[int, list[int]]()
    for vertex in order:
        new = [other for other in dict.fromkeys(at[vertex]) if other not in height]
        height.update(dict.fromkeys(new, height[vertex] + 1))
        above[vertex] = new
        order.extend(new)
    across: dict[int, float] = {}
    todo, leaves = [0], 0
    while todo:
        vertex = todo[-1]
        if above[vertex] and above[vertex][-1] not in across:
            todo.extend(reversed(above[vertex]))
            continue
        across[todo.pop()] = sum(across[v] for v in above[vertex]) / len(above[vertex]) if above[vertex] else leaves
        leaves += not above[vertex]
    where = {vertex: (across[vertex], -float(height[vertex])) for vertex in order}
    left, right = min(across.values()), max(across.values()) + len(alike.get((0, 0), ()))
    shapes: list[Shape] = [
        Polygon(((left - 0.6, 0), (right + 0.6, 0), (right + 0.6, 0.15), (left - 0.6, 0.15)), "wall")
    ]
    for (a, b), edges in alike.items():
        for rank, number in enumerate(edges):
            if not roles[number] or b not in where:
                continue
            if a == b:
                x, y = (right - rank, 0.0) if a == 0 else where[a]
                path = loop((x, y + 0.7 * VERTEX), 0, 0 if a == 0 else rank)
            else:
                start = (where[b][0], 0.0) if a == 0 else where[a]
                bend = rank - (len(edges) - 1) / 2
                # an edge between vertices of one height passes those between them
                bend += 0.5 * (height[a] == height[b] and abs(across[a] - across[b]) > 1)
                path = curve(start, where[b], bend, False)
            shapes.append(Stroke(path, roles[number], 0.1, curved=len(path) == 3))
    there = {vertex for number, pair in enumerate(ends) if roles[number] for vertex in pair} - {0}
    shapes.extend(Disc(where[vertex], 0.09, "ink") for vertex in order if vertex in there)
    shapes.extend(
        Label((where[vertex][0] + 0.25, where[vertex][1] - 0.1), names[vertex], "faint", 0.3)
        for vertex in order
        if vertex in there and vertex in names
    )
    return Picture(tuple(shapes), (text,), title)

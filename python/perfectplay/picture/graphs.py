"""Graphs: vertices on a circle, edges as curves; and graphs that stand on the ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin

from perfectplay.board import Cell, Edge, Graph
from perfectplay.picture.edges import VERTEX, curve, line, loop, middle_of
from perfectplay.picture.shapes import PALETTE, Disc, Label, Look, Picture, Point, Polygon, Shape, Stroke

PLAIN = Look("empty", "ink")
"""An edge."""


def graph_shapes(
    board: Graph,
    state: str,
    looks: Mapping[str, Look],
    marks: Mapping[Cell, tuple[str, ...]],
    edge_looks: Mapping[str, Look],
) -> Iterator[Shape]:
    count = len(board.vertices)
    ring = 0.0 if count == 1 else max(1.6, 1.5 * count / (2 * pi))
    turns = {vertex: 2 * pi * number / count for number, vertex in enumerate(board.vertices)}
    where = {vertex: (ring * sin(turn), -ring * cos(turn)) for vertex, turn in turns.items()}
    symbols: dict[Cell, str] = dict(zip(board.cells, state, strict=True))
    gone = {vertex for vertex in board.vertices if looks.get(symbols[vertex], Look("label")).shape == "none"}
    alike: dict[frozenset[str], list[Edge]] = {}
    for edge in board.edges:
        alike.setdefault(frozenset(edge[:2]), []).append(edge)
    for edges in alike.values():
        for number, edge in enumerate(edges):
            symbol = symbols.get(edge)
            if symbol is not None:
                look = looks.get(symbol, Look("label"))
            else:
                look = edge_looks.get(board.kind(edge), PLAIN) if board.kinds else PLAIN
            if look.shape == "none" or not gone.isdisjoint(edge[:2]):
                continue
            if edge[0] == edge[1]:
                path = loop(where[edge[0]], turns[edge[0]], number)
            else:
                path = curve(where[edge[0]], where[edge[1]], number - (len(edges) - 1) / 2, edge[0] > edge[1])
            target = where[edge[1]] if board.directed else None
            yield from _edge(path, target, look, symbol or "", marks.get(edge, ()))
    for vertex in board.vertices:
        symbol = symbols[vertex]
        yield from _vertex(where[vertex], looks.get(symbol, Look("label")), symbol, marks[vertex])
        loops = len(alike.get(frozenset((vertex,)), ()))
        right, down = sin(turns[vertex]), -cos(turns[vertex])
        out = VERTEX + 0.24 + 0.07 * (len(vertex) - 1) * abs(right) + (0.3 + 0.3 * loops if loops else 0)
        x, y = where[vertex]
        yield Label((x + out * right, y + out * down), vertex, "faint", 0.3)


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
    path: tuple[Point, ...], target: Point | None, look: Look, symbol: str, marks: tuple[str, ...]
) -> Iterator[Shape]:
    """An edge along `path`, with an arrow head at the vertex `target` if there is one."""
    plain = look.shape in ("label", "disc")
    faint = look.shape == "empty" and look.role == "empty"
    role = "ink" if plain else "faint" if faint else look.role
    width = 0.12 if look.shape == "block" else 0.05
    middle = middle_of(path)
    yield from line(path, role, width, target, dashed=faint)
    text = look.text or (symbol if look.shape == "label" else "")
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

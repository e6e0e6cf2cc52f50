"""Where vertices are drawn: known shapes look like themselves, planar graphs have no crossings, names lie free."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from math import dist

import pytest

import perfectplay as pp
from perfectplay.board import Graph
from perfectplay.picture import Disc, Label, Stroke, draw_board
from perfectplay.picture.layout import layout, off_edge

Point = tuple[float, float]


def bare(graph: Graph) -> Graph:
    """Without places."""
    return Graph(graph.vertices, graph.edges, graph.directed)


def ends_of(graph: Graph) -> tuple[tuple[int, int], ...]:
    number = {vertex: n for n, vertex in enumerate(graph.vertices)}
    return tuple((number[a], number[b]) for a, b, _ in graph.edges)


def spots(graph: Graph) -> list[Point]:
    return list(layout(len(graph.vertices), ends_of(graph), 1.0))


def crossings(where: list[Point], ends: tuple[tuple[int, int], ...]) -> int:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
        return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0

    return sum(
        cross(where[a], where[b], where[c], where[d]) for (a, b), (c, d) in combinations(ends, 2) if not {a, b} & {c, d}
    )


def test_a_path_is_a_line_from_left_to_right() -> None:
    for size in (2, 3, 10, 60):
        where = spots(pp.graphs.path(size))
        assert max(abs(y - where[0][1]) for _, y in where) < 0.05
        assert all(after[0] - before[0] == pytest.approx(1, abs=0.02) for before, after in pairwise(where))


def test_a_cycle_is_round_and_begins_on_top() -> None:
    for size in (5, 12, 40):
        where = spots(bare(pp.graphs.cycle(size)))
        radii = [dist((0, 0), spot) for spot in where]
        assert max(radii) < 1.1 * min(radii)
        assert where[0] == min(where, key=lambda spot: spot[1]) and where[1][0] > 0


def test_a_grid_is_a_grid() -> None:
    graph = bare(pp.graphs.grid(5, 8))
    where = spots(graph)
    for a, b in ends_of(graph):
        (x, y), (u, v) = where[a], where[b]
        assert min(abs(x - u), abs(y - v)) < 0.35 and 0.7 < dist((x, y), (u, v)) < 1.3
    assert crossings(where, ends_of(graph)) == 0


@pytest.mark.parametrize("name", ["tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"])
def test_solids_are_drawn_without_crossings(name: str) -> None:
    graph = getattr(pp.graphs, name)()
    given = list(graph.places.values())
    assert crossings(given, ends_of(graph)) == 0
    for n, spot in enumerate(given):
        assert all(off_edge(spot, given[a], given[b]) > 0.2 for a, b in ends_of(graph) if n not in (a, b))
    assert crossings(spots(graph), ends_of(graph)) == 0


def test_trees_and_outerplanar_graphs_have_no_crossings() -> None:
    source = random.Random(1)
    for size in (5, 12, 30, 60):
        tree = tuple((source.randrange(n), n) for n in range(1, size))
        assert crossings(list(layout(size, tree, 1.0)), tree) == 0
    fan = tuple((n, n + 1) for n in range(11)) + tuple((n, n + 2) for n in range(10))
    assert crossings(list(layout(12, fan, 1.0)), fan) == 0


def test_components_stand_side_by_side() -> None:
    graph = Graph.parse("a-b b-c c-a d-e f g h-i i-j j-h k-l")[0]
    where = dict(zip(graph.vertices, spots(graph), strict=True))
    assert all(dist(where[a], where[b]) > 0.7 for a, b in combinations(where, 2))
    parts = ["abc", "de", "f", "g", "hij", "kl"]
    boxes = [
        (
            min(where[v][0] for v in part),
            max(where[v][0] for v in part),
            min(where[v][1] for v in part),
            max(where[v][1] for v in part),
        )
        for part in parts
    ]
    for (a, b, c, d), (e, f, g, h) in combinations(boxes, 2):
        assert b < e or f < a or d < g or h < c


def test_large_and_odd_graphs_are_drawn() -> None:
    source = random.Random(2)
    for size, many in ((1, 0), (1, 3), (2, 5), (300, 450), (1024, 1500)):
        ends = tuple((source.randrange(size), source.randrange(size)) for _ in range(many))
        where = layout(size, ends, 1.0)
        assert len(where) == size and layout(size, ends, 1.0) == where
        assert len({(round(x, 3), round(y, 3)) for x, y in where}) == size
    assert len(layout(5000, (), 1.0)) == 5000


def test_limits_hold() -> None:
    ends = tuple((n, (n * 7 + 1) % 900) for n in range(900))
    with pp.Limits(time=0), pytest.raises(pp.LimitReached):
        layout(900, ends, 1.25)


def test_given_places_are_kept() -> None:
    board, state = Graph.parse("a-b b-c; a(0,0) b(10,0) c(10,5)")
    a, b, c = [shape.centre for shape in draw_board(board, state).shapes if isinstance(shape, Disc)]
    assert a[1] == b[1] and b[0] == c[0] and c[1] < b[1]  # upwards
    assert (b[0] - a[0]) == pytest.approx(2 * (b[1] - c[1]))
    tiny, _ = Graph.parse("a-b c; a(0,0) b(0.001,0) c(100,0)")
    assert draw_board(tiny, "...").svg()


def test_names_lie_on_no_edges_where_there_is_room() -> None:
    for graph in (pp.graphs.petersen(), pp.graphs.grid(4, 4), bare(pp.graphs.cycle(7)), pp.graphs.tree("(()(()())())")):
        picture = draw_board(graph, "." * len(graph.vertices))
        labels = [shape for shape in picture.shapes if isinstance(shape, Label)]
        strokes = [shape for shape in picture.shapes if isinstance(shape, Stroke)]
        discs = [shape for shape in picture.shapes if isinstance(shape, Disc)]
        assert len(labels) == len(graph.vertices)
        for label in labels:
            assert all(off_edge(label.centre, *stroke.points) > 0.12 for stroke in strokes)
            assert all(dist(label.centre, disc.centre) > disc.radius + 0.1 for disc in discs)

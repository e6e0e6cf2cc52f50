"""Where the vertices of a graph are said to be, there they are drawn: in every game and puzzle that is played on
graphs, whether a text says so or an object of networkx."""

from __future__ import annotations

from math import dist
from typing import Any

import networkx
import pytest

import perfectplay as pp
from perfectplay.notebook.display import drawings
from perfectplay.picture import Disc, Label, Picture, Polygon
from perfectplay.registry import keys

PLACES = {"a": (0.0, 0.0), "b": (3.0, 0.0), "c": (3.0, 1.0), "d": (0.0, 4.0)}
EDGES = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
TAIL = " ".join(f"{name}({x:g},{y:g})" for name, (x, y) in PLACES.items())


def graph(directed: bool) -> Any:
    made: Any = (networkx.DiGraph if directed else networkx.Graph)()
    for name, place in PLACES.items():
        made.add_node(name, pos=place)
    made.add_edges_from(EDGES)
    return made


def centres(picture: Picture) -> dict[str, tuple[float, float]]:
    """Where vertices are drawn: each is next to its name."""
    shapes = [shape.centre for shape in picture.shapes if isinstance(shape, Disc)]
    for shape in picture.shapes:
        if isinstance(shape, Polygon) and len(shape.points) == 4:
            (x1, y1), _, (x2, y2), _ = shape.points
            shapes.append(((x1 + x2) / 2, (y1 + y2) / 2))
    names = {shape.text: shape.centre for shape in picture.shapes if isinstance(shape, Label) and shape.text in PLACES}
    return {name: min(shapes, key=lambda shape: dist(shape, at)) for name, at in names.items()}


def honours(position: pp.Position) -> bool:
    drawn = centres(position.picture())
    x, y = drawn["a"]
    scale = (drawn["b"][0] - x) / 3
    wanted = {name: (x + scale * px, y - scale * py) for name, (px, py) in PLACES.items()}
    return scale > 0 and all(dist(drawn[name], wanted[name]) < 0.01 for name in PLACES)


def loaded(key: str, source: Any) -> pp.Position | None:
    try:
        return pp.load(key, source)
    except pp.ParseError:
        return None


ON_GRAPHS = [
    (key, directed) for key in keys() for directed in (False, True) if loaded(key, graph(directed)) is not None
]


@pytest.mark.parametrize(("key", "directed"), ON_GRAPHS)
def test_positions_of_other_programs_are_drawn(key: str, directed: bool) -> None:
    position = pp.load(key, graph(directed))
    assert honours(position)
    again = pp.load(key, str(position))
    assert again == position and honours(again), "places are part of the text"
    for move in position.moves()[:1] if position.system.played else ():
        assert move.after.picture().shapes


def test_many_systems_are_on_graphs() -> None:
    assert len({key for key, _ in ON_GRAPHS}) > 25


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("col", f"a-b b-c c-d d-a; a=x {TAIL}"),
        ("vertex_geography", f"a>b b>c c>d d>a; a=@ {TAIL}"),
        ("hackenbush", f"a-b b-c c-d d-a; a=# a-b=l b-c=r {TAIL}"),
        ("abstract_game", f"a: b; b: c; c: d | a; {TAIL}"),
        ("abstract_puzzle", f"a: b; b: c; c: d; d=G: a; {TAIL}"),
        ("ncl", f"a>b:2 b>c:2 c>d:2 d>a:2; {TAIL} a=1 -> b>a"),
        ("dcl", f"a>b:2 b>c:2 c>d:2 d>a:2; {TAIL} -> b>a"),
    ],
)
def test_places_in_texts_are_drawn(key: str, text: str) -> None:
    position = pp.load(key, text)
    assert honours(position) and TAIL in str(position) and pp.load(key, str(position)) == position


def test_places_decide_nothing() -> None:
    for key, text in (("abstract_game", "a: b; b: c; c: d | a"), ("hackenbush", "a-b b-c c-d d-a; a=# a-b=l b-c=r")):
        plain, placed = pp.load(key, text), pp.load(key, f"{text}{' ' if '=' in text else '; '}{TAIL}")
        assert plain != placed and pp.outcome(plain) == pp.outcome(placed)


def test_what_has_fallen_in_hackenbush_is_not_drawn() -> None:
    position = pp.load("hackenbush", f"a-b b-c c-d; a=# a-b=l {TAIL}").play("a-b", pp.LEFT)
    assert list(centres(position.picture())) == ["a"]


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("abstract_game", "a: b; a(0,0)", "abstract_game: 'b' has no place (expected places for all vertices"),
        ("abstract_game", "a: b; a(0,0) b(0,0)", "abstract_game: 'a' and 'b' are in the same place"),
        ("abstract_game", "a: b; a(0,0) b(1,0) c(2,0)", "abstract_game: a place for 'c' (expected one of"),
        ("abstract_game", "a: b; a(0,0) a(1,0)", "abstract_game: row 1, column 14: 'a' has a place already"),
        ("abstract_game", "a: b; a(0,0) b(x,0)", "abstract_game: row 1, column 8: unexpected '('"),
        ("constraint_graph", "a-b; a(0,0)", "constraint_graph: row 1, column 4: 'b' has no place"),
        ("constraint_graph", "a-b; a(0,0) c(1,1)", "constraint_graph: row 1, column 13: no vertex 'c'"),
        ("constraint_graph", "a-b; a(0,0) a(1,1)", "constraint_graph: row 1, column 13: 'a' has a place already"),
    ],
)  # fmt: skip
def test_bad_places(key: str, text: str, message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load(key, text)
    assert str(caught.value).startswith(message)


def test_results_are_drawn_there_too() -> None:
    position = pp.load("vertex_geography", f"a>b b>c c>d d>a; a=@ {TAIL}")
    before, *_ = drawings(pp.best(position, pp.LEFT))
    assert isinstance(before.what, Picture) and before.what == position.picture() and honours(position)

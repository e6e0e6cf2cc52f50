"""Constraint graphs: text, foreign formats, normal form, planarity; formulas of orders against plain search."""

from __future__ import annotations

import itertools
import random
import re

import networkx
import pytest
from tests.logic.graphs import all_graphs, dressed, random_text
from tests.tiers import depth

import perfectplay as pp
from perfectplay import constraint_logic
from perfectplay.families.constraint_logic.graphs import Configuration
from perfectplay.families.constraint_logic.plans import demands

pytestmark = pytest.mark.about("ncl", "constraint_graph", "bounded_ncl")


def configurations(start: Configuration) -> set[str]:
    """The arrows of everything that can be reached by reversing edges, by the definition."""
    seen, todo = {start.arrows}, [start]
    for state in todo:
        for edge in range(len(state.arrows)):
            after = state.turned([edge])
            if after.legal and after.arrows not in seen:
                seen.add(after.arrows)
                todo.append(after)
    return seen


# text ---------------------------------------------------------------------------------------------------------------


def test_texts_come_back() -> None:
    rng = random.Random(1)
    for _ in range(200):
        text = random_text(rng, rng.randrange(1, 6), rng.randrange(1, 9), (1, 2, 3, 17))
        state = Configuration.parse(text)
        assert Configuration.parse(str(state)) == state
        position = pp.load("ncl", text)
        assert pp.load("ncl", str(position)) == position


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "row 1, column 1: no edges (expected some, such as a>b:2 b>c)"),
        ("a>b:0 -> a<b", "weight 0 (expected a number from 1"),
        ("a>b\nb>c? -> a<b", "row 2, column 4: unexpected '?'"),
        ("a> -> a<b", "'a>' ends too soon"),
        ("a>b; c=1 -> a<b", "row 1, column 6: no vertex 'c'"),
        ("a>b; a=AND -> a<b", "'a' has edges of weight 1 (expected 1, 1, 2 for AND)"),
        ("a>b; a=XOR -> a<b", "unexpected 'XOR' (expected a number or one of AND"),
        ("a>b; a=1 a=1 -> a<b", "'a' is said twice"),
        ("a>b; a=0 b=0", "no goal"),
        ("a>b; a=0 b=0 -> ", "no goal after '->'"),
        ("a>b; a=0 b=0 -> a<c", "no edge 'a-c'"),
        ("a>b; a=0 b=0 -> a<b a>b", "'a-b' in both directions"),
        ("a>b -> a<b", "vertex a has an inflow of 0 (expected at least 2)"),
        ("a-b; a=0 b=0 -> a<b", "a-b has no direction (expected > or <)"),
        ("a>b*; a=0 b=0 -> a<b", "a-b is marked with *"),
        ("a>b:L; a=0 b=0 -> a<b", "a-b belongs to L"),
    ],
)
def test_unusable_texts_are_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(pp.ParseError) as error:
        pp.load("ncl", text)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_a_large_graph_loads() -> None:
    rng = random.Random(5)
    text = dressed(rng, [(f"v{rng.randrange(50_000)}", f"v{rng.randrange(50_000)}") for _ in range(100_000)])
    position = pp.load("ncl", text)
    assert len(position.state.arrows) == 100_000 and str(position).startswith("v")
    with pytest.raises(pp.NotApplicable, match="edges are too many to search"):
        pp.solve(position)


def test_kinds_have_names() -> None:
    position = pp.load("ncl", "a>v b>v v<c:2 a>w:2 b>w:2 w>c:2; a=FREE b=0 c=0 v=SPLIT w=OR -> v>c")
    assert constraint_logic.kinds(position) == {"a": "FREE", "v": "AND", "b": "FREE", "c": "FREE", "w": "OR"}


# foreign ------------------------------------------------------------------------------------------------------------


def test_networkx_and_graphml() -> None:
    graph = networkx.MultiDiGraph()
    for name, low in (("a", 0), ("v", 1), ("b", 0)):
        graph.add_node(name, minimum=low)
    graph.add_edge("a", "v", weight=2, goal=True)
    graph.add_edge("a", "v")
    graph.add_edge("v", "b", weight=3)
    wanted = "a>v:2 a>v v>b:3; a=0 v=1 b=0 -> a<v"
    assert str(pp.load("ncl", graph)) == wanted
    assert str(pp.load("ncl", "\n".join(networkx.generate_graphml(graph)))) == wanted
    plain = networkx.Graph([("a", "b"), ("b", "c"), ("c", "a")])
    assert str(pp.load("constraint_graph", plain)) == "a-b a-c b-c"


@pytest.mark.parametrize(
    "source",
    [
        "<graphml",
        "<graphml></graphml>",
        '<?xml version="1.0"?><graphml><!DOCTYPE x></graphml>',
        networkx.DiGraph([("a b", "c")]),
        networkx.DiGraph([("a", "b", {"weight": 1.5})]),
        networkx.DiGraph([("a", "b", {"owner": "me"})]),
        type("Odd", (), {"is_directed": lambda self: True})(),
    ],
)
def test_unusable_graphs_are_refused_in_one_line(source: object) -> None:
    with pytest.raises(pp.ParseError) as error:
        pp.load("constraint_graph", source)
    assert "\n" not in str(error.value)


# constraints --------------------------------------------------------------------------------------------------------


def test_every_orientation_is_found() -> None:
    rng = random.Random(4)
    for _ in range(depth(40, 400)):
        text = random_text(rng, rng.randrange(1, 5), rng.randrange(1, 7), (1, 2, 3), goals=0)
        start = Configuration.parse(re.sub(r"[<>]", "-", text))
        legal = {
            "".join(arrows)
            for arrows in itertools.product("<>", repeat=len(start.arrows))
            if Configuration(start.graph, "".join(arrows)).legal
        }
        found = pp.solutions(pp.load("constraint_graph", str(start)), limit=1000)
        assert {"".join(answer.values()) for answer in found.answer} == legal


def test_some_pairs_of_edges_are_protected() -> None:
    # two ANDs that share an edge of weight 1 never both send to the OR
    text = "a>o:2 b<o:2 o<c:2 a<b a<x b<y; c=0 x=0 y=0 -> o>b"
    position = pp.load("ncl", text)
    assert constraint_logic.is_protected(position, "o", ("a-o", "b-o"))
    assert not constraint_logic.is_protected(position, "o", ("a-o", "o-c"))
    with pytest.raises(pp.NotApplicable):
        constraint_logic.is_protected(position, "o", ("a-o", "a-c"))


# normal form --------------------------------------------------------------------------------------------------------


def test_demands_are_the_smallest_sets_that_may_not_leave() -> None:
    assert demands([1, 1, 2], 2) == [(0, 2), (1, 2)]
    assert demands([2, 2, 2], 2) == [(0, 1, 2)]
    assert demands([1, 1, 1], 2) == [(0, 1), (0, 2), (1, 2)]
    assert demands([3, 1], 4) == [(0,), (1,)]
    assert demands([1], 0) == [] and demands([1], 2) == [()]


def test_the_normal_form_reaches_the_same() -> None:
    rng = random.Random(2)
    for _ in range(depth(20, 300)):
        start = pp.load("ncl", random_text(rng, rng.randrange(2, 4), rng.randrange(1, 4)))
        normal = constraint_logic.normalize(start)
        assert set(constraint_logic.kinds(normal.position).values()) <= {"AND", "OR"}
        names = start.state.graph.names
        seen = set()
        for arrows in configurations(normal.position.state):
            shown = normal.directions(
                normal.position.system.position(Configuration(normal.position.state.graph, arrows))
            )
            seen.add("".join(re.findall("[<>-]", "".join(shown[name] for name in names))))
        assert seen == configurations(start.state)


@pytest.mark.parametrize("seed", range(depth(2, 20)))
def test_planar_graphs_allow_the_same(seed: int) -> None:
    rng = random.Random(seed)
    start = pp.load("ncl", random_text(rng, rng.randrange(5, 9), rng.randrange(12, 20)))
    flat = constraint_logic.planarize(start)
    assert constraint_logic.is_planar(flat.position) and flat.position.state.legal
    assert set(constraint_logic.kinds(flat.position).values()) <= {"AND", "OR"}
    graph, named = start.state.graph, flat.position.state.graph.named
    assert sorted(flat.edges) == sorted(graph.names)
    for _ in range(6):
        arrows = "".join(rng.choice("<>") for _ in graph.edges)
        wanted = ["-"] * len(named)
        for name, arrow in zip(graph.names, arrows, strict=True):
            for part in flat.edges[name]:
                wanted[named[part]] = arrow
        text = str(Configuration(flat.position.state.graph, "".join(wanted))).partition(" -> ")[0]
        found = pp.solve(pp.load("constraint_graph", text))
        assert found.solved == Configuration(graph, arrows).legal


def test_one_crossing_is_enough_for_three_houses_and_three_wells() -> None:
    start = pp.load("ncl", "a<x:2 a<y:2 a>z:2 b>x:2 b<y:2 b<z:2 c>x:2 c>y:2 c<z:2 -> a>x")
    assert not constraint_logic.is_planar(start)
    flat = constraint_logic.planarize(start)
    assert constraint_logic.is_planar(flat.position) and len(flat.position.state.graph.vertices) == 6 + 10
    assert pp.solve(flat.position).solved == pp.solve(start).solved


def test_other_positions_have_no_normal_form() -> None:
    with pytest.raises(pp.NotApplicable, match="ncl and constraint_graph only"):
        constraint_logic.normalize(pp.load("bounded_ncl"))
    with pytest.raises(pp.NotApplicable, match="expected a position of constraint logic"):
        constraint_logic.is_planar(pp.load("nim", "1"))


# orders -------------------------------------------------------------------------------------------------------------


def test_orders_agree_with_search() -> None:
    rng = random.Random(6)
    solved = 0
    for _ in range(depth(60, 600)):
        text = random_text(rng, rng.randrange(2, 5), rng.randrange(2, 8), goals=rng.choice((1, 1, 2)))
        position = pp.load("bounded_ncl", text)
        shortest, some = pp.solve(position, method="edge orders"), pp.solve(position, method="some order")
        searched = pp.solve(position, method="breadth-first")
        assert shortest.solved == some.solved == searched.solved
        if searched.solved:
            assert shortest.cost == searched.cost <= some.cost
            solved += 1
        assert pp.verify(shortest)
    assert solved > 10


def test_all_small_graphs_are_there() -> None:
    """Graphs without isolated vertices by edges: sequence A000664 of the OEIS."""
    assert [len(all_graphs(edges)) for edges in range(1, depth(6, 9))] == [1, 2, 5, 11, 26, 68, 177, 497][: depth(5, 8)]

"""Graphs by name, and in the formats of other programs: what is read, written, and refused."""

from __future__ import annotations

import pickle
import random
import re
from typing import Any

import networkx
import pytest

import perfectplay as pp
from perfectplay.board import Graph
from perfectplay.board.graph6 import read6, write6
from perfectplay.errors import ParseError
from perfectplay.formats import GRAPHS
from perfectplay.graphs import NAMED, named

# --- by name

NETWORKX: dict[str, Any] = {
    "path(6)": lambda: networkx.path_graph(6),
    "cycle(7)": lambda: networkx.cycle_graph(7),
    "complete(6)": lambda: networkx.complete_graph(6),
    "complete_bipartite(3,4)": lambda: networkx.complete_bipartite_graph(3, 4),
    "star(5)": lambda: networkx.star_graph(5),
    "wheel(6)": lambda: networkx.wheel_graph(7),
    "grid(3,4)": lambda: networkx.grid_2d_graph(3, 4),
    "tree(3,3,3,4)": lambda: networkx.from_prufer_sequence([3, 3, 3, 4]),
    "tree((()(()())()))": lambda: networkx.Graph([(0, 1), (0, 2), (2, 3), (2, 4), (0, 5)]),
    "petersen()": networkx.petersen_graph,
    "generalized_petersen(8,3)": networkx.moebius_kantor_graph,
    "generalized_petersen(10,3)": networkx.desargues_graph,
    "hypercube(3)": lambda: networkx.hypercube_graph(3),
    "hypercube(5)": lambda: networkx.hypercube_graph(5),
    "kneser(5,2)": networkx.petersen_graph,
    "kneser(6,2)": lambda: networkx.kneser_graph(6, 2),
    "paley(13)": lambda: networkx.Graph(networkx.paley_graph(13)),
    "heawood()": networkx.heawood_graph,
    "tetrahedron()": networkx.tetrahedral_graph,
    "cube()": networkx.cubical_graph,
    "octahedron()": networkx.octahedral_graph,
    "dodecahedron()": networkx.dodecahedral_graph,
    "icosahedron()": networkx.icosahedral_graph,
}


@pytest.mark.parametrize("text", NETWORKX)
def test_named_graphs_are_those_of_networkx(text: str) -> None:
    graph = named(text)
    assert networkx.is_isomorphic(pp.graphs.write(graph, "networkx"), NETWORKX[text]())
    assert len(graph.places) == len(graph.vertices)
    assert Graph.parse(text)[0] == Graph.parse(graph)[0] == graph


def test_every_name_is_tested() -> None:
    tested = {text.partition("(")[0] for text in NETWORKX} | {"random", "random_digraph", "random_regular"}
    assert tested == set(NAMED)


def test_random_graphs_depend_on_the_seed_only() -> None:
    for form in ("random(12,0.3,{})", "random_digraph(9,0.3,{})", "random_regular(12,3,{})"):
        one, same, other = (named(form.format(seed)) for seed in (1, 1, 2))
        assert one == same and one.edges != other.edges
    regular = pp.graphs.random_regular(12, 3, 5)
    assert {len(regular.neighbours(vertex)) for vertex in regular.vertices} == {3}
    assert len(pp.graphs.random(10, 1).edges) == 45 and len(pp.graphs.random_digraph(10, 1).edges) == 90
    assert not pp.graphs.random(10, 0).edges


def test_trees_of_all_codes() -> None:
    """All n^(n-2) of them, each once (Cayley)."""
    found = {
        frozenset(frozenset(edge[:2]) for edge in pp.graphs.tree([a, b]).edges) for a in range(4) for b in range(4)
    }
    assert len(found) == 16


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("peterson()", "no graph is called 'peterson' (expected one of: complete,"),
        ("cycle(2)", "a graph of 2 vertices (expected 3 to 16384)"),
        ("cycle(50000)", "a graph of 50000 vertices (expected 3 to 16384)"),
        ("complete(300)", "too many edges (expected at most 32768)"),
        ("grid(3)", "grid with 1 numbers (expected grid(rows, cols))"),
        ("grid(3,x)", "grid: cols is 'x' (expected a whole number)"),
        ("grid(0,4)", "a graph of 0 vertices (expected 1 to 16384)"),
        ("grid(3,4", "unexpected 'grid(3,4' (expected a graph such as cycle(5))"),
        ("random(5,2)", "a probability of 2.0 (expected 0 to 1)"),
        ("random(5,x)", "random: p is 'x' (expected a number)"),
        ("paley(9)", "a Paley graph of 9 vertices (expected a prime that leaves 1 when divided by 4)"),
        ("kneser(999,500)", "sets of 500 of 999 numbers (expected 1 to 16384 sets)"),
        ("hypercube(10)", "a hypercube of 10 dimensions (expected 1 to 9)"),
        ("generalized_petersen(6,3)", "steps of 3 in 6 vertices (expected more than 0 and less than a half)"),
        ("random_regular(5,3)", "5 vertices of degree 3 (expected a degree below their number, and an even product)"),
        ("tree(9,9)", "9 in a tree code (expected numbers from 0 to 3)"),
        ("tree(a)", "tree code 'a' (expected numbers, or parentheses such as (()()))"),
        ("tree(()())", "tree code '()()' (expected nested parentheses such as (()()))"),
        ("tree((()", "tree code '((' (expected as many ) as ()"),
    ],
)
def test_names_that_name_no_graph(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Graph.parse(text if text.endswith(")") or "grid(3,4" in text else text + ")")
    assert message in str(caught.value)


def test_names_are_read_where_graphs_are() -> None:
    assert pp.load("vertex_geography", "petersen(); 3=@").state["3"] == "@"
    assert pp.outcome(pp.load("node_kayles", "cycle(5)")) == pp.outcome(pp.load("node_kayles", "a-b b-c c-d d-e e-a"))
    assert str(pp.load("col", "...|...")) == "...|..."


# --- nauty's formats


def test_sparse6_against_networkx() -> None:
    source = random.Random(1)
    for _ in range(300):
        size = source.randint(2, 70)
        made = networkx.MultiGraph()
        made.add_nodes_from(range(size))
        made.add_edges_from(
            (source.randrange(size), source.randrange(size)) for _ in range(source.randint(0, 2 * size))
        )
        wanted = sorted(tuple(sorted(edge)) for edge in made.edges())
        line = networkx.to_sparse6_bytes(made, header=False).decode().strip()
        assert sorted((int(a), int(b)) for a, b, _ in read6(line, 100).edges) == wanted
        ours = write6(size, [(a, b) for a, b in made.edges()], "sparse6")
        again = networkx.from_sparse6_bytes(ours.encode())
        assert sorted(tuple(sorted(edge)) for edge in again.edges()) == wanted and len(again) == size
        assert sorted((int(a), int(b)) for a, b, _ in read6(ours, 100).edges) == wanted


def test_padding_of_sparse6_is_no_edge() -> None:
    """Sizes that are powers of two, where ones could be read as a loop at the last vertex."""
    for size in (2, 4, 8, 16, 32):
        for low in range(size):
            for high in range(low, size):
                assert [edge[:2] for edge in read6(write6(size, [(low, high)], "sparse6"), 99).edges] == [
                    (str(low), str(high))
                ]


def test_sizes_in_all_widths() -> None:
    for form in ("graph6", "digraph6", "sparse6"):
        for size in (1, 62, 63, 300):
            found = read6(write6(size, [(size - 1, 0)] if size > 1 else [], form), 1024)
            assert len(found.nodes) == size and len(found.edges) == (size > 1)


def test_graph6_without_a_header_is_read_where_it_can_be_nothing_else() -> None:
    assert Graph.parse("D?{")[0].edges == Graph.parse(">>graph6<<D?{")[0].edges
    assert Graph.parse("DQc")[0].vertices == ("DQc",)  # a name
    assert pp.load("col", "D?{; 0=x") == pp.load("col", ">>graph6<<D?{; 0=x")
    assert pp.load("col", "DQc") == pp.load("col", ">>graph6<<DQc") != pp.load("col", "DQc;")
    assert pp.load("col", str(pp.load("col", "DQc;"))) == pp.load("col", "DQc;")
    with pytest.raises(pp.ParseError, match="unexpected 'D'"):
        pp.load("col", "DQcc")
    for text in ("D?{{", "~~~~", "{", "@@"):
        with pytest.raises(ParseError):
            Graph.parse(text)
    assert str(pp.load("clobber", "xo|ox")) == "xo|ox"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (":", "row 1, column 2: the string ends within its size (expected the number of vertices)"),
        (":~~?~????~", "row 1, column 2: the graph has"),
        (">>sparse6<<Fa@x^", "row 1, column 12: unexpected 'F' (expected ':', which begins a sparse6 string)"),
        (":Bf!", "row 1, column 4: unexpected '!' (expected a character from '?' to '~')"),
        (":C~~~~", "an edge beyond the last vertex (expected 4 vertices)"),
    ],
)
def test_bad_sparse6(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Graph.parse(text)
    assert message in str(caught.value)


# --- edge lists, GraphML, objects


def test_edge_lists() -> None:
    assert Graph.parse("a b\nb c\n") == Graph.parse("a-b b-c")
    assert Graph.parse("a,b\r\nb,c\r\n; b=x") == Graph.parse("a-b b-c; b=x")
    assert Graph.parse("a b\nb c", directed=True) == Graph.parse("a>b b>c")
    assert Graph.parse("# directed\na b")[0] == Graph.parse("a>b")[0]
    assert Graph.parse("# undirected; as it were\n0 1\n2\n") == Graph.parse("0-1 2")
    assert Graph.parse("a b") == Graph.parse("a, b") and not Graph.parse("a b")[0].edges  # text of our own
    assert not Graph.parse("a b\nc")[0].edges
    with pytest.raises(ParseError, match="the graph is directed"):
        Graph.parse("# directed\na b", directed=False)


def test_graphml_has_places_letters_and_no_entities() -> None:
    made = networkx.Graph([("a", "b")])
    for vertex, x in (("a", 0.5), ("b", 2)):
        made.add_node(vertex, x=x, y=-x, letter="x")
    board, state = Graph.parse("\n".join(networkx.generate_graphml(made)))
    assert board.text(state) == "a-b; a=x b=x a(0.5,-0.5) b(2,-2)"
    bomb = '<?xml version="1.0"?><!DOCTYPE g [<!ENTITY a "aaaa">]><graphml>&a;</graphml>'
    for text in (bomb, "<graphml><!DOCTYPE x></graphml>", "<graphml>", "<graphml></graphml>", "<graphml><graph/>"):
        with pytest.raises(ParseError):
            Graph.parse(text)


def test_places_of_other_programs() -> None:
    assert Graph.parse('graph { a [pos="1.5,-2!"]; b [pos="0,0"]; a -- b }')[0].places == {"a": (1.5, -2), "b": (0, 0)}
    made = networkx.path_graph(3)
    networkx.set_node_attributes(made, {n: (n / 4, 1.0) for n in range(3)}, "pos")
    assert Graph.parse(made)[0].places == {"0": (0, 1), "1": (0.25, 1), "2": (0.5, 1)}
    made.nodes[1]["pos"] = (0.0000001, 1.0)  # upon the first one if rounded: larger does not help either
    assert not Graph.parse(made)[0].places
    made.nodes[1]["pos"] = (0.0001, 1.0)
    assert Graph.parse(made)[0].places["1"] == (0.1, 1000)
    for odd in ("x", None, (1,), (1, 2, 3), (float("nan"), 0), (1e300, 0), object()):
        made.nodes[1]["pos"] = odd
        assert not Graph.parse(made)[0].places


def test_names_from_rustworkx() -> None:
    rustworkx = pytest.importorskip("rustworkx")
    for payloads, names in (
        (["a", "b", "c"], ("a", "b", "c")),
        ([7, 8, "x"], ("7", "8", "x")),
        (["a", "a", "b"], ("0", "1", "2")),
        ([1.5, "a", "b"], ("0", "1", "2")),
        ([None, None, None], ("0", "1", "2")),
        ([{"letter": "x"}, {}, {"pos": (1, 2)}], ("0", "1", "2")),
    ):
        for kind in (rustworkx.PyGraph, rustworkx.PyDiGraph):
            made = kind()
            made.add_nodes_from(payloads)
            made.add_edges_from([(0, 1, None), (1, 2, 5), (1, 2, {"weight": 1})])
            board, state = Graph.parse(made)
            assert board.vertices == names and board.directed == (kind is rustworkx.PyDiGraph)
            assert [edge[2] for edge in board.edges] == [1, 1, 2]
            assert state == ("x.." if isinstance(payloads[0], dict) else "...")
    made = rustworkx.PyGraph()
    made.add_nodes_from("abc")
    made.remove_node(1)
    made.add_edge(0, 2, None)
    assert Graph.parse(made)[0].text("..") == "a-c"


# --- places in our own text


def test_places_are_part_of_the_board() -> None:
    text = "a-b b-c; b=x a(0,0) b(1,0) c(2.125,-1.5)"
    board, state = Graph.parse(text)
    assert board.text(state) == text and board.places["c"] == (2.125, -1.5)
    plain = Graph.parse("a-b b-c; b=x")[0]
    assert board != plain and hash(board) == hash(Graph.parse(text)[0])
    assert pickle.loads(pickle.dumps(board)) == board
    assert board.with_edges_as_cells().places == board.places
    assert Graph.parse("a-b; a( 0 , -0.0 ) b(1,1)")[0].text("..") == "a-b; a(0,0) b(1,1)"
    assert Graph.parse("a>b; a>b=L a(0,0) b(1,1)", kinds="-L")[0].text("..") == "a>b; a>b=L a(0,0) b(1,1)"
    made = Graph("ab", ["ab"], places={"a": (0.12345, 1e5), "b": (0, 0)})
    assert made.places["a"] == (0.123, 100000) and Graph.parse(made.text(".."))[0] == made


@pytest.mark.parametrize(
    ("tail", "message"),
    [
        ("a(0,0)", "row 1, column 9: 'b' has no place (expected places for all vertices or for none)"),
        ("a(0,0) b(0,0) c(1,1)", "'a' and 'b' are in the same place (expected a place for each)"),
        ("a(0,0) a(1,1)", "row 1, column 17: 'a' has a place already"),
        ("d(0,0)", "no cell is called 'd' (expected a vertex)"),
        ("a(0)", "unexpected 'a(0)'"),
        ("a(0,0,0)", "unexpected 'a(0,0,0)'"),
        ("a(0,1.2345)", "unexpected 'a(0,1.2345)'"),
        ("a(0,1e3)", "unexpected 'a(0,1e3)'"),
        ("a(0,1", "unexpected 'a(0'"),
        ("a(0,12345678)", "unexpected 'a(0,12345678)'"),
    ],
)
def test_bad_places(tail: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Graph.parse(f"a-b b-c; {tail}")
    assert message in str(caught.value)


def test_bad_places_of_a_graph_that_is_made() -> None:
    for places in (
        {"a": (0, 0)},
        {"a": (0, 0), "b": (0, 0)},
        {"a": (1e9, 0), "b": (0, 0)},
        {"a": (float("nan"), 0), "b": (1, 0)},
    ):
        with pytest.raises(ParseError):
            Graph("ab", places=places)


# --- writing


def random_graphs(count: int) -> list[Graph]:
    source = random.Random(3)
    found = []
    for _ in range(count):
        names = source.sample([f"v{n}" for n in range(20)] + ["graph", "Node", "_", "12", "a"], source.randint(1, 9))
        edges = [source.choices(names, k=2) for _ in range(source.randint(0, 12))]
        places = {name: (source.randint(-99, 99) / 8, float(n)) for n, name in enumerate(names)}
        found.append(Graph(names, edges, source.random() < 0.4, places=places if source.random() < 0.5 else None))
    return found


@pytest.mark.parametrize("form", ["text", *GRAPHS, "networkx"])
def test_what_is_written_is_read(form: str) -> None:
    written = 0
    for graph in random_graphs(200):
        try:
            text = pp.graphs.write(graph, form)
        except pp.NotApplicable as error:
            assert re.search("expected|parallel|loops", str(error))
            continue
        written += 1
        again = pp.graphs.read(text)
        if form in ("text", "dot"):
            assert again == graph
            continue
        assert again.directed == graph.directed and len(again.vertices) == len(graph.vertices)
        named = (
            dict(zip(again.vertices, graph.vertices, strict=True)) if "6" in form else {v: v for v in graph.vertices}
        )

        def ends(board: Graph, name: dict[str, str]) -> list[Any]:
            pairs = [(name[a], name[b]) for a, b, _ in board.edges]
            return sorted(pairs if board.directed else map(tuple, map(sorted, pairs)))

        assert ends(again, named) == ends(graph, {v: v for v in graph.vertices})
        if form in ("graphml", "networkx"):
            assert dict(again.places) == dict(graph.places)
    assert written > 25


def test_what_cannot_be_written_is_refused() -> None:
    graph = pp.graphs.cycle(3)
    for form in ("png", "", "digraph6"):
        with pytest.raises(pp.NotApplicable):
            pp.graphs.write(graph, form)
    with pytest.raises(pp.NotApplicable):
        pp.graphs.write("a-b", "dot")  # type: ignore[arg-type]
    for form in ("graph6", "sparse6"):
        with pytest.raises(pp.NotApplicable, match="directed"):
            pp.graphs.write(pp.graphs.random_digraph(4, 1), form)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("vertex_geography", "a>b b>c c>a; b=@"),
        ("col", "a-b b-c; a=x c=#"),
        ("partizan_arc_kayles", "a-b b-c c-d; a-b=x b-c=o a=#"),
        ("edge_geography", "a-b b-c; b=@ a(0,0) b(1,0) c(0.5,2)"),
    ],
)
def test_positions_are_exported(key: str, text: str) -> None:
    position = pp.load(key, text)
    for form in ("dot", "graphml"):
        again = pp.load(key, pp.export(position, form))
        assert sorted(str(again).replace(";", "").split()) == sorted(str(position).replace(";", "").split())
    with pytest.raises(pp.NotApplicable, match="no letters"):
        pp.export(position, "edges")
    if key == "col":
        assert pp.load(key, pp.export(pp.load(key, "a-b b-c"), "edges")) == pp.load(key, "a-b b-c")
        with pytest.raises(pp.NotApplicable, match="the board is a grid"):
            pp.export(pp.load(key, "..|.."), "dot")

"""Graphs in the DOT language: what is read, and what is refused where."""

from __future__ import annotations

import random

import pytest

from perfectplay.board import Graph
from perfectplay.board.dot import is_dot, read_dot
from perfectplay.errors import ParseError


def test_nodes_edges_and_attributes_are_read() -> None:
    graph = read_dot(
        """/* a graph
        of two lines */ digraph "with a name" { // and comments
# of all kinds
        node [letter=x] a -> b -> "c d" [player=L, weight=-2.5; "two words"="say \\"no\\""]
        subgraph cluster { rank=same; node [letter=y]; e [letter=z] }
        f; a = b; graph [k="v"]; edge [player=R]; f -> f; { g }
        }"""
    )
    assert graph.is_directed() and graph.graph == {"a": "b", "k": "v"}
    assert {node: given["letter"] for node, given in graph.nodes.items()} == dict(
        a="x", b="x", e="z", f="x", g="x", **{"c d": "x"}
    )
    given = {"player": "L", "weight": "-2.5", "two words": 'say "no"'}
    assert graph.edges == [("a", "b", given), ("b", "c d", given), ("f", "f", {"player": "R"})]


def test_edges_are_read_alike_however_they_are_separated() -> None:
    text = "digraph { node [n=1]; edge [e=2]; a -> b; 1 -> a; edge -> c; b -> b; }"
    with pytest.raises(ParseError, match=r"row 1, column 56: unexpected '->'"):
        read_dot(text)
    text = text.replace("edge -> c", "c -> d")
    assert read_dot(text) == read_dot(text.replace(";", "")) == read_dot(text.replace(";", " /* ; */ "))
    assert len(read_dot(text).edges) == 4 and read_dot(text).nodes["1"] == {"n": "1"}


def test_a_strict_graph_has_no_parallel_edges() -> None:
    text = "graph { a -- b [x=1]; b -- a [y=2] }"
    assert len(read_dot(text).edges) == 2
    assert read_dot(f"strict {text}").edges == [("a", "b", {"x": "1", "y": "2"})]


def test_a_board_is_read_from_it() -> None:
    letters = {".": (".", ""), "x": ("x", "")}
    for text, same in (("graph { a -- b -- c; b [letter=x] }", "a-b b-c; b=x"), ("digraph { c -> a }", "c>a")):
        assert Graph.parse(read_dot(text), letters) == Graph.parse(same, letters)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "row 1, column 1: the text ends too soon (expected 'graph' or 'digraph')"),
        ("digraph {\n  a ->", "row 2, column 7: the text ends too soon (expected a node)"),
        ("digraph { a -- b }", "row 1, column 13: unexpected '--' (expected '->')"),
        ("graph { a -> b }", "row 1, column 11: unexpected '->' (expected '--')"),
        ("graph { a:n -- b }", "row 1, column 10: a port (expected edges between nodes)"),
        ("graph { a -- {b c} }", "row 1, column 14: a subgraph as the end of an edge (expected edges between nodes)"),
        ("graph { {b c} -- a }", "row 1, column 13: a subgraph as the end of an edge (expected edges between nodes)"),
        ("graph { a [label=<b>] }", "row 1, column 18: an HTML string (expected plain DOT)"),
        ('graph { "a }', "row 1, column 9: a string without an end (expected plain DOT)"),
        ('graph { "a" + "b" }', "row 1, column 13: a joined string (expected plain DOT)"),
        ("graph { a [x] }", "row 1, column 13: unexpected ']' (expected '=')"),
        ("graph { node }", "row 1, column 14: unexpected '}' (expected '[')"),
        ("graph { a }\n}", "row 2, column 1: unexpected '}' (expected the end of the text after '}')"),
        ("graph {" + "{" * 200, "row 1, column 107: too many subgraphs inside each other (expected at most 100)"),
    ],
)
def test_what_is_wrong_is_said_with_row_and_column(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_dot(text)
    assert str(caught.value) == message


def test_it_is_recognised_by_its_beginning() -> None:
    for text in ("graph{", " digraph g {", "// a\n/* b */ strict graph {", 'DIGRAPH "x y" {'):
        assert is_dot(text)
    for text in ("", "graph", "digraph: a b; b: c", "a-b b-c", "\n" * 60_000, "/*" * 30_000, "graph" * 10_000):
        assert not is_dot(text)


def test_noise_is_read_or_refused_in_one_line() -> None:
    pieces = [*'ab{}[]=;,:<+"\\ \n', "->", "--", "graph", "digraph", "node", "subgraph", "//", "/*", "*/", "1.5"]
    rng = random.Random("dot")
    read = 0
    for _ in range(3000):
        text = "digraph {" + " ".join(rng.choices(pieces, k=rng.randrange(8))) + rng.choice(["}", ""])
        try:
            read_dot(text)
            read += 1
        except ParseError as error:
            assert str(error).isprintable() and error.row is not None and error.column is not None
    assert read > 100

"""Whatever object comes in where a text or a graph belongs: it loads, or a ParseError of one line says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count, islice
from typing import Any

import pytest
from tests.conformance.plays import KEYS

import perfectplay as pp
from perfectplay.board import Graph
from perfectplay.board.graphs import MOST_EDGES, MOST_VERTICES
from perfectplay.families.geography import Geography
from perfectplay.kinds.network import NetworkGame

every_system = pytest.mark.parametrize("key", KEYS)


class Foreign:
    """Looks like a graph; each part is whatever the test says."""

    def __init__(self, nodes: Any = (), edges: Any = (), directed: Any = lambda: False) -> None:
        self.nodes, self.edges, self.is_directed = nodes, edges, directed


class Hostile:
    """Raises at every touch."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __str__


class Nodes(list[str]):
    """Vertices that tell their letters, each in its own way."""

    def __init__(self, data: Callable[..., Any]) -> None:
        super().__init__("ab")
        self.data = data


def broken(*_: object) -> Iterator[Any]:
    yield "a"
    raise OSError


def not_graphs() -> list[Any]:
    return [
        Foreign(nodes=5),
        Foreign(nodes=None),
        Foreign(nodes=[Hostile()]),
        Foreign(nodes=[[1], [2]]),
        Foreign(nodes=broken()),
        Foreign(nodes=count()),
        Foreign("ab", edges=3),
        Foreign("ab", edges=[3]),
        Foreign("ab", edges=[("a",)]),
        Foreign("ab", edges=[("a", "c")]),
        Foreign("ab", edges=[("a", ["b"])]),
        Foreign("ab", edges=[()]),
        Foreign("a", directed=False),
        Foreign("a", directed=lambda: 1 // 0),
        Foreign(Nodes(lambda: [])),
        Foreign(Nodes(lambda _: None)),
        Foreign(Nodes(lambda _: [("c", "x")])),
        Foreign,
        Foreign(),
    ]


def wrong_letters() -> list[Any]:
    return [Foreign(Nodes(lambda _, letter=letter: [("a", letter)])) for letter in (55, Hostile(), "no letter")]


WITHOUT_LETTERS = {"constraint_graph"}
"""Systems for which letters of vertices have no meaning."""


OTHERS: list[Any] = [
    *(0, 5, -1, 1.5, float("nan"), 1j, True, ..., NotImplemented, b"a-b", bytearray(b"3"), memoryview(b"")),
    *([], (), {}, {"a": "b"}, {"nodes": []}, set(), {1}, frozenset(), range(3)),
    *(object(), object, int, len, pp, iter([]), Hostile(), Hostile, slice(1)),
]


LISTS: list[Any] = [
    *(["a-b"], [("a", "b")], (1, 2), [3, 5, 7], ["..", ".."], [["."]], [[0, 1], [1, 0]], ["xo", ("o", "x")], [[]]),
    *(
        [0],
        [-1],
        [10**5000],
        [True],
        [1.5],
        [None],
        [b"."],
        [Hostile()],
        [[Hostile()]],
        [[[]]],
        ["a|b"],
        ["a\nb"],
        [""],
    ),
    *([("a", "b", {"letter": "x"})], [("a", "b", {"letter": Hostile()})], [("a", Hostile())], [(1, 2, 3, 4)], [("a",)]),
    *(
        [("", "é")],
        [("a" * 100, "b")],
        [["ab", " "]],
        ["x"] * 100_000,
        [["x"] * 100_000],
        [(n, n + 1) for n in range(40_000)],
    ),
]
"""Some are positions of some systems."""


def refused(load: Callable[[Any], object], source: object) -> None:
    with pytest.raises(pp.ParseError) as caught:
        load(source)
    assert "\n" not in str(caught.value)


@every_system
def test_what_is_neither_text_nor_graph_is_refused(key: str) -> None:
    system = pp.system(key)()
    for source in [*OTHERS, *not_graphs(), *(() if key in WITHOUT_LETTERS else wrong_letters())]:
        refused(partial(pp.load, key), source)
    refused(system.load, None)


@every_system
def test_lists_load_or_are_refused(key: str) -> None:
    for source in LISTS:
        try:
            position = pp.load(key, source)
        except pp.ParseError as error:
            assert str(error).startswith(f"{key}: ") and str(error).isprintable() and len(str(error)) <= 400
        else:
            assert pp.load(key, str(position), **position.system.settings) == position


def test_a_position_is_no_text() -> None:
    for key in KEYS:
        if pp.system(key).kind != "permutation":  # which reads positions of its kind
            refused(partial(pp.load, key), pp.load("domineering", ".."))


def foreign_graphs() -> Iterator[Any]:
    """Graphs of every class of networkx: empty, with loops, with parallel edges, with strange names and attributes."""
    networkx = pytest.importorskip("networkx")
    names: list[tuple[Any, Any]] = [(0, 1), ("a", "b"), ((0, 1), (1, 0)), ((), (0,)), (1, "1"), (-1, 2.5), ("a b", "é")]
    names += [("", "x" * 100), (frozenset([1]), True), ("a\nb", "b|"), (False, "False"), (object(), Hostile())]
    for cls in (networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph):
        yield cls()
        for tail, head in names:
            yield cls([(tail, head)])
            yield cls([(tail, tail), (tail, head), (tail, head), (head, tail)])
        for letter in ("?", "", "xx", 5, ["x"], Hostile()):
            graph = cls([("a", "b")])
            graph.add_node("a", letter=letter)
            yield graph
        graph = cls([("a", "b")])
        graph.add_edge("a", "b", letter="x", weight=Hostile())
        yield graph
        yield networkx.freeze(cls([("a", "b"), ("b", "c")]))
        yield cls([("a", "b"), ("b", "c")]).subgraph(["a", "b"])
    yield from (networkx.complete_graph(200), networkx.empty_graph(2000), networkx.grid_2d_graph(2, 3))
    yield from (networkx.path_graph(3).nodes, networkx.path_graph(3).edges, networkx.Graph)


def takes_graphs(key: str) -> bool:
    """Games on graphs; puzzles on them want letters or a goal as well."""
    games = issubclass(pp.system(key), NetworkGame | Geography)
    return games or key in ("hackenbush", "nimstring", "strings_and_coins")


@every_system
def test_graphs_of_networkx_load_or_are_refused(key: str) -> None:
    loaded = 0
    for source in foreign_graphs():
        try:
            position = pp.load(key, source)
        except pp.ParseError as error:
            assert str(error).startswith(f"{key}: ") and "\n" not in str(error)
        else:
            loaded += 1
            assert pp.load(key, str(position)) == position
            if position.system.players == 2:
                position.moves()
    assert loaded or not takes_graphs(key)


def test_limits_of_graphs_hold_while_they_are_read() -> None:
    """A graph without end is refused after as many vertices or edges as are allowed."""
    taken: list[int] = []

    def counted(things: Iterable[Any]) -> Iterator[Any]:
        for number, thing in enumerate(things):
            taken.append(number)
            yield thing

    with pytest.raises(pp.ParseError, match="too many vertices"):
        Graph.parse(Foreign(counted(count())))
    with pytest.raises(pp.ParseError, match="too many edges"):
        Graph.parse(Foreign("ab", counted(("a", "b") for _ in count())))
    assert len(taken) < MOST_VERTICES + MOST_EDGES + 10


@pytest.mark.parametrize("question", ["outcome", "best", "value", "grundy", "solve", "count", "verify", "export"])
@pytest.mark.parametrize("thing", [*islice(OTHERS, 8), [], {}, "text", None])
def test_questions_about_other_things(question: str, thing: Any) -> None:
    with pytest.raises(pp.NotApplicable) as caught:
        getattr(pp, question)(thing)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("key", [5, None, [], {}, object(), b"nim"])
def test_keys_that_are_no_text(key: Any) -> None:
    for ask in (pp.load, pp.system, pp.generate):
        with pytest.raises(pp.UnknownSystem, match="a system's key is text"):
            ask(key)

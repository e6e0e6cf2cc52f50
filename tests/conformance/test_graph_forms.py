"""Every system that is played on graphs reads them in every form, and garbage in every form is refused in one line.

A text of the system's own (a sample, or a small one from the table below) is taken apart here, by plain code, written
in all forms, and the positions that these load as are taken apart and compared.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import networkx
import pytest
from tests.conformance.plays import KEYS
from tests.tiers import depth

import perfectplay as pp
from perfectplay.games.richman import Richman
from perfectplay.kinds.explicit import ExplicitSystem
from perfectplay.kinds.orientation import ConstraintLogic

TEXTS = {
    "bigraph_node_kayles": "a-b b-c c-d; a=x b=o c=x",
    "clobber": "a-b b-c c-d d-a d-e; a=x b=o e=x",
    "col": "a-b b-c c-a c-d; a=x d=o",
    "hackenbush": "a-b b-c c-a c-d; a=# a-b=l b-c=r",
    "node_kayles": "a-b b-c c-a c-d; a=#",
    "snort": "a-b b-c c-a c-d; a=x d=o",
}
"""For systems whose sample is no graph."""


def reads_graphs(key: str) -> bool:
    """Does it take an object for a graph?"""
    try:
        pp.load(key, networkx.path_graph(3))
    except pp.ParseError as error:
        return "(expected text" not in str(error)
    return True


def has_edges(text: str) -> bool:
    return bool(re.match(r"[A-Za-z]\w*[->][A-Za-z]\w*(?: |;|$)", text))


ON_GRAPHS = [key for key in KEYS if reads_graphs(key)]
OTHERS = (ExplicitSystem, ConstraintLogic, Richman)
"""Their texts are others."""
PLAIN = [key for key in ON_GRAPHS if not issubclass(pp.system(key), OTHERS)]
every_plain_system = pytest.mark.parametrize("key", PLAIN)


@dataclass
class Described:
    """What a text says: edges with their letters, letters of vertices, and the goal."""

    directed: bool
    vertices: dict[str, str | None] = field(default_factory=dict)
    edges: list[tuple[str, str, str | None]] = field(default_factory=list)
    goal: str = ""

    def comparable(self, names: dict[str, str] | None = None) -> tuple[Any, ...]:
        name = names or {vertex: vertex for vertex in self.vertices}
        edges = Counter(
            ((name[a], name[b]) if self.directed else frozenset((name[a], name[b])), letter)
            for a, b, letter in self.edges
        )
        letters = {name[vertex]: letter for vertex, letter in self.vertices.items()}
        goal = " ".join(sorted(re.sub(r"^\w+", lambda word: name.get(word[0], word[0]), w) for w in self.goal.split()))
        return edges, letters, goal


def described(text: str) -> Described:
    board, _, goal = text.partition(" -> ")
    head, _, tail = board.partition(";")
    found = Described(">" in head, goal=goal)
    given = dict(word.split("=", 1) for word in re.findall(r"\S+=\S+", tail))
    copies: Counter[tuple[str, ...]] = Counter()
    for word in re.split(r"[\s,]+", head.strip()):
        ends = re.split("[->]", word)
        for end in ends:
            found.vertices.setdefault(end, given.get(end))
        if len(ends) == 2:
            copies[tuple(sorted(ends))] += 1
            copy = copies[tuple(sorted(ends))]
            names = [word, *([f"{ends[1]}-{ends[0]}"] if "-" in word else [])]
            if copy > 1:
                names = [f"{name}#{copy}" for name in names]
            found.edges.append((ends[0], ends[1], next((given[name] for name in names if name in given), None)))
    return found


def attributes(letter: str | None) -> dict[str, str]:
    return {} if letter is None else {"letter": letter}


def as_networkx(graph: Described) -> Any:
    made = networkx.MultiDiGraph() if graph.directed else networkx.MultiGraph()
    for vertex, letter in graph.vertices.items():
        made.add_node(vertex, **attributes(letter))
    for a, b, letter in graph.edges:
        made.add_edge(a, b, **attributes(letter))
    if graph.goal:
        made.graph["goal"] = graph.goal
    return made


def as_rustworkx(graph: Described) -> Any:
    """Vertices have letters or names there, not both: these get numbers."""
    rustworkx = pytest.importorskip("rustworkx")
    made = (rustworkx.PyDiGraph if graph.directed else rustworkx.PyGraph)()
    number = {vertex: made.add_node(attributes(letter)) for vertex, letter in graph.vertices.items()}
    for a, b, letter in graph.edges:
        made.add_edge(number[a], number[b], attributes(letter))
    return made


def as_dot(graph: Described) -> str:
    link = "->" if graph.directed else "--"

    def listed(letter: str | None) -> str:
        return "" if letter is None else f' [letter="{letter}"]'

    lines = ["digraph {" if graph.directed else "graph {"]
    lines += [f"  {vertex}{listed(letter)};" for vertex, letter in graph.vertices.items()]
    lines += [f"  {a} {link} {b}{listed(letter)}" for a, b, letter in graph.edges]
    return "\n".join([*lines, "}"]) + (f" -> {graph.goal}" if graph.goal else "")


def as_graphml(graph: Described) -> str:
    return "\n".join(networkx.generate_graphml(as_networkx(graph)))


def tail_of(graph: Described, names: dict[str, str]) -> str:
    """Letters after the semicolon, and the goal, with other names."""
    link = ">" if graph.directed else "-"
    words = [f"{names[vertex]}={letter}" for vertex, letter in graph.vertices.items() if letter is not None]
    copies: Counter[tuple[str, ...]] = Counter()
    for a, b, letter in graph.edges:
        copies[tuple(sorted((a, b)))] += 1
        copy = copies[tuple(sorted((a, b)))]
        if letter is not None:
            words.append(f"{names[a]}{link}{names[b]}" + (f"#{copy}" if copy > 1 else "") + f"={letter}")
    goal = " ".join(re.sub(r"^\w+", lambda word: names.get(word[0], word[0]), word) for word in graph.goal.split())
    return "; " + " ".join(words) + (f" -> {goal}" if goal else "")


def forms(graph: Described) -> Iterator[tuple[str, Any, dict[str, str]]]:
    """Each form, with the names that vertices have in it."""
    same = {vertex: vertex for vertex in graph.vertices}
    numbered = {vertex: str(n) for n, vertex in enumerate(graph.vertices)}
    yield "networkx", as_networkx(graph), same
    yield "DOT", as_dot(graph), same
    yield "GraphML", as_graphml(graph), same
    lines = [f"{a} {b}" for a, b, _ in graph.edges]
    comment = "# directed" if graph.directed else "# edges"
    yield "edge list", "\n".join([comment, *graph.vertices, *lines]) + tail_of(graph, same), same
    bare = networkx.relabel_nodes(as_networkx(graph), numbered)
    size = len(graph.vertices)
    simple = len({frozenset(edge[:2]) for edge in graph.edges}) == len(graph.edges)
    if graph.directed:
        bits = [int(bare.has_edge(str(a), str(b))) for a in range(size) for b in range(size)]
        yield "digraph6", "&" + sextets(size, bits) + tail_of(graph, numbered), numbered
    else:
        ordered = networkx.MultiGraph()
        ordered.add_nodes_from(range(size))
        ordered.add_edges_from((int(a), int(b)) for a, b in bare.edges())
        line = networkx.to_sparse6_bytes(ordered, header=False).decode().strip()
        yield "sparse6", line + tail_of(graph, numbered), numbered
        yield "sparse6 with header", ">>sparse6<<" + line + tail_of(graph, numbered), numbered
        if simple:
            bits = [int(bare.has_edge(str(a), str(b))) for b in range(size) for a in range(b)]
            yield "graph6", ">>graph6<<" + sextets(size, bits) + tail_of(graph, numbered), numbered


def sextets(size: int, bits: list[int]) -> str:
    bits = bits + [0] * (-len(bits) % 6)
    groups = (bits[start : start + 6] for start in range(0, len(bits), 6))
    return chr(63 + size) + "".join(chr(63 + int("".join(map(str, group)), 2)) for group in groups)


def text_of(key: str) -> str:
    sample = pp.system(key).sample
    return sample if has_edges(sample) else TEXTS[key]


def test_all_systems_on_graphs_are_known() -> None:
    for key in KEYS:
        if has_edges(pp.system(key).sample):
            assert key in ON_GRAPHS, key
    assert len(PLAIN) >= 17


@every_plain_system
def test_a_position_is_the_same_in_all_forms(key: str) -> None:
    text = str(pp.load(key, text_of(key)))
    graph = described(text)
    for form, source, names in forms(graph):
        loaded = pp.load(key, source)
        assert described(str(loaded)).comparable() == graph.comparable(names), (key, form)
        assert pp.load(key, str(loaded)) == loaded
    board = pp.graphs.read(text.partition(";")[0])
    if not any(letter for _, _, letter in graph.edges) and not any(graph.vertices.values()) and not graph.goal:
        assert str(pp.load(key, board)) == text


@every_plain_system
def test_rustworkx_is_read(key: str) -> None:
    pytest.importorskip("rustworkx")
    graph = described(str(pp.load(key, text_of(key))))
    names = {vertex: str(n) for n, vertex in enumerate(graph.vertices)}
    goal = tail_of(Described(graph.directed, graph.vertices, graph.edges, graph.goal), names).partition(" -> ")[2]
    source = as_rustworkx(graph)
    source.attrs = {"goal": goal} if goal else None
    loaded = described(str(pp.load(key, source)))
    assert loaded.comparable() == graph.comparable(names)


@every_plain_system
def test_places_change_no_moves(key: str) -> None:
    """They are kept through play, and nothing depends on them."""
    text = str(pp.load(key, text_of(key)))
    board, arrow, goal = text.partition(" -> ")
    places = " ".join(f"{vertex}({n},{-n * n / 8:g})" for n, vertex in enumerate(described(text).vertices))
    placed = pp.load(key, f"{board}{'' if ';' in board else ';'} {places}{arrow}{goal}")
    assert pp.load(key, str(placed)) == placed and places.split()[-1] in str(placed)
    plain = pp.load(key, text)
    assert [move.text for move in placed.moves()] == [move.text for move in plain.moves()]
    for move in placed.moves()[:3]:
        assert places.split()[-1] in str(move.after) and pp.load(key, str(move.after)) == move.after
    assert placed.picture().svg()


@pytest.mark.parametrize("key", [key for key in ON_GRAPHS if issubclass(pp.system(key), ExplicitSystem)])
def test_explicit_systems_are_the_same_in_all_forms(key: str) -> None:
    arcs = [("0", "1"), ("0", "2"), ("1", "2"), ("2", "3")]
    text = pp.load(key, "0: 1 2; 1: 2; 2: 3")
    bits = [int((str(a), str(b)) in arcs) for a in range(4) for b in range(4)]
    sources: list[Any] = [
        networkx.DiGraph(arcs),
        "digraph { 0 -> 1; 0 -> 2; 1 -> 2 -> 3 }",
        "\n".join(networkx.generate_graphml(networkx.DiGraph(arcs))),
        "\n".join(" ".join(arc) for arc in arcs),
        "&" + sextets(4, bits),
        pp.graphs.read("0>1 0>2 1>2 2>3"),
    ]
    assert {pp.load(key, source) for source in sources} == {text}
    for wrong in ("graph { a -- b }", ">>graph6<<A_", "path(3)", "&" + sextets(4, bits) + "; 0=x"):
        with pytest.raises(pp.ParseError):
            pp.load(key, wrong)


def test_constraint_graphs_are_the_same_in_all_forms() -> None:
    text = pp.load("ncl", "a>b:2 b>c c>a:2 a>c; a=1 b=1 c=0 -> b<c")
    arcs = [("a", "b", 2), ("b", "c", 1), ("c", "a", 2), ("a", "c", 1)]
    made = networkx.DiGraph()
    for name, low in (("a", 1), ("b", 1), ("c", 0)):
        made.add_node(name, minimum=low)
    for a, b, weight in arcs:
        made.add_edge(a, b, weight=weight, goal=(a, b) == ("b", "c"))
    dot = "digraph { a [minimum=1]; b [minimum=1]; c [minimum=0]; a -> b [weight=2]; b -> c [goal=true]; "
    dot += "c -> a [weight=2]; a -> c }"
    assert pp.load("ncl", dot) == text
    for source in (made, "\n".join(networkx.generate_graphml(made))):
        assert sorted(str(pp.load("ncl", source)).replace(";", " ").split()) == sorted(
            str(text).replace(";", " ").split()
        )
    named = str(pp.load("constraint_graph", "cycle(3)"))  # which has places
    assert named.startswith(str(pp.load("constraint_graph", "0 1\n1 2\n0 2; ")) + "; 0(")


GARBAGE = ("graph {", "<graphml", ">>graph6<<", ">>sparse6<<", ":", "&", "grid(", "# x\n", "a b\nb c\n", "random(9,1,")


@pytest.mark.parametrize("key", ON_GRAPHS)
def test_garbage_in_any_form_is_refused_in_one_line(key: str) -> None:
    source = random.Random(key)
    whole = [
        'graph { a -- b -- c; b [letter=x, pos="1,2!"] }',
        as_graphml(described("a-b b-c; b=x")),
        ":Fa@x^ ",
        "&DI?AO?",
        "petersen(); 0=x",
        "tree(()(()))",
        "# directed\na b\nb c\n; a=x",
        "a-b b-c; a(0,1) b(2,-3.5) c(1,1)",
    ]
    letters = "abc019 ~?@:&;#>-<={}()[]\"'\\\n\t\x00é,.|/xo"
    for _ in range(depth(150, 5000)):
        text = source.choice(GARBAGE) + "".join(source.choices(letters, k=source.randrange(12)))
        if source.random() < 0.6:
            text = source.choice(whole)
            for _ in range(source.randint(1, 4)):
                at = source.randrange(len(text) + 1)
                text = (
                    text[:at]
                    + source.choice(["", source.choice(letters), text[at : at + 9]])
                    + text[at + source.randint(0, 2) :]
                )
        try:
            position = pp.load(key, text)
        except pp.ParseError as error:
            assert str(error).startswith(f"{key}: ") and str(error).isprintable()
        else:
            assert pp.load(key, str(position)) == position, text


class Hostile:
    """An object that raises something odd wherever it is touched."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __getattr__(self, name: str) -> Any:
        if name == self.where:
            raise RuntimeError("no")
        return {"nodes": {"a": {"letter": 3.5}, None: {}}, "edges": [("a",)], "is_directed": lambda: 1 / 0}.get(name)


@pytest.mark.parametrize("key", ON_GRAPHS)
def test_odd_objects_are_refused_in_one_line(key: str) -> None:
    bad = [Hostile(where) for where in ("nodes", "edges", "is_directed", "graph", "")]
    odd = networkx.Graph([(1, 2)])
    odd.nodes[1]["letter"] = object()
    twice = networkx.Graph([(1, "1")])
    for source in (*bad, odd, twice, networkx.Graph(), networkx.path_graph(3), networkx.complete_graph(100)):
        try:
            pp.load(key, source)
        except pp.ParseError as error:
            assert str(error).startswith(f"{key}: ") and str(error).isprintable()

"""A graph as other programs describe it: nodes and edges with attributes, whatever they mean to whoever reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from perfectplay.errors import ParseError, quote
from perfectplay.objects import edges_of
from perfectplay.records import dataclass, field

Attributes: TypeAlias = dict[str, Any]
Places: TypeAlias = Mapping[str, tuple[float, float]]

_PAIR = re.compile(r"\s*([-+.\deE]+)[\s,]+([-+.\deE]+)!?\s*")
FARTHEST = 1_000_000.0
"""Coordinates are less than this, and have three decimals."""
_COORDINATE = r"\s*(-?\d{1,6}(?:\.\d{1,3})?)\s*"
PLACE = rf"\({_COORDINATE},{_COORDINATE}\)"
"""How a place is written, `(0,1.5)`: to the right and upwards."""


@dataclass
class PlainGraph:
    """Nodes in order, by name; edges in order, with both ends and attributes.

    >>> PlainGraph(False, {"a": {"pos": "0,0!"}, "b": {"x": 1.5, "y": 2}}, [("a", "b", {})]).places()
    {'a': (0.0, 0.0), 'b': (1.5, 2.0)}
    """

    directed: bool | None
    """None: the form does not tell."""
    nodes: dict[str, Attributes] = field(default_factory=dict)
    edges: list[tuple[str, str, Attributes]] = field(default_factory=list)
    graph: dict[str, Any] = field(default_factory=dict)
    """The attributes of the graph itself."""

    def is_directed(self, wanted: bool | None = None) -> bool:
        """Is it directed? One of which it is not known is what is ``wanted``, which any other has to be."""
        if self.directed is None:
            return bool(wanted)
        if wanted not in (None, self.directed):
            raise ParseError(
                f"the graph is {'directed' if self.directed else 'undirected'}",
                expected=f"{'a directed' if wanted else 'an undirected'} graph",
            )
        return self.directed

    def places(self) -> Places:
        """Where the nodes are, from their attributes ``pos``, or ``x`` and ``y``; nothing unless all of them say so."""
        found = {}
        for name, attributes in self.nodes.items():
            place = _place(attributes)
            if place is None:
                return {}
            found[name] = place
        rounded = settled(found)
        if len(set(rounded.values())) == len(rounded):
            return rounded
        # a drawing in the unit square needs more decimals than are kept: it may as well be larger
        rounded = settled({name: (1000 * x, 1000 * y) for name, (x, y) in found.items()})
        return rounded if len(set(rounded.values())) == len(rounded) else {}


def settled(places: Places) -> dict[str, tuple[float, float]]:
    """The same places with three decimals."""
    return {name: (round(x, 3) + 0.0, round(y, 3) + 0.0) for name, (x, y) in places.items()}


def all_placed(names: Iterable[str], places: Places) -> dict[str, tuple[float, float]]:
    """A place for each, settled; refused unless all have one that is their own."""
    for name in (names := list(names)):
        if name not in places:
            raise ParseError(f"{quote(name)} has no place", expected="places for all vertices or for none")
    there = settled({name: places[name] for name in names})
    by_place: dict[tuple[float, float], str] = {}
    for name, place in there.items():
        if not max(map(abs, place)) < FARTHEST:
            raise ParseError(f"{quote(name)} is too far away", expected=f"coordinates below {FARTHEST:,.0f}")
        if place in by_place:
            both = f"{quote(by_place[place])} and {quote(name)}"
            raise ParseError(f"{both} are in the same place", expected="a place for each")
        by_place[place] = name
    return there


def written_place(name: str, place: tuple[float, float]) -> str:
    """A place as it is written, `a(0,1)`."""
    x, y = map(_decimal, place)
    return f"{name}({x},{y})"


def _decimal(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _place(attributes: Attributes) -> tuple[float, float] | None:
    given = attributes.get("pos", (attributes.get("x"), attributes.get("y")))
    if isinstance(given, str):
        match = _PAIR.fullmatch(given)
        given = match.groups() if match else ()
    try:
        x, y = map(float, given)
    except (TypeError, ValueError):
        return None
    return (x, y) if all(isfinite(z) and abs(z) < FARTHEST for z in (x, y)) else None


class Most(NamedTuple):
    """What is read at most; an object may go on for ever."""

    vertices: int
    edges: int

    def check(self, graph: PlainGraph) -> None:
        """Refuse what is too large, while it is read."""
        if len(graph.nodes) > self.vertices:
            raise ParseError("too many vertices", expected=f"at most {self.vertices}")
        if len(graph.edges) > self.edges:
            raise ParseError("too many edges", expected=f"at most {self.edges}")


def taken_from(source: object, most: Most) -> PlainGraph:
    """From a list of edges, an object of networkx or rustworkx, or any other with ``nodes``, ``edges`` and
    ``is_directed()``.

    A node that is a tuple, as in lattices of networkx, is named by its entries: (0, 1) is 0_1. The object may be
    anything and its code may raise anything: whatever it raises means that it is not a graph.
    """
    try:
        if isinstance(source, list | tuple):
            return _from_edges(source, most)
        if hasattr(source, "weighted_edge_list"):
            return _from_rustworkx(source, most)
        return _from_networkx(source, most)
    except ParseError:
        raise
    except Exception:
        what = f"cannot read a graph from {quote(type(source).__name__)}"
        raise ParseError(what, expected="text, edges, or an object with nodes, edges and is_directed()") from None


def _from_edges(source: Sequence[Any], most: Most) -> PlainGraph:
    if not source:
        raise ParseError(f"an empty {type(source).__name__}", expected='edges such as ("a", "b")')
    if len(source) > most.edges:
        raise ParseError("too many edges", expected=f"at most {most.edges}")
    found = PlainGraph(None)
    for tail, head, attributes in edges_of(source):
        found.nodes.setdefault(tail, {})
        found.nodes.setdefault(head, {})
        found.edges.append((tail, head, _attributes(attributes)))
        most.check(found)
    return found


def _from_networkx(source: Any, most: Most) -> PlainGraph:
    found = PlainGraph(bool(source.is_directed()))
    names: dict[Any, str] = {}
    nodes = source.nodes
    for node in nodes:
        name = "_".join(map(str, node)) if isinstance(node, tuple) else str(node)
        if name in found.nodes:
            raise ParseError(f"two vertices are called {quote(name)}")
        names[node] = name
        found.nodes[name] = _attributes(nodes[node]) if isinstance(nodes, Mapping) else {}
        most.check(found)
    if not isinstance(nodes, Mapping) and callable(getattr(nodes, "data", None)):
        for node, letter in nodes.data("letter"):
            found.nodes[names[node]]["letter"] = letter
    edges: Iterable[Sequence[Any]] = source.edges(data=True) if callable(source.edges) else source.edges
    for tail, head, *rest in edges:
        if tail not in names or head not in names:
            raise ParseError(f"edge {quote(f'{tail}-{head}')} has an end that is not a vertex")
        found.edges.append((names[tail], names[head], _attributes(rest[-1] if rest else None)))
        most.check(found)
    found.graph.update(_attributes(getattr(source, "graph", None)))
    return found


def _from_rustworkx(source: Any, most: Most) -> PlainGraph:
    """What a node carries is its name if that is text or a whole number and if no other node carries the same; if it
    is a dictionary, it holds attributes, and the node is named by its index."""
    found = PlainGraph(any(base.__name__ == "PyDiGraph" for base in type(source).__mro__))
    indexes = list(source.node_indices())
    carried = [source[index] for index in indexes]
    named = [str(payload) for payload in carried if isinstance(payload, str | int) and not isinstance(payload, bool)]
    distinct = len(set(named)) == len(indexes)
    names = dict(zip(indexes, named if distinct else map(str, indexes), strict=True))
    found.nodes.update((names[index], _attributes(payload)) for index, payload in zip(indexes, carried, strict=True))
    most.check(found)
    for tail, head, payload in source.weighted_edge_list():
        found.edges.append((names[tail], names[head], _attributes(payload)))
        most.check(found)
    found.graph.update(_attributes(source.attrs))
    return found


def _attributes(given: object) -> Attributes:
    found = dict(given) if isinstance(given, Mapping) else {}
    for value in found.values():
        str(value)  # an error that says what is wrong has to show it: what cannot be shown is refused here
    return found

"""Tools for constraint graphs: planarity, the normal form of ANDs and ORs, and planar graphs.

>>> from perfectplay import constraint_logic
>>> start = pp.load("ncl", "a>v b>v c>v:3 d<v:2; v=3 a=0 b=0 c=0 d=1 -> v>c")
>>> constraint_logic.is_planar(start), constraint_logic.kinds(start)
(True, {'a': 'FREE', 'v': '', 'b': 'FREE', 'c': 'FREE', 'd': ''})
>>> normal = constraint_logic.normalize(start)
>>> sorted(set(constraint_logic.kinds(normal.position).values()))
['AND', 'OR']
>>> pp.solve(start).solved == pp.solve(normal.position).solved
True
"""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.errors import NotApplicable
from perfectplay.families.constraint_logic import Configuration, planar, vertices
from perfectplay.families.constraint_logic.plans import Rewritten
from perfectplay.kinds.orientation import ConstraintLogic
from perfectplay.position import Position


@dataclass(frozen=True)
class Equivalent:
    """A position on another graph that answers the same questions."""

    position: Position
    original: Position
    edges: dict[str, tuple[str, ...]]
    """The edges that stand for each edge of the original, from its first end to its second: several where it crosses
    others."""

    def directions(self, position: Position) -> dict[str, str]:
        """The directions of the original's edges in a position of the new graph: ``a>b`` or ``a<b`` where an edge has
        arrived at an end, ``a-b`` on the way."""
        found = {}
        for name, chain in self.edges.items():
            first, last = (position.state.arrows[position.state.graph.named[each]] for each in (chain[0], chain[-1]))
            found[name] = name.replace("-", ">" if last == ">" else "<" if first == "<" else "-", 1)
        return found


def is_planar(position: Position) -> bool:
    """Can the graph be drawn without crossings?"""
    return planar.is_planar(_state(position).graph)


def kinds(position: Position) -> dict[str, str]:
    """The kind of each vertex: AND, OR, CHOICE, FREE …, empty if it has no name."""
    graph = _state(position).graph
    return dict(zip(graph.vertices, graph.kinds, strict=True))


def is_protected(position: Position, vertex: str, edges: tuple[str, str]) -> bool:
    """Can these two edges never point to a vertex at the same time, in no legal configuration at all? An OR with two
    such edges is protected."""
    graph = _state(position).graph
    unknown = [name for name in edges if name not in graph.named]
    if vertex not in graph.vertices or unknown:
        raise NotApplicable(f"is_protected: {unknown[0] if unknown else vertex} is not in the graph")
    one, two = (graph.named[name] for name in edges)
    return vertices.is_protected(graph, graph.number(vertex), (one, two))


def normalize(position: Position) -> Equivalent:
    """The position on a graph of ANDs and ORs with three edges each. Every edge of the original is one of the new
    graph, and can be reversed if and only if it can in the original."""
    _exact(position)
    return _equivalent(position, planar.normalize(position.state))


def planarize(position: Position) -> Equivalent:
    """The same on a planar graph of ANDs and ORs."""
    _exact(position)
    return _equivalent(position, planar.planarize(position.state))


def _state(position: Position) -> Configuration:
    if not isinstance(position, Position) or not isinstance(position.system, ConstraintLogic):
        what = position.system.title if isinstance(position, Position) else type(position).__name__
        raise NotApplicable(f"{what} (expected a position of constraint logic)")
    state: Configuration = position.state
    return state


def _exact(position: Position) -> None:
    _state(position)
    if position.system.key not in ("ncl", "constraint_graph"):
        raise NotApplicable(
            f"{position.system.title}: gadgets keep what can be reached in ncl and constraint_graph only"
        )


def _equivalent(position: Position, found: Rewritten) -> Equivalent:
    before, after = position.state.graph.names, found.configuration.graph.names
    edges = {name: tuple(after[edge] for edge in chain) for name, chain in zip(before, found.segments, strict=True)}
    return Equivalent(position.system.load(str(found.configuration)), position, edges)

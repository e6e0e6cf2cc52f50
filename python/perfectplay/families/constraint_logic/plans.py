"""Constraint graphs drawn with few kinds of nodes, which become graphs of ANDs and ORs alone.

What a vertex demands is that of certain sets of its edges not all may point out: the smallest sets without which the
others weigh too little. Such a demand on three edges is an OR, on more a chain of ORs, on two a wire, on one a node
that holds its edge. An edge in several demands arrives at a star, whose first edge points out only while all others
point in, and which sends a copy to each. So every edge may have weight 2, and only the sets matter. (Exactness: an edge
may always be sent to all its demands, and leaves as soon as each of them has another.)

A *plan* has these nodes, each with its edges in order. It can be drawn, its crossings become nodes too, and only then
each node becomes the gadget of its name (:mod:`perfectplay.gadgets`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

from perfectplay.errors import NotApplicable
from perfectplay.families.constraint_logic.graphs import USUAL, Configuration, ConstraintGraph, Edge
from perfectplay.limits import watched
from perfectplay.position import Filled

MOST_DEMANDS = 4096
WIDEST = 14
"""Edges at a vertex; its demands are found among all their sets."""


def demands(weights: list[int], minimum: int) -> list[tuple[int, ...]]:
    """The minimal sets of edges at a vertex, by number, that may not all point out."""
    if minimum <= 0:
        return []
    if len(weights) > WIDEST:
        raise NotApplicable(f"normalize: a vertex with {len(weights)} edges (expected at most {WIDEST})")
    total, found = sum(weights), list[tuple[int, ...]]()
    for size in range(len(weights) + 1):
        for chosen in watched(combinations(range(len(weights)), size)):
            if total - sum(weights[n] for n in chosen) < minimum and not any({*old} <= {*chosen} for old in found):
                found.append(chosen)
    return found


Port = tuple[int, int]
"""One end of an edge of a plan: 0 is its first, 1 its second."""


@dataclass
class Node:
    kind: str
    """AND, OR, STAR, WIRE, HOLD, FREE or CROSS."""
    ports: list[Port]
    """Of an AND the edge of weight 2 first, of a star the one that has copies; of a CROSS in cyclic order."""
    name: str


@dataclass
class Plan:
    nodes: list[Node] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    """Of the edges."""
    segments: list[list[int]] = field(default_factory=list)
    """For each edge of the graph those that stand for it, from its first end to its second."""

    def edge(self, weight: int = 2) -> int:
        self.weights.append(weight)
        return len(self.weights) - 1

    def node(self, kind: str, name: str, *ports: Port) -> None:
        self.nodes.append(Node(kind, list(ports), name))

    def ends(self) -> list[tuple[int, int]]:
        """The nodes at the ends of each edge."""
        found = [[-1, -1] for _ in self.weights]
        for number, node in enumerate(self.nodes):
            for edge, end in node.ports:
                found[edge][end] = number
        return [(first, second) for first, second in found]


def native(graph: ConstraintGraph, blue: frozenset[int]) -> set[int]:
    """The vertices that can stay as they are: ORs, and ANDs whose edges of weight 1 lead to such, while the edges in
    ``blue`` must have weight 2."""
    kept = {vertex for vertex, kind in enumerate(graph.kinds) if kind in ("AND", "OR")}
    while True:
        broken = {
            vertex
            for vertex in kept
            for edge in graph.at[vertex]
            if graph.edges[edge].weight == 1 and (edge in blue or not kept.issuperset(graph.edges[edge][:2]))
        }
        if not broken:
            return kept
        kept -= broken


def planned(graph: ConstraintGraph, blue: frozenset[int] = frozenset()) -> Plan:
    """The graph as a plan, in which the edges in ``blue`` have weight 2."""
    plan = Plan()
    kept = native(graph, blue)
    for edge, (first, second, weight, _) in enumerate(graph.edges):
        plan.segments.append([plan.edge(weight if first in kept and second in kept else 2)])
        if first == second and first not in kept:  # it always gives its weight, and may be reversed at any time
            plan.node("FREE", graph.vertices[first], (edge, 0))
            plan.node("FREE", graph.vertices[first], (edge, 1))
    for vertex, name in enumerate(graph.vertices):
        ports = [(edge, end) for edge in graph.at[vertex] for end in (0, 1) if graph.edges[edge][end] == vertex]
        if vertex in kept:
            ports.sort(key=lambda port: -graph.edges[port[0]].weight)
            plan.node(graph.kinds[vertex], name, *ports)
        else:
            _replace(plan, graph, vertex, ports)
    return plan


def _replace(plan: Plan, graph: ConstraintGraph, vertex: int, ports: list[Port]) -> None:
    """What a vertex demands of its edges, by nodes."""
    name = graph.vertices[vertex]
    loops = {edge for edge, end in ports if graph.edges[edge][0] == graph.edges[edge][1]}
    ports = [port for port in ports if port[0] not in loops]
    minimum = graph.minima[vertex] - sum(graph.edges[edge].weight for edge in loops)
    found = demands([graph.edges[edge].weight for edge, _ in ports], minimum)
    if found == [()]:
        raise NotApplicable(f"normalize: vertex {name} can never have an inflow of {graph.minima[vertex]}")
    if sum(map(len, found)) > MOST_DEMANDS:
        raise NotApplicable(f"normalize: vertex {name} makes too many demands")
    arriving: list[list[Port]] = [[] for _ in found]
    for number, port in enumerate(ports):
        wanted = [demand for demand, chosen in enumerate(found) if number in chosen]
        if not wanted:
            plan.node("FREE", name, port)
            continue
        for demand in wanted[:-1]:
            copy, rest = plan.edge(), plan.edge()
            plan.node("STAR", name, port, (copy, 0), (rest, 0))
            arriving[demand].append((copy, 1))
            port = (rest, 1)
        arriving[wanted[-1]].append(port)
    for these in arriving:
        while len(these) > 3:
            link = plan.edge()
            plan.node("OR", name, these[0], these[1], (link, 0))
            these = [(link, 1), *these[2:]]
        plan.node(("HOLD", "WIRE", "OR")[len(these) - 1], name, *these)


# from a plan to a graph ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rewritten:
    """A configuration of a graph of ANDs and ORs, and the edges that stand for those of the original graph."""

    configuration: Configuration
    segments: tuple[tuple[int, ...], ...]
    """For each edge of the original those that stand for it, from its first end to its second."""

    def arrow(self, configuration: Configuration, edge: int) -> str:
        """``>`` or ``<`` where an edge of the original has arrived at an end, ``-`` on the way."""
        chain = self.segments[edge]
        if configuration.arrows[chain[-1]] == ">":
            return ">"
        return "<" if configuration.arrows[chain[0]] == "<" else "-"


_GADGETS = {
    "AND": "and",
    "OR": "or",
    "STAR": "band",
    "WIRE": "wire",
    "HOLD": "hold",
    "FREE": "free_b",
    "CROSS": "cross",
}


@cache
def piece(kind: str) -> tuple[ConstraintGraph, tuple[int, ...]]:
    """The graph of a node, and its vertices that stand for ports."""
    from perfectplay.registry import load

    gadget = load("gadget", f"@{_GADGETS[kind]}").state
    graph: ConstraintGraph = gadget.position.state.graph
    return graph, tuple(graph.number(port.when.place) for port in gadget.ports)


def expanded(plan: Plan, original: Configuration) -> Rewritten:
    """Every node becomes its gadget. The edges of the original keep their directions, the others get suitable ones."""
    names: list[str] = []
    inner: list[Edge] = []
    ends = [[-1, -1] for _ in plan.weights]
    copies: dict[str, int] = {}
    """Names that are taken, and the number of the last that was made from each."""
    for node in plan.nodes:
        graph, ports = piece(node.kind)
        here: dict[int, int] = {}
        for vertex in range(len(graph.vertices)):
            if vertex not in ports:
                here[vertex] = len(names)
                names.append(_fresh(node.name, copies))
        for first, second, weight, _ in graph.edges:
            if first in here and second in here:
                inner.append(Edge(here[first], here[second], weight))
            else:
                edge, end = node.ports[ports.index(first if second in here else second)]
                ends[edge][end] = here[second if second in here else first]
    outer = [Edge(first, second, weight) for (first, second), weight in zip(ends, plan.weights, strict=True)]
    arrows = ["-"] * len(outer)
    for chain, arrow in zip(plan.segments, original.arrows, strict=True):
        for edge in chain:
            arrows[edge] = arrow
    goal = sorted((plan.segments[edge][-1 if arrow == ">" else 0], arrow) for edge, arrow in original.graph.goal)
    graph = ConstraintGraph(tuple(names), (USUAL,) * len(names), (*outer, *inner), tuple(goal))
    found = completed(Configuration(graph, "".join(arrows) + "-" * len(inner)))
    return Rewritten(found, tuple(map(tuple, plan.segments)))


def _fresh(name: str, copies: dict[str, int]) -> str:
    """The name, or if it is taken the name with the next free number."""
    found = name
    while found in copies:
        copies[name] += 1
        found = f"{name}_{copies[name]}"
    copies[found] = 1
    return found


def completed(configuration: Configuration) -> Configuration:
    """With directions for the edges that have none, so that it is legal if that is possible."""
    from perfectplay.questions.solve import solve
    from perfectplay.registry import rules_of

    rules = rules_of("constraint_graph")
    bare = ConstraintGraph(configuration.graph.vertices, configuration.graph.minima, configuration.graph.edges)
    found = solve(rules.position(Configuration(bare, configuration.arrows))).answer
    arrows = found.values() if isinstance(found, Filled) else configuration.arrows
    return Configuration(configuration.graph, "".join(map(str, arrows)))

"""Graphs in the formats of other programs."""

from __future__ import annotations

import re
from typing import Any

from perfectplay.board.dot import write_dot
from perfectplay.board.graph6 import write6
from perfectplay.board.plain import Attributes, PlainGraph
from perfectplay.errors import NotApplicable
from perfectplay.formats import GRAPHS as FORMS

__all__ = ["FORMS", "write_plain"]


def write_plain(graph: PlainGraph, form: str) -> Any:
    """A graph as text in one of the forms, or as an object of networkx."""
    if form == "dot":
        return write_dot(_mapped(graph, _in_dot))
    if form == "graphml":
        import networkx

        return "\n".join(networkx.generate_graphml(_networkx(_mapped(graph, _in_graphml)))) + "\n"
    if form == "networkx":
        return _networkx(graph)
    lettered = [attributes for attributes in graph.nodes.values() if "letter" in attributes]
    lettered += [attributes for *_, attributes in graph.edges if "letter" in attributes]
    if lettered or graph.graph:
        raise NotApplicable(f"export: {form} holds edges only, no letters and no goal (expected dot or graphml)")
    if form == "edges":
        joined = {end for tail, head, _ in graph.edges for end in (tail, head)}
        alone = [name for name in graph.nodes if name not in joined]
        lines = [f"{tail} {head}" for tail, head, _ in graph.edges]
        return "\n".join([f"# {'directed' if graph.directed else 'undirected'}", *alone, *lines]) + "\n"
    if (form == "digraph6") != bool(graph.directed) and graph.edges:
        kind, other = ("directed", "digraph6") if graph.directed else ("undirected", "graph6 or sparse6")
        raise NotApplicable(f"export: the graph is {kind}, and {form} is not (expected {other})")
    number = {name: n for n, name in enumerate(graph.nodes)}
    written = write6(len(number), [(number[tail], number[head]) for tail, head, _ in graph.edges], form)
    # what could be the name of a vertex is told from one by its header
    return f">>graph6<<{written}" if re.fullmatch(r"\w+", written) else written


def _mapped(graph: PlainGraph, how: Any) -> PlainGraph:
    nodes = {name: how(attributes) for name, attributes in graph.nodes.items()}
    return PlainGraph(graph.directed, nodes, graph.edges, graph.graph)


def _in_dot(attributes: Attributes) -> Attributes:
    """Graphviz keeps a place that ends in an exclamation mark."""
    if "pos" not in attributes:
        return attributes
    x, y = attributes["pos"]
    return {**attributes, "pos": f"{x},{y}!"}


def _in_graphml(attributes: Attributes) -> Attributes:
    if "pos" not in attributes:
        return attributes
    x, y = attributes["pos"]
    return {**{name: value for name, value in attributes.items() if name != "pos"}, "x": x, "y": y}


def _networkx(graph: PlainGraph) -> Any:
    import networkx

    pairs = [frozenset(edge[:2]) if not graph.directed else edge[:2] for edge in graph.edges]
    parallel = len(set(pairs)) < len(pairs)
    if graph.directed:
        found: Any = networkx.MultiDiGraph() if parallel else networkx.DiGraph()
    else:
        found = networkx.MultiGraph() if parallel else networkx.Graph()
    found.graph.update(graph.graph)
    found.add_nodes_from(graph.nodes.items())
    found.add_edges_from(graph.edges)
    return found

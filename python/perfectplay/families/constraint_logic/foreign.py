"""Constraint graphs from GraphML, and from objects of networkx or any library like it.

An edge may have the attributes ``weight`` (1 unless stated), ``owner`` (L or R) and ``goal`` (true if it is to be
reversed), a vertex ``minimum`` (2 unless stated). The edges of a directed graph point where they point, those of an
undirected one have no direction.
"""

from __future__ import annotations

import re
from typing import Any

from perfectplay.errors import ParseError, quote
from perfectplay.families.constraint_logic.graphs import (
    LARGEST,
    LONGEST_NAME,
    MOST_CHARACTERS,
    MOST_EDGES,
    TURNED,
    USUAL,
    Configuration,
    ConstraintGraph,
    Edge,
)

_GRAPHML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<graphml\b")
_NOT_A_GRAPH = "text, GraphML, or an object with nodes, edges and is_directed()"


def is_foreign(source: object) -> bool:
    return not isinstance(source, str) or bool(_GRAPHML.match(source))


def read_foreign(source: object) -> Configuration:
    graph = _graphml(source) if isinstance(source, str) else source
    try:
        return _taken_from(graph)
    except ParseError:
        raise
    except Exception:  # its code may raise anything
        raise ParseError(f"cannot read a graph from a {type(graph).__name__}", expected=_NOT_A_GRAPH) from None


def _graphml(text: str) -> Any:
    if len(text) > MOST_CHARACTERS:
        raise ParseError(f"{len(text)} characters of text", expected=f"at most {MOST_CHARACTERS}")
    if "<!" in text.replace("<!--", ""):  # definitions of entities can grow without end
        raise ParseError("a document type in GraphML", expected="elements only")
    import networkx

    try:
        return networkx.parse_graphml(text)
    except Exception as error:
        what = str(error).partition("\n")[0]
        raise ParseError(f"unusable GraphML: {what}", expected="a graph") from None


def _taken_from(graph: Any) -> Configuration:
    numbers: dict[Any, int] = {}
    names: list[str] = []
    minima: list[int] = []
    for node, attributes in graph.nodes(data=True):
        name = "_".join(map(str, node)) if isinstance(node, tuple) else str(node)
        if node is None or not re.fullmatch(r"[A-Za-z0-9_']+", name) or len(name) > LONGEST_NAME:
            wanted = f"at most {LONGEST_NAME} letters, digits and underscores"
            raise ParseError(f"{quote(name)} cannot name a vertex", expected=wanted)
        numbers[node] = len(names)
        names.append(name)
        minima.append(_number(attributes.get("minimum", USUAL), f"the minimum of {name}", 0))
    if len(set(names)) < len(names):
        raise ParseError("two vertices have the same name", expected="different names")
    edges: list[Edge] = []
    arrows: list[str] = []
    goal: list[tuple[int, str]] = []
    directed = bool(graph.is_directed())
    for tail, head, attributes in graph.edges(data=True):
        where = f"{names[numbers[tail]]}-{names[numbers[head]]}"
        owner = attributes.get("owner", "")
        if not isinstance(owner, str) or not re.fullmatch(r"(?:[LR]\d*)?", owner):
            raise ParseError(f"owner {str(owner)[:20]!r} of {where}", expected="L or R")
        if len(edges) == MOST_EDGES:
            raise ParseError("too many edges", expected=f"at most {MOST_EDGES}")
        weight = _number(attributes.get("weight", 1), f"the weight of {where}", 1)
        if attributes.get("goal") and directed:
            goal.append((len(edges), TURNED[">"]))
        edges.append(Edge(numbers[tail], numbers[head], weight, owner))
        arrows.append(">" if directed else "-")
    found = ConstraintGraph(tuple(names), tuple(minima), tuple(edges), tuple(goal))
    return Configuration.parse(str(Configuration(found, "".join(arrows))))  # vertices in the order of its text


def _number(value: Any, what: str, low: int) -> int:
    if isinstance(value, bool) or int(value) != value or not low <= value <= LARGEST:
        raise ParseError(f"{what} is {str(value)[:20]}", expected=f"a whole number from {low} to {LARGEST}")
    return int(value)

"""Constraint graphs from graphs of other programs, in all forms of :mod:`perfectplay.board.foreign`.

An edge may have the attributes ``weight`` (1 unless stated), ``owner`` (L or R) and ``goal`` (true if it is to be
reversed), a vertex ``minimum`` (2 unless stated) and ``pos``, where it is in a picture. The edges of a directed graph
point where they point, those of an undirected one have no direction.
"""

from __future__ import annotations

import re
from typing import Any

from perfectplay.board.foreign import whole_graph
from perfectplay.board.plain import Most, PlainGraph
from perfectplay.errors import ParseError, quote
from perfectplay.families.constraint_logic.graphs import (
    LARGEST,
    LONGEST_NAME,
    MOST_EDGES,
    TURNED,
    USUAL,
    Configuration,
    ConstraintGraph,
    Edge,
)


def read_foreign(source: object) -> Configuration:
    return _taken_from(whole_graph(source, Most(MOST_EDGES, MOST_EDGES)))


def _taken_from(graph: PlainGraph) -> Configuration:
    numbers: dict[str, int] = {}
    minima: list[int] = []
    for name, attributes in graph.nodes.items():
        if not re.fullmatch(r"[A-Za-z0-9_']+", name) or len(name) > LONGEST_NAME:
            wanted = f"at most {LONGEST_NAME} letters, digits and underscores"
            raise ParseError(f"{quote(name)} cannot name a vertex", expected=wanted)
        numbers[name] = len(numbers)
        minima.append(_number(attributes.get("minimum", USUAL), f"the minimum of {name}", 0))
    names = list(numbers)
    edges: list[Edge] = []
    arrows: list[str] = []
    goal: list[tuple[int, str]] = []
    directed = graph.is_directed()
    for tail, head, attributes in graph.edges:
        where = f"{tail}-{head}"
        owner = attributes.get("owner", "")
        if not isinstance(owner, str) or not re.fullmatch(r"(?:[LR]\d*)?", owner):
            raise ParseError(f"owner {str(owner)[:20]!r} of {where}", expected="L or R")
        if len(edges) == MOST_EDGES:
            raise ParseError("too many edges", expected=f"at most {MOST_EDGES}")
        weight = _number(attributes.get("weight", 1), f"the weight of {where}", 1)
        if _is_true(attributes.get("goal")) and directed:
            goal.append((len(edges), TURNED[">"]))
        edges.append(Edge(numbers[tail], numbers[head], weight, owner))
        arrows.append(">" if directed else "-")
    places = tuple(graph.places().values())
    found = ConstraintGraph(tuple(names), tuple(minima), tuple(edges), tuple(goal), places)
    return Configuration.parse(str(Configuration(found, "".join(arrows))))  # vertices in the order of its text


def _number(value: Any, what: str, low: int) -> int:
    """A whole number, which forms without types give as text."""
    if isinstance(value, str) and re.fullmatch(r"\s*\d{1,10}\s*", value):
        value = int(value)
    whole = isinstance(value, int | float) and not isinstance(value, bool) and value in range(low, LARGEST + 1)
    if not whole:
        raise ParseError(f"{what} is {str(value)[:20]}", expected=f"a whole number from {low} to {LARGEST}")
    return int(value)


def _is_true(value: object) -> bool:
    return bool(value) and str(value).strip().lower() not in ("false", "0", "no")

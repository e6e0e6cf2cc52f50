"""The kinds of vertices that have names: the weights of their edges, and their minimum inflow.

AND     its edge of weight 2 points out only while both others point in; SPLIT and FANOUT are the same vertex, used from
        the other side
OR      any one edge points out while another points in
CHOICE  at most one edge points out
4-RED   at most two edges point out
VARIABLE  two edges of weight 2, of which one at most points out
CONVERTER  joins an edge of weight 1 to one of weight 2
FREE    nothing is required
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfectplay.families.constraint_logic.graphs import ConstraintGraph

KINDS: Mapping[str, tuple[tuple[int, ...] | None, int]] = {
    "AND": ((1, 1, 2), 2),
    "SPLIT": ((1, 1, 2), 2),
    "FANOUT": ((1, 1, 2), 2),
    "OR": ((2, 2, 2), 2),
    "CHOICE": ((1, 1, 1), 2),
    "FOUR_RED": ((1, 1, 1, 1), 2),
    "VARIABLE": ((2, 2), 2),
    "CONVERTER": ((1, 2), 1),
    "FREE": (None, 0),
}
"""None: any weights."""


def kind_of(weights: Sequence[int], minimum: int) -> str:
    """The name of a vertex; empty if it has none."""
    has = tuple(sorted(weights))
    for name, (wanted, low) in KINDS.items():
        if minimum == low and wanted in (None, has):
            return name
    return ""


def is_protected(graph: ConstraintGraph, vertex: int, pair: tuple[int, int]) -> bool:
    """Is it impossible that these two edges point to a vertex at the same time, in any legal configuration?

    An OR with such a pair among its edges is *protected*; Nondeterministic Constraint Logic stays hard if every OR is
    (Hearn & Demaine 2005).
    """
    from perfectplay._native import orientations
    from perfectplay.limits import control_now

    fixed = []
    for edge in pair:
        first, second, *_ = graph.edges[edge]
        if first == second == vertex:
            continue  # a loop always points to its vertex
        fixed.append((edge, second == vertex))
    ends = [(first, second) for first, second, *_ in graph.edges]
    weights = [weight for _, _, weight, _ in graph.edges]
    found, _ = orientations(ends, weights, list(graph.minima), fixed, 1, control_now())
    return not found

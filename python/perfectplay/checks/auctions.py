"""Richman costs, held against their equations.

If two functions satisfied them, take the vertices where they differ most: the vertices of greatest cost by the one and
of least cost by the other among the options of these are such vertices again. Following the latter, costs fall or all
options cost the same; so in the end there is a set of such vertices that is never left, although an end can be reached,
where both agree. So whatever satisfies the equations is right (Lazarus et al. 1999).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from perfectplay.kinds.explicit import OptionGraph
from perfectplay.limits import watched


def faulty(graph: OptionGraph, plan: Mapping[str, Any]) -> str:
    """What is wrong with a plan, which has a cost, a bid and two moves for every vertex at which play goes on; empty:
    nothing."""
    names, marks = graph.names, dict(graph.marks)
    going_on = [name for number, name in enumerate(names) if number not in marks]
    if set(plan) != set(going_on):
        return "the plan is not about the vertices at which play goes on"
    cost = {names[number]: Fraction(int(mark == "R")) for number, mark in graph.marks}
    cost |= {name: each.cost for name, each in plan.items()}
    ends = set(marks)
    while True:  # an end can be reached from everywhere, or there would be more than one solution
        more = {v for v in range(len(names)) if v not in ends and not ends.isdisjoint(graph.left[v])}
        if not more:
            break
        ends |= more
    if len(ends) < len(names):
        return "no end can be reached from some vertices"
    for number, name in watched(list(enumerate(names))):
        if number in marks:
            continue
        after = {names[option] for option in graph.left[number]}
        each, low, high = plan[name], min(cost[x] for x in after), max(cost[x] for x in after)
        if 2 * each.cost != low + high:
            return f"{name} costs half of {low} + {high}, not {each.cost}"
        if each.left not in after or each.right not in after or cost[each.left] != low or cost[each.right] != high:
            return f"at {name} there are better moves"
        if 2 * each.bid != high - low:
            return f"at {name} the bid is half of {high} - {low}, not {each.bid}"
    return ""

"""Bounded Nondeterministic Constraint Logic by a formula of which edges are reversed, and in which order.

The fewest reversals are found from above: after each solution a shorter one is demanded, until there is none.
"""

from perfectplay.families.constraint_logic.orders import Orders, line, needed
from perfectplay.method import Asked, Found, stats_of
from perfectplay.position import Position

systems = ("bounded_ncl",)


def applies(position: Position) -> bool:
    return True


def solve(position: Position, asked: Asked) -> Found:
    start, spent = position.state, []
    best: list[int] | None = [] if start.reached(start.graph.goal) else None
    while best is None or best:
        orders = Orders(start)
        if best is not None:
            orders.at_most(len(best) - 1)
        found, stats = orders.solution(asked)
        spent.append(stats)
        if found is None:
            break
        best = needed(start, found)
    if best is None:
        return Found(None, {"reason": "contradiction: no order of reversals leads to the goal"}, stats_of(*spent))
    found_line = line(position, best, asked.details["metric"])
    return Found(found_line, found_line, stats_of(*spent))

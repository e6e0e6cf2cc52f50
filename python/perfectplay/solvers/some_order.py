"""Bounded Nondeterministic Constraint Logic by a formula: some order of reversals, which need not be the shortest."""

from perfectplay.families.constraint_logic.orders import Orders, line, needed
from perfectplay.method import Asked, Found, stats_of
from perfectplay.position import Position

systems = ("bounded_ncl",)
shortest = False


def applies(position: Position) -> bool:
    return True


def solve(position: Position, asked: Asked) -> Found:
    start = position.state
    found, stats = Orders(start).solution(asked)
    if found is None:
        return Found(None, {"reason": "contradiction: no order of reversals leads to the goal"}, stats_of(stats))
    found_line = line(position, needed(start, found), asked.details["metric"])
    return Found(found_line, found_line, stats_of(stats))

"""Token shifts in polynomial time: at most three times the fewest (Calinescu, Dumitrescu & Pach 2006).

A cheap forest all of whose trees have as many tokens as targets is found by growing moats, in exact fractions, and is
then solved as a forest; :func:`perfectplay.families.pebbles.shifts.few` says why that is enough.
"""

from perfectplay.families.pebbles.puzzle import web
from perfectplay.families.pebbles.shifts import few, unbalanced
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.theorems.balanced_parts import line_of, sets

systems = ("token_shifts",)
shortest = False


def applies(position: Position) -> bool:
    return unbalanced(web(position.state.board), *sets(position)) is None


def solve(position: Position, asked: Asked) -> Found:
    line = line_of(position, few(web(position.state.board), *sets(position)), asked.details["metric"])
    return Found(line, line)

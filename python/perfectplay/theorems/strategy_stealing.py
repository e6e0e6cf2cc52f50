"""The first player wins Chomp on every rectangle of at least two squares.

Suppose that the second player had a winning reply to taking the far corner. Whatever square it names, taking that
square at once leads to the same position, since it removes the corner as well: then the first player wins with it.
(Gale 1974.) The argument does not say which square wins, so the strategy that comes with the answer is found by search,
and the theorem applies only where a search finds it quickly. Normal play.
"""

from math import comb

from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Position
from perfectplay.strategies import promises
from perfectplay.theorems.chomp_shapes import rows_of

systems = ("chomp",)

MOST_POSITIONS = 1_000_000
"""The number of bars inside a rectangle for which a search finds the strategy within seconds."""


def applies(position: Position) -> bool:
    rows = rows_of(position)
    return (
        not position.system.misere
        and len(set(rows)) == 1
        and rows != (1,)
        and comb(len(rows) + rows[0], rows[0]) <= MOST_POSITIONS
    )


def outcome(position: Position, asked: Asked) -> Found:
    found = Outcome(LEFT, RIGHT)
    return Found(found, promises(position, found))

"""The Tartan theorem: in the product of two coin-turning games a coin has the nim product of its nimbers in them.

If coin x has nimber g(x) in one game and coin y has nimber h(y) in another, then the coin in row x and column y of
their product has the nim product of g(x) and h(y), and coins are added (Conway; *Winning Ways*, chapter 14). So the
nimbers of rows and columns suffice, where the definition would look at every turn of every coin.
"""

from perfectplay.families.coin_turning import heads, turns_named
from perfectplay.fields.finite import product
from perfectplay.limits import watch_now
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Position
from perfectplay.strategies import promises

systems = ("tartan",)


def applies(position: Position) -> bool:
    return not position.system.misere


def grundy(position: Position, asked: Asked) -> Found:
    shown, system = heads(position.state), position.system
    rows = turns_named(system.down).nimbers(1 + max((row for row, _ in shown), default=-1))
    cols = turns_named(system.across).nimbers(1 + max((col for _, col in shown), default=-1))
    found, watch = 0, watch_now()
    for row, col in shown:
        watch()
        found ^= product(rows[row], cols[col])
    return Found(found)


def outcome(position: Position, asked: Asked) -> Found:
    found = Outcome(LEFT, RIGHT) if grundy(position, asked).value else Outcome(RIGHT, LEFT)
    return Found(found, promises(position, found))

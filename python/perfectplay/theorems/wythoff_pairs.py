"""Wythoff's theorem: the P-positions are (A, A + a n) with A = floor(n (2 - a + sqrt(a^2 + 4)) / 2), n = 0, 1, 2 …

For a = 1, Wythoff's own game, the factor is the golden ratio. Every positive number is the smaller or the larger of
exactly one pair, so from any other position one move leads to a pair: it reduces one heap to the partner of the other,
or takes from both heaps down to the pair with the right difference. (Wythoff 1907; Fraenkel 1982.)

The floor is taken exactly, with the integer square root: floor((u + s) / 2) is floor((u + floor(s)) / 2) for whole u.
"""

from math import isqrt

from perfectplay.games.wythoff import Wythoff
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises

systems = ("wythoff",)

Pair = tuple[int, int]


def applies(position: Position[Wythoff]) -> bool:
    return not position.system.misere


def pair(n: int, a: int) -> Pair:
    smaller = (n * (2 - a) + isqrt(n * n * (a * a + 4))) // 2
    return smaller, smaller + a * n


def is_lost(x: int, y: int, a: int) -> bool:
    n, rest = divmod(y - x, a)
    return rest == 0 and pair(n, a)[0] == x


def target(x: int, y: int, a: int) -> Pair:
    """The P-position to move to from (x, y), x at most y: x has a partner, or the difference y - x has a pair."""
    root = isqrt(x * x * (a * a + 4))
    n = 0 if x == 0 else (x * (a - 2) + root) // (2 * a) + 1  # the first pair whose smaller number is x or more
    if pair(n, a)[0] != x:
        return pair((x * (a + 2) - root - 1) // (2 * a) + 1, a)  # x is a larger number
    return pair(n, a) if y > x + a * n else pair((y - x) // a, a)


def outcome(position: Position[Wythoff], asked: Asked) -> Found:
    x, y = position.state
    lost = is_lost(x, y, position.system.a)
    found = Outcome(RIGHT, LEFT) if lost else Outcome(LEFT, RIGHT)
    return Found(found, promises(position, found))


def best(position: Position[Wythoff], asked: Asked) -> Found:
    (x, y), a = position.state, position.system.a
    player = asked.details["player"]
    if y == 0:
        return Found(None)
    lost = is_lost(x, y, a)
    after = (x, y - 1) if lost else target(x, y, a)
    winner = player.opponent if lost else player
    return Found(_move(position, after, asked), Strategy(position, winner, player))


def _move(position: Position[Wythoff], after: Pair, asked: Asked) -> Move:
    """Which heap becomes which; a heap that stays is not written."""
    x, y = position.state
    low, high = sorted(after)
    if x in after:
        text = f"{y}:{low if high == x else high}"
    elif y in after:
        text = f"{x}:{low}"
    else:
        text = f"{x}:{low}+{y}:{high}"
    return Move(text, asked.details["player"], position.system.position((low, high)))

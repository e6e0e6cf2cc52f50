"""Zwick's theorem: a tower of Jenga with three blocks a level is three numbers, and two of them count modulo 3.

A level below the topmost complete one may lose a block only if it is complete (x such levels and the topmost itself),
or has two adjacent blocks (y of them), which can lose the outer one; with z blocks on an incomplete top level a move
leads from (x, y, z) to (x - 1, y, z + 1) or (x - 1, y + 1, z + 1) if x > 1, and to (x, y - 1, z + 1) if y > 0, where
(x, y, 3) is (x + 1, y, 0). The order of the levels and the place on top do not matter. So n complete levels are won by
the first player iff n = 2, or n >= 4 and n is 1 or 2 modulo 3. (Zwick 2002.)

Beyond 3 the outcome and the nimber depend only on x and y modulo 3, and so does the outcome of misère play. The last is
our own observation; it is proved by checking that the periodic table satisfies the recursion, which is a finite check
since the table and the moves repeat (tests/theorems/test_jenga_triples.py).
"""

from collections.abc import Iterator
from functools import cache

from perfectplay.games.jenga import Jenga
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Position
from perfectplay.strategies import Strategy, promises

systems = ("jenga",)

Triple = tuple[int, int, int]


def applies(position: Position[Jenga]) -> bool:
    return position.system.k == 3


def triple(position: Position[Jenga]) -> Triple:
    *lower, top = position.state
    pairs = sum(level in ("oo.", ".oo") for level in lower)
    return position.state.count("ooo"), pairs, top.count("o") % 3


def moves(x: int, y: int, z: int) -> Iterator[Triple]:
    after = [(x - 1, y), (x - 1, y + 1)] if x > 1 else []
    for full, pairs in [*after, *([(x, y - 1)] if y else [])]:
        yield (full, pairs, z + 1) if z < 2 else (full + 1, pairs, 0)


def reduced(x: int, y: int, z: int) -> Triple:
    """A small triple with the same outcomes and the same nimber."""
    return min(x, 3 + x % 3), min(y, 3 + y % 3), z


@cache
def _nimber(small: Triple) -> int:
    values = {_nimber(after) for after in moves(*small)}
    return next(n for n in range(len(values) + 1) if n not in values)


@cache
def _wins_misere(small: Triple) -> bool:
    after = list(moves(*small))
    return not after or not all(map(_wins_misere, after))


def nimber(position: Position[Jenga]) -> int:
    return _nimber(reduced(*triple(position)))


def first_wins(position: Position[Jenga]) -> bool:
    if position.system.misere:
        return _wins_misere(reduced(*triple(position)))
    return nimber(position) != 0


def grundy(position: Position[Jenga], asked: Asked) -> Found:
    return Found(nimber(position))


def outcome(position: Position[Jenga], asked: Asked) -> Found:
    found = Outcome(LEFT, RIGHT) if first_wins(position) else Outcome(RIGHT, LEFT)
    return Found(found, promises(position, found))


def best(position: Position[Jenga], asked: Asked) -> Found:
    player = asked.details["player"]
    legal = position.moves(player)
    winning = next((move for move in legal if not first_wins(move.after)), None)
    if not legal:
        return Found(None)
    return Found(winning or legal[0], Strategy(position, player if winning else player.opponent, player))

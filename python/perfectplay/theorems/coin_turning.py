"""Coins are added: the nimber of a coin-turning position is the nim sum of those of its heads, each taken alone.

A move turns over some coins, of which the last goes from heads to tails. Let the nimber of a single coin be the least
that is not the nim sum of the other coins of a turn which it leads. Then a position has the nim sum of the nimbers of
all coins that show heads, because turning a coin twice changes nothing, as adding a nimber twice does (Lenstra;
*Winning Ways*, chapter 14). A winning move leaves nim sum 0.

The certificate of an outcome has the nimbers of single coins, which are checked against the moves of the plain rules.
"""

from functools import lru_cache
from typing import Any

from perfectplay.checks.coins import coins_decide
from perfectplay.checks.verdict import Finding
from perfectplay.errors import LimitReached
from perfectplay.families.coin_turning import CoinGame, heads
from perfectplay.limits import watched
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Move, Position
from perfectplay.result import Result
from perfectplay.strategies import Strategy, promises

systems = (
    "acrostic",
    "coin_turning",
    "mock_turtles",
    "moebius",
    "mogul",
    "moidores",
    "ruler",
    "tartan",
    "triplets",
    "turning_turtles",
    "twins",
)


def applies(position: Position) -> bool:
    return not position.system.misere


@lru_cache(maxsize=64)
def _alone(system: CoinGame, rows: int, cols: int) -> list[list[int]] | None:
    try:
        return system.alone(rows, cols)
    except LimitReached as error:
        if error.kind != "size":
            raise
        return None  # there may be few heads, so that a search is still possible


def nimbers(position: Position) -> list[list[int]] | None:
    """Of all coins of the board, as far as the last row and column that have heads."""
    shown = heads(position.state)
    rows, cols = (1 + max((cell[axis] for cell in shown), default=-1) for axis in (0, 1))
    return _alone(position.system, rows, cols)


def total(position: Position, alone: list[list[int]]) -> int:
    found = 0
    for row, col in heads(position.state):
        found ^= alone[row][col]
    return found


def grundy(position: Position, asked: Asked) -> Found | None:
    alone = nimbers(position)
    return None if alone is None else Found(total(position, alone))


def outcome(position: Position, asked: Asked) -> Found | None:
    alone = nimbers(position)
    if alone is None:
        return None
    found = Outcome(LEFT, RIGHT) if total(position, alone) else Outcome(RIGHT, LEFT)
    return Found(found, {**promises(position, found, proved=True), "certificate": {"coins": alone}})


def certified(result: Result[Any]) -> Finding:
    return coins_decide(result)


def best(position: Position, asked: Asked) -> Found | None:
    """A move that leaves nim sum 0; any move where there is none."""
    alone, player, system = nimbers(position), asked.details["player"], position.system
    if alone is None:
        return None
    whole, other = total(position, alone), None
    for leader in reversed(heads(position.state)):
        wanted = whole ^ alone[leader[0]][leader[1]]
        for others in watched(system.turned(leader)):
            other = other or (leader, *others)
            if not whole:
                break
            left = 0
            for row, col in others:
                left ^= alone[row][col]
            if left == wanted:
                return Found(_move(position, (leader, *others), asked), Strategy(position, player, player))
    if other is None:
        return Found(None)
    return Found(_move(position, other, asked), Strategy(position, player.opponent, player))


def _move(position: Position, coins: tuple[tuple[int, int], ...], asked: Asked) -> Move:
    system = position.system
    text = system.written(coins)
    return Move(text, asked.details["player"], system.position(system.play(position.state, text)))

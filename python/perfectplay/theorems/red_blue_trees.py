"""Red-blue trees of Hackenbush are valued from the leaves down.

What hangs on a vertex is worth the sum x of its branches. A blue edge under x is worth 1:x = (x + k) / 2^(k - 1), where
k is the least k >= 1 that makes x + k > 1; a red edge is worth the negative of 1:-x. (*Winning Ways*, chapter 2 and the
colon principle of chapter 7; the rule is that for ordinal sums with 1.) All values are exact, whatever their size.

Best moves are found in the same way. Left's options in 1:x are 0, by cutting the edge, and 1:y for Left's options y of
x; these are positive and grow with y. So Left cuts the edge only if there is nothing to cut above it; in a sum of
branches she moves where it costs least, and in a branch on a red edge above that edge or not at all.
"""

from fractions import Fraction
from typing import NamedTuple

from perfectplay.families.hackenbush import Bush, climb
from perfectplay.families.numbers import best_of, outcome_of
from perfectplay.games.hackenbush import Hackenbush
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, Player
from perfectplay.position import Move, Position
from perfectplay.values.value import Value

systems = ("hackenbush",)


class Worth(NamedTuple):
    """What hangs on a vertex, and for each player the cheapest move there: its cost and the edge. In units."""

    number: int = 0
    moves: tuple[tuple[int, int] | None, tuple[int, int] | None] = (None, None)


def climbed(position: Position[Hackenbush]) -> list[tuple[int, int, int]] | None:
    """Edges with their lower and upper vertices, lower ones first; None if the picture is not a red-blue forest."""
    left, right = position.system.owned(position.state)
    if position.system.misere or left & right:
        return None
    return climb(position.state)


def applies(position: Position[Hackenbush]) -> bool:
    return climbed(position) is not None


def worth(position: Position[Hackenbush]) -> tuple[Worth, int]:
    """The whole picture, and the number of units in 1."""
    bush: Bush = position.state
    edges = climbed(position) or []
    left, _ = position.system.owned(bush)
    places = len(edges)  # no value needs more binary places than there are edges
    hung: dict[int, Worth] = {}
    for edge, lower, upper in reversed(edges):
        branch = on_edge(hung.pop(upper, Worth()), edge, bool(left >> edge & 1), places)
        hung[lower] = added(hung.get(lower, Worth()), branch)
    return hung.get(0, Worth()), 1 << places


def above_one(x: int, places: int) -> int:
    """1:x"""
    k = max(1, 2 + (-x >> places))
    return x + (k << places) >> k - 1


def on_edge(top: Worth, edge: int, blue: bool, places: int) -> Worth:
    """An edge and what hangs on its upper end."""
    sign = 1 if blue else -1
    number = sign * above_one(sign * top.number, places)
    moves: list[tuple[int, int] | None] = []
    for move, player in zip(top.moves, (1, -1), strict=True):
        if move is not None:
            after = sign * above_one(sign * (top.number - player * move[0]), places)
            moves.append((player * (number - after), move[1]))
        else:
            moves.append((player * number, edge) if player == sign else None)
    return Worth(number, (moves[0], moves[1]))


def added(one: Worth, other: Worth) -> Worth:
    moves = [min(filter(None, pair), default=None) for pair in zip(one.moves, other.moves, strict=True)]
    return Worth(one.number + other.number, (moves[0], moves[1]))


def value(position: Position[Hackenbush], asked: Asked) -> Found:
    found, unit = worth(position)
    return Found(Value(Fraction(found.number, unit)))


def outcome(position: Position[Hackenbush], asked: Asked) -> Found:
    return outcome_of(position, worth(position)[0].number)


def best(position: Position[Hackenbush], asked: Asked) -> Found:
    """The move that costs least."""
    player: Player = asked.details["player"]
    side, sign = (0, 1) if player is LEFT else (1, -1)
    found, _ = worth(position)
    move = found.moves[side]
    if move is None:
        return best_of(position, player, None, False)
    cost, edge = move
    bush: Bush = position.state
    chosen = Move(bush.frame.names[edge], player, Position(position.system, bush.cut(edge)))
    return best_of(position, player, chosen, sign * found.number >= cost)

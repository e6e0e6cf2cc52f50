"""Cutcake: count blocks whose side is a power of two.

Let a cake have r rows and c columns, and let 2^k be the largest power of two that is at most r. If c >= 2^k its value
is floor(c / 2^k) - 1; otherwise it is the negative of the value of the cake with rows and columns exchanged. Cakes are
added. (*Winning Ways*, chapter 2.) Left wins a positive sum by cutting 2^k columns off a cake of positive value: the
part cut off is worth 0, and the rest 1 less than before.
"""

from perfectplay.families.cakes import Cake
from perfectplay.families.numbers import best_of, outcome_of
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, Player
from perfectplay.position import Move, Position
from perfectplay.values.value import Value

systems = ("cutcake",)


def applies(position: Position) -> bool:
    return not (position.system.misere or position.impartial)


def number(cake: Cake) -> int:
    rows, columns = cake
    if columns.bit_length() < rows.bit_length():
        return -number((columns, rows))
    return (columns >> rows.bit_length() - 1) - 1


def total(position: Position) -> int:
    """The value, for Left who cuts columns; in the mirrored game she cuts rows."""
    found: int = sum(number(cake) * times for cake, times in position.state)
    return -found if position.system.mirrored else found


def value(position: Position, asked: Asked) -> Found:
    return Found(Value(total(position)))


def outcome(position: Position, asked: Asked) -> Found:
    return outcome_of(position, total(position))


def best(position: Position, asked: Asked) -> Found:
    player: Player = asked.details["player"]
    cutter = player.opponent if position.system.mirrored else player
    sign = 1 if cutter is LEFT else -1
    wins = total(position) * (1 if player is LEFT else -1) > 0
    for (rows, columns), _ in position.state:
        side, other = (columns, rows) if cutter is LEFT else (rows, columns)
        if side > 1 and (not wins or sign * number((rows, columns)) > 0):
            part = 1 << other.bit_length() - 1 if wins else 1
            cut = position.system.cut((rows, columns), [(part, 1), (side - part, 1)], cutter)
            after = position.system.play(position.state, cut)
            return best_of(position, player, Move(str(cut), player, Position(position.system, after)), wins)
    return best_of(position, player, None, False)

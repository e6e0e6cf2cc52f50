"""Cutcake: count blocks whose side is a power of two.

Let a cake have r rows and c columns, and let 2^k be the largest power of two that is at most r. If c >= 2^k its value
is floor(c / 2^k) - 1; otherwise it is the negative of the value of the cake with rows and columns exchanged. Cakes are
added. (*Winning Ways*, chapter 2.) Left wins a positive sum by cutting 2^k columns off a cake of positive value: the
part cut off is worth 0, and the rest 1 less than before.
"""

from perfectplay.families.cakes import Cake, CakeGame, best_cut, total
from perfectplay.families.numbers import outcome_of
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.values.value import Value

systems = ("cutcake",)


def applies(position: Position[CakeGame]) -> bool:
    return not (position.system.misere or position.impartial)


def number(cake: Cake) -> int:
    rows, columns = cake
    if columns.bit_length() < rows.bit_length():
        return -number((columns, rows))
    return (columns >> rows.bit_length() - 1) - 1


def value(position: Position[CakeGame], asked: Asked) -> Found:
    return Found(Value(total(position, number)))


def outcome(position: Position[CakeGame], asked: Asked) -> Found:
    return outcome_of(position, total(position, number))


def best(position: Position[CakeGame], asked: Asked) -> Found:
    def divided(side: int, other: int, wins: bool) -> list[tuple[int, int]]:
        part = 1 << other.bit_length() - 1 if wins else 1
        return [(part, 1), (side - part, 1)]

    return best_cut(position, asked.details["player"], number, divided)

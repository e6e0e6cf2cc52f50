"""Maundy Cake: strike out prime factors, the smallest first.

Let a cake have r rows and c columns, where c has at least as many prime factors as r, counted with multiplicity. Divide
c by its primes, the smallest first, until it is 1: the successive numbers form a chain that begins with c. Omit as many
of its first members as r has prime factors, and one more; the value is the sum of the others. If r has more prime
factors, exchange the two and take the negative. Cakes are added. (*Winning Ways*, chapter 2, where the cake is 999 by
1000: 1000, 500, 250, 125, 25, 5, 1 against 999, 333, 111, 37, 1 leaves 5 + 1 = 6.)

Left wins a positive sum by dividing the columns of a cake of positive value v by their largest prime p: the p parts
together are worth v - 1.
"""

from perfectplay.families.cakes import Cake, CakeGame, best_cut, total
from perfectplay.families.numbers import outcome_of
from perfectplay.games.maundy_cake import primes
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.values.value import Value

systems = ("maundy_cake",)


def applies(position: Position[CakeGame]) -> bool:
    return not (position.system.misere or position.impartial)


def number(cake: Cake) -> int:
    rows, columns = cake
    struck = len(primes(rows))
    factors = primes(columns)
    if len(factors) < struck:
        return -number((columns, rows))
    found, here = 0, columns
    for count, prime in enumerate(factors):
        here //= prime
        if count >= struck:
            found += here
    return found


def value(position: Position[CakeGame], asked: Asked) -> Found:
    return Found(Value(total(position, number)))


def outcome(position: Position[CakeGame], asked: Asked) -> Found:
    return outcome_of(position, total(position, number))


def best(position: Position[CakeGame], asked: Asked) -> Found:
    def divided(side: int, other: int, wins: bool) -> list[tuple[int, int]]:
        parts = primes(side)[-1]
        return [(side // parts, parts)]

    return best_cut(position, asked.details["player"], number, divided)

"""Maundy Cake: strike out prime factors, the smallest first.

Let a cake have r rows and c columns, where c has at least as many prime factors as r, counted with multiplicity. Divide
c by its primes, the smallest first, until it is 1: the successive numbers form a chain that begins with c. Omit as many
of its first members as r has prime factors, and one more; the value is the sum of the others. If r has more prime
factors, exchange the two and take the negative. Cakes are added. (*Winning Ways*, chapter 2, where the cake is 999 by
1000: 1000, 500, 250, 125, 25, 5, 1 against 999, 333, 111, 37, 1 leaves 5 + 1 = 6.)

Left wins a positive sum by dividing the columns of a cake of positive value v by their largest prime p: the p parts
together are worth v - 1.
"""

from perfectplay.families.cakes import Cake
from perfectplay.families.numbers import best_of, outcome_of
from perfectplay.games.maundy_cake import primes
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, Player
from perfectplay.position import Move, Position
from perfectplay.values.value import Value

systems = ("maundy_cake",)


def applies(position: Position) -> bool:
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


def total(position: Position) -> int:
    """The value, for Left who divides columns; in the mirrored game she divides rows."""
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
        side = columns if cutter is LEFT else rows
        if side > 1 and (not wins or sign * number((rows, columns)) > 0):
            parts = primes(side)[-1]
            cut = position.system.cut((rows, columns), [(side // parts, parts)], cutter)
            after = position.system.play(position.state, cut)
            return best_of(position, player, Move(str(cut), player, Position(position.system, after)), wins)
    return best_of(position, player, None, False)

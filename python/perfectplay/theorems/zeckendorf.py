"""Fibonacci nim: the player to move wins iff the smallest Zeckendorf part of the heap may be taken.

Every positive integer is a sum of Fibonacci numbers no two of which are consecutive, in exactly one way (Zeckendorf
1939, published 1972; Lekkerkerker 1952). Taking the smallest of them wins: it is less than half the next one, so the
opponent cannot take that, and whatever the opponent takes leaves a smallest part that may be taken. So a heap of which
all but one may be taken is lost iff it is a Fibonacci number. (Whinihan 1963.)
"""

from perfectplay.games.fibonacci_nim import FibonacciNim
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises

systems = ("fibonacci_nim",)


def applies(position: Position[FibonacciNim]) -> bool:
    return not position.system.misere


def smallest_part(n: int) -> int:
    """The smallest part of the Zeckendorf representation of n, found by subtracting the largest Fibonacci number again
    and again. (0 for n = 0.)"""
    fibonacci = [1, 2]
    while fibonacci[-1] < n:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    part = 0
    for number in reversed(fibonacci):
        if number <= n:
            n, part = n - number, number
    return part


def wins(heap: int, most: int) -> bool:
    return 0 < smallest_part(heap) <= most


def outcome(position: Position[FibonacciNim], asked: Asked) -> Found:
    found = Outcome(LEFT, RIGHT) if wins(*position.state) else Outcome(RIGHT, LEFT)
    return Found(found, promises(position, found))


def best(position: Position[FibonacciNim], asked: Asked) -> Found:
    heap, most = position.state
    player, system = asked.details["player"], position.system
    if most == 0:
        return Found(None)
    first = wins(heap, most)
    take = smallest_part(heap) if first else 1
    after = system.position(system.play(position.state, take))
    return Found(Move(str(take), player, after), Strategy(position, player if first else player.opponent, player))

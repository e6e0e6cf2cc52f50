"""Bouton's theorem: the nimber of a Nim position is the exclusive or of its heap sizes.

The player to move wins iff the nim sum is not zero. In misère play the same holds as long as some heap has more than
one token; when all heaps are 0 or 1 the player to move wins iff their number is even. (Bouton 1901.)
"""

from functools import reduce
from operator import xor

from perfectplay.games.nim import Nim
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises

systems = ("nim",)


def applies(position: Position[Nim]) -> bool:
    return True


def grundy(position: Position[Nim], asked: Asked) -> Found:
    return Found(reduce(xor, position.state, 0))


def first_wins(heaps: tuple[int, ...], misere: bool) -> bool:
    if misere and max(heaps, default=0) <= 1:
        return len(heaps) % 2 == 0
    return reduce(xor, heaps, 0) != 0


def outcome(position: Position[Nim], asked: Asked) -> Found:
    first = first_wins(position.state, position.system.misere)
    found = Outcome(LEFT, RIGHT) if first else Outcome(RIGHT, LEFT)
    return Found(found, promises(position, found))


def best(position: Position[Nim], asked: Asked) -> Found:
    """The move that leaves nim sum zero (in misère play: that leaves a lost position)."""
    heaps: tuple[int, ...] = position.state
    player, system = asked.details["player"], position.system
    if not heaps:
        return Found(None)
    for index, heap in enumerate(heaps):
        others = heaps[:index] + heaps[index + 1 :]
        target = reduce(xor, others, 0)
        for left in dict.fromkeys((target, target ^ 1, 0, 1)):
            if left < heap:
                after = tuple(sorted(h for h in (*others, left) if h))
                if not first_wins(after, system.misere):
                    return Found(_move(position, heap, left, after, asked), Strategy(position, player, player))
    heap = heaps[-1]
    after = tuple(sorted(h for h in (*heaps[:-1], heap - 1) if h))
    return Found(_move(position, heap, heap - 1, after, asked), Strategy(position, player.opponent, player))


def _move(position: Position[Nim], heap: int, left: int, after: tuple[int, ...], asked: Asked) -> Move:
    return Move(f"{heap}:{left}", asked.details["player"], position.system.position(after))

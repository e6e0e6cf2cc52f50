"""The periodicity theorem: a nim sequence that repeats for long enough repeats for ever.

Let moves take at most k tokens and leave at most two heaps, and let G(n + p) = G(n) hold for all n from n0 up to, not
including, 2 n0 + p + k, where n0 is at least 1. Then it holds for all n from n0 on. (Guy & Smith 1956; Winning Ways,
chapter 4. With three heaps it is 3 n0 + 2 p + k. The bound is larger by p + 2 where two heaps must be unequal, and by 6
p + 3 where three must.) Kayles repeats with p = 12 from 71 on, Dawson's Kayles with p = 34 from 53 on.

No period is taken from a book: the nimbers are computed, and a period counts only when the theorem's condition has been
checked on them. Where none is found in time the theorem says nothing, unless ``pp.periodicity`` has found one before.
It applies to any heap game in normal play, users' games included.
"""

from collections.abc import Iterator
from functools import reduce
from operator import xor

from perfectplay.heap_codes import Nimbers, nimbers_of
from perfectplay.kinds.heap import Code, HeapGame, Heaps
from perfectplay.limits import watch_now
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises

systems: tuple[str, ...] = ()
kinds = ("heap",)

SEQUENCE = 4096
"""This many nimbers are computed in a few milliseconds."""
LONG_SEQUENCE = 1 << 21
"""This many are worth computing when a heap is too large for anything else, within the effort."""
EFFORT = 100_000_000
"""Options that are computed in vain at most: a fraction of a second."""
LARGE = 20_000


class Periodic:
    """Nimbers of heaps of any size."""

    def __init__(self, code: Code, values: Nimbers | list[int], start: int, period: int) -> None:
        self.code, self.values, self.start, self.period = code, values, start, period

    def reduced(self, heap: int) -> int:
        """A small heap with the same nimber."""
        return heap if heap < self.start else self.start + (heap - self.start) % self.period

    def nimber(self, heap: int) -> int:
        return self.values[self.reduced(heap)]

    def options(self, heap: int) -> Iterator[Heaps]:
        """Options that realise all nimbers of options: of two heaps the smaller need not exceed a period."""
        watch = watch_now()
        for taken, (digit, unequal) in enumerate(self.code.written[: heap + 1]):
            watch()
            left = heap - taken
            if digit & 1 and left == 0:
                yield ()
            if digit & 2 and left > 0 and taken > 0:
                yield (left,)
            if digit & 4:
                for a in range(1, min(left // 2, self.start + self.period) + 1):
                    if not (unequal and 2 * a == left):
                        yield (a, left - a)


def periodic(code: Code, up_to: int) -> Periodic | None:
    """The nimbers of a code if a period is proved by those of heaps of up to ``up_to`` tokens, or was proved before.

    The first question about a code computes them, within its own limits.
    """
    if code.repeated or any(digit & 8 for digit, _ in code.written):
        return None  # no bound on what is taken, or three heaps, among which two small ones would have to be chosen
    nimbers = nimbers_of(code)
    if nimbers.searched < up_to and nimbers.native.period is None:
        watch = watch_now()
        watch()
        nimbers.search(up_to, EFFORT, watch.control())
    found = nimbers.native.period
    return Periodic(code, nimbers, *found) if found else None


def _periodic(position: Position) -> Periodic | None:
    system = position.system
    if not isinstance(system, HeapGame) or system.misere:
        return None
    return periodic(system.octal(), LONG_SEQUENCE if max(position.state, default=0) > LARGE else SEQUENCE)


def applies(position: Position) -> bool:
    return _periodic(position) is not None


def _known(position: Position) -> Periodic:
    found = _periodic(position)
    assert found is not None
    return found


def grundy(position: Position, asked: Asked) -> Found:
    return Found(reduce(xor, map(_known(position).nimber, position.state), 0))


def outcome(position: Position, asked: Asked) -> Found:
    found = Outcome(LEFT, RIGHT) if grundy(position, asked).value else Outcome(RIGHT, LEFT)
    return Found(found, promises(position, found))


def best(position: Position, asked: Asked) -> Found:
    """A move that leaves nimber 0; any move where there is none."""
    nimbers, player = _known(position), asked.details["player"]
    total = reduce(xor, map(nimbers.nimber, position.state), 0)
    other: tuple[int, Heaps] | None = None
    for heap in dict.fromkeys(reversed(position.state)):
        wanted = total ^ nimbers.nimber(heap)
        for parts in nimbers.options(heap):
            if total and reduce(xor, map(nimbers.nimber, parts), 0) == wanted:
                return Found(_move(position, heap, parts, asked), Strategy(position, player, player))
            other = other or (heap, parts)
    if other is None:
        return Found(None)
    return Found(_move(position, *other, asked), Strategy(position, player.opponent, player))


def _move(position: Position, heap: int, parts: Heaps, asked: Asked) -> Move:
    rest = list(position.state)
    rest.remove(heap)
    text = f"{heap}:{'+'.join(map(str, parts)) or '0'}"
    return Move(text, asked.details["player"], position.system.position(tuple(sorted([*rest, *parts]))))

"""Misère heaps by their quotient: who wins a sum depends on a product in a finite commutative monoid alone.

Call two sums of heaps of a game equivalent if they have the same misère outcome whatever other sum of such heaps is
added. Where the classes are finite in number, their products and the classes of single heaps say who wins any sum; and
if the classes of heaps repeat for long enough, they do so for ever, so that heaps may have any size (Plambeck 2005;
Plambeck & Siegel 2008, Misère quotients for impartial games). A winning move is one to a sum whose class is that of a
P-position.

Nothing is taken from a book: the quotient is computed when a game is first asked about, within bounds that are a matter
of a second. Where no finite quotient is found for all heaps, that of the heaps up to the largest one is tried; where
that is not found either, the theorem says nothing. The certificate of an outcome is the quotient, which is proved once
more from the rules by other code.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from perfectplay.checks.misere import quotient_decides
from perfectplay.checks.verdict import Finding
from perfectplay.errors import LimitReached
from perfectplay.kinds.heap import Code, HeapGame, Heaps, read_code
from perfectplay.limits import watch_now
from perfectplay.method import Asked, Found
from perfectplay.misere.closed import Heaps as Generators
from perfectplay.misere.monoid import BOUNDS, Bounds
from perfectplay.misere.quotient import MisereQuotient, quotient_of_heaps
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Move, Position
from perfectplay.result import Result
from perfectplay.strategies import Strategy, promises
from perfectplay.system import System

systems: tuple[str, ...] = ()
kinds = ("heap",)

MODEST = Bounds(candidates=4000, elements=96, pairs=6000, rounds=20, heaps=500)
"""Most quotients that are found at all are found within these, in a fraction of a second."""
MOST_PARTIAL = 60
"""The largest heap for which a quotient of smaller heaps alone is tried."""


def about(system: System) -> bool:
    """Misère Nim has a theorem of its own."""
    return isinstance(system, HeapGame) and system.misere and system.key != "nim"


def applies(position: Position) -> bool:
    return _quotient(position) is not None


def _quotient(position: Position) -> MisereQuotient | None:
    system = position.system
    if not isinstance(system, HeapGame) or not system.misere:
        return None
    code, largest = system.octal().text, max(position.state, default=0)
    whole = _found(code, None)
    if whole is None and largest <= MOST_PARTIAL:
        return _found(code, max(1, largest))
    return whole


def _found(code: str, heaps: int | None) -> MisereQuotient | None:
    if heaps is None and not Generators(code).can_be_periodic:
        return None
    return _computed(code, heaps)


@lru_cache(maxsize=128)
def _computed(code: str, heaps: int | None) -> MisereQuotient | None:
    """None if there is none within the bounds; limits of the question are passed on, and nothing is kept then."""
    before = BOUNDS.set(MODEST)
    try:
        return quotient_of_heaps(Generators(code), heaps)
    except LimitReached as error:
        if error.kind in ("time", "memory", "cancelled", "positions"):
            raise
        return None
    finally:
        BOUNDS.reset(before)


def _known(position: Position) -> MisereQuotient:
    found = _quotient(position)
    assert found is not None
    return found


def outcome(position: Position, asked: Asked) -> Found:
    quotient = _known(position)
    won = quotient.outcome(list(position.state)) == "N"
    found = Outcome(LEFT, RIGHT) if won else Outcome(RIGHT, LEFT)
    return Found(found, {**promises(position, found, proved=True), "certificate": quotient.certificate()})


def certified(result: Result[Any]) -> Finding:
    return quotient_decides(result)


def options_of(code: Code, heap: int, quotient: MisereQuotient) -> Iterator[Heaps]:
    """Options that lead to all classes of options. Of two heaps the smaller need not exceed the preperiod by more than
    a period: above that, a period may be moved from one to the other without a change of class."""
    watch, period = watch_now(), quotient.period
    least = heap if period is None else period.start + period.length
    most = heap if code.repeated else min(heap, len(code.written) - 1)
    for taken in range(most + 1):
        watch()
        (digit, unequal), left = code.digit(taken), heap - taken
        if digit & 1 and left == 0:
            yield ()
        if digit & 2 and left > 0 and taken > 0:
            yield (left,)
        if digit & 4:
            for a in range(1, min(left // 2, least) + 1):
                if not (unequal and 2 * a == left):
                    yield a, left - a
        if digit & 8:
            for a in range(1, min(left // 3, least) + 1):
                for b in range(a, min((left - a) // 2, least) + 1):
                    if not (unequal and len({a, b, left - a - b}) < 3):
                        yield a, b, left - a - b


def best(position: Position, asked: Asked) -> Found:
    """A move to a sum whose class is that of a P-position; any move where there is none."""
    quotient, player = _known(position), asked.details["player"]
    code = read_code(position.system.code)
    won = quotient.outcome(list(position.state)) == "N"
    other: tuple[int, Heaps] | None = None
    for heap in dict.fromkeys(reversed(position.state)):
        rest = list(position.state)
        rest.remove(heap)
        tried: set[str] = set()
        beside = quotient.phi(rest)
        for parts in options_of(code, heap, quotient):
            other = other or (heap, parts)
            word = quotient.phi(list(parts))
            if won and word not in tried and quotient.are_p(beside, word):
                return Found(_move(position, heap, parts, asked), Strategy(position, player, player))
            tried.add(word)
    if other is None:
        return Found(None)
    winner = player if won else player.opponent
    return Found(_move(position, *other, asked), Strategy(position, winner, player))


def _move(position: Position, heap: int, parts: Heaps, asked: Asked) -> Move:
    rest = list(position.state)
    rest.remove(heap)
    text = f"{heap}:{'+'.join(map(str, parts)) or '0'}"
    return Move(text, asked.details["player"], position.system.position(tuple(sorted([*rest, *parts]))))

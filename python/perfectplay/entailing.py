"""Impartial games in which a move may oblige the opponent to answer in the same component: nimbers and loony positions.

Beside a nim heap of n tokens, a player who has to move in a position wins for some n: those that are nimbers of options
that are free, and those for which the opponent, whose answer is entailed, does not win. Such a set is finite or lacks
finitely many numbers. A free position that wins for all n is loony: the player to move wins whatever is added. Any
other is worth the least n for which it does not win, because beside that the heap does not help either (*Winning Ways*,
chapter 12).

The author of such a game says ``entailing = True``, and by ``entailed(state)`` where the answer must be made here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from perfectplay.nimbers import LOONY, Nimber
from perfectplay.players import LEFT
from perfectplay.position import Position
from perfectplay.records import dataclass
from perfectplay.values.recursion import solve


@dataclass(frozen=True)
class Heaps:
    """Sizes of nim heaps: these, or all but these."""

    sizes: frozenset[int] = frozenset()
    all_but: bool = False

    def others(self) -> Heaps:
        return Heaps(self.sizes, not self.all_but)

    def __or__(self, other: Heaps) -> Heaps:
        if self.all_but and other.all_but:
            return Heaps(self.sizes & other.sizes, True)
        if self.all_but or other.all_but:
            lacking, more = (self, other) if self.all_but else (other, self)
            return Heaps(lacking.sizes - more.sizes, True)
        return Heaps(self.sizes | other.sizes)

    def __contains__(self, size: int) -> bool:
        return (size in self.sizes) is not self.all_but

    @property
    def nimber(self) -> Nimber:
        """The least size that is missing; LOONY if none is."""
        if self.all_but:
            return min(self.sizes) if self.sizes else LOONY
        return next(n for n in range(len(self.sizes) + 1) if n not in self.sizes)


def beside(nimbers: Iterable[Nimber], entailed: Iterable[Heaps]) -> Heaps:
    """The heaps beside which a player who must move in a position wins, from the nimbers of options that are free, and
    from the same for options in which the answer is entailed."""
    found = Heaps(frozenset(n for n in nimbers if isinstance(n, int)))
    for each in entailed:
        found = found | each.others()
    return found


def nimber_of(position: Position) -> Nimber:
    """The nimber of a free position, by the definition on whole positions."""

    def heaps(here: Position, known: Callable[[Position], Heaps]) -> Heaps:
        after = [(move.after, known(move.after)) for move in here.moves(LEFT)]
        entailed = position.system.entailed
        return beside(
            (found.nimber for there, found in after if not entailed(there.state)),
            [found for there, found in after if entailed(there.state)],
        )

    return solve(heaps, position).nimber

"""Impartial games in normal play whose positions may repeat, and their sums: generalized nimbers.

A component is worth a nimber or infinity with a set of nimbers (:class:`perfectplay.nimbers.Infinite`), and the worths
of components add up (Smith 1966), so that a sum is never searched as a whole. A sum is lost for the player to move if
it is worth 0, won if a move leads to such a sum, and otherwise drawn.

Moving to a sum that is worth 0 is not enough to win, since play might return. Every component with a nimber has a
counter besides, and each larger or infinite worth that the opponent moves to can be reverted to the same nimber with a
smaller counter; a smaller nimber counts for less than any counter. So the winner always moves to that sum worth 0 whose
counters, under nimbers, add up to least. With every round they add up to less, or a component that ends has come
closer to its end (Fraenkel & Yesha 1986, the generalized Sprague-Grundy function and its counters).
"""

from __future__ import annotations

from typing import NamedTuple

from perfectplay.kinds.sum import Sum
from perfectplay.limits import watched
from perfectplay.method import Asked, stats_of
from perfectplay.nimbers import LOONY, Infinite, Nimber, total
from perfectplay.players import DRAW, Outcome, Player, Winner
from perfectplay.position import Move, Position
from perfectplay.result import Stats

_UNDER = 1 << 32
"""More than any counter."""


class Worth(NamedTuple):
    """What a component is worth."""

    nimber: Nimber
    counter: int | None
    """None for what is infinite, and for a component that ends."""
    stats: tuple[int, float, int]

    @property
    def distance(self) -> int:
        """How far it is from being used up, in reverting moves."""
        return 0 if self.counter is None or not isinstance(self.nimber, int) else self.nimber * _UNDER + self.counter


def is_loopy_sum(position: Position) -> bool:
    return isinstance(position.system, Sum) and has_infinities(position)


def has_infinities(position: Position) -> bool:
    """May it be worth infinity: is it impartial, loopy, in normal play, and does nothing but moves matter?"""
    play = position.system.convention
    return bool(position.impartial and play.loops and play.summed)


def components(position: Position) -> tuple[Position, ...]:
    found: tuple[Position, ...] = position.state if isinstance(position.system, Sum) else (position,)
    return found


def worth(component: Position, asked: Asked) -> Worth:
    """What a position that is no sum is worth."""
    kernel, code = component.system.kernel(component.state)
    if not component.system.convention.loops:
        nimber, stats = kernel.nimber(code, "sums", asked.control)
        return Worth(LOONY if nimber is None else nimber, None, stats)
    (label, to, counter), stats = kernel.loopy_nimber(code, asked.control)
    return Worth(Infinite(to) if label is None else label, counter, stats)


def worths(position: Position, asked: Asked) -> list[Worth]:
    """What the components are worth, one by one."""
    return [worth(component, asked) for component in components(position)]


def _winner(nimber: Nimber, player: Player) -> Winner:
    """Who wins with ``player`` to move."""
    if isinstance(nimber, Infinite):
        return player if 0 in nimber.to else DRAW
    return player if nimber else player.opponent


def outcome_of(nimber: Nimber) -> Outcome:
    return Outcome(*(_winner(nimber, player) for player in Player))


def move_in_sum(position: Position, player: Player, asked: Asked) -> tuple[Move | None, Winner, Stats]:
    """A move that wins and comes closer to the end, else one that draws, else any; None where there is none. Who wins
    after it, and what it cost."""
    known: dict[Position, Worth] = {}

    def of(component: Position) -> Worth:
        if component not in known:
            known[component] = worth(component, asked)
        return known[component]

    winner = _winner(total(of(each).nimber for each in components(position)), player)
    best: tuple[int, Move] | None = None
    for move in watched(position.moves(player)):
        after = [of(each) for each in components(move.after)]
        if _winner(total(each.nimber for each in after), player.opponent) is winner:
            far = sum(each.distance for each in after) if winner is player else 0
            if best is None or far < best[0]:
                best = far, move
    return best[1] if best else None, winner, stats_of(*(each.stats for each in known.values()))

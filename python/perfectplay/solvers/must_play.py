"""Maker-Breaker by search in which a player has to meet the other's threats.

Every result comes with a *carrier*: variables such that the winner still wins if the other had all variables besides
(for Maker: if Breaker had them; for Breaker: if Maker had them). If a player would lose by passing, then any move
outside the carrier of that loss loses too; and after a move that loses, so do all moves outside its carrier. What is
left is the must-play region, as in Hex (Hayward, van Rijswijck and others 2003). A player who wins even by passing has
won. Where sets are few for their sizes, or lack two variables at most, theorems end the search
(:mod:`perfectplay.theorems.erdos_selfridge`, :mod:`perfectplay.theorems.pairs_and_paths`).

To ask first what happens if the player to move passes pays if the player loses. Since that is not known, the search is
made in two manners in turn, each for twice as long as the last time: one that expects Maker to win and lets Breaker
pass, and one that expects Breaker to win and lets Maker pass. Both use the same table.
"""

from __future__ import annotations

import time
from functools import lru_cache

from perfectplay.errors import LimitReached
from perfectplay.families.maker_breaker import Sets, bits, broken, fight, is_plain, taken, union, weights
from perfectplay.limits import watch_now
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.result import Stats

systems = ("maker_breaker",)

MOST_VARIABLES = 100
"""The search goes as deep as there are variables."""
FIRST_TRY = 1000
"""Positions."""

Verdict = tuple[bool, int]
"""Does Maker win, and the winner's carrier."""


class _TooLong(Exception):
    """The other manner of search has its turn."""


Known = tuple[dict[Sets, Verdict], dict[Sets, Verdict]]
"""By sets: Breaker to move, Maker to move."""


class Search:
    """One question; what it finds out is kept for others about the same formula."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.visited = 0
        self.stop = 0
        self.optimist = True
        """Does this manner expect Maker to win?"""

    def maker_wins(self, sets: Sets, maker_moves: bool) -> bool:
        patience = FIRST_TRY
        while True:
            for self.optimist in (True, False):
                self.stop = self.visited + patience
                try:
                    return self.verdict(sets, maker_moves)[0]
                except _TooLong:
                    continue
            patience *= 2

    def verdict(self, sets: Sets, maker_moves: bool) -> Verdict:
        known = self.known[maker_moves]
        found = known.get(sets)
        if found is None:
            self.visited += 1
            if self.visited > self.stop:
                raise _TooLong
            if self.visited % 64 == 0:
                _keep_limits(self)
            found = known[sets] = self.maker(sets) if maker_moves else self.breaker(sets)
        return found

    def maker(self, sets: Sets) -> Verdict:
        """Maker to move."""
        everything = union(sets)
        pairs: list[int] = []
        for each in sorted(sets, key=int.bit_count):
            if each.bit_count() <= 1:
                return True, each
            if each.bit_count() == 2:
                other = next((pair for pair in pairs if pair & each), 0)
                if other:
                    return True, other | each
                pairs.append(each)
        scale = max((each.bit_count() for each in sets), default=0)
        heavy = weights(sets, scale)
        if scale <= 2 or _total(sets, scale) + max(heavy.values()) < 1 << scale:
            return False, everything
        carrier, must = 0, everything
        if not self.optimist:
            wins, carrier = self.verdict(sets, False)
            if wins:
                return True, carrier
            must = carrier
        for bit in sorted(heavy, key=lambda each: -heavy[each]):
            if bit & must:
                wins, other = self.verdict(taken(sets, bit), False)
                if wins:
                    return True, other | bit
                carrier |= other
                must &= other
        return False, carrier

    def breaker(self, sets: Sets) -> Verdict:
        """Breaker to move."""
        singles = 0
        for each in sets:
            if not each:
                return True, 0
            if each.bit_count() == 1:
                if singles:
                    return True, singles | each
                singles = each
        if singles:
            wins, carrier = self.verdict(broken(sets, singles), True)
            return wins, carrier | singles
        scale = max((each.bit_count() for each in sets), default=0)
        if _total(sets, scale) < 1 << scale:
            return False, union(sets)
        heavy = weights(sets, scale)
        carrier, must = 0, union(sets)
        if self.optimist:
            wins, carrier = self.verdict(sets, True)
            if not wins:
                return False, carrier
            must = carrier
        for bit in sorted(heavy, key=lambda each: -heavy[each]):
            if bit & must:
                wins, other = self.verdict(broken(sets, bit), True)
                if not wins:
                    return False, other | bit
                carrier |= other
                must &= other
        return True, carrier


def _total(sets: Sets, scale: int) -> int:
    return sum(1 << (scale - each.bit_count()) for each in sets)


def _keep_limits(search: Search) -> None:
    watch = watch_now()
    watch()
    watch.weigh(64 * ENTRY)
    most = watch.left().positions
    if most is not None and search.visited > most:
        raise LimitReached(f"position limit of {most} reached", kind="positions")


ENTRY = 1500
"""About the bytes of a position in the table: a set of some dozen numbers."""


@lru_cache(maxsize=4)
def _known(formula: object) -> Known:
    return {}, {}


def applies(position: Position) -> bool:
    return is_plain(position) and len(position.state.values) <= MOST_VARIABLES


def outcome(position: Position, asked: Asked) -> Found:
    begun = time.perf_counter()
    here, search = fight(position), Search(_known(position.state.formula))
    second = search.maker_wins(here.sets, False)
    found = here.outcome(second or search.maker_wins(here.sets, True), second)
    return found._replace(stats=Stats(search.visited, time.perf_counter() - begun, 0))


def best(position: Position, asked: Asked) -> Found | None:
    here, search, player = fight(position), Search(_known(position.state.formula)), asked.details["player"]
    moves_maker = player is here.maker
    if search.maker_wins(here.sets, moves_maker) is not moves_maker:
        return here.best(player, player.opponent, 0)
    after = taken if moves_maker else broken
    for bit in bits(union(here.sets)):
        if search.maker_wins(after(here.sets, bit), not moves_maker) is moves_maker:
            return here.best(player, player, bit)
    return here.best(player, player, 0)  # it is won already

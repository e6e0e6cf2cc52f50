"""Maker-Breaker positions as sets of bits: what Maker still needs.

Maker is the player who wants all variables of one clause (Right, if the formula is a conjunction) or of one term (Left,
if it is a disjunction); Breaker wants one of each. A set is what Maker lacks of a clause in which Breaker has nothing;
bit n is variable n. Maker's move takes a variable out of its sets, Breaker's removes all its sets. Nobody is ever worse
off for having moved once more, so that a Breaker who wins moving second also wins moving first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from perfectplay.families.clause_games import UNSET
from perfectplay.limits import watched
from perfectplay.method import Asked, Found
from perfectplay.players import Outcome, Player
from perfectplay.position import Position
from perfectplay.strategies import Strategy, promises

Sets = frozenset[int]


@dataclass(frozen=True)
class Fight:
    """A position as Maker and Breaker see it."""

    position: Position
    maker: Player
    sets: Sets

    def outcome(self, maker_first: bool, maker_second: bool) -> Found:
        """The answer, given whether Maker wins moving first and moving second."""
        breaker = self.maker.opponent
        first, second = (self.maker if wins else breaker for wins in (maker_first, maker_second))
        found = Outcome(first, second) if self.maker is Player.LEFT else Outcome(second, first)
        return Found(found, promises(self.position, found))

    def best(self, player: Player, winner: Player | None, bit: int) -> Found | None:
        """A move on this variable for a player who wins by it; any move for one who loses."""
        if winner is None:
            return None
        moves = self.position.moves(player)
        if not moves:
            return Found(None)
        if bit and winner is player:
            name = self.position.state.formula.names[bit.bit_length() - 1]
            moves = [move for move in moves if move.text.partition("=")[0] == name]
        return Found(moves[0], Strategy(self.position, winner, player))


def fight(position: Position) -> Fight:
    state = position.state
    formula, values = state.formula, state.values
    found = set()
    for clause, variables in enumerate(watched(formula.variables)):
        if not formula.is_closed(clause, values):
            found.add(sum(1 << number for number in variables if values[number] in UNSET))
    return Fight(position, Player.RIGHT if formula.conjunctive else Player.LEFT, smallest(found))


def is_plain(position: Position) -> bool:
    """Is it played by the rules as they are, without variants?"""
    system = position.system
    return not (system.impartial or system.misere or system.mirrored)


def bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


def union(sets: Iterable[int]) -> int:
    found = 0
    for each in sets:
        found |= each
    return found


def smallest(sets: Iterable[int]) -> Sets:
    """Without the sets that contain others: who has such a one has the other."""
    found: list[int] = []
    for each in watched(sorted(set(sets), key=int.bit_count)):
        if not any(other & each == other for other in found):
            found.append(each)
    return frozenset(found)


def taken(sets: Sets, bit: int) -> Sets:
    """The sets after Maker has taken a variable."""
    smaller = smallest(each & ~bit for each in sets if each & bit)
    return smaller.union(each for each in sets if not each & bit and not any(s & each == s for s in smaller))


def broken(sets: Sets, bit: int) -> Sets:
    """The sets after Breaker has taken a variable."""
    return frozenset(each for each in sets if not each & bit)


def weights(sets: Iterable[int], scale: int) -> dict[int, int]:
    """Of each variable, the sum of 2 ** (scale - size) over its sets: what their total grows by if Maker takes it."""
    found: dict[int, int] = {}
    for each in sets:
        weight = 1 << (scale - each.bit_count())
        for bit in bits(each):
            found[bit] = found.get(bit, 0) + weight
    return found


def breaking(sets: Sets, holds: Callable[[Sets], bool]) -> int | None:
    """A variable by which Breaker leaves sets of which this holds, 0 if any will do, None if there is none."""
    if holds(sets):
        return 0
    scale = max(each.bit_count() for each in sets)
    heavy = weights(sets, scale)
    return next((bit for bit in sorted(heavy, key=lambda b: -heavy[b]) if holds(broken(sets, bit))), None)


LARGE = 24
"""The number of variables from which on a move is found even if the winner is known for one player only."""


@dataclass(frozen=True)
class Sufficient:
    """What a theorem answers that says when Breaker wins moving second, and never that Maker wins."""

    holds: Callable[[Sets], bool]

    def applies(self, position: Position) -> bool:
        return is_plain(position) and self.holds(fight(position).sets)

    def best_applies(self, position: Position) -> bool:
        if len(position.state.values) < LARGE:
            return self.applies(position)
        return is_plain(position) and breaking(fight(position).sets, self.holds) is not None

    def outcome(self, position: Position, asked: Asked) -> Found:
        return fight(position).outcome(False, False)

    def best(self, position: Position, asked: Asked) -> Found | None:
        """Breaker moves so that it holds again; where it holds, Maker's move does not matter."""
        here, player = fight(position), asked.details["player"]
        breaker = here.maker.opponent
        if player is here.maker:
            return here.best(player, breaker if self.holds(here.sets) else None, 0)
        bit = breaking(here.sets, self.holds)
        return None if bit is None else here.best(player, breaker, bit)

"""Compounds of games: several positions played at once, otherwise than as a sum.

The option ``way`` says where a player moves and when play is over:
``conjunctive``: in all components; play ends when the player to move cannot move in one of them.
``continued``: in every component in which the player can move; play ends when there is none.
``selective``: in one or more components, as many as the player likes; play ends when there is none to move in.
``shortened``: the same, but play ends as soon as one component has ended, so that neither player can move in it.
``disjunctive``: in one component; play ends when there is none to move in: the sum.
``diminished``: the same, but play ends as soon as one component has ended.
A player who cannot move, or finds that play has ended, loses; in misère play that player wins. These are Conway's
twelve ways. Text as for sums, ``nim[3] + kayles[5] - clobber[xo.]``; the move ``1.3:2&2.5:1,3`` has a move in each of
the components 1 and 2. Components are games in normal play in which nothing but moves matters and positions do not
repeat.

Complexity: polynomial where remoteness, suspense, outcomes or nimbers of impartial components are known, in all ways
but the disjunctive one in misère play (Smith 1966; Conway 1976); some partizan compounds follow these rules as well.

>>> p = pp.load("compound", "nim[3] + kayles[5]")
>>> pp.outcome(p), pp.best(p), pp.outcome(pp.load("compound", "nim[2] + nim[2]", way="selective", misere=True))
(N, 1.3:0&2.5:2+2, N)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import NamedTuple

from perfectplay.errors import LimitReached, ParseError
from perfectplay.kinds.plain import PlainGame
from perfectplay.kinds.sum import Components, OfComponents
from perfectplay.players import Player
from perfectplay.position import Move, Position
from perfectplay.system import Kept

MOST_MOVES = 100_000
WAYS = ("conjunctive", "continued", "selective", "shortened", "disjunctive", "diminished")


class Joint(NamedTuple):
    """A move: for some components, by number, the move there."""

    parts: tuple[tuple[int, Move], ...]

    def __str__(self) -> str:
        return "&".join(f"{number + 1}.{move.text}" for number, move in self.parts)


class Compound(OfComponents, PlainGame):
    name = "Compound of games"
    aliases = ("conjunctive compound", "selective compound")
    source = "Smith 1966, Graphs and composite games; Conway, On Numbers and Games (1976), chapter 14"
    sample = "toads_and_frogs[x..o] + clobber[xxo]"
    samples = {"impartial": "nim[1 2] + kayles[4]", "three": "nim[2] + nim[1] + kayles[3]"}
    options = {"way": "conjunctive"}
    way: str

    def load(self, source: object) -> Position:
        position = super().load(source)
        if self.impartial or not all(component.impartial for component in position.state):
            return position
        return Position(self.with_options(impartial=True), position.state)

    def parse(self, text: str) -> Components:
        if self.way not in WAYS:
            raise ParseError(f"option way={self.way}", expected=", ".join(WAYS))
        found = super().parse(text)
        for component in found:
            if component.system.convention.loops:
                raise ParseError(f"positions of {component.system.title} may repeat", expected="games that end")
        return found

    def renew(self, state: Components | None = None) -> None:
        super().renew(state)
        rules = tuple(component.system.kept for component in state or () if not component.system.key)
        if rules and self.__dict__.get("_seen") != rules:  # components whose rules their author may have changed
            self.__dict__["_seen"] = rules
            self.__dict__["_kept"] = Kept(self)

    def moves(self, state: Components, player: Player) -> Iterator[Joint]:
        found = [component.moves(player) for component in state]
        if self.way in ("shortened", "diminished") and any(map(has_ended, state)):
            return
        able = [number for number, moves in enumerate(found) if moves]
        if self._count([len(found[number]) for number in able]) > MOST_MOVES:
            raise LimitReached(f"{self.title}: more than {MOST_MOVES} moves are too many to list")
        for places in self._places(able, len(state)):
            for chosen in product(*(found[number] for number in places)):
                yield Joint(tuple(zip(places, chosen, strict=True)))

    def _count(self, moves: list[int]) -> int:
        """How many moves there are, at most, if these are the numbers in the components."""
        if self.way in ("disjunctive", "diminished"):
            return sum(moves)
        return prod(1 + each for each in moves) if self.way in ("selective", "shortened") else prod(moves)

    def _places(self, able: list[int], components: int) -> Iterator[tuple[int, ...]]:
        """The sets of components, of those in which a player can move, that a move is made in."""
        if self.way in ("disjunctive", "diminished"):
            yield from combinations(able, 1)
        elif self.way in ("selective", "shortened"):
            for size in range(1, len(able) + 1):
                yield from combinations(able, size)
        elif able and (self.way == "continued" or len(able) == components):
            yield tuple(able)

    def play(self, state: Components, move: Joint) -> Components:
        after = dict(move.parts)
        return tuple(after[number].after if number in after else each for number, each in enumerate(state))


def has_ended(component: Position) -> bool:
    """Can neither player move?"""
    return not any(component.moves(player) for player in Player)

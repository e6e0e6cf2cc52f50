"""Chains and loops, what can be captured, and who is in control (*Winning Ways*, chapter 16; Berlekamp, *The Dots and
Boxes Game*, 2000).

Coins with one or two strings form *chains* and *loops*; a coin with three or more is a *joint*. A chain is *long* if it
has at least three coins, a loop if it has at least four: whoever opens a long one leaves the opponent a choice, to take
all of it or to give back the last two coins (four of a loop) and make the opener move again. Such a move is *loony*.
The player who has the choice is in *control*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from perfectplay.families.dots_and_boxes.web import GROUND, Tangle

LONG_CHAIN, LONG_LOOP = 3, 4


@dataclass(frozen=True)
class Piece:
    """A chain or a loop: its coins in order, and its strings."""

    coins: tuple[int, ...]
    strings: frozenset[int]
    is_loop: bool = False
    free: int = 0
    """Ends of the chain that are not tied: one if it is half-open, two if it was a loop or the middle of a chain."""
    grounded: int = 0
    """Ends of the chain that are tied to the ground, not to a joint."""

    def __len__(self) -> int:
        return len(self.coins)

    @property
    def is_long(self) -> bool:
        return len(self) >= (LONG_LOOP if self.is_loop else LONG_CHAIN)

    @property
    def is_independent(self) -> bool:
        """Nothing outside affects what is captured with it."""
        return self.is_loop or self.free + self.grounded == 2

    @property
    def kind(self) -> str:
        """loop, long chain, short chain, half-open chain or open chain."""
        if self.is_loop:
            return "loop"
        return {0: "long chain" if self.is_long else "short chain", 1: "half-open chain", 2: "open chain"}[self.free]

    def __str__(self) -> str:
        if self.is_loop:
            return f"{len(self)}-loop"
        return f"{('', 'half-open ', 'open ')[self.free]}{len(self)}-chain"


class Harvest(NamedTuple):
    """What is left when everything that can be captured has been."""

    rest: Tangle
    taken: int
    given_back: int
    """The fewest coins that may be given back to make the opponent move again; 0 if that cannot be done."""


def harvest(tangle: Tangle) -> Harvest:
    """Capture everything; remember how captured coins are connected, which decides what can be given back.

    Captured coins form trees whose branches are the strings by which one was captured from the next. From a tree whose
    last coin was tied to something else, the last two coins can be given back. Any other tree needs four coins in a
    line.
    """
    web = tangle.web
    depth: dict[int, int] = {}
    """Of each coin, the length of the longest branch below it."""
    taken = chain = path = 0
    roots: list[tuple[int, int]] = []
    todo = [coin for coin in tangle.tied if len(tangle.at(coin)) == 1]
    while todo:
        coin = todo.pop()
        if len(tangle.at(coin)) != 1:
            continue
        (string,) = tangle.at(coin)
        other = web.other_end(string, coin)
        taken += tangle.freed_by(string)
        tangle = tangle.cut(string)
        below = depth.get(coin, 0)
        if other is GROUND:
            chain |= below >= 1
        elif not tangle.at(other):
            beside = depth.get(other, 0)
            path |= (below >= 1 and beside >= 1) or max(below, beside) >= 2
        else:
            depth[other] = max(depth.get(other, 0), below + 1)
            roots.append((other, below))
            todo.append(other)
    chain |= any(below >= 1 and tangle.at(other) for other, below in roots)
    return Harvest(tangle, taken, 2 if chain else 4 if path else 0)


def pieces(tangle: Tangle) -> list[Piece]:
    """The chains and loops, in the order of their first coins."""
    found: list[Piece] = []
    seen: set[int] = set()
    for first in tangle.tied:
        if first not in seen and len(tangle.at(first)) <= 2:
            piece = _piece(tangle, first)
            seen.update(piece.coins)
            found.append(piece)
    return found


def _piece(tangle: Tangle, first: int) -> Piece:
    web, coins, strings = tangle.web, [first], set(tangle.at(first))
    free, grounded = int(len(strings) == 1), 0
    for way, start in enumerate(sorted(strings)):
        coin, string = first, start
        while True:
            other = web.other_end(string, coin)
            if other == first:
                return Piece(tuple(coins), frozenset(strings), is_loop=True)
            if other is GROUND or len(tangle.at(other)) > 2:
                grounded += other is GROUND
                break
            coins = [*coins, other] if way == 0 else [other, *coins]
            strings |= tangle.at(other)
            following = tangle.at(other) - {string}
            if not following:
                free += 1
                break
            coin, (string,) = other, following
    return Piece(tuple(coins), frozenset(strings), False, free, grounded)


def controlled_value(lengths: Iterable[tuple[int, bool]]) -> tuple[int, int]:
    """What a player who never gives up control gets from long independent chains and loops, each given by its length
    and whether it is a loop: the fully controlled value, and the controlled value.

    Two coins are given back with each chain and four with each loop, which makes a difference of twice that. Nothing
    has to be given back with the last one: that is the terminal bonus.
    """
    pieces = list(lengths)
    fully = sum(length - (8 if is_loop else 4) for length, is_loop in pieces)
    chains = [length for length, is_loop in pieces if not is_loop]
    if not pieces:
        bonus = 0
    elif not chains:
        bonus = 8
    else:
        bonus = 6 if max(chains) == LONG_CHAIN and len(chains) < len(pieces) else 4
    return fully, fully + bonus


@dataclass(frozen=True)
class Anatomy:
    """The chains and loops of a position, and what they say about control."""

    tangle: Tangle

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(pieces(self.tangle))

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """The coins with three strings or more."""
        return tuple(self.tangle.web.coins[c] for c in self.tangle.tied if len(self.tangle.at(c)) > 2)

    @property
    def coins(self) -> int:
        """The number of coins not captured yet."""
        return sum(1 for _ in self.tangle.tied)

    @cached_property
    def harvest(self) -> Harvest:
        return harvest(self.tangle)

    @cached_property
    def loony(self) -> tuple[str, ...]:
        """The moves that leave the opponent the choice between taking all and giving back, where nothing can be
        captured."""
        return self._moves(lambda after: after.given_back > 0)

    @cached_property
    def safe(self) -> tuple[str, ...]:
        """The moves that leave nothing to capture, where nothing can be captured."""
        return self._moves(lambda after: after.taken == 0)

    def _moves(self, wanted: Callable[[Harvest], bool]) -> tuple[str, ...]:
        if self.harvest.taken:
            return ()
        return tuple(
            self.tangle.web.strings[string]
            for string in sorted(self.tangle.left)
            if wanted(harvest(self.tangle.cut(string)))
        )

    @property
    def is_loony_endgame(self) -> bool:
        """Are there only long independent chains and loops?"""
        return not self.joints and all(p.is_independent and p.is_long and not p.free for p in self.pieces)

    @property
    def fully_controlled_value(self) -> int:
        """Of the long independent chains and loops: what the controller gets by giving back in each of them."""
        return controlled_value(self._independent)[0]

    @property
    def controlled_value(self) -> int:
        """The same if nothing is given back in the last one. In a loony endgame whose loops are even the controller
        gets exactly this if it is 2 or more."""
        return controlled_value(self._independent)[1]

    @property
    def _independent(self) -> list[tuple[int, bool]]:
        return [(len(p), p.is_loop) for p in self.pieces if p.is_independent and p.is_long and not p.free]

    @property
    def wants_odd(self) -> bool:
        """The long chain rule: does the player to move want an odd number of long chains in the end?

        If D moves capture two coins at once, the play has strings - coins + D + 1 turns. In the end every long chain
        but the last gives one such move and every loop two, and the player in control makes the last turn. So the
        player to move gets control if strings - coins + long chains is odd. On an empty board of Dots-and-Boxes this
        says that the first player wants dots + long chains even.
        """
        return (len(self.tangle.left) - self.coins) % 2 == 0

    def __str__(self) -> str:
        names = self.tangle.web.coins
        lines = [f"{piece}: {' '.join(names[coin] for coin in piece.coins)}" for piece in self.pieces]
        if self.joints:
            lines.append(f"joints: {' '.join(self.joints)}")
        return "\n".join(lines) or "nothing is left"

    __repr__ = __str__

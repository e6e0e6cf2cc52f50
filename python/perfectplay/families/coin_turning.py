"""Coin turning: coins in a row, or on a rectangle, that are turned over.

A position is written with ``H`` for heads and ``T`` for tails, rows separated by ``|``. A move turns some coins over,
of which the last one, the *leader*, goes from heads to tails: in a row the one furthest right, on a rectangle the one
that is furthest right and furthest down. A player who cannot move loses. A game says what may be turned with a leader.
The move ``5+2`` turns coins 5 and 2, counted from 1, and ``2,3+1,3`` those in column 3 of rows 2 and 1; the leader
comes first.

In normal play a position has the nimber of the nim sum of its coins that show heads, each taken alone: two coins in one
place would cancel, and so do two turns of one coin. (Lenstra; *Winning Ways*, chapter 14.)

A game in a row is its *turns* (:class:`Turns`), which are also what games on rectangles are made of: in the *product*
of two games a move turns all coins where the rows of a turn of one game cross the columns of a turn of the other.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from perfectplay.errors import LimitReached, ParseError, quote
from perfectplay.kinds.plain import PlainGame
from perfectplay.limits import watch_now, watched
from perfectplay.picture import Disc, Label, Picture, Shape

Cell = tuple[int, int]
"""Row and column, from 0."""
Coins = tuple[str, ...]
"""Rows of letters."""

MOST_COINS = 1000
MOST_MOVES = 100_000
MOST_SUMS = 5_000_000
"""Nimbers of sets of coins that are kept."""


class Turns(ABC):
    """Which coins of a row may be turned with a leader."""

    @abstractmethod
    def others(self, leader: int) -> Iterator[tuple[int, ...]]:
        """The sets of further coins, all to the left of the leader; coins are counted from 0."""

    def nimbers(self, number: int) -> list[int]:
        """Those of the first coins, each taken alone."""
        found: list[int] = []
        for leader in range(number):
            reached = set()
            for others in watched(self.others(leader)):
                total = 0
                for coin in others:
                    total ^= found[coin]
                reached.add(total)
            found.append(next(n for n in range(len(reached) + 1) if n not in reached))
        return found


class SomeCoins(Turns):
    """Any coins, as many as one of some numbers says, the leader among them."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def others(self, leader: int) -> Iterator[tuple[int, ...]]:
        for number in self.numbers:
            yield from combinations(range(leader - 1, -1, -1), number - 1)

    def nimbers(self, number: int) -> list[int]:
        """With the nim sums of so many coins before the leader, which only become more."""
        most = max(self.numbers)
        sums: list[set[int]] = [{0}, *(set() for _ in range(most - 1))]
        allowed = [sums[number - 1] for number in self.numbers]
        found: list[int] = []
        least = 0
        watch = watch_now()
        for _ in range(number):
            watch()
            while any(least in each for each in allowed):
                least += 1
            found.append(least)
            for count in range(most - 1, 0, -1):
                sums[count] |= {least ^ total for total in sums[count - 1]}
            if sum(map(len, sums)) > MOST_SUMS:
                raise LimitReached(f"more than {MOST_SUMS} nim sums of coins", kind="size")
        return found


class Consecutive(Turns):
    """The leader and any number of coins next to it, without a gap."""

    def others(self, leader: int) -> Iterator[tuple[int, ...]]:
        for first in range(leader, -1, -1):
            yield tuple(range(leader - 1, first - 1, -1))

    def nimbers(self, number: int) -> list[int]:
        found: list[int] = []
        for leader in watched(range(number), 1):
            total, reached = 0, {0}
            for coin in range(leader - 1, -1, -1):
                total ^= found[coin]
                reached.add(total)
            found.append(next(n for n in range(leader + 2) if n not in reached))
        return found


class Coded(Turns):
    """What a turning code allows: numbers of coins such as ``2``, ``1-3`` or ``2+``, each perhaps with signs: ``C`` the
    coins are consecutive, ``C(5)`` they lie within five consecutive places, ``E`` they are equally spaced, ``S`` they
    lie symmetrically, ``F`` the first coin is among them; commas between alternatives. (As in Siegel's CGSuite.)"""

    def __init__(self, code: str) -> None:
        self.rules = []
        for word in code.replace(" ", "").split(","):
            match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3})|(\+))?((?:C\(\d{1,4}\)|[CESF])*)", word, re.ASCII)
            if not match or not 1 <= int(match[1]) <= int(match[2] or match[1]):
                raise ParseError(f"code {quote(word)}", expected="numbers of coins such as 1-3, 2+C, 3E or 1-3C(5)")
            most = MOST_COINS if match[3] else int(match[2] or match[1])
            signs = re.findall(r"C\(\d+\)|[CESF]", match[4])
            self.rules.append((int(match[1]), most, frozenset(signs)))

    def others(self, leader: int) -> Iterator[tuple[int, ...]]:
        known = set()
        for least, most, signs in self.rules:
            for number in range(least, min(most, leader + 1) + 1):
                for others in self._some(leader, number, signs):
                    if others not in known:
                        known.add(others)
                        yield others

    def _some(self, leader: int, number: int, signs: frozenset[str]) -> Iterator[tuple[int, ...]]:
        spans = [int(sign[2:-1]) for sign in signs if len(sign) > 1]
        first = max([0, *(leader - span + 1 for span in spans)])
        if "C" in signs or ("E" in signs and number > 1):
            spaces = (1,) if "C" in signs else range(1, leader // (number - 1) + 1)
            found: Iterator[tuple[int, ...]] = (
                tuple(leader - space * step for step in range(1, number)) for space in spaces
            )
        else:
            found = combinations(range(leader - 1, first - 1, -1), number - 1)
        for others in found:
            coins = (leader, *others)
            if coins[-1] < first or ("F" in signs and coins[-1] != 0):
                continue
            if "S" in signs and any(a + b != leader + coins[-1] for a, b in zip(coins, reversed(coins), strict=True)):
                continue
            yield others


class CoinGame(PlainGame):
    """A coin-turning game; a game file says what may be turned with a leader."""

    rectangle = False
    """Is it played on several rows?"""

    @abstractmethod
    def turned(self, leader: Cell) -> Iterator[tuple[Cell, ...]]:
        """The sets of further coins that may be turned with a leader."""

    @abstractmethod
    def alone(self, rows: int, cols: int) -> list[list[int]]:
        """The nimbers of single coins on a board of this size."""

    def parse(self, text: str) -> Coins:
        self.settle()
        rows = re.split(r"[|\n]", text.strip())
        for number, row in enumerate(rows, 1):
            if strange := re.search("[^HT]", row):
                raise ParseError(f"unexpected {quote(strange[0])}", number, strange.start() + 1, 'one of "HT"')
            if not row or len(row) != len(rows[0]):
                raise ParseError(f"a row of {len(row)} coins", number, 1, f"{len(rows[0]) or 'some'} coins in each row")
        if len(rows) > 1 and not self.rectangle:
            raise ParseError(f"{len(rows)} rows", expected="one row of coins such as HTTH")
        if len(rows) * len(rows[0]) > MOST_COINS:
            raise ParseError(f"{len(rows) * len(rows[0])} coins", expected=f"at most {MOST_COINS}")
        return tuple(rows)

    def settle(self) -> None:
        """Refuse options that make no sense."""

    def text(self, state: Coins) -> str:
        return "|".join(state)

    def moves(self, state: Coins) -> Iterator[str]:
        number = 0
        for leader in heads(state):
            for others in self.turned(leader):
                number += 1
                if number > MOST_MOVES:
                    raise LimitReached(f"{self.title}: more than {MOST_MOVES} moves are too many to list")
                yield self.written((leader, *others))

    def written(self, coins: tuple[Cell, ...]) -> str:
        return "+".join(f"{row + 1},{col + 1}" if self.rectangle else str(col + 1) for row, col in coins)

    def play(self, state: Coins, move: str) -> Coins:
        rows = [list(row) for row in state]
        for word in move.split("+"):
            row, _, col = word.rpartition(",")
            line, place = rows[int(row or 1) - 1], int(col) - 1
            line[place] = "T" if line[place] == "H" else "H"
        return tuple("".join(row) for row in rows)

    def picture(self, state: Coins) -> Picture:
        shapes: list[Shape] = []
        for y, row in enumerate(state):
            for x, letter in enumerate(row):
                shapes.append(Disc((float(x), float(y)), 0.42, "accent", hollow=letter == "T"))
                shapes.append(Label((float(x), float(y)), letter, "accent", upon=letter == "H"))
        return Picture(tuple(shapes), state, self.name)


class RowOfCoins(CoinGame):
    """On one row."""

    @property
    @abstractmethod
    def turns(self) -> Turns:
        """What may be turned."""

    def turned(self, leader: Cell) -> Iterator[tuple[Cell, ...]]:
        row, col = leader
        for others in self.turns.others(col):
            yield tuple((row, other) for other in others)

    def alone(self, rows: int, cols: int) -> list[list[int]]:
        return [self.turns.nimbers(cols)]


def heads(state: Coins) -> list[Cell]:
    """The coins that show heads."""
    return [(y, x) for y, row in enumerate(state) for x, letter in enumerate(row) if letter == "H"]


def alone_by_definition(game: CoinGame, rows: int, cols: int) -> list[list[int]]:
    """The nimbers of single coins on a rectangle: least excluded values, row by row."""
    found: list[list[int]] = []
    for row in range(rows):
        found.append([])
        for col in range(cols):
            reached = set()
            for others in watched(game.turned((row, col))):
                total = 0
                for y, x in others:
                    total ^= found[y][x]
                reached.add(total)
            found[row].append(next(n for n in range(len(reached) + 1) if n not in reached))
    return found


# games by name, for those that are made of others ---------------------------------------------------------------------

NAMES = ("mock_turtles", "moebius", "mogul", "moidores", "ruler", "triplets", "turning_turtles", "twins")


@lru_cache(maxsize=64)
def turns_named(name: str) -> Turns:
    """The turns of a game in a row, given its key."""
    from perfectplay.registry import rules_of

    if name not in NAMES:
        raise ParseError(f"game {quote(name)}", expected=f"one of {', '.join(NAMES)}")
    game = rules_of(name)
    assert isinstance(game, RowOfCoins)
    return game.turns

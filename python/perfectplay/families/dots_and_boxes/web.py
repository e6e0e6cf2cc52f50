"""Coins tied by strings, to each other and to the ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

GROUND = None
"""Instead of the number of a coin."""
GROUND_NAME = "ground"
"""Instead of the name of a coin."""

Ends = tuple[int | None, int | None]


@dataclass(frozen=True)
class Web:
    """What stays the same throughout a play. Coins and strings are referred to by number."""

    board: Any
    """Where it comes from: the size of a grid, or the text of a graph. Webs of equal boards are equal."""
    coins: tuple[str, ...] = field(compare=False)
    """The name of each coin."""
    strings: tuple[str, ...] = field(compare=False)
    """The name of each string, the text of the move that cuts it."""
    ends: tuple[Ends, ...] = field(compare=False)
    """The coins at both ends of each string; a string from a coin to itself is equivalent to one to the ground."""

    @cached_property
    def at(self) -> tuple[frozenset[int], ...]:
        """The strings at each coin."""
        found: list[set[int]] = [set() for _ in self.coins]
        for string, ends in enumerate(self.ends):
            for coin in ends:
                if coin is not GROUND:
                    found[coin].add(string)
        return tuple(map(frozenset, found))

    def held_by(self, string: int) -> set[int]:
        """The coins that a string holds: two, or one if it leads to the ground."""
        return {coin for coin in self.ends[string] if coin is not GROUND}

    def other_end(self, string: int, coin: int) -> int | None:
        """Where a string leads from a coin."""
        one, two = self.ends[string]
        other = two if one == coin else one
        return GROUND if other == coin else other


@dataclass(frozen=True)
class Tangle:
    """A state: the strings that are left."""

    web: Web
    left: frozenset[int]

    def at(self, coin: int) -> frozenset[int]:
        """The strings left at a coin."""
        return self.web.at[coin] & self.left

    def cut(self, *strings: int) -> Tangle:
        return Tangle(self.web, self.left.difference(strings))

    def freed_by(self, string: int) -> int:
        """The number of coins that cutting a string captures."""
        return sum(self.at(coin) == {string} for coin in self.web.held_by(string))

    @property
    def tied(self) -> Iterator[int]:
        """The coins not captured yet."""
        return (coin for coin in range(len(self.web.coins)) if self.at(coin))


def web(board: Any, coins: Sequence[str], strings: Sequence[tuple[str, Ends]]) -> Web:
    """A web from its strings, each a name and two ends."""
    names, ends = tuple(name for name, _ in strings), tuple(ends for _, ends in strings)
    return Web(board, tuple(coins), names, ends)

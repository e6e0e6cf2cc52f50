"""Nimstring inside Strings-and-Coins.

Add to a position of n coins a chain of more than n + 1 coins with both ends at the ground: the winner of Nimstring wins
the whole by points (*Winning Ways*, chapter 16). The winner of Nimstring plays that game. A player who opens the chain
loses all its coins, which are more than all the others; and the loser of Nimstring is the first to have no other move.
"""

from __future__ import annotations

from itertools import pairwise

from perfectplay.families.dots_and_boxes.anatomy import LONG_CHAIN
from perfectplay.families.dots_and_boxes.web import GROUND, GROUND_NAME, Tangle
from perfectplay.position import Position
from perfectplay.registry import load


def _written(tangle: Tangle) -> list[str]:
    """The strings that are left, as the text of a graph."""
    names = tangle.web.coins
    ends = (tangle.web.ends[string] for string in sorted(tangle.left))
    return ["-".join(GROUND_NAME if coin is GROUND else names[coin] for coin in pair) for pair in ends]


def as_nimstring(tangle: Tangle) -> Position:
    return load("nimstring", " ".join(_written(tangle)) or GROUND_NAME)


def with_long_chain(tangle: Tangle) -> Position:
    coins = sum(1 for _ in tangle.tied)
    fresh = "chain"
    while any(name.startswith(fresh) for name in tangle.web.coins):
        fresh += "_"
    chain = [GROUND_NAME, *(f"{fresh}{n}" for n in range(1, max(coins + 2, LONG_CHAIN) + 1)), GROUND_NAME]
    strings = [f"{a}-{b}" for a, b in pairwise(chain)]
    return load("strings_and_coins", " ".join([*_written(tangle), *strings]))

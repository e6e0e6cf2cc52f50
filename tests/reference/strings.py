"""Strings-and-Coins by the rules as they are written, over plain sets: scores by the definition."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

Ends = tuple[str, str]
Web = tuple[Ends, ...]
"""The strings by the names of their ends; ``ground`` is the ground."""


def cut(strings: Web, number: int) -> tuple[Web, int]:
    """What is left without a string, and how many coins that frees."""
    left = strings[:number] + strings[number + 1 :]
    still = {coin for string in left for coin in string}
    return left, len({coin for coin in strings[number] if coin != "ground"} - still)


@cache
def score(strings: Web) -> int:
    """The points of the player to move less those of the other."""
    results = []
    for number in range(len(strings)):
        left, coins = cut(strings, number)
        results.append(coins + score(left) if coins else -score(left))
    return max(results, default=0)


def grid(rows: int, cols: int) -> Web:
    """An empty board of Dots-and-Boxes."""

    def box(row: int, col: int) -> str:
        return f"{row}_{col}" if 0 <= row < rows and 0 <= col < cols else "ground"

    flat = [(box(row - 1, col), box(row, col)) for row in range(rows + 1) for col in range(cols)]
    upright = [(box(row, col - 1), box(row, col)) for row in range(rows) for col in range(cols + 1)]
    return tuple(flat + upright)


def chain(name: str, length: int) -> Web:
    """Between the ground and the ground."""
    coins = ["ground", *(f"{name}{n}" for n in range(length)), "ground"]
    return tuple(pairwise(coins))


def loop(name: str, length: int) -> Web:
    coins = [f"{name}{n}" for n in range(length)]
    return tuple(zip(coins, [*coins[1:], coins[0]], strict=True))


def text(strings: Web) -> str:
    return " ".join(f"{a}-{b}" for a, b in strings) or "ground"


def random_web(rng: random.Random, strings: int) -> Web:
    """A few coins, mostly tied to the next one or to the ground."""
    coins = rng.randint(1, strings)
    found: list[Ends] = []
    for _ in range(strings):
        a = rng.randrange(coins)
        b = rng.choice(["ground", str((a + 1) % coins), str(rng.randrange(coins))])
        found.append((str(a), b))
    return tuple(found)

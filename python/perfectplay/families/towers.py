"""Towers of parallel blocks, each level at right angles to the one below: taking blocks, adding them, and stability.

A tower is stable if for each level the centre of gravity of all blocks from there up lies over the inside of the convex
hull of the area in which the level touches the one below (Zwick 2002).
"""

from __future__ import annotations

from functools import cache

Tower = tuple[str, ...]
"""The levels from below, each with a letter for each place."""


def without_block(tower: Tower, level: int, block: int) -> Tower:
    row = tower[level]
    return (*tower[:level], row[:block] + "." + row[block + 1 :], *tower[level + 1 :])


def with_block(tower: Tower, level: int, place: int) -> Tower:
    row = tower[level] if level < len(tower) else "." * len(tower[0])
    return (*tower[:level], row[:place] + "o" + row[place + 1 :])


@cache
def _row(row: str) -> tuple[int, int, int, int]:
    """The blocks of a level, their moment, and where its hull begins and ends: in half blocks, from the middle."""
    places = [2 * place + 1 - len(row) for place, letter in enumerate(row) if letter == "o"]
    return len(places), sum(places), min(places, default=0) - 1, max(places, default=-2) + 1


def is_stable(tower: Tower) -> bool:
    """From the top down; moments are kept apart for the two directions in which levels lie."""
    blocks, moment, across = 0, 0, 0  # of the levels above, in the direction of the level at hand and the other
    upper = _row(tower[-1])
    for row in reversed(tower[:-1]):
        lower = _row(row)
        blocks, moment = blocks + upper[0], moment + upper[1]
        if not (upper[2] * blocks < moment < upper[3] * blocks and lower[2] * blocks < across < lower[3] * blocks):
            return False
        moment, across, upper = across, moment, lower
    return upper[0] > 0

"""Rules in plain Python: what the callbacks cost."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import perfectplay as pp
from groups.case import Case, Found, Setting, of

TITLE = "Rules in plain Python"
BAR = (8,) * 7


class Chomp(pp.PlainGame):
    """A bite into a bar of chocolate takes a square and all below and to the right; nobody may take the corner."""

    def moves(self, rows: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(row, col) for row, length in enumerate(rows) for col in range(length) if row + col]

    def play(self, rows: tuple[int, ...], bite: tuple[int, int]) -> tuple[int, ...]:
        row, col = bite
        return rows[:row] + tuple(min(length, col) for length in rows[row:])


def chomp_by_hand(setting: Setting) -> tuple[int, float]:
    """The same question without the library: the definition and a dictionary. The nimber, and seconds."""
    sys.setrecursionlimit(10_000)
    game, known = Chomp(), dict[tuple[int, ...], int]()
    begin = time.perf_counter()

    def mex(rows: tuple[int, ...]) -> int:
        if rows not in known:
            options = {mex(game.play(rows, bite)) for bite in game.moves(rows)}
            known[rows] = next(n for n in range(len(options) + 1) if n not in options)
        return known[rows]

    return mex(BAR), time.perf_counter() - begin


def chomp_nimber(setting: Setting, by_hand: tuple[int, float]) -> Found:
    nimber, seconds = by_hand
    result = pp.grundy(Chomp().position(BAR), method="mex", limits=setting.limits)
    answer = str(result) if result == nimber else f"{result}, by hand {nimber}"
    return of(
        result, answer, f"{result.stats.seconds / seconds:.1f} times as long as recursion and a dictionary by hand"
    )


def chomp_outcome(setting: Setting, _: None) -> Found:
    result = pp.outcome(Chomp().position(BAR), limits=setting.limits)
    return of(result, str(result))


def cases() -> Iterator[Case]:
    title = "Chomp 7x8 in ten lines, nimber by its definition"
    yield Case("chomp-nimber", title, chomp_nimber, "36", prepare=chomp_by_hand)
    yield Case("chomp-outcome", "Chomp 7x8 in ten lines, outcome", chomp_outcome, "N")

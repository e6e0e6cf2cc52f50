"""Nurikabe with few large islands on a narrow board: all ways to fill it cell by cell, in the native core.

How much sea it takes to surround a large island is what clauses say nothing about: two islands of 36 and 37 cells on
10 x 10 are out of reach for a search by clauses, and take a second here. Where islands are small it is the other way
round, so that this is for boards on which an island has, on average, one and a half times as many cells as the shorter
side; and clauses come first, for a moment, because two solutions are found at once where there are many. That there is
no other solution can be checked as far as a refutation by clauses is found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfectplay._native import nurikabe
from perfectplay.checks.filled import no_other
from perfectplay.checks.verdict import PATIENCE, Finding, not_checked
from perfectplay.errors import LimitReached
from perfectplay.kinds.clues import UNKNOWN
from perfectplay.limits import Limits, watch_now
from perfectplay.method import Asked, Found, Run, stats_of
from perfectplay.position import Filled, Position
from perfectplay.questions import solve as solving
from perfectplay.questions import unique as uniqueness
from perfectplay.questions.unique import Uniqueness
from perfectplay.result import Result, Stats

systems = ("nurikabe",)

WIDEST, MOST_CELLS = 12, 255
MOMENT = 1.0
"""Seconds for clauses; boards with many solutions take a tenth of that."""
MOST = 20_000_000
"""Frontiers, which take some seconds."""


def applies(position: Position) -> bool:
    sheet = position.state
    sizes = [0 if clue == UNKNOWN else int(clue) for _, clue in sheet.clued()]
    side = min(sheet.rows, sheet.cols)
    fits = side <= WIDEST and sheet.rows * sheet.cols <= MOST_CELLS and 0 < max(sizes, default=0) <= MOST_CELLS
    return fits and all(sizes) and 2 * sum(sizes) >= 3 * side * len(sizes)


def search(position: Position, asked: Asked) -> tuple[list[Filled], Stats] | None:
    """Up to two solutions; None where that takes too much."""
    sheet = position.state
    numbers = [int(clue) if clue.isdecimal() else 0 for clue in sheet.clues]
    try:
        raw, stats = nurikabe(sheet.cols, numbers, MOST, asked.control)
    except LimitReached as reached:
        if reached.kind != "memory":
            raise
        return None
    if raw is None:
        return None
    shades = ([".#"[not land] for land in lands] for lands in raw)
    return [Filled(position, dict(zip(sheet.cells, each, strict=True))) for each in shades], stats_of(stats)


def at_once(by_sat: Run, position: Position, asked: Asked) -> Found | None:
    watch = watch_now()
    try:
        with Limits(time=MOMENT):
            return by_sat(position, asked)
    except LimitReached:
        watch()
        return None


def answered(
    by_sat: Run, told: Callable[[list[Filled]], tuple[Any, Any]], position: Position, asked: Asked
) -> Found | None:
    known = at_once(by_sat, position, asked)
    if known is not None:
        return known
    searched = search(position, asked)
    if searched is None:
        return None
    found, stats = searched
    return Found(*told(found), stats)


def solve(position: Position, asked: Asked) -> Found | None:
    def told(found: list[Filled]) -> tuple[Any, Any]:
        return (found[0], found[0]) if found else (None, {"reason": "the rules contradict each other"})

    return answered(solving.by_sat, told, position, asked)


def unique(position: Position, asked: Asked) -> Found | None:
    if asked.details.get("proof"):
        return None  # a step-by-step refutation is left to the general solver
    return answered(uniqueness.by_sat, lambda found: (Uniqueness(tuple(found)), found), position, asked)


def certified(result: Result[Any]) -> Finding | None:
    """Of uniqueness: another solution is refuted by clauses, if that takes a few seconds, or the time of the check."""
    if not isinstance(result.answer, Uniqueness):
        return None
    watch = watch_now()
    try:
        with Limits(time=PATIENCE if watch.left().time is None else None):
            return no_other(result, result.answer.solutions)
    except LimitReached:
        watch()
        return not_checked("a refutation of any other solution takes longer")

"""Schaefer's games by the definitions of the literature, move by move, without early ends and illegal moves.

A formula is a list of lists of literals over the variables 1 … n; ``joined`` is ``all`` for a conjunction of clauses
and ``any`` for a disjunction of terms. Each function says whether the player who wants the formula to be true (in the
games on sets: player 1, or the starter) wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

Formula = list[list[int]]
Join = Callable[[Iterable[Any]], bool]


def is_true(formula: Formula, joined: Join, true: frozenset[int]) -> bool:
    inner = any if joined is all else all
    return joined(inner((literal > 0) == (abs(literal) in true) for literal in clause) for clause in formula)


def assignment_game(
    formula: Formula, joined: Join, variables: int, true_starts: bool, owners: str = "", ordered: bool = False
) -> bool:
    """Players set variables in turn until all are set: G_omega if ordered, G_free, or G_%free with owners L and R, of
    whom L is the one who wants the formula to be true. Who has nothing to set loses."""

    @cache
    def wins(true: frozenset[int], false: frozenset[int], mine: bool) -> bool:
        free = [x for x in range(1, variables + 1) if x not in true | false]
        if not free:
            return is_true(formula, joined, true)
        free = free[:1] if ordered else free
        free = [x for x in free if not owners or owners[x - 1] in ("L." if mine else "R.")]
        after = [wins(true | {x}, false, not mine) for x in free] + [wins(true, false | {x}, not mine) for x in free]
        return any(after) if mine else all(after) and bool(after)

    return wins(frozenset(), frozenset(), true_starts)


def positive_game(formula: Formula, joined: Join, variables: int, true_starts: bool) -> bool:
    """G_pos: one player's variables become true, the other's false."""

    @cache
    def wins(true: frozenset[int], false: frozenset[int], mine: bool) -> bool:
        free = [x for x in range(1, variables + 1) if x not in true | false]
        if not free:
            return is_true(formula, joined, true)
        if mine:
            return any(wins(true | {x}, false, False) for x in free)
        return all(wins(true, false | {x}, True) for x in free)

    return wins(frozenset(), frozenset(), true_starts)


def choice_game(
    formula: Formula, joined: Join, variables: int, seek: bool, owners: str = "", starter: str = "L"
) -> bool:
    """G_avoid and G_seek: does the starter win? Who makes the formula true loses, or wins; who has no variable left
    loses."""

    @cache
    def wins(true: frozenset[int], player: str) -> bool:
        for x in range(1, variables + 1):
            if x in true or (owners and owners[x - 1] not in (player, ".")):
                continue
            after = true | {x}
            if is_true(formula, joined, after):
                if seek:
                    return True
            elif not wins(after, "R" if player == "L" else "L"):
                return True
        return False

    return wins(frozenset(), starter)


def sift(mine: Formula, others: Formula, elements: int, first_starts: bool) -> bool:
    """Does player 1 win? GP6 of Garey & Johnson 1979, where ``mine`` is called B and ``others`` A."""

    def hit(sets: Formula, chosen: frozenset[int]) -> bool:
        return all(any(x in chosen for x in each) for each in sets)

    @cache
    def wins(chosen: frozenset[int], first: bool) -> bool:
        found = []
        for x in range(1, elements + 1):
            if x in chosen:
                continue
            after = chosen | {x}
            a, b = hit(others, after), hit(mine, after)
            found.append((b and not (first and a)) if a or b else wins(after, not first))
        return any(found) if first else all(found)

    return wins(frozenset(), first_starts)

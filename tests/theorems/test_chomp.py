"""Chomp: bars with explicit strategies and stolen strategies, against all bars that fit into a square."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest
from tests.reference import games as reference

import perfectplay as pp
from perfectplay import Position
from perfectplay.theorems import chomp_shapes as shapes

pytestmark = pytest.mark.about("chomp")

Rows = tuple[int, ...]
SIDE = 6


def bars(side: int) -> list[Rows]:
    """Row lengths that do not grow, the first at least 1."""
    found = [tuple(sorted(rows, reverse=True)) for rows in combinations_with_replacement(range(side + 1), side)]
    return [tuple(n for n in rows if n) for rows in found if rows[0]]


@cache
def wins(rows: Rows) -> bool:
    """By the rules, on row lengths: a bite at (i, j) cuts the rows from i on down to j."""
    bites = [(i, j) for i, length in enumerate(rows) for j in range(length) if (i, j) != (0, 0)]
    return any(not wins(after(rows, i, j)) for i, j in bites)


def after(rows: Rows, i: int, j: int) -> Rows:
    return tuple(n for n in (*rows[:i], *(min(length, j) for length in rows[i:])) if n)


def position(rows: Rows) -> Position:
    return pp.load("chomp", "|".join("p" + "o" * (n - 1) if not i else "o" * n for i, n in enumerate(rows)))


def test_every_bar_in_a_square() -> None:
    known = {"chomp shapes": 0, "strategy stealing": 0}
    for rows in bars(SIDE):
        bar = position(rows)
        assert shapes.rows_of(bar) == rows
        assert pp.outcome(bar) == ("N" if wins(rows) else "P"), rows
        for method in known:
            if method in pp.methods("outcome", bar):
                known[method] += 1
                assert pp.outcome(bar, method=method) == ("N" if wins(rows) else "P"), rows
        if "chomp shapes" in pp.methods("best", bar):
            move = pp.best(bar, method="chomp shapes").answer
            assert (move is None) == (rows == (1,))
            if move is not None:
                assert move in bar.moves()
                assert wins(shapes.rows_of(move.after)) == (not wins(rows)), f"{rows}: {move}"
    assert known["chomp shapes"] > 60 and known["strategy stealing"] == SIDE * SIDE - 1


def test_large_bars_with_a_strategy() -> None:
    for rows in [
        (30,) * 30,
        (35, 20),
        (20, 20),
        (21, 20),
        (2,) * 9 + (1,) * 9,
        (2,) * 10 + (1,) * 9,
        (25,) + (1,) * 24,
    ]:
        bar = position(rows)
        result = pp.outcome(bar)
        assert result.method == "chomp shapes"
        move = pp.best(bar).answer
        assert move is not None
        if result == "N" and len(rows) > 2 and rows[0] > 2:
            hook = shapes.rows_of(move.after)
            assert hook[0] == len(hook) and set(hook[1:]) == {1}
        assert (pp.outcome(move.after) == "P") == (result == "N")


def test_a_hook_is_nim_with_two_heaps() -> None:
    for across in range(6):
        for down in range(6):
            bar = position((across + 1, *([1] * down)))
            assert pp.grundy(bar) == across ^ down == reference.nimber(bar)


def test_stolen_strategies_can_be_followed() -> None:
    for rows in [(4, 4, 4), (3,) * 5, (5,) * 4]:
        bar = position(rows)
        result = pp.outcome(bar, method="strategy stealing")
        assert result == "N" and pp.verify(result)


def test_nothing_is_said_where_nobody_could_check_it() -> None:
    assert "strategy stealing" not in pp.methods("outcome", position((16,) * 12))
    assert "strategy stealing" not in pp.methods("outcome", position((1,)))
    misere = pp.load("chomp", "poo|ooo|ooo", misere=True)
    assert not {"strategy stealing", "chomp shapes"} & set(pp.methods("outcome", misere))


def test_nimbers_of_two_rows_by_the_definition() -> None:
    for rows in bars(3) + [(n, m) for n in range(1, 7) for m in range(n + 1)]:
        bar = position(tuple(n for n in rows if n))
        assert pp.grundy(bar) == pp.grundy(bar, method="mex") == reference.nimber(bar)


@pytest.mark.full
def test_every_bar_in_a_larger_square() -> None:
    for rows in bars(8):
        assert pp.outcome(position(rows)) == ("N" if wins(rows) else "P"), rows

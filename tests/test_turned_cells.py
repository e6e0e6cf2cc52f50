"""Rewrites that turn a cell over, whatever stands there: lamps, coins, and three symbols in a circle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.board import Grid


class LightsOut(pp.RewritePuzzle):
    cells = ".*"

    def moves(self, board: Grid) -> Iterator[pp.Rewrite]:
        for lamp in board.cells:
            yield pp.Rewrite(dict.fromkeys([lamp, *board.neighbours(lamp)], ".*>*."), name=board.name(lamp))

    def goals(self, board: Grid) -> Iterator[dict[Any, str]]:
        yield dict.fromkeys(board.cells, ".")


class TurningTurtles(pp.RewriteGame):
    """Turn a coin from heads to tails, and perhaps another one further left."""

    cells = "TH"
    impartial = True

    def moves(self, board: Grid) -> Iterator[Any]:
        for number, coin in enumerate(board.cells):
            yield None, {coin: "HT"}
            for other in board.cells[:number]:
                yield None, {coin: "HT", other: "TH>HT"}


class Twins(pp.RewriteGame):
    """Turn two coins, the right one from heads to tails."""

    cells = "TH"
    impartial = True

    def moves(self, board: Grid) -> Iterator[Any]:
        for other, coin in combinations(board.cells, 2):
            yield None, {other: "TH>HT", coin: "HT"}


class Dials(pp.RewritePuzzle):
    """A move turns two neighbouring dials, each to the next of three numbers."""

    cells = "012"

    def moves(self, board: Grid) -> Iterator[pp.Rewrite]:
        for a, b in board.runs(pp.board.EAST, 2):
            yield pp.Rewrite({a: "012>120", b: "012>120"})

    def goals(self, board: Grid) -> Iterator[dict[Any, str]]:
        yield dict.fromkeys(board.cells, "0")


def fewest_presses(text: str) -> int | None:
    """The smallest set of lamps that switches all off, tried one set after the other."""
    rows = text.split("|")
    places = list(product(range(len(rows)), range(len(rows[0]))))
    lit = {(r, c) for r, c in places if rows[r][c] == "*"}
    for number in range(len(places) + 1):
        for pressed in combinations(places, number):
            left = set(lit)
            for r, c in pressed:
                left ^= {(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & set(places)
            if not left:
                return number
    return None


@pytest.mark.parametrize(
    "rows", [["***", "***", "***"], ["*.*", ".*."], ["*...", "...."], ["*", ".", "."], ["**", "*."]]
)
def test_lights_out_takes_the_fewest_presses(rows: list[str]) -> None:
    text = "|".join(rows)
    result = pp.solve(LightsOut().load(text))
    expected = fewest_presses(text)
    assert (result.cost if result.solved else None) == expected and pp.verify(result)


def test_turning_turtles_is_nim_and_twins_is_too() -> None:
    for coins in map("".join, product("TH", repeat=5)):
        heads = [number for number, coin in enumerate(coins) if coin == "H"]
        turtles = twins = 0
        for number in heads:
            turtles, twins = turtles ^ (number + 1), twins ^ number
        assert pp.grundy(TurningTurtles().load(coins)) == turtles, coins
        assert pp.grundy(Twins().load(coins)) == twins, coins
    assert pp.verify(pp.grundy(TurningTurtles().load("THH")))


def test_three_symbols_go_round() -> None:
    result = pp.solve(Dials().load("121"))
    assert result.cost == 4 and pp.verify(result)  # each pair twice
    assert not pp.solve(Dials().load("10")).solved


@pytest.mark.parametrize(
    ("system", "start"), [(LightsOut, "**|.."), (TurningTurtles, "HTHH"), (Twins, "HTHH"), (Dials, "120")]
)
def test_the_linter_finds_nothing(system: type[pp.RewriteGame], start: str) -> None:
    assert pp.check_rules(system, start)


def test_cells_that_are_turned_over_name_the_move() -> None:
    assert [move.text for move in TurningTurtles().load("HH").moves()] == ["a1", "b1", "b1-a1"]


def test_moves_that_turn_over_too_much_are_refused_in_one_line() -> None:
    class Everything(LightsOut):
        def moves(self, board: Grid) -> Iterator[pp.Rewrite]:
            yield pp.Rewrite(dict.fromkeys(board.cells, ".*>*."), name="all")

    with pytest.raises(pp.NotApplicable, match=r"^Everything: a move turns over 13 cells \(expected at most 12"):
        pp.solve(Everything().load("*" * 13))

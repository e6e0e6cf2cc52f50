"""Konane on one row: starts whose values are known or plain to see."""

from __future__ import annotations

import pytest

import perfectplay as pp
from perfectplay import Value

pytestmark = pytest.mark.about("konane")


def value(text: str) -> Value:
    return pp.value(pp.load("konane", text)).answer


def start(length: int, first: int) -> str:
    """A chequered row without the stones at ``first`` and after it."""
    return "".join("." if first <= n <= first + 1 else "xo"[n % 2] for n in range(length))


@pytest.mark.parametrize("length", range(3, 41))
def test_a_row_opened_at_its_end_is_an_integer(length: int) -> None:
    """The stone beside the gap stays where it is; the one behind it jumps, and so on: nobody else ever can."""
    assert value(start(length, 0)) == Value(-((length - 2) // 2))


@pytest.mark.parametrize("length", range(4, 33))
def test_a_row_opened_in_the_middle(length: int) -> None:
    """No theorem is known to us: nothing, except one move for Left on the lengths 5, 9, 13 ..."""
    assert value(start(length, (length - 2) // 2)) == Value(int(length % 4 == 1))


@pytest.mark.parametrize("stones", range(1, 12))
def test_a_stone_may_jump_again_and_again_in_one_move(stones: int) -> None:
    moves = [move.text for move in pp.load("konane", "x" + "o." * stones).moves(pp.LEFT)]
    assert moves == [f"a1-{'cegikmoqsuw'[n]}1" for n in range(stones)]


@pytest.mark.parametrize("text", ["xoxo..xoxo", "x.oxo.xo", "xo.xo..ox.x", "oxo.xox..o", ".ox.|o..x|...."])
def test_exchanging_the_stones_is_the_negative(text: str) -> None:
    assert value(text.translate(str.maketrans("xo", "ox"))) == -value(text)
    assert value(text[::-1]) == value(text)

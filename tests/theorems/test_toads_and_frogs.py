"""What is known about values of Toads and Frogs, checked on positions that are soon valued."""

from __future__ import annotations

import pytest

import perfectplay as pp
from perfectplay import Value

pytestmark = pytest.mark.about("toads_and_frogs", "elephants")

WIDEST = 12


def value(text: str) -> Value:
    return pp.value(pp.load("toads_and_frogs", text)).answer


@pytest.mark.parametrize("toads", range(1, 6))
@pytest.mark.parametrize("empty", range(1, 6))
def test_as_many_frogs_as_toads_make_an_infinitesimal_but_for_one(toads: int, empty: int) -> None:
    """Erickson 1996 conjectures it: a toads, b empty cells and a frogs, except for a = 3 and b = 2."""
    if 2 * toads + empty > WIDEST:
        pytest.skip("too wide to be soon valued")
    found = value("x" * toads + "." * empty + "o" * toads)
    assert found.is_infinitesimal == ((toads, empty) != (3, 2))


def test_the_exception() -> None:
    assert value("xxx..ooo") == Value("+-1/8")


@pytest.mark.parametrize("toads", range(1, 5))
def test_one_toad_more_than_frogs(toads: int) -> None:
    """Erickson 1996 conjectures it: a toads, a empty cells and a - 1 frogs are worth 1 or 1*."""
    assert value("x" * toads + "." * toads + "o" * (toads - 1)) in (Value(1), Value("1*"))


@pytest.mark.parametrize("toads", range(1, 5))
@pytest.mark.parametrize("empty", range(1, 5))
def test_toads_alone_have_as_many_moves_as_steps(toads: int, empty: int) -> None:
    assert value("x" * toads + "." * empty) == Value(toads * empty)


@pytest.mark.parametrize("text", ["xx.o", "x.xo", ".x.oo", "xox.xoo", "x..o", "xxo.o"])
def test_the_other_side_of_the_pond_is_the_negative(text: str) -> None:
    mirrored = text[::-1].translate(str.maketrans("xo", "ox"))
    assert value(mirrored) == -value(text)
    assert value(f"{text}|{mirrored}") == Value(0)


def test_elephants_are_toads_that_do_not_jump() -> None:
    for text in ("x.x.o", "x...o", "xo..x.o"):
        assert pp.value(pp.load("elephants", text)) == pp.value(pp.load("toads_and_frogs", text, jump=0))


def test_longer_slides_and_jumps() -> None:
    moves = {
        "x..oo.": {"a1-b1"},
        "xo.": {"a1-c1"},
        "xx.o": {"b1-c1"},
    }
    for text, legal in moves.items():
        assert {move.text for move in pp.load("toads_and_frogs", text).moves(pp.LEFT)} == legal
    slides = pp.load("toads_and_frogs", "x...", slide=2)
    assert [move.text for move in slides.moves(pp.LEFT)] == ["a1-b1", "a1-c1"]
    assert not pp.load("toads_and_frogs", "xoo.").moves(pp.LEFT)
    assert [str(move.after) for move in pp.load("toads_and_frogs", "xoo.", jump=2).moves(pp.LEFT)] == [".oox"]
    assert [move.text for move in pp.load("toads_and_frogs", "xx.", friendly=True).moves(pp.LEFT)] == ["b1-c1", "a1-c1"]
    assert [move.text for move in pp.load("toads_and_frogs", "xxo.", jump=2, friendly=True).moves(pp.LEFT)] == [
        "b1-d1",
        "a1-d1",
    ]

"""Sums of switches: the order of temperatures against values, search and plain play; the survey's example."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import Player
from perfectplay.theorems.hottest_first import stop

pytestmark = pytest.mark.about("switches")


def some(dice: random.Random, most: int = 5) -> str:
    def number() -> Fraction:
        return Fraction(dice.randint(-8, 8), dice.choice((1, 1, 2, 4)))

    pairs = [sorted((number(), number()), reverse=True) for _ in range(dice.randint(0, most))]
    return " ".join([f"{{{a}|{b}}}" for a, b in pairs] + [str(number())])


def test_outcomes_moves_and_stops_are_those_of_values_and_search() -> None:
    dice = random.Random(1)
    for _ in range(depth(150, 2000)):
        p = pp.load("switches", some(dice))
        total = sum((pp.Value(term) for term in str(p).split()), pp.Value(0))
        found = pp.outcome(p)
        assert found.method == "hottest first" and found.answer == total.outcome, p
        if p.state.switches:  # the stops of a number are itself, whoever starts
            assert (stop(p.state, pp.LEFT), stop(p.state, pp.RIGHT)) == (total.left_stop, total.right_stop), p
        assert pp.value(p) == total
        for player in Player:
            move = pp.best(p, player).answer
            if move is None:
                assert not p.moves(player)
            else:
                assert move in p.moves(player)
                assert pp.value(move.after).outcome.when(player.opponent) is total.outcome.when(player), (p, move)


def test_every_method_and_every_answer_is_verified() -> None:
    dice = random.Random(2)
    for _ in range(depth(15, 100)):
        p = pp.load("switches", some(dice, 3), mirrored=dice.random() < 0.5)
        assert len({str(pp.outcome(p, method=method)) for method in pp.methods("outcome", p)}) == 1
        assert pp.verify(pp.outcome(p)) and pp.verify(pp.best(p, pp.RIGHT))


def test_the_switch_of_the_survey_is_positive() -> None:
    p = pp.load("switches", "{2|1}")
    assert pp.outcome(p) == "L" and pp.value(p) > 0
    fuzzy = [x for x in (Fraction(n, 8) for n in range(0, 25)) if pp.Value("{2|1}").fuzzy(x)]
    assert fuzzy[0] == 1 and fuzzy[-1] == 2 and len(fuzzy) == 9
    for x in (Fraction(1, 2), Fraction(5, 2)):
        assert pp.outcome(pp.load("switches", f"{{2|1}} {-x}")) == ("L" if x < 1 else "R")


def test_many_switches() -> None:
    dice = random.Random(3)
    text = " ".join(f"{{{n + dice.randrange(9**9)}|{n}}}" for n in range(-300, 300))
    p = pp.load("switches", text)
    assert str(pp.load("switches", str(p))) == str(p) and pp.outcome(p).answer in ("L", "N", "R", "P")
    assert pp.best(p).answer is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{1|2}", "switches: row 1, column 2: {1|2} is no switch (expected {a|b} with a at least b)"),
        ("{2|1} {3}", "switches: row 1, column 7: unexpected '{3}' (expected switches and a number, such as {2|1} "),
        ("1/3", "switches: row 1, column 3: the denominator '3' (expected a power of two)"),
        ("1/0", "switches: row 1, column 3: the denominator '0' (expected a power of two)"),
        ("1 2", "switches: 2 numbers (expected one at most)"),
        ("", "switches: row 1, column 1: the text ends too early (expected switches and a number"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load("switches", text)
    assert str(caught.value).startswith(message)

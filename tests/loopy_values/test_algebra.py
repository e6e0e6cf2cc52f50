"""The algebra of the named loopy games, as in Winning Ways, chapter 11, and Siegel's Combinatorial Game Theory, VI."""

from __future__ import annotations

import pickle

import pytest

import perfectplay as pp
from perfectplay import Value

EQUATIONS = {
    "{on|}": "a{a|}",
    "on+off": "dud",
    "{pass|pass}": "on & off",
    "a{{|a}|}": "1 & 0",
    "a{|{a|}}": "0 & -1",
    "tis+tis": "2 & 0",
    "tis+tisn": "1 & -1",
    "over+under": "over & under",
    "over+over": "over",
    "over+^": "over",
    "over+*": "over",
    "on+over": "on",
    "on+*": "on",
    "over+1": "{1|pass}",
    "upon": "{upon|*}",
    "upon+*": "a{0,a|0}",
    "upon+upon": "{0|upon*}",
    "Tiny(on)": "{0||0|off}",
    "-over": "under",
    "-(tis)": "tisn",
    "2.(over)": "over",
    "{2&-2|1&-2}": "{2|1} & -2*",
    "{0|{dud|},*}": "^ & v*",
    "{0,pass|1}": "{0,pass|1}",
}


@pytest.mark.parametrize("left", EQUATIONS)
def test_equations_of_the_books(left: str) -> None:
    assert Value(left) == Value(EQUATIONS[left])


def test_the_order_of_positive_infinitesimals() -> None:
    chain = [Value(text) for text in ("0", "Tiny(on)", "^", "upon", "over", "1/2", "on")]
    for i, small in enumerate(chain):
        for j, large in enumerate(chain):
            assert (small <= large, small >= large, small < large) == (i <= j, i >= j, i < j)


def test_degrees() -> None:
    degrees = {"on": "on", "over": "over", "Tiny(on)": "Tiny(on)", "upon": "{0||0|0,pass}", "+-3": "0", "{3|1}": "0"}
    for text, degree in degrees.items():
        assert Value(text).degree == Value(degree), text
    for text in ("on", "over", "Tiny(on)", "0"):
        assert Value(text).is_idempotent, text
    for text in ("upon", "{0,pass|1}", "tis", "1"):
        assert not Value(text).is_idempotent, text


def test_sizes_of_canonical_forms() -> None:
    sizes = {"on": 1, "over": 2, "upon": 3, "upon*": 2, "Tiny(on)": 4}
    assert {text: Value(text).follower_count for text in sizes} == sizes


def test_outcomes_with_draws() -> None:
    outcomes = {
        "dud": "D",
        "on": "L",
        "off": "R",
        "tis": "P^",
        "tisn": "Pv",
        "over": "L",
        "upon*": "N",
        "over-over": "D",
    }
    assert {text: Value(text).outcome.letter for text in outcomes} == outcomes


def test_a_short_value_stays_one() -> None:
    for text in ("on - on + off + 0.(on)", "{0|over}", "over & over", "{pass|0}", "a{1|}"):
        value = Value(text)
        assert value == Value(str(value))
    assert type(Value("a{1|2}")) is type(Value(0)) and Value("a{1|2}") == Value("3/2")
    assert Value("tis").onside == 1 and not Value("tis").onside.is_loopy


def test_reflected_operators() -> None:
    over, up = Value("over"), Value("^")
    assert up + over == over + up == over and 1 - over == Value("1 + under")
    assert up < over and over > up and over >= 0 and not over <= 0 and over != up and up != over
    assert 3 * over == over and -2 * over == Value("under") and 0 * over == 0
    assert len({over, Value("{0|pass}"), up}) == 2
    assert over + 1 + up == Value("1over")


def test_pickles() -> None:
    for text in ("on", "dud", "5over", "a{0||||0|||a|*||*}", "{2|1} & -2*"):
        value = Value(text)
        assert pickle.loads(pickle.dumps(value)) == value


NOT_FOR_LOOPS = (
    *("birthday", "temperature", "mean", "thermograph", "atomic_weight", "reduced", "incentives", "stop_count"),
    *("is_all_small", "companion", "uptimal", "confusion_interval", "far_star", "is_even_tempered"),
)


@pytest.mark.parametrize("name", NOT_FOR_LOOPS)
def test_notions_of_short_games_are_refused(name: str) -> None:
    with pytest.raises(pp.NotApplicable, match=f"{name} of a loopy value is not defined") as caught:
        getattr(Value("over"), name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["cool", "heat", "norton", "conway", "ordinal_sum", "tree", "freeze", "selective"])
def test_operations_on_short_games_are_refused(name: str) -> None:
    with pytest.raises(pp.NotApplicable):
        getattr(Value("over"), name)(1)
    if name in ("norton", "conway", "selective"):
        with pytest.raises(pp.NotApplicable):
            getattr(Value("^"), name)(Value("over"))


def test_a_value_with_two_sides_has_no_options() -> None:
    for name in ("left", "right", "followers", "left_stop", "variety", "is_stable", "is_plumtree"):
        with pytest.raises(pp.NotApplicable, match="two sides"):
            getattr(Value("dud"), name)


def test_a_carousel_that_no_stopper_equals_is_refused_or_right() -> None:
    """Never a wrong value: what is not found is said so, as a mistake in the text that asked for it."""
    with pytest.raises(pp.ParseError, match="at least its offside"):
        Value("0 & 1")
    with pytest.raises(pp.ParseError, match="stoppers"):
        Value("dud & 0")

"""The class of values itself: construction, order, hashing, arithmetic, pickling, universes, threads and Ctrl-C."""

from __future__ import annotations

import copy
import gc
import operator
import os
import pickle
import random
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.interrupts import HANGS, asking, interrupted

import perfectplay as pp
from perfectplay import Universe, Value
from perfectplay.values.universe import current

TEXTS = [
    *("0", "1", "-3", "1/2", "-5/8", "*", "*2", "*7", "^", "v", "^*", "^^", "v3*2", "1^", "-1/2v*3", "^[3]", "v<4>*"),
    *("+-1", "+-{2,1*}", "Tiny(2)", "Miny(1/2)", "{2|-1}", "{3||1|-1}", "{1,1*|-^}", "{0|||0|-1||-3}", "{^|-1}"),
    "{2|1||0|-1}",
]
every_text = pytest.mark.parametrize("text", TEXTS)


def hot(n: int, seed: int = 0) -> Value:
    """A sum of n hot games, with a canonical form that grows quickly with n."""
    rng = random.Random(seed)
    total = Value(0)
    for _ in range(n):
        a, b, c, d = sorted((Fraction(rng.randint(-60, 60), 4) for _ in range(4)), reverse=True)
        total += Value.of([Value.of([a], [b])], [Value.of([c], [d])])
    return total


# construction -------------------------------------------------------------------------------------------------------


def test_a_value_is_made_from_numbers_text_options_and_values() -> None:
    assert Value() == Value(0) == Value("0") == Value(Fraction(0)) == Value.of() == 0
    assert Value(-3).fraction == -3 and Value(Fraction(3, 8)).fraction == Fraction(3, 8)
    assert Value.of([0], ["*"]) == Value("^") and Value.of(["1"], [Value(-1)]) == Value("+-1")
    star = Value("*")
    assert Value(star) is star
    assert Value(True) == 1
    assert Value(10**1000).fraction == 10**1000
    assert Value.of([3], []) == 4 and Value.of([], [-2]) == -3 and Value.of([Fraction(1, 2)], [1]) == Fraction(3, 4)


@pytest.mark.parametrize("source", [0.5, None, 1j, b"1", [1], (), Decimal(1), object(), Value])
def test_other_things_are_no_values(source: Any) -> None:
    with pytest.raises(TypeError) as caught:
        Value(source)
    assert "expected text, an int or a Fraction" in str(caught.value) and "\n" not in str(caught.value)
    with pytest.raises(TypeError):
        Value.of([source], [])
    with pytest.raises(TypeError):
        Value(0).game([], [source])
    with pytest.raises(TypeError):
        Value(0).number(source)


@pytest.mark.parametrize("source", [Fraction(1, 3), Fraction(-7, 12), "1/3", "", "{1|", "1.5", "foo", "pass", "{1|0}}"])
def test_what_is_no_value_of_a_short_game_is_refused(source: Any) -> None:
    with pytest.raises(pp.ParseError) as caught:
        Value(source)
    assert "expected" in str(caught.value) and "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_a_wrong_text_is_refused_with_its_column() -> None:
    with pytest.raises(pp.ParseError) as caught:
        Value("{1|-1} + foo")
    assert (caught.value.row, caught.value.column) == (1, 10)


def test_multiples_of_up_and_nimbers_have_limits() -> None:
    zero = Value(0)
    assert zero.nus(Fraction(1, 2), -3, 5) == Value("1/2v3*5")
    for x, ups, nimber in ((0, 2**63, 0), (0, -(2**63) - 1, 0), (0, 0, -1), (0, 0, 2**32), (Fraction(1, 3), 0, 0)):
        with pytest.raises(pp.ParseError):
            zero.nus(x, ups, nimber)


@every_text
def test_options_make_the_value_again(text: str) -> None:
    value = Value(text)
    assert Value.of(value.left, value.right) == value
    assert value.game(value.left, value.right) == value
    assert Value(str(value)) == value


def test_a_number_has_the_options_of_its_canonical_form() -> None:
    assert (Value(3).left, Value(3).right) == ((Value(2),), ())
    assert (Value(-2).left, Value(-2).right) == ((), (Value(-1),))
    assert [each.fraction for each in Value("5/8").left + Value("5/8").right] == [Fraction(1, 2), Fraction(3, 4)]
    assert Value("*3").left == Value("*3").right == (Value(0), Value("*"), Value("*2"))


# order --------------------------------------------------------------------------------------------------------------


def test_order_against_ints_and_fractions_from_both_sides() -> None:
    half, up = Value("1/2"), Value("^")
    assert half < 1 and half > 0 and half <= Fraction(1, 2) and half >= Fraction(1, 2)
    one, nothing, quarter = 1, 0, Fraction(1, 4)
    assert one > half and one >= half and quarter < half and quarter <= half and 2 * quarter == half
    assert half != 1 and up != 0 and up > 0 and nothing < up and nothing != up and up < Fraction(1, 2**40)
    assert Value("*").fuzzy(0) and not up.fuzzy(0) and up.fuzzy(Value("*")) and Value("+-2").fuzzy(1)
    assert not Value("*") <= 0 and not Value("*") >= 0 and Value("*") != 0


def test_equality_with_other_things_is_false_and_order_an_error() -> None:
    value: Any = Value(1)
    others: list[Any] = ["1", 1.0, None, object()]
    for other in others:
        assert value != other
        for compare in (operator.lt, operator.le, operator.gt, operator.ge):
            with pytest.raises(TypeError):
                compare(value, other)
            with pytest.raises(TypeError):
                compare(other, value)
    with pytest.raises(TypeError):
        value.fuzzy("1")


def test_the_order_is_partial_and_sorting_says_nothing_wrong_about_numbers() -> None:
    numbers = [Value(Fraction(n, 8)) for n in (5, -3, 0, 8, 1, -16)]
    assert [each.fraction for each in sorted(numbers)] == sorted(each.fraction for each in numbers)
    assert max(numbers) == 1 and min(numbers) == -2
    with pytest.raises(TypeError):
        sorted([Value(1), "2"])  # type: ignore[type-var]


@every_text
def test_order_is_antisymmetric_and_agrees_with_the_difference(text: str) -> None:
    g = Value(text)
    for other in TEXTS:
        h = Value(other)
        assert (g == h) == (g <= h and g >= h) == (g - h == 0)
        assert (g <= h) == (g - h <= 0) == (h >= g) == (-h <= -g)
        assert (g < h) == (g <= h and g != h)
        assert g.fuzzy(h) == (not g <= h and not h <= g)
        assert [g < h, g > h, g == h, g.fuzzy(h)].count(True) == 1


# hashing ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [0, 1, 3, -1, -7, 10**30, Fraction(1, 2), Fraction(-5, 64)])
def test_a_number_has_the_hash_of_the_number(x: int | Fraction) -> None:
    assert Value(x) == x and hash(Value(x)) == hash(x)
    assert {x: "found"}[Value(x)] == "found" and {Value(x): "found"}[x] == "found"  # type: ignore[index]


@every_text
def test_equal_values_have_equal_hashes_in_every_universe(text: str) -> None:
    value = Value(text)
    with Universe() as other:
        copied = Value(text)
    assert copied in other and copied not in current() and value not in other
    assert copied == value and value == copied and hash(copied) == hash(value)
    assert len({copied, value}) == 1


def test_different_values_are_different_keys() -> None:
    assert len({Value(text) for text in TEXTS}) == len(TEXTS)


def test_values_with_other_histories_have_equal_hashes() -> None:
    g = Value("{2|-1}")
    for h in (Value("{2|-1}+{5|3}-{5|3}"), 0 - (-g), g + 7 - 7, Value.of([2, 1, "*"], [-1, 3])):
        assert h == g and hash(h) == hash(g)


# arithmetic ---------------------------------------------------------------------------------------------------------


def test_arithmetic_with_numbers_from_both_sides() -> None:
    g = Value("+-2")
    assert g + 1 == 1 + g == Value("{3|-1}") and g - 1 == Value("{1|-3}") and 1 - g == 1 + g
    assert g + Fraction(1, 2) == Fraction(1, 2) + g == Value("{5/2|-3/2}")
    assert +g is g and -g == g and 3 * g == g * 3 == g and 0 * g == 0 and -2 * Value("^") == Value("vv")
    assert (2**40 + 1) * Value("*") == Value("*") and 10**30 * Value("1/2") == 5 * 10**29


@pytest.mark.parametrize("other", ["1", 1.0, None, [1], 1j])
def test_arithmetic_with_other_things_is_a_type_error(other: Any) -> None:
    g: Any = Value("^")
    for operate in (operator.add, operator.sub):
        with pytest.raises(TypeError):
            operate(g, other)
        with pytest.raises(TypeError):
            operate(other, g)


@pytest.mark.parametrize("other", ["1", 1.0, None, Fraction(1, 2), True, Value(2)])
def test_only_whole_numbers_multiply(other: Any) -> None:
    g: Any = Value("^")
    with pytest.raises(TypeError):
        g * other
    with pytest.raises(TypeError):
        other * g


def test_a_sum_with_a_third_is_refused() -> None:
    with pytest.raises(pp.ParseError, match="power of two"):
        Value("^") + Fraction(1, 3)


def test_more_copies_than_can_be_counted_are_refused() -> None:
    with pytest.raises(pp.ParseError):
        2**63 * Value("^")


def test_a_value_is_true_unless_it_is_zero() -> None:
    assert not Value(0) and not Value("+-1+(+-1)") and not Value("*3+*3")
    assert all(bool(Value(text)) for text in TEXTS[1:])


# immutability and caches --------------------------------------------------------------------------------------------


def test_operations_leave_their_operands_alone() -> None:
    g, h = Value("{3||1|-1}"), Value("^*")
    before = str(g), hash(g), g.left, g.right
    g += h
    assert g == Value("{3||1|-1}") + h
    g = Value("{3||1|-1}")
    _ = g + h, g - h, -g, 5 * g, g.cool(1), g.reduced, g.followers
    assert (str(g), hash(g), g.left, g.right) == before


def test_values_have_no_parts_that_can_be_set() -> None:
    g: Any = Value("^")
    for name in ("as_nus", "mean"):
        assert getattr(g, name) == getattr(Value("^"), name)
    for name in ("left_stop", "right_stop", "is_number", "fraction", "followers", "is_zero"):
        with pytest.raises(AttributeError):
            setattr(g, name, 1)
    with pytest.raises(TypeError):
        g.left[0] = 1


@pytest.mark.parametrize(
    "name", ["left", "right", "as_nus", "birthday", "outcome", "mean", "temperature", "thermograph"]
)
def test_properties_are_worked_out_once(name: str) -> None:
    g = Value("{3||1|-1}")
    assert getattr(g, name) is getattr(g, name)


def test_copies_are_equal() -> None:
    g = Value("{3||1|-1}")
    assert copy.copy(g) == copy.deepcopy(g) == g


# pickling -----------------------------------------------------------------------------------------------------------


@every_text
def test_values_survive_pickling(text: str) -> None:
    value = Value(text)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value and hash(again) == hash(value) and again in current()


def test_a_large_value_is_pickled_by_its_shared_followers() -> None:
    value = hot(5)
    data = pickle.dumps(value)
    assert len(data) < 100 * value.follower_count + 1000
    assert pickle.loads(data) == value
    with Universe() as universe:
        again = pickle.loads(data)
        assert again in universe and again == value and str(again) == str(value)


def test_a_deep_value_is_pickled_without_recursion() -> None:
    value = Value(0)
    for n in range(3000):
        value = Value.of([value, 2 * n + 4], [-2 * n - 4])
    assert value.birthday >= 3000
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.deepcopy(value) == value
    with Universe():
        assert Value(0) + value == value  # copied from the other universe


def test_values_can_be_made_in_another_process() -> None:
    code = "import pickle, sys, perfectplay; print(hash(pickle.loads(sys.stdin.buffer.read())))"
    value = Value("{2|-1}+^*3")
    environment = {**os.environ, "PYTHONPATH": str(Path(pp.__file__).parents[1])}
    ran = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(value), capture_output=True, env=environment)
    assert ran.returncode == 0, ran.stderr.decode()


# universes ----------------------------------------------------------------------------------------------------------


def test_universes_nest_and_return() -> None:
    outer = current()
    with Universe() as one:
        assert current() is one and Value("+-1") in one
        with Universe() as two:
            assert current() is two and Value("+-1") in two and Value("+-1") not in one
            with one:
                assert current() is one
            assert current() is two
        with pytest.raises(ZeroDivisionError), Universe():
            raise ZeroDivisionError
        assert current() is one
    assert current() is outer
    assert 3 not in one and "^" not in one


def test_a_universe_may_be_entered_twice() -> None:
    with Universe() as universe, universe:
        assert current() is universe
    assert current() is not universe


def test_values_of_two_universes_go_together() -> None:
    g = Value("{2|-1}")
    with Universe() as other:
        h = Value("{2|-1}+^")
    assert h - g == Value("^") and (h - g) in other and (g - h) in current()
    assert g < h and h > g and not g.fuzzy(h) and g != h
    mixed = g.game([h], [g - 5])
    assert mixed in current() and mixed == h.game([h], [g - 5])


def test_a_thread_begins_in_the_universe_of_all() -> None:
    default = current()
    seen = []
    with Universe():
        thread = threading.Thread(target=lambda: seen.append(current()))
        thread.start()
        thread.join()
    assert seen == [default]


def test_a_full_universe_stops_and_others_go_on() -> None:
    with Universe(memory=1 << 20) as universe:
        with pytest.raises(pp.LimitReached) as caught:
            hot(40)
        assert "universe" in str(caught.value) and "\n" not in str(caught.value)
        assert universe.bytes <= 2 << 20
        assert Value("^") + Value("*") == Value("^*")  # what needs no record is still there
    assert hot(3) == hot(3)


def test_a_full_universe_stops_a_question() -> None:
    with Universe(memory=200_000), pytest.raises(pp.LimitReached):
        pp.value(pp.load("domineering", "|".join(["......"] * 5)), limits=pp.Limits(time=HANGS))


def test_wrong_limits_are_refused() -> None:
    for memory in (-1, "much", 1.5):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            Universe(memory=memory)  # type: ignore[arg-type]


def test_the_memory_of_a_universe_returns() -> None:
    universe = Universe()
    empty = universe.bytes
    with universe:
        value = hot(5)
    assert universe.bytes > empty and universe.records > 100
    gone = weakref.ref(universe)
    last = weakref.ref(value)
    del universe
    gc.collect()
    assert gone() is None  # the handle is gone, and its values are still good
    assert value + 1 - 1 == value and value.thermograph.mean == value.mean
    del value
    gc.collect()
    assert last() is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_the_memory_of_universes_returns_to_the_process() -> None:
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def fill() -> int:
        with Universe() as universe:
            hot(6)
            return universe.bytes

    fill()
    gc.collect()
    before = resident()
    used = sum(fill() for _ in range(20))
    gc.collect()
    assert resident() - before < max(used // 4, 64 << 20)


def test_universes_say_how_large_they_are() -> None:
    with Universe() as universe:
        hot(3)
        assert "Universe of" in repr(universe) and str(universe.records) in repr(universe)


# threads and Ctrl-C -------------------------------------------------------------------------------------------------


def in_threads(work: Callable[[int], None]) -> None:
    failed: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failed


def test_threads_may_make_values_in_one_universe() -> None:
    found: dict[tuple[int, int], Value] = {}

    def work(number: int) -> None:
        for seed in range(8):
            found[number, seed] = hot(4, seed)

    in_threads(work)
    with Universe():
        assert all(found[n, seed] == hot(4, seed) for n in range(4) for seed in range(8))


def test_threads_may_use_the_same_values() -> None:
    g, h = hot(4, 1), hot(4, 2)
    found: list[Any] = []

    def work(number: int) -> None:
        for _ in range(5):
            found.append((hash(g + h), (g + h).mean, g <= h, len(g.left), g.thermograph, str(h)))

    in_threads(work)
    assert len(found) == 20 and len(set(found)) == 1


def test_threads_may_enter_one_universe_at_the_same_time() -> None:
    universe = Universe()
    all_in = threading.Barrier(4, timeout=HANGS)

    def work(number: int) -> None:
        with universe:
            all_in.wait()
            assert hot(3, number) in universe
            all_in.wait()

    in_threads(work)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
def test_ctrl_c_stops_a_long_sum() -> None:
    asked = asking("from tests.values.test_value import hot; progress(); hot(200)")
    assert interrupted(asked) == (0, "interrupted\n", "")

"""The laws of values as Python sees them: order, sums, hashes, universes, threads, limits.

The arena itself is put to the test in the core (`crates/core/src/values/tests`); here random games are made twice,
natively and by the slow reference, and what Python adds is looked at.
"""

from __future__ import annotations

import copy
import gc
import operator
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import values as reference

from perfectplay.errors import LimitReached, ParseError
from perfectplay.values import Universe, Value, day

Pair = tuple[Value, reference.Value]
ZERO = reference.game([], [])
ORDER: list[Callable[..., bool]] = [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne]


def random_pairs(seed: int, count: int) -> list[Pair]:
    """Random games by day 4, each as a value and by the reference."""
    chance = random.Random(seed)
    pairs: list[Pair] = [(Value(x), ZERO.number(x)) for x in (0, 1, -1, 2, Fraction(1, 2), Fraction(-3, 4))]
    for _ in range(count):
        young = [pair for pair in pairs if pair[1].birthday < 4]
        left, right = ([chance.choice(young) for _ in range(chance.randrange(4))] for _ in range(2))
        made = Value.of([g for g, _ in left], [g for g, _ in right])
        pairs.append((made, reference.game([h for _, h in left], [h for _, h in right])))
    return pairs


def same(g: Value, h: reference.Value) -> bool:
    """The same canonical form, all the way down."""
    return (
        len(g.left) == len(h.left)
        and len(g.right) == len(h.right)
        and all(any(same(a, b) for b in h.left) for a in g.left)
        and all(any(same(a, b) for b in h.right) for a in g.right)
    )


PAIRS = random_pairs(1, 120)


def test_canonical_forms() -> None:
    for g, slow in PAIRS:
        assert same(g, slow)
        assert g.birthday == slow.birthday
        assert (g.left_stop, g.right_stop) == (slow.left_stop, slow.right_stop)
        assert g.is_number == slow.is_number
        if g.is_number:
            assert g.fraction == slow.fraction and g == slow.fraction and hash(g) == hash(slow.fraction)
        assert same(-g, -slow)
        assert Value(str(g)) == g
        assert g.game(g.left, g.right) == g


def test_order() -> None:
    for (g, a), (h, b) in product(PAIRS[::2], PAIRS[::3]):
        for compare in ORDER:
            assert compare(g, h) == compare(a, b), (g, h, compare)
        assert g.fuzzy(h) == a.fuzzy(b)
        assert (hash(g) == hash(h)) or g != h


def test_sums() -> None:
    for (g, a), (h, b) in zip(PAIRS, PAIRS[7:], strict=False):
        if a.birthday + b.birthday <= 6:
            assert same(g + h, a + b) and same(g - h, a - b)
    for g, _ in PAIRS:
        assert g - g == 0 and not g - g and g + 0 == g == 0 + g
        assert 1 - g == -(g - 1) and Fraction(1, 2) + g == g + Fraction(1, 2)
        assert 3 * g == g + g + g and -2 * g == -g - g and 0 * g == 0 == g * 0


def test_all_values_by_day_two() -> None:
    values = day(2)
    assert len(set(values)) == len(values) == 22
    for g, h in product(values, repeat=2):
        difference = g - h
        assert (g <= h, g >= h) == (difference <= 0, difference >= 0)
        assert (g == h) == (difference == 0) == (g is h or g <= h <= g)
        assert g + h == h + g and -(g + h) == -g - h
        assert (g + h).mean == g.mean + h.mean
        assert (g + h).temperature <= max(g.temperature, h.temperature)


NUMBERS = st.builds(lambda n, e: Fraction(n, 2**e), st.integers(-(10**40), 10**40), st.integers(0, 90))


@given(NUMBERS, NUMBERS)
def test_numbers_are_fractions(x: Fraction, y: Fraction) -> None:
    g, h = Value(x), Value(y)
    assert (g + h).fraction == x + y and (g - h).fraction == x - y and (-g).fraction == -x
    for compare in ORDER:
        assert compare(g, h) == compare(x, y) == compare(g, y) == compare(x, h)
    assert g.mean == g.left_stop == g.right_stop == x
    assert g.temperature == Fraction(-1, x.denominator)
    assert hash(g) == hash(x)
    assert pickle.loads(pickle.dumps(g)) == g


@given(NUMBERS, st.integers(-200, 200), st.integers(0, 100), st.integers(-200, 200), st.integers(0, 100))
def test_ups_and_stars(x: Fraction, m: int, j: int, n: int, k: int) -> None:
    g, h = Value(0).nus(x, m, j), Value(0).nus(x, n, k)
    assert (g + h).as_nus == (2 * x, m + n, j ^ k)
    assert (g - h).as_nus == (Fraction(0), m - n, j ^ k)
    assert (g == h) == ((m, j) == (n, k))
    assert (g < h) == (n - m > 1 or (n - m == 1 and j ^ k != 1))
    assert Value(str(g)) == g


def test_only_short_games() -> None:
    with pytest.raises(ParseError):
        Value(Fraction(1, 3))
    for operand in (0.5, "1", None):
        with pytest.raises(TypeError):
            Value(1) + operand  # type: ignore[operator]
        with pytest.raises(TypeError):
            assert Value(1) <= operand  # type: ignore[operator]
        assert Value(1) != operand


def test_universes() -> None:
    """Equal values of different universes are equal and have equal hashes, and can be added."""
    with Universe() as one:
        here = [g for g, _ in random_pairs(2, 60)]
    with Universe() as other:
        reference_order = [g for g, _ in random_pairs(3, 30)]  # so that records have other addresses
        there = [g for g, _ in random_pairs(2, 60)]
    assert reference_order[0] in other and here[0] in one and here[0] not in other
    for g, h in zip(here, there, strict=True):
        assert g == h and hash(g) == hash(h) and g <= h <= g
        assert g - h == 0 and g + h == h + g and g + h in one and h + g in other
        assert len({g, h}) == 1
        assert pickle.loads(pickle.dumps(g)) == g == copy.deepcopy(g) == copy.copy(g)


@pytest.mark.parametrize("x", [10**30, 10**6000, Fraction(1, 2**20000)], ids=["long", "integer", "fraction"])
def test_huge_numbers_travel(x: int | Fraction) -> None:
    """Numbers with more digits than Python prints."""
    switch = Value(0).game([x], [-x])
    assert switch.temperature == x
    for g in (Value(x), switch, Value(x) + Value("^")):
        assert pickle.loads(pickle.dumps(g)) == g
        with Universe() as universe:
            assert universe.native is not None and Value(0) + g == g


def test_threads() -> None:
    """Eight threads, one universe, sums in another order each."""
    with Universe():
        games = [g for g, _ in random_pairs(4, 40)]
        jobs = [(i, j) for i in range(len(games)) for j in range(len(games))]
        expected = {(i, j): games[i] + games[j] for i, j in jobs}
    with Universe() as shared:
        games = [g for g, _ in random_pairs(4, 40)]

        def work(seed: int) -> dict[tuple[int, int], Value]:
            order = random.Random(seed).sample(jobs, len(jobs))
            return {(i, j): games[i] + games[j] for i, j in order}

        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(work, range(8)))
    assert all(result == results[0] for result in results)
    assert all(results[0][job] in shared and results[0][job] == expected[job] for job in jobs[::7])


def test_a_full_universe_stays_usable() -> None:
    chance = random.Random(5)
    with Universe(memory=2**21) as universe:
        games = [
            Value.of([a], [Value.of([b], [b - c])])
            for a, b, c in zip(range(9, 21), range(12), range(3, 15), strict=True)
        ]
        assert all(g - g == 0 for g in games)
        total, refused = Value(0), 0
        for _ in range(60):
            try:
                total = total + chance.choice(games)
            except LimitReached as error:
                refused += 1
                assert "full" in str(error) and "\n" not in str(error)
        assert refused > 5
        assert universe.bytes < 2**22
        assert all(g - g == 0 and g.game(g.left, g.right) == g for g in games)
        assert Value(1) + 1 == 2


def resident() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux for the size of the process")
def test_memory_returns() -> None:
    """When a universe and its values are gone, so is its memory: ten universes take no more than two."""
    chance = random.Random(6)
    sizes = []
    for _ in range(10):
        with Universe() as universe:
            while universe.bytes < 2**22:
                total = Value(0)
                for _ in range(6):
                    a, b, c = (chance.randrange(1, 40) for _ in range(3))
                    total = total + Value.of([a], [Value.of([Fraction(b, 2)], [-c])])
        del total, universe
        gc.collect()
        sizes.append(resident())
    assert sizes[-1] - sizes[1] < 3 * 2**22, sizes

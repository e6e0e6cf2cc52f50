"""Operations on values keep limits, refuse what cannot be held, and use closed forms where there are any."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from tests.apart import BEGINNING, run_apart
from tests.interrupts import HANGS
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LimitReached, Limits, Value
from perfectplay.values.recursion import solve
from perfectplay.values.structure import reachable


def test_every_operation_ends_on_extreme_values() -> None:
    run_apart(f"""
from perfectplay import Limits
from tests.values.extremes import try_everything
try_everything(Limits(time=0.02, memory=100 << 20), {depth(5, 1)})
""")


@pytest.mark.parametrize(
    "operation",
    [
        "Value('*').ordinal_sum(-1823437481924)",
        "Value('^').power(10**7)",
        "Value('^').power_to(10**12)",
        "Value('^10000000').heat(1)",
        "Value('*1000000').heat(1)",
        "Value('*1000000').stop_count",
        "Value('*').sequential(1).ordinal_product(10**9)",
        "Value('^10000000').followers",
        "Value(10**9).ordinal_sum(Fraction(1, 2**500)).ordinal_sum(-10**9)",
    ],
)
def test_what_cannot_be_held_is_refused_without_a_limit(operation: str) -> None:
    said = run_apart(f"""
from fractions import Fraction
from perfectplay import LimitReached, Value
try:
    {operation}
except LimitReached as error:
    print(error)
""")
    assert said.strip() and "\n" not in said.strip()


def test_limits_hold_inside_with_and_no_longer() -> None:
    switches = [Value(f"{{{3**n}|-{3**n + n}}}") for n in range(14)]
    with pytest.raises(LimitReached, match=r"time limit of 0\.05 s"), Limits(time=0.05):
        sum(switches, Value(0))
    with pytest.raises(LimitReached, match="memory"), Limits(memory=1000):
        Value("^").ordinal_sum(100)
    cancel = pp.Cancel()
    cancel.set()
    with pytest.raises(LimitReached, match="cancelled"), Limits(cancel=cancel):
        Value("^").ordinal_sum(100)
    assert Value("^").ordinal_sum(2) == Value("^[3]")


def test_the_inner_and_the_outer_limit_hold_both() -> None:
    with Limits(positions=10), Limits(time=100.0), pytest.raises(LimitReached, match="position"):
        pp.outcome(pp.load("domineering", "......|......|......|......|......"))
    with pytest.raises(LimitReached, match="time limit of 0 s"), Limits(time=0.0), Limits(time=100.0):
        pp.outcome(pp.load("domineering", "......|......|......|......|......"))


# closed forms -------------------------------------------------------------------------------------------------------


def by_definition(g: Value, h: Value) -> Value:
    return solve(lambda x, known: g.game([*g.left, *map(known, x.left)], [*g.right, *map(known, x.right)]), h)


def test_ordinal_sums_of_numbers_and_of_nimbers_are_those_of_the_definition() -> None:
    some = [Fraction(n, 8) for n in range(-27, 28)] + [Fraction(n, 64) for n in (-77, -1, 1, 63, 65)]
    for x, y in product(some, some):
        assert Value(x).ordinal_sum(y) == by_definition(Value(x), Value(y)), (x, y)
    for m, n in product(range(6), range(6)):
        assert Value(f"*{m}").ordinal_sum(Value(f"*{n}")) == by_definition(Value(f"*{m}"), Value(f"*{n}"))


def test_ordinal_sums_with_huge_integers() -> None:
    huge = 1823437481924
    assert Value(3).ordinal_sum(huge) == huge + 3 and Value(0).ordinal_sum(-huge) == -huge
    assert Value(3).ordinal_sum(-1000) == 2 + Fraction(1, 2**1000)
    assert Value(huge).ordinal_sum(-3) == huge - 1 + Fraction(1, 8)
    with pytest.raises(LimitReached, match="denominator"):
        Value(3).ordinal_sum(-huge)


def test_followers_are_counted_as_they_are_listed() -> None:
    rng = random.Random(5)
    texts = ["^7", "v6*", "^*", "^5*3", "^^*2", "3^3*", "-5/8v4*2", "*6", "7/16", "-9", "{^5|v3*}", "{5/8^3|*4,-7/4}"]
    found = [Value(text) for text in texts]
    for _ in range(60):
        a, b, c = rng.sample(found, 3)
        found.append(Value.of([a], [b, c]))
    for value in found:
        assert value.follower_count == len(reachable(value, lambda h: True)), value
    assert Value("^1000000").follower_count == 1_000_002
    assert Value("*1000000").follower_count == 1_000_001


# Ctrl-C -------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
@pytest.mark.parametrize(
    "operation",
    [
        "sum((Value(f'{{{3**n}|-{3**n + n}}}') for n in range(40)), Value(0))",
        "Value('*5000').conjunctive(Value('^5000'))",
    ],
)
def test_ctrl_c_stops_an_operation(operation: str) -> None:
    statements = f"""
from perfectplay import Value
try:
    print("ready", flush=True)
    {operation}
except KeyboardInterrupt:
    print("interrupted")
"""
    process = subprocess.Popen(
        [sys.executable, "-c", BEGINNING + statements],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(pp.__file__).parents[1])},
    )
    assert process.stdout is not None and process.stdout.readline().strip() == "ready"
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=HANGS)
    assert said.strip() == "interrupted"

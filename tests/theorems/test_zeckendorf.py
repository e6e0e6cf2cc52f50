"""Fibonacci nim: Zeckendorf's parts against a table and against search."""

from __future__ import annotations

import itertools
import random
from functools import cache

import pytest

import perfectplay as pp
from perfectplay.theorems import zeckendorf as theorem

pytestmark = pytest.mark.about("fibonacci_nim")

METHOD = "zeckendorf"


@cache
def wins(heap: int, most: int) -> bool:
    return any(not wins(heap - take, min(heap - take, 2 * take)) for take in range(1, most + 1))


def test_every_small_position() -> None:
    won = 0
    for heap in range(56):
        for most in range(heap + 1):
            position = pp.load("fibonacci_nim", f"{heap}/{most}")
            assert pp.outcome(position, method=METHOD) == ("N" if wins(heap, most) else "P")
            move = pp.best(position, method=METHOD).answer
            if move is None:
                assert most == 0
                continue
            assert move in position.moves()
            assert wins(*move.after.state) == (not wins(heap, most)), f"{position}: {move}"
            won += wins(heap, most)
    assert won > 500


def test_outcomes_are_those_of_search() -> None:
    for heap in range(25):
        for most in range(heap + 1):
            position = pp.load("fibonacci_nim", f"{heap}/{most}")
            for method in ("alpha-beta", "proof-number"):
                assert pp.outcome(position, method=method) == ("N" if wins(heap, most) else "P")


def test_parts_add_up_and_are_no_neighbours() -> None:
    fibonacci = [1, 2]
    while fibonacci[-1] < 10**30:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    rng = random.Random(4)
    for number in [*range(1, 300), *(rng.randrange(1, 10**30) for _ in range(300))]:
        rest, parts = number, []
        while rest:
            parts.append(theorem.smallest_part(rest))
            rest -= parts[-1]
        places = [fibonacci.index(part) for part in parts]
        assert sum(parts) == number and all(b - a >= 2 for a, b in itertools.pairwise(places))


def test_large_heaps_are_lost_iff_they_are_fibonacci_numbers() -> None:
    a, b = 1, 2
    for _ in range(1000):
        a, b = b, a + b
        assert pp.outcome(pp.load("fibonacci_nim", str(a))) == "P"
        assert b <= a + 1 or pp.outcome(pp.load("fibonacci_nim", str(a + 1))) == ("P" if a + 1 == b else "N")
    position = pp.load("fibonacci_nim", str(10**200))
    for _ in range(40):
        move = pp.best(position).answer
        assert move is not None and pp.outcome(move.after) == "P"
        heap, most = move.after.state
        position = move.after.system.position((heap - most, min(heap - most, 2 * most)))


def test_texts() -> None:
    assert str(pp.load("fibonacci_nim", "13/12")) == "13" and str(pp.load("fibonacci_nim", "13/99")) == "13/13"
    for wrong in ("", "3 4", "5/", "5/6/7", "-3", "5/x"):
        with pytest.raises(pp.ParseError, match="fibonacci_nim: "):
            pp.load("fibonacci_nim", wrong)
    assert METHOD not in pp.methods("outcome", pp.load("fibonacci_nim", "13", misere=True))

"""Nim sequences and their periods: against the definition, published periods, limits, and certificates that lie."""

from __future__ import annotations

import dataclasses
import json
import random
from functools import reduce
from operator import xor
from typing import Any

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay.heap_codes import nimbers_of
from perfectplay.kinds.heap import read_code
from perfectplay.theorems import octal_periodicity as theorem

KNOWN = [
    ("0.07", 34, 52),
    ("0.137", 34, 51),
    ("0.77", 12, 70),
    ("0.45", 20, 497),
    ("0.156", 349, 3478),
    ("0.356", 142, 7314),
    ("0.644", 442, 3255),
    ("0.165", 1550, 5180),
    ("0.16", 149_459, 105_350),
    ("0.127", 4, 46_577),
    ("0.56", 144, 326_639),
]
"""Period and last exception (Guy & Smith 1956, and later tables of octal games). OEIS A071436 has 326637 for
0.56, but the nimbers of heaps of 326639 and 326783 are different."""
LONG = [("0.376", 4, 2_268_247), ("0.354", 1180, 10_061_915)]


def game(text: str) -> pp.HeapGame:
    class Coded(pp.HeapGame):
        code = text

    return Coded()


def by_definition(code: str, up_to: int) -> list[int]:
    rules, values = game(code), list[int]()
    for heap in range(up_to + 1):
        options = {reduce(xor, (values[part] for part in parts), 0) for parts in rules.options_of(heap)}
        values.append(next(n for n in range(len(options) + 1) if n not in options))
    return values


def random_code(rng: random.Random) -> str:
    head = rng.choice(["0", "0", "4", "4!"])
    return f"{head}." + "".join(
        rng.choice("01234567") + rng.choice(["", "", "", "!"]) for _ in range(rng.randint(1, 4))
    )


@pytest.mark.parametrize("seed", range(depth(15, 150)))
def test_nimbers_are_those_of_the_definition(seed: int) -> None:
    code = random_code(random.Random(seed))
    assert pp.nim_sequence(code, 300) == by_definition(code, 300), code


@pytest.mark.parametrize("code", ["0.(07)", "0.(3)", "0.1(25)", "4.(13)", "0.F", "8.3", "0.3F!", "0.(C)"])
def test_three_heaps_and_any_number_taken(code: str) -> None:
    assert pp.nim_sequence(code, 50) == by_definition(code, 50)


@pytest.mark.parametrize("taken", [{1}, {2}, {1, 2, 3}, {2, 3, 7}, [4, 1, 4], (5, 9)])
def test_sets_of_numbers_to_take(taken: Any) -> None:
    values: list[int] = []
    for heap in range(200):
        options = {values[heap - n] for n in taken if n <= heap}
        values.append(next(n for n in range(len(options) + 1) if n not in options))
    assert pp.nim_sequence(taken, 199) == values
    found = pp.periodicity(taken)
    assert found.proved and found.verify()


def test_a_game_is_as_good_as_its_code() -> None:
    kayles = pp.load("kayles").system
    assert isinstance(kayles, pp.HeapGame)
    assert pp.nim_sequence(kayles, 100) == pp.nim_sequence("0.77", 100)
    assert pp.periodicity(kayles) == pp.periodicity("0.77")


@pytest.mark.parametrize(
    ("code", "period", "last"), [*KNOWN, *(pytest.param(*row, marks=pytest.mark.full) for row in LONG)]
)
def test_published_periods_are_proved(code: str, period: int, last: int) -> None:
    found = pp.periodicity(code, up_to=30_000_000)
    assert found and (found.period, found.last_exception, found.preperiod) == (period, last, last + 1)
    assert found.bound == 2 * (last + 1) + 2 * period + len(code) - 3 == found.reached
    nimbers = nimbers_of(read_code(code))
    assert nimbers[last] != nimbers[last + period]
    # from now on the theorem answers for heaps of any size
    heap = 10**15 + 7
    small = last + 1 + (heap - last - 1) % period
    assert pp.grundy(game(code).load(str(heap)), method="octal periodicity") == nimbers[small]


@pytest.mark.parametrize("code", [code for code, *_ in KNOWN[: depth(8, 10)]])
def test_certificates_are_verified_by_other_code(code: str) -> None:
    verdict = pp.periodicity(code).verify(pp.Limits(time=600))
    assert verdict.status == "verified" and "least excluded" in str(verdict)


def test_what_was_not_gone_through_is_not_verified() -> None:
    assert pp.periodicity("0.56").verify(pp.Limits(positions=1000)).status == "not checked"
    assert pp.periodicity("0.16").verify(pp.Limits(time=0.01)).status == "not checked"
    assert pp.periodicity("0.007", up_to=2000).verify().status == "not checked"
    assert pp.periodicity("0.3F").verify().status == "not checked"


def test_three_heaps_with_a_period_are_recomputed() -> None:
    found = pp.periodicity("0.A")
    assert (found.period, found.proved) == (2, True) and found.verify()
    assert dataclasses.replace(found, preperiod=found.preperiod + 1 if found.preperiod else 1).verify().refuted


@pytest.mark.parametrize(
    "change",
    [
        {"period": 24},
        {"period": 11},
        {"period": 0},
        {"period": -12},
        {"preperiod": 70},
        {"preperiod": 72},
        {"preperiod": -1},
        {"saltus": 1},
        {"bound": 166},
        {"bound": 10**15},
        {"period": 24, "bound": 191},
        {"preperiod": 72, "bound": 169},
        {"preperiod": 70, "bound": 165},
        {"period": 11, "bound": 165},
        {"largest": 9},
        {"largest_at": 0},
        {"code": "0.07"},
        {"code": "0.(3)"},
        {"code": "0.F"},
    ],
    ids=str,
)
def test_forged_certificates_are_refuted(change: dict[str, Any]) -> None:
    assert dataclasses.replace(pp.periodicity("0.77"), **change).verify().refuted


def test_arithmetic_periods_are_observed_and_not_proved() -> None:
    rows = [("0.8", 3, 1), ("0.C", 2, 1), ("8.0", 2, 1), ("0.3F", 6, 3), ("0.(3)", 1, 1)]
    for code, period, saltus in rows:
        found = pp.periodicity(code, up_to=140)
        assert (found.period, found.saltus, found.proved, found.bound) == (period, saltus, False, None), code
        assert "observed up to heap 140" in str(found)
    for code in ("0.9", "0.E", "0.7F", "0.2048"):
        assert pp.periodicity(code, up_to=140).period is None, code


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    for code in ("0.77", "0.3F", "0.007", "0.(3)"):
        nimbers_of.cache_clear()
        before = [pp.periodicity(code, up_to=up_to) for up_to in (0, 10, 150, 1000)]
        pp.nim_sequence(code, 1500)
        assert before == [pp.periodicity(code, up_to=up_to) for up_to in (0, 10, 150, 1000)]
    assert not pp.periodicity("0.77", up_to=166) and pp.periodicity("0.77", up_to=167)


def test_as_json() -> None:
    data = json.loads(json.dumps(pp.periodicity("0.77").to_json()))
    assert data["period"] == 12 and data["last_exception"] == 70 and data["proved"] and data["bound"] == 167


def test_a_limit_stops_and_the_next_call_goes_on() -> None:
    nimbers_of.cache_clear()
    with pytest.raises(pp.LimitReached):
        pp.periodicity("0.376", limits=pp.Limits(positions=20_000))
    so_far = len(nimbers_of(read_code("0.376")).native)
    assert 10_000 < so_far < 30_000
    with pytest.raises(pp.LimitReached):
        pp.periodicity("0.376", limits=pp.Limits(positions=20_000))
    assert len(nimbers_of(read_code("0.376")).native) > so_far
    cancel = pp.Cancel()
    cancel.set()
    for limits in (pp.Limits(time=0), pp.Limits(cancel=cancel), pp.Limits(memory=1000)):
        with pytest.raises(pp.LimitReached):
            pp.nim_sequence("0.354", 1_000_000, limits=limits)


@pytest.mark.parametrize(
    ("code", "up_to", "error", "said"),
    [
        ("0.", 5, pp.ParseError, r"code '0\.'"),
        ("7.7", 5, pp.ParseError, "code '7.7'"),
        (5, 5, pp.ParseError, "a code that is a int"),
        (b"0.77", 5, pp.ParseError, "a code that is a bytes"),
        ({0}, 5, pp.ParseError, "a move that takes 0"),
        ({"1"}, 5, pp.ParseError, "a move that takes '1'"),
        ({10**9}, 5, pp.ParseError, "a move that takes 1000000000"),
        ("0.77", -1, pp.ParseError, "heaps up to -1"),
        ("0.77", "9", pp.ParseError, "heaps up to '9'"),
        ("0.77", True, pp.ParseError, "heaps up to True"),
        ("0.77", 10**12, pp.LimitReached, "too many"),
        ("0.F", 10**6, pp.LimitReached, "at most 20000"),
    ],
)
def test_garbage_is_refused(code: Any, up_to: Any, error: type[Exception], said: str) -> None:
    for ask in (lambda: pp.nim_sequence(code, up_to), lambda: pp.periodicity(code, up_to=up_to)):
        with pytest.raises(error, match=said) as caught:
            ask()
        assert "\n" not in str(caught.value)


def test_large_heaps_are_answered_by_periods() -> None:
    assert (
        pp.grundy(pp.load("kayles", str(10**9)), method="octal periodicity")
        == pp.nim_sequence("0.77", 111)[100 + (10**9 - 100) % 12]
    )
    position = game("0.16").load(str(10**12))
    assert theorem.applies(position) and pp.best(position).answer is not None

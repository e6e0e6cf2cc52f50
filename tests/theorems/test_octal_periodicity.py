"""Periods of heap games: proved at run time, and right wherever the nimbers can be computed otherwise."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest
from tests.reference import games as reference
from tests.reference.published import octal

import perfectplay as pp
from perfectplay import Position
from perfectplay._native import nim_sequence
from perfectplay.kinds.heap import read_code
from perfectplay.theorems import octal_periodicity as theorem

pytestmark = pytest.mark.about("kayles", "linear_cram", "grundys_game", "nim")

METHOD = "octal periodicity"
CODES = [
    "0.77",
    "0.07",
    "0.137",
    "0.3",
    "0.7",
    "0.15",
    "0.17",
    "0.72",
    "0.71",
    "0.77!",
    "0.7!",
    "0.35!",
    "0.05!",
    "0.51",
]


def by_definition(code: str, up_to: int) -> list[int]:
    """The nimbers of heaps, mex by mex, from the digits of the code."""
    values: list[int] = []
    for heap in range(up_to + 1):
        options = set()
        for taken in range(heap + 1):
            (digit, unequal), left = read_code(code).digit(taken), heap - taken
            if digit & 1 and left == 0:
                options.add(0)
            if digit & 2 and left > 0 and taken > 0:
                options.add(values[left])
            if digit & 4:
                pairs = [(a, left - a) for a in range(1, left // 2 + 1) if not (unequal and a == left - a)]
                options |= {values[a] ^ values[b] for a, b in pairs}
        values.append(next(n for n in range(len(options) + 1) if n not in options))
    return values


@pytest.mark.parametrize(("code", "start", "period"), [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34)])
def test_known_periods_are_found(code: str, start: int, period: int) -> None:
    found = theorem.periodic(read_code(code), theorem.SEQUENCE)
    assert found is not None and (found.start, found.period) == (start, period)


@pytest.mark.parametrize("code", CODES)
def test_nimbers_are_those_of_the_definition(code: str) -> None:
    found = theorem.periodic(read_code(code), theorem.SEQUENCE)
    assert found is not None
    most = max(400, found.start + 3 * found.period)
    assert [found.nimber(heap) for heap in range(most + 1)] == by_definition(code, most)


def test_many_codes_repeat_as_far_as_the_nimbers_were_computed() -> None:
    """All octal codes of two and three digits whose period is soon proved; far beyond the heaps that proved it."""
    proved = 0
    for number in range(1, 512):
        code = f"0.{number:03o}"
        (values, period), _ = nim_sequence(code, 1000, (None,) * 5)
        if period is None:
            continue
        proved += 1
        found = theorem.Periodic(read_code(code), values, *period)
        rules = octal(code)
        for heap in (1500, 2000, 2001, 3001):
            direct = pp.grundy(rules.load(str(heap)), method="sums") if heap < 2001 else None
            assert direct is None or direct == found.nimber(heap), (code, heap)
        assert all(values[n] == values[n + period[1]] for n in range(period[0], len(values) - period[1]))
    assert proved > 200


def test_nothing_is_said_without_a_proof() -> None:
    treblecross, grundy = pp.load("linear_cram", "50", k=3), pp.load("grundys_game", "50")
    silent = [treblecross, grundy, pp.load("nim", "3 5"), pp.load("kayles", "30", misere=True), octal("0.F").load("9")]
    for position in silent:
        for question in ("outcome", "best", "grundy"):
            if question != "grundy" or not position.system.misere:
                assert METHOD not in pp.methods(question, position), repr(position)
    # 167 nimbers prove the period of Kayles, 166 do not
    assert nim_sequence("0.77", 166, (None,) * 5)[0][1] is None
    assert nim_sequence("0.77", 167, (None,) * 5)[0][1] == (71, 12)


def positions() -> list[Position]:
    found = []
    for heaps in combinations_with_replacement(range(8), 3):
        text = " ".join(map(str, heaps))
        found += [pp.load("kayles", text), *(pp.load("linear_cram", text, k=k) for k in (1, 2))]
        found += [octal(code).load(text) for code in ("0.05!", "0.17")]
    return found


def test_outcomes_nimbers_and_moves_are_those_of_search() -> None:
    nimbers: dict[tuple[Position, int], bool] = {}
    winning = 0
    for position in positions():
        assert METHOD in pp.methods("outcome", position)
        nimber = reference.nimber(position, nimbers)
        assert pp.grundy(position, method=METHOD) == nimber
        assert pp.outcome(position, method=METHOD) == ("N" if nimber else "P")
        move = pp.best(position, method=METHOD).answer
        if move is None:
            assert not position.moves()
            continue
        assert move in position.moves()
        assert (reference.nimber(move.after, nimbers) == 0) == (nimber != 0), repr(position)
        winning += nimber != 0
    assert winning > 350


def test_long_rows_agree_with_the_sequences() -> None:
    for key in ("kayles", "linear_cram"):
        for heap in (999, 4321, 19_999):
            position = pp.load(key, str(heap))
            assert pp.grundy(position, method=METHOD) == pp.grundy(position, method="sums")
            assert pp.outcome(position, method=METHOD) == pp.outcome(position, method="sums")


@pytest.mark.parametrize("key", ["kayles", "linear_cram"])
def test_heaps_of_any_size(key: str) -> None:
    rng = random.Random(key)
    found = theorem.periodic(pp.load(key).system.octal(), theorem.SEQUENCE)
    assert found is not None
    for _ in range(200):
        heaps = [rng.randrange(10 ** rng.randrange(1, 19)) for _ in range(rng.randrange(1, 5))]
        position = pp.load(key, " ".join(map(str, heaps)))
        shifted = pp.load(key, " ".join(str(h % found.period + found.period * 9) if h > 999 else str(h) for h in heaps))
        assert pp.grundy(position) == pp.grundy(shifted, method="sums")
        move = pp.best(position).answer
        if move is None:
            continue
        taken = sum(heaps) - sum(move.after.state)
        heap, _, parts = move.text.partition(":")
        assert 1 <= taken <= 2 and int(heap) in heaps
        assert sum(map(int, parts.split("+"))) == int(heap) - taken
        assert (pp.grundy(move.after) == 0) == (pp.grundy(position) != 0)


def test_a_strategy_wins_against_random_replies() -> None:
    rng = random.Random(1)
    for _ in range(5):
        position = pp.load("kayles", f"{rng.randrange(800, 1500)} {rng.randrange(300)}")
        if pp.grundy(position) == 0:
            continue
        for _ in range(30):
            move = pp.best(position).answer
            assert move is not None and pp.grundy(move.after) == 0
            replies = move.after.moves()
            if not replies:
                break
            position = rng.choice(replies).after


@pytest.mark.full
@pytest.mark.parametrize(("code", "period"), [("0.156", 349), ("0.165", 1550), ("0.644", 442)])
def test_long_periods_are_proved(code: str, period: int) -> None:
    """Guy & Smith 1956 and later finds; the heaps are compared with the sequence computed without the period."""
    found = theorem.periodic(read_code(code), theorem.LONG_SEQUENCE)
    assert found is not None and found.period == period
    (values, _), _ = nim_sequence(f"{code}(0)", 20_000, (None,) * 5)
    assert [found.nimber(heap) for heap in range(len(values))] == values

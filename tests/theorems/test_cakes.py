"""The closed forms of Cutcake and Maundy Cake against search."""

from __future__ import annotations

import random

import pytest
from tests.theorems.pictures import check_best, follow

import perfectplay as pp
from perfectplay import Position, Value

pytestmark = pytest.mark.about("cutcake", "maundy_cake")

FORMULAS = {"cutcake": "cutcake formula", "maundy_cake": "maundy cake formula"}
every_cake = pytest.mark.parametrize("key", FORMULAS)
SEARCH = "canonical forms"


def agree(position: Position, method: str) -> None:
    assert pp.value(position, method=method) == pp.value(position, method=SEARCH).answer, repr(position)
    assert pp.outcome(position, method=method) == pp.outcome(position, method="sums").answer, repr(position)


@every_cake
def test_all_cakes_of_up_to_24_by_24(key: str) -> None:
    system = pp.system(key)()  # one kernel for all, so that the search uses its tables again
    for rows in range(1, 25):
        for columns in range(1, 25):
            agree(system.load(f"{rows}x{columns}"), FORMULAS[key])


@every_cake
@pytest.mark.parametrize("mirrored", [False, True])
def test_several_cakes_and_best_moves(key: str, mirrored: bool) -> None:
    rng = random.Random(key)
    system = pp.system(key)(mirrored=mirrored)
    for number in range(60):
        most = 5 if number % 3 else 3
        cakes = [f"{rng.randint(1, most)}x{rng.randint(1, most)}" for _ in range(rng.randint(1, 3))]
        position = system.load(" ".join(cakes))
        agree(position, FORMULAS[key])
        if number % 3 == 0:
            check_best(position, FORMULAS[key])


@every_cake
def test_variants_are_left_alone(key: str) -> None:
    for options in ({"misere": True}, {"impartial": True}):
        assert FORMULAS[key] not in pp.methods("outcome", pp.load(key, **options))


def test_published_cakes() -> None:
    """Winning Ways, chapter 2: the table of Cutcake begins 0 1 2 …, 0 0 1 …; the Maundy cake of 999 by 1000."""
    table = [[int(pp.value(pp.load("cutcake", f"{r}x{c}")).answer.fraction) for c in range(1, 9)] for r in range(1, 5)]
    assert table == [
        [0, 1, 2, 3, 4, 5, 6, 7],
        [-1, 0, 0, 1, 1, 2, 2, 3],
        [-2, 0, 0, 1, 1, 2, 2, 3],
        [-3, -1, -1, 0, 0, 0, 0, 1],
    ]
    assert pp.value(pp.load("maundy_cake", "999x1000")) == Value(6)


@every_cake
def test_strategies_are_followed(key: str) -> None:
    rng = random.Random(key)
    for text in ("3*12x18 7x11", "20x15 13x10 2*9x8", "30x7 2x24"):
        position = pp.load(key, text)
        assert pp.outcome(position).method == FORMULAS[key]
        follow(position, rng)


def test_huge_cakes() -> None:
    big = pp.load("cutcake", "1000000000000x3 999999999999x999999999999")
    assert pp.value(big) == Value(-(10**12 // 2 - 1))
    move = pp.best(big, pp.RIGHT).answer
    assert move is not None and pp.value(move.after) == pp.value(big).answer + 1
    with pytest.raises(pp.LimitReached):
        big.moves(pp.RIGHT)
    maundy = pp.load("maundy_cake", "999999000001x1000000000000")
    assert pp.best(maundy, pp.LEFT).answer is not None and pp.outcome(maundy) == "L"
    many = pp.load("maundy_cake", "1000000*1x2 999999*2x1")
    assert pp.value(many) == Value(1)

"""Wythoff's pairs against a sieve, against search, and at sizes that nothing else reaches."""

from __future__ import annotations

import random
from itertools import product

import pytest

import perfectplay as pp
from perfectplay.theorems import wythoff_pairs as theorem

pytestmark = pytest.mark.about("wythoff")

METHOD = "wythoff pairs"
SIZE = 60


def lost_positions(a: int, size: int) -> set[tuple[int, int]]:
    """Every pair that no move leads from to another lost pair, smallest sums first: a position is won if a lost one
    can be reached, so each lost one strikes out what leads to it."""
    won: set[tuple[int, int]] = set()
    lost = set()
    for x, y in sorted(product(range(size), repeat=2), key=sum):
        if (x, y) in won:
            continue
        lost.add((x, y))
        won |= {(x, n) for n in range(y + 1, size)} | {(n, y) for n in range(x + 1, size)}
        for k in range(1, size - x):
            won |= {(x + k, y + other) for other in range(max(1, k - a + 1), k + a) if y + other < size}
    return lost


@pytest.mark.parametrize("a", [1, 2, 3, 4, 7])
def test_lost_positions_are_those_of_the_sieve(a: int) -> None:
    lost = lost_positions(a, SIZE)
    found = {(x, y) for x in range(SIZE) for y in range(SIZE) if theorem.is_lost(min(x, y), max(x, y), a)}
    assert found == lost and len(lost) > 10


@pytest.mark.parametrize("a", [1, 2, 3, 7])
def test_every_winning_move_is_legal_and_wins(a: int) -> None:
    lost = lost_positions(a, SIZE)
    for x in range(30):
        for y in range(x, SIZE):
            position = pp.load("wythoff", f"{x} {y}", a=a)
            assert pp.outcome(position, method=METHOD) == ("P" if (x, y) in lost else "N")
            move = pp.best(position, method=METHOD).answer
            if move is None:
                assert (x, y) == (0, 0)
                continue
            if y <= 24:
                assert move in position.moves(), f"{position}: {move}"
            assert position.system.play((x, y), move.text) == move.after.state
            assert (move.after.state in lost) == ((x, y) not in lost)


@pytest.mark.parametrize("a", [1, 2, 3])
def test_outcomes_are_those_of_search(a: int) -> None:
    for x in range(9):
        for y in range(x, 12):
            position = pp.load("wythoff", f"{x} {y}", a=a)
            assert pp.outcome(position, method=METHOD) == pp.outcome(position, method="alpha-beta")


@pytest.mark.parametrize("a", [1, 2, 5])
def test_every_number_is_in_one_pair(a: int) -> None:
    numbers = [number for n in range(1, 2000) for number in theorem.pair(n, a)]
    assert len(set(numbers)) == len(numbers)
    assert set(range(1, theorem.pair(2000, a)[0])) <= set(numbers)


def test_numbers_of_hundreds_of_digits() -> None:
    rng = random.Random(5)
    for _ in range(300):
        a = rng.choice([1, 1, 2, 9])
        x, y = sorted(rng.randrange(10 ** rng.randrange(1, 400)) for _ in range(2))
        if rng.random() < 0.3:
            x, y = theorem.pair(x, a)
        position = pp.load("wythoff", f"{x} {y}", a=a)
        move = pp.best(position).answer
        assert move is not None
        lost = pp.outcome(position) == "P"
        assert (pp.outcome(move.after) == "N") == lost
        low, high = move.after.state
        takes = [(x - low, y - high)] + ([(x - high, y - low)] if high <= x else [])
        legal = [(p, q) for p, q in takes if p >= 0 and q >= 0 and p + q]
        assert any(p == 0 or q == 0 or abs(p - q) < a for p, q in legal), f"{position!r}: {move.text}"
        assert position.system.play((x, y), move.text) == move.after.state


def test_a_published_row_of_nimbers() -> None:
    """Wythoff's nimbers have no formula; these are the first rows of OEIS A004481."""
    rows = [[0, 1, 2, 3, 4, 5, 6], [1, 2, 0, 4, 5, 3, 7], [2, 0, 1, 5, 3, 4, 8], [3, 4, 5, 6, 2, 0, 1]]
    for x, row in enumerate(rows):
        assert [int(pp.grundy(pp.load("wythoff", f"{x} {y}"))) for y in range(7)] == row


def test_misere_play_is_left_to_search() -> None:
    assert METHOD not in pp.methods("outcome", pp.load("wythoff", "3 5", misere=True))


def test_options_and_texts() -> None:
    for wrong in ("3", "1 2 3", "x 2", "", "1 " + "9" * 1002):
        with pytest.raises(pp.ParseError, match="wythoff: "):
            pp.load("wythoff", wrong)
    with pytest.raises(pp.ParseError, match="option a=0"):
        pp.load("wythoff", "1 2", a=0)
    with pytest.raises(pp.LimitReached, match="too many moves to list"):
        pp.load("wythoff", "5 1000000").moves()

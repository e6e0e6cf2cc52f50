"""Sums of positions of different games: text, moves, questions, and what cannot be added."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable

import pytest

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Position


class Subtraction(pp.PlainGame):
    def moves(self, n: int) -> list[int]:
        return [k for k in (1, 2, 3) if k <= n]

    def play(self, n: int, k: int) -> int:
        return n - k


PARTS = [
    ("domineering", "..|.."),
    ("domineering", "...|.#."),
    ("clobber", "xo."),
    ("clobber", "xxo|ox."),
    ("konane", "xo.ox"),
    ("nim", "1 2"),
    ("kayles", "3"),
    ("cram", "..|.."),
]


def random_sum(rng: random.Random) -> Position:
    parts = [pp.load(*rng.choice(PARTS)) for _ in range(rng.randint(2, 3))]
    total = parts[0]
    for part in parts[1:]:
        total = total + part if rng.random() < 0.6 else total - part
    return total


@pytest.mark.parametrize("seed", range(12))
def test_a_sum_is_worth_the_values_of_its_components(seed: int) -> None:
    total = random_sum(random.Random(seed))
    value = pp.value(total)
    expected = pp.Value(0)
    for component in total.state:
        expected = expected + pp.value(component)
    assert value == expected
    assert pp.verify(value)
    assert {str(pp.outcome(total, method=method)) for method in pp.methods("outcome", total)} == {str(value.outcome)}
    thermographs = {method: pp.thermograph(total, method=method) for method in pp.methods("thermograph", total)}
    assert all(walls == value.thermograph for walls in thermographs.values())
    for player in (LEFT, RIGHT):
        assert pp.verify(pp.best(total, player))


@pytest.mark.parametrize("seed", range(12))
def test_text_pickles_and_json_come_back(seed: int) -> None:
    total = random_sum(random.Random(seed))
    assert pp.load("sum", str(total)) == total
    assert pickle.loads(pickle.dumps(total)) == total
    assert pp.verify(pp.outcome(total).to_json())
    assert len(total.moves(LEFT)) == sum(len(component.moves(LEFT)) for component in total.state)
    for move in total.moves(RIGHT):
        assert total.play(move.text, RIGHT) == move.after


def test_a_position_and_its_negative_are_worth_nothing() -> None:
    for key, text in PARTS:
        p = pp.load(key, text)
        assert pp.outcome(p - p) == "P" and pp.value(p - p) == 0
        mirrored = -p
        assert pp.value(mirrored) == -pp.value(p) and -mirrored == p


def test_equal_components_are_recognised() -> None:
    p = pp.load("clobber", "xo.|oxo|.xo")
    kernel, code = (3 * p).system.kernel((3 * p).state)
    parts = kernel.split(code)
    assert parts is not None and len(set(parts)) == 1 and len(parts) == 3


def test_sums_are_flat_and_signs_are_read() -> None:
    p, q = pp.load("domineering", "..|.."), pp.load("clobber", "xo.")
    assert (p + q) + p == pp.load("sum", "domineering[..|..] + clobber[xo.] + domineering[..|..]")
    assert pp.load("sum", "-clobber[xo.]-domineering [..|..]") == -q - p
    assert 2 * p == p + p and -2 * p == -p - p
    assert pp.load("sum", "domineering(impartial=true)[..|..]") == pp.load("domineering", "..|..", impartial=True)


def test_games_in_plain_python_can_be_added() -> None:
    total = Subtraction().position(6) + pp.load("nim", "2")
    assert total.impartial and pp.grundy(total) == 0 and pp.outcome(total) == "P" and pp.value(total) == 0


@pytest.mark.parametrize(
    ("add", "says"),
    [
        (lambda: pp.load("nim", "3", misere=True) + pp.load("nim", "3"), "only games in normal play"),
        (lambda: pp.load("tic_tac_toe", "...|...|...") + pp.load("nim", "3"), "only games in normal play"),
        (lambda: pp.load("nim", "3") + pp.load("fifteen"), "only games in normal play"),
        (lambda: pp.load("sum", "nim[3]", misere=True), "sum has no option 'misere'"),
    ],
)
def test_what_cannot_be_added_is_refused_in_one_line(add: Callable[[], Position], says: str) -> None:
    with pytest.raises(pp.PerfectPlayError, match=says) as refused:
        add()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "column"),
    [("", 1), ("nim", 1), ("nim[3] nim[2]", 8), ("nim[3] + ", 8), ("nim[3", 1), ("+", 1), ("nim[3] + nim[2]]", 16)],
)
def test_bad_text_names_the_column(text: str, column: int) -> None:
    with pytest.raises(pp.ParseError, match=f"column {column}:"):
        pp.load("sum", text)


@pytest.mark.parametrize("unit", [" ", "a", "a ", "+", "a(", "a[", "a[] ", "-a"])
def test_long_bad_text_is_refused(unit: str) -> None:
    """A reader whose work grows with the square of the text would not come to an end here."""
    with pytest.raises(pp.PerfectPlayError):
        pp.load("sum", unit * (60_000 // len(unit)))

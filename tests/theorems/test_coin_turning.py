"""Coin turning: sums of single coins and nim products against search, closed forms, codes, and certificates."""

from __future__ import annotations

import random
from collections import Counter
from functools import reduce
from itertools import pairwise, product
from operator import xor
from typing import Any

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay.families.coin_turning import NAMES, Coded, turns_named
from perfectplay.games.acrostic import Acrostic
from perfectplay.games.tartan import Tartan

ROWS = (*NAMES, "coin_turning")
COINS = depth(4, 6)


@pytest.mark.about("turning_turtles", "mock_turtles", "moebius", "mogul", "moidores", "ruler", "twins", "triplets")
@pytest.mark.parametrize("key", ROWS)
def test_rows_of_coins_by_search(key: str) -> None:
    for number in range(1, COINS + 1):
        for letters in product("HT", repeat=number):
            position = pp.load(key, "".join(letters))
            found = pp.grundy(position)
            assert found.method == "coin turning" and found == pp.grundy(position, method="mex")
            assert pp.outcome(position) == pp.outcome(position, method="alpha-beta")
            move = pp.best(position).answer
            if found:
                assert move is not None and pp.grundy(move.after) == 0


BOARDS = [(down, across) for down in NAMES for across in NAMES if down <= across]


@pytest.mark.about("tartan")
@pytest.mark.parametrize(("down", "across"), BOARDS)
def test_products_are_nim_products(down: str, across: str) -> None:
    """Every coin by the definition, and random boards by search."""
    rows, cols = depth((3, 4), (4, 6))
    game = Tartan(down=down, across=across)
    single = game.alone(rows, cols)
    first, second = turns_named(down).nimbers(rows), turns_named(across).nimbers(cols)
    assert single == [[pp.Nimber(a) * pp.Nimber(b) for b in second] for a in first]
    choose = random.Random(down + across)
    for _ in range(depth(2, 8)):
        position = game.load("|".join("".join(choose.choices("HT", k=3)) for _ in range(2)))
        answers = {method: pp.grundy(position, method=method).answer for method in ("coin turning", "tartan", "mex")}
        assert len(set(answers.values())) == 1, (position, answers)


@pytest.mark.about("acrostic")
def test_acrostic_twins_add_rows_and_columns() -> None:
    game = Acrostic()
    assert game.alone(6, 7) == [[row ^ col for col in range(7)] for row in range(6)]
    choose = random.Random(5)
    for name in NAMES:
        for _ in range(depth(1, 6)):
            position = pp.load("acrostic", "|".join("".join(choose.choices("HT", k=3)) for _ in range(2)), game=name)
            assert pp.grundy(position) == pp.grundy(position, method="mex")


def test_closed_forms() -> None:
    number = 200
    assert turns_named("turning_turtles").nimbers(number) == list(range(1, number + 1))
    assert turns_named("twins").nimbers(number) == list(range(number))
    odious = [n for n in range(2 * number) if n.bit_count() % 2]
    assert turns_named("mock_turtles").nimbers(number) == odious
    assert turns_named("triplets").nimbers(number) == [0, 0, *odious[: number - 2]]
    assert turns_named("ruler").nimbers(number) == [n & -n for n in range(1, number + 1)]


@pytest.mark.about("mogul")
def test_mogul_is_the_golay_code() -> None:
    """With 24 coins the P-positions are the 4096 words of the extended Golay code, with its weights."""
    nimbers = turns_named("mogul").nimbers(24)
    basis: dict[int, tuple[int, int]] = {}
    kernel = []
    for coin, nimber in enumerate(nimbers):
        value, word = nimber, 1 << coin
        while value:
            high = value.bit_length()
            if high not in basis:
                basis[high] = (value, word)
                break
            value, word = value ^ basis[high][0], word ^ basis[high][1]
        else:
            kernel.append(word)
    assert len(kernel) == 12
    code = {0}
    for word in kernel:
        code |= {word ^ other for other in code}
    assert Counter(word.bit_count() for word in code) == {0: 1, 8: 759, 12: 2576, 16: 759, 24: 1}
    lost = "".join("H" if kernel[0] >> coin & 1 else "T" for coin in range(24))
    assert pp.outcome(pp.load("mogul", lost)) == "P"


CODES = {
    "1-2": "turning_turtles",
    "1-3": "mock_turtles",
    "1-5": "moebius",
    "2": "twins",
    "3": "triplets",
    "1+C": "ruler",
}


@pytest.mark.about("coin_turning")
@pytest.mark.parametrize("code", CODES)
def test_codes_of_named_games(code: str) -> None:
    turns, known = Coded(code), turns_named(CODES[code])
    for leader in range(9):
        assert {frozenset(each) for each in turns.others(leader)} == {frozenset(each) for each in known.others(leader)}
    assert turns.nimbers(14) == known.nimbers(14)


def lies(coins: tuple[int, ...], sign: str) -> bool:
    """What the signs of a code mean, by the words of the definition; coins ascend."""
    gaps = {b - a for a, b in pairwise(coins)}
    if sign == "C":
        return gaps <= {1}
    if sign == "E":
        return len(gaps) <= 1
    if sign == "S":
        return {coins[0] + coins[-1] - coin for coin in coins} == set(coins)
    if sign == "F":
        return coins[0] == 0
    return coins[-1] - coins[0] < int(sign[2:-1])


@pytest.mark.about("coin_turning")
@pytest.mark.parametrize(
    "signs", [(), ("C",), ("E",), ("S",), ("F",), ("C(4)",), ("E", "F"), ("S", "F"), ("C(6)", "S")]
)
@pytest.mark.parametrize("numbers", ["1", "2", "3", "4", "1-3", "2+"])
def test_signs_of_codes(numbers: str, signs: tuple[str, ...]) -> None:
    least, _, most = numbers.rstrip("+").partition("-")
    for leader in range(8):
        allowed = range(int(least), (leader + 2) if "+" in numbers else int(most or least) + 1)
        expected = set()
        for others in product((0, 1), repeat=leader):
            coins = (*(coin for coin in range(leader) if others[coin]), leader)
            if len(coins) in allowed and all(lies(coins, sign) for sign in signs):
                expected.add(coins)
        found = [tuple(sorted((leader, *each))) for each in Coded(numbers + "".join(signs)).others(leader)]
        assert len(found) == len(set(found)) and set(found) == expected


@pytest.mark.about("mock_turtles", "tartan", "coin_turning")
def test_certificates_and_changes_of_them() -> None:
    for key, text in (("mock_turtles", "THHTH"), ("tartan", "HTH|THH"), ("coin_turning", "HTTHHTH")):
        result = pp.outcome(pp.load(key, text), method="coin turning")
        assert pp.verify(result)
        data = result.to_json()
        coins = data["witness"]["certificate"]["coins"]
        for row in range(len(coins)):
            for col in range(len(coins[row])):
                changed: Any = [list(each) for each in coins]
                changed[row][col] ^= 1
                witness = {**data["witness"], "certificate": {"coins": changed}}
                assert pp.verify({**data, "witness": witness}).fields["certificate"].status == "refuted"
        other = "P" if data["answer"] == "N" else "N"
        assert pp.verify({**data, "answer": other}).status == "refuted"
        wrongs: list[dict[str, Any]] = [
            {},
            {"coins": []},
            {"coins": [["x"]]},
            {"coins": coins, "more": 1},
            {"coins": 5},
        ]
        for wrong in wrongs:
            witness = {**data["witness"], "certificate": wrong}
            assert pp.verify({**data, "witness": witness}).status == "refuted"


@pytest.mark.about("twins", "ruler")
def test_long_rows_are_answered_and_won() -> None:
    choose = random.Random(1)
    for key in ("twins", "ruler", "turning_turtles"):
        text = "".join(choose.choices("HT", k=900))
        position = pp.load(key, text)
        alone = turns_named(key).nimbers(900)
        assert pp.grundy(position) == reduce(xor, (alone[n] for n, letter in enumerate(text) if letter == "H"))
        move = pp.best(position).answer
        assert move is not None and pp.outcome(move.after) == "P"


@pytest.mark.parametrize(
    ("key", "text", "options", "said"),
    [
        ("twins", "HTX", {}, "unexpected 'X'"),
        ("twins", "HT|TT", {}, "2 rows"),
        ("tartan", "HT|T", {}, "a row of 1 coins"),
        ("tartan", "HT", {"down": "nim"}, "game 'nim'"),
        ("acrostic", "HT", {"game": ""}, "game ''"),
        ("coin_turning", "HT", {"code": "3-1"}, "code '3-1'"),
        ("coin_turning", "HT", {"code": "C"}, "code 'C'"),
        ("twins", "H" * 1001, {}, "1001 coins"),
    ],
)
def test_mistakes_are_one_line(key: str, text: str, options: dict[str, str], said: str) -> None:
    with pytest.raises(pp.ParseError, match="expected") as caught:
        pp.load(key, text, **options)
    assert said in str(caught.value) and "\n" not in str(caught.value)

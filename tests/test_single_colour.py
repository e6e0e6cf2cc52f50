"""The single-colour endgame of Amazons: against the other methods, the definition, and forged witnesses."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Player, Position, Value
from perfectplay.solvers.single_colour import applies, room

pytestmark = pytest.mark.about("amazons")

METHOD = "single colour"


def scattered(rng: random.Random, rows: int, cols: int, free: int, amazons: int) -> str:
    cells = ["#"] * (rows * cols)
    for cell in rng.sample(range(rows * cols), free):
        cells[cell] = "."
    for cell in rng.sample(range(rows * cols), amazons):
        cells[cell] = rng.choice("xo")
    return "|".join("".join(cells[row * cols : (row + 1) * cols]) for row in range(rows))


def endgames(seed: int, number: int, rows: int = 4, cols: int = 5, free: int = 9) -> list[Position]:
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < number:
        position = pp.load("amazons", scattered(rng, rows, cols, rng.randint(3, free), rng.randint(1, 3)))
        if applies(position) and position.moves():
            found.append(position)
    return found


def test_it_applies_exactly_where_no_region_has_both_colours() -> None:
    for text, expected in {
        "x..|..o": None,
        "x..#..o": (2, 2),
        "x.##|###o": (1, 0),  # an amazon without a free cell in reach is no matter
        "x.#|#o#": None,  # diagonal neighbours touch
        "xo#": (0, 0),
        "...": (0, 0),
        "x...#...": (3, 0),  # nobody is beyond the wall
        "x.#.x|###o.": None,
    }.items():
        position = pp.load("amazons", text)
        found = room(position)
        assert found == (None if expected is None else dict(zip(Player, expected, strict=True))), text
        assert applies(position) == (expected is not None)
        assert (METHOD in pp.methods("value", position)) == applies(position)
    for options in ({"impartial": True}, {"misere": True}):
        assert METHOD not in pp.methods("outcome", pp.load("amazons", "x..#..o", **options))


def longest(position: Position, player: Player, known: dict[Position, int]) -> int:
    """By the definition."""
    if position not in known:
        known[position] = max((1 + longest(move.after, player, known) for move in position.moves(player)), default=0)
    return known[position]


def test_the_value_is_the_difference_of_longest_lines() -> None:
    short = 0
    for position in endgames(1, 150, free=7):
        left, right = (longest(position, player, {}) for player in Player)
        result = pp.value(position)
        assert result.method == METHOD and result == left - right, str(position)
        assert (len(result.witness["Left"]), len(result.witness["Right"])) == (left, right)
        space = room(position)
        assert space is not None
        short += (left, right) != (space[LEFT], space[RIGHT])
    assert short > 5


@pytest.mark.parametrize("mirrored", [False, True])
def test_all_methods_agree(mirrored: bool) -> None:
    for position in endgames(2, 300):
        position = pp.load("amazons", str(position), mirrored=mirrored)
        value = pp.value(position, method=METHOD).answer
        assert value == pp.value(position, method="canonical forms"), repr(position)
        assert pp.outcome(position, method=METHOD) == value.outcome
        for player in Player:
            mine = pp.best(position, player, method=METHOD).answer
            assert (mine is None) == (not position.moves(player))
            if mine is not None:
                gained = pp.value(mine.after, method="canonical forms").answer - value
                assert gained == (-1 if player is LEFT else 1)


def test_witnesses_are_verified_and_forged_ones_refuted() -> None:
    for position in endgames(3, 25):
        result = pp.value(position)
        assert pp.verify(result)
        told = json.loads(json.dumps(result.to_json()))
        assert pp.verify(told)
        assert not pp.verify(replace(result, answer=result.answer + 1))
        name = "Left" if len(result.witness["Left"]) else "Right"
        line = result.witness[name]
        shorter: Any = {**result.witness, name: line[:-1]}
        count = Value(result.answer - (1 if name == "Left" else -1))
        assert not pp.verify(replace(result, witness=shorter, answer=count)), str(position)
        told["witness"][name]["moves"][0] = "a1-a1/a1"
        assert not pp.verify(told)
        told["witness"] = {"Left": 7}
        with pytest.raises(pp.NotApplicable, match="the witness cannot be read"):
            pp.verify(told)
        told["witness"] = None
        assert pp.verify(told)  # no witness, and the value is right


def test_large_territories_are_filled() -> None:
    for text, count in {
        "|".join(["x........."] + [".........."] * 9): 99,
        "xx......|........|..##....|........|........|....#...|........|.......x": 58,
        "x" + "." * 40 + "#" + "." * 20 + "o": 20,
    }.items():
        position = pp.load("amazons", text)
        result = pp.value(position)
        assert result.method == METHOD and result == count
        assert pp.verify(result)
        assert pp.outcome(position) == "L"


def test_regions_that_cannot_be_filled() -> None:
    for text, count in {".#.#|#x#.|#.#.|####": 3, "#.#.|#x##|.#.#|####": 1, "...#|###.|###.|.x.#": 6}.items():
        position = pp.load("amazons", text)
        result = pp.value(position)
        assert result == count == longest(position, LEFT, {}) < text.count(".")
        assert pp.verify(result)


def test_limits_stop_the_maximisation() -> None:
    rng = random.Random(5)
    text = scattered(rng, 16, 16, 150, 0).replace(".", "x", 1)
    with pytest.raises(pp.LimitReached):
        pp.value(pp.load("amazons", text), method=METHOD, limits=pp.Limits(positions=20))


@pytest.mark.full
def test_many_endgames_have_one_value_by_all_methods() -> None:
    for position in endgames(9, 3000, rows=5, cols=5, free=12):
        result = pp.value(position)
        assert result == pp.value(position, method="canonical forms"), str(position)
        assert pp.verify(result)


def test_right_is_counted_negative() -> None:
    assert pp.value(pp.load("amazons", "..o..")) == -4
    assert pp.best(pp.load("amazons", "..o.."), RIGHT).answer is not None
    assert pp.best(pp.load("amazons", "..o.."), LEFT).answer is None

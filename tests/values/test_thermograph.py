"""Thermographs: the corners that the core gives against the definition, and what is read, kept and drawn of them."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from tests.reference import values as reference

from perfectplay.errors import ParseError
from perfectplay.limits import UNLIMITED
from perfectplay.values import Value
from perfectplay.values.thermograph import Thermograph

GRID = 32  # corners of what is tested here are multiples of 1/32
STEPS = range(-GRID, 5 * GRID)


@cache
def scaffolds(g: reference.Value) -> tuple[list[Fraction], list[Fraction]]:
    """Both walls in steps of 1/GRID by the definition, from the canonical form (Siegel, section II.5)."""
    if g.is_number and g.fraction.denominator == 1:
        return [g.fraction] * len(STEPS), [g.fraction] * len(STEPS)
    left, right = [], []
    mast = None
    for i, step in enumerate(STEPS):
        t = Fraction(step, GRID)
        high = max(scaffolds(option)[1][i] for option in g.left) - t
        low = min(scaffolds(option)[0][i] for option in g.right) + t
        if mast is None and high <= low:
            assert high == low
            mast = high
        left.append(high if mast is None else mast)
        right.append(low if mast is None else mast)
    return left, right


def native(g: reference.Value) -> Value:
    return Value(0).game([native(option) for option in g.left], [native(option) for option in g.right])


def graph(g: Value) -> Thermograph:
    return Thermograph.from_native(*g._game.thermograph(UNLIMITED))


def some_values() -> list[reference.Value]:
    days = [{reference.ZERO}]
    dice = random.Random(6)
    for count in (4, 22, 120):
        earlier = list(days[-1])
        found = {
            reference.game(
                dice.sample(earlier, min(dice.randrange(3), len(earlier))),
                dice.sample(earlier, min(dice.randrange(3), len(earlier))),
            )
            for _ in range(6 * count)
        }
        days.append(set(sorted(found, key=str)[:count]) | days[-1])
    return sorted(days[-1], key=str)


def test_walls_are_those_of_the_definition() -> None:
    values = some_values()
    assert len(values) > 100
    for g in values:
        left, right = scaffolds(g)
        found = graph(native(g))
        for i, step in enumerate(STEPS):
            t = Fraction(step, GRID)
            assert (found.left_at(t), found.right_at(t)) == (left[i], right[i]), (g, t)
        assert found.temperature == next(Fraction(s, GRID) for i, s in enumerate(STEPS) if left[i] == right[i])
        assert (found.left_stop, found.right_stop) == (g.left_stop, g.right_stop)
        assert Thermograph.from_points(found.left_wall, found.right_wall) == found


SWITCH = Thermograph.from_points([(-1, 2), (1, 0)], [(-1, -2), (1, 0)])
UP = Thermograph.from_points([(-1, 1), (0, 0)], [(-1, 0)])
QUARTER = Thermograph.from_points(
    [(-1, 1), (Fraction(-1, 4), Fraction(1, 4))],
    [(-1, 0), (Fraction(-1, 2), 0), (Fraction(-1, 4), Fraction(1, 4))],
)
HUGE = Thermograph.from_points([(-1, 2**20000)], [(-1, 2**20000)])


def test_named_games() -> None:
    zero, one = Value(0), Value(1)
    assert graph(zero.game([one], [-one])) == SWITCH
    assert graph(zero.nus(0, 1, 0)) == UP
    assert graph(zero.number(Fraction(1, 4))) == QUARTER
    assert (UP.mean, UP.temperature) == (Fraction(0), Fraction(0))
    assert (QUARTER.mean, QUARTER.temperature) == (Fraction(1, 4), Fraction(-1, 4))
    assert graph(zero.number(-1823437481924)).temperature == -1
    hot = zero.game([3], [zero.game([zero.nus(2, 0, 1)], [zero.nus(1, 0, 1)])])
    assert str(graph(hot)) == (
        "mean 9/4, temperature 3/4; Left wall 4 at -1, 9/4 at 3/4; Right wall 1 at -1, 2 at 0, 2 at 1/2, 9/4 at 3/4"
    )


def test_points_on_straight_lines_are_no_corners() -> None:
    left: list[tuple[int | Fraction, int | Fraction]] = [
        (-1, 2),
        (Fraction(-1, 2), Fraction(3, 2)),
        (0, 1),
        (1, 0),
        (2, 0),
        (3, 0),
    ]
    right: list[tuple[int | Fraction, int | Fraction]] = [(-1, -2), (0, -1), (1, 0), (7, 0)]
    assert Thermograph.from_points(left, right) == SWITCH
    assert hash(Thermograph.from_points(left, right)) == hash(SWITCH)


@pytest.mark.parametrize(
    ("left", "right", "message"),
    [
        ([], [(-1, 0)], "the Left wall has no points"),
        ([(0, 0)], [(-1, 0)], "the Left wall starts at temperature 0"),
        ([(-1, 0), (0, 1)], [(-1, 0)], "the Left wall goes from 0 at -1 to 1 at 0"),
        ([(-1, 0), (-1, 0)], [(-1, 0)], "rising temperatures"),
        ([(-1, 0)], [(-1, 0), (1, 1)], "the Right wall goes from 0 at -1 to 1 at 1"),
        ([(-1, 1)], [(-1, 0)], "do not meet"),
        ([(-1, 0), (0, 0), (1, -1)], [(-1, 0), (0, 1), (1, 1)], "do not meet"),
        ([(-1, 1), (0, 0)], [(-1, 0), (0, 1)], "do not meet"),
    ],
)
def test_what_is_not_a_thermograph(left: list[tuple[int, int]], right: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        Thermograph.from_points(left, right)


def test_temperatures_below_minus_one() -> None:
    with pytest.raises(ParseError, match="at least -1"):
        SWITCH.left_at(Fraction(-3, 2))
    assert SWITCH.left_at(-1) == 2
    assert SWITCH.right_at(100) == 0


@pytest.mark.parametrize("found", [SWITCH, UP, QUARTER, HUGE])
def test_json_round_trip(found: Thermograph) -> None:
    assert Thermograph.from_json(json.loads(json.dumps(found.to_json()))) == found


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"left_wall": 3, "right_wall": []},
        {"left_wall": [["-1", "x"]]},
        [],
        None,
        {"left_wall": [["-1", "1/0"]], "right_wall": []},
    ],
)
def test_json_that_is_not_a_thermograph(data: dict[str, object]) -> None:
    with pytest.raises(ParseError, match="not a thermograph"):
        Thermograph.from_json(data)


@pytest.mark.parametrize("found", [SWITCH, UP, QUARTER, HUGE, graph(Value(Fraction(1, 2**3000)))])
def test_drawing(found: Thermograph) -> None:
    root = ElementTree.fromstring(found.svg(300, 200))
    tag = "{http://www.w3.org/2000/svg}"
    assert (root.get("width"), root.get("height")) == ("300", "200")
    walls = [
        [(float(x), float(y)) for x, y in (pair.split(",") for pair in (line.get("points") or "").split())]
        for line in root.iter(f"{tag}polyline")
    ]
    assert len(walls) == 2
    for wall in walls:
        assert all(0 <= x <= 300 and 0 <= y <= 200 for x, y in wall)
        assert all(low[1] >= high[1] for low, high in pairwise(wall))
    assert walls[0][-1] == walls[1][-1]
    assert all(left[0] <= walls[0][-1][0] + 0.01 for left in walls[0])
    assert "stroke-dasharray" in found.svg()
    assert found._repr_svg_() == found.svg()
    ElementTree.fromstring(found.svg(80, 80))


def test_drawing_labels_are_exact() -> None:
    root = ElementTree.fromstring(QUARTER.svg())
    assert {"1/4", "-1/4", "-1", "1", "0"} <= {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    with pytest.raises(ParseError, match="at least 80"):
        QUARTER.svg(10, 10)

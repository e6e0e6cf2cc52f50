"""The laws of loopy values on random graphs, and their agreement with plain definitions."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from tests.loopy_values.graphs import games, outcome_of, plus, value_of
from tests.tiers import depth

import perfectplay as pp
from perfectplay.checks.sides import Options, at_most
from perfectplay.checks.verdict import Room
from perfectplay.players import LEFT, Player
from perfectplay.values.loopy import graphs
from perfectplay.values.loopy.assembling import side_nodes
from perfectplay.values.loopy.graphs import Nodes
from perfectplay.values.value import Value

LAWFUL = depth(400, 100_000)
PLAIN = depth(150, 5_000)


def valued(seed: int, number: int, most: int = 4) -> list[tuple[Nodes, Value]]:
    """Random games with their values. Few have none."""
    found = []
    for nodes in games(seed, number, most):
        try:
            found.append((nodes, value_of(nodes)))
        except pp.NotApplicable as error:
            assert "no stopper was found" in str(error)
    assert len(found) >= 0.99 * number
    return found


def test_laws() -> None:
    """Sums, negatives, order and canonical forms."""
    rng = random.Random(5)
    for seed in range(LAWFUL // 100):
        pairs = valued(seed, 100)
        for (g, x), (h, y) in pairwise(pairs):
            on, off = side_nodes(x, True), side_nodes(x, False)
            assert (graphs.onside(on), graphs.offside(off)) == (graphs.onside(g), graphs.offside(g)), g
            minus = -x
            assert value_of(graphs.negative(g)) == minus and -minus == x, g
            assert x.offside <= x.onside, g
            total = x + y
            assert total == y + x == value_of(plus(g, h)), (g, h)
            below, above = x <= y, y <= x
            assert (below and above) == (x == y), (g, h)
            assert below == (-y <= -x), (g, h)
            z = rng.choice(pairs)[1]
            if below:
                assert x + z <= y + z, (g, h, z)
                assert not y <= z or x <= z, (g, h, z)
            if rng.random() < 0.1:
                assert total + z == x + (y + z), (g, h, z)


def options(nodes: Nodes) -> Options:
    return lambda node, player: nodes[node][0 if player is LEFT else 1]


def test_sides_and_order_by_the_definitions() -> None:
    """Every side equals its game, and the order of values is that of games, by plain code that shares nothing."""
    room = Room(pp.Limits(positions=10**6))
    for (g, x), (h, y) in pairwise(valued(77, PLAIN)):
        for onside in (True, False):
            side = side_nodes(x, onside)
            assert at_most(0, options(g), 0, options(side), onside, room), g
            assert at_most(0, options(side), 0, options(g), onside, room), g
        plainly = all(at_most(0, options(g), 0, options(h), onside, room) for onside in (True, False))
        assert plainly == (x <= y), (g, h)


def test_outcomes_by_rounds() -> None:
    for nodes, value in valued(3, depth(400, 20_000), most=6):
        assert outcome_of(nodes) == value.outcome, nodes


def test_the_order_is_that_of_outcomes_in_sums() -> None:
    """Where G <= H, no sum with another game is better for Left with G; where not, some is."""
    contexts = [nodes for nodes in games(9, depth(60, 300), most=3)]
    ranks = {pp.LEFT: 2, pp.DRAW: 1, pp.RIGHT: 0}
    separated = confused = 0
    for (g, x), (h, y) in pairwise(valued(21, depth(40, 200), most=3)):
        outcomes = [(outcome_of(plus(g, each)), outcome_of(plus(h, each))) for each in contexts]
        never_better = all(ranks[one.when(p)] <= ranks[other.when(p)] for one, other in outcomes for p in Player)
        if x <= y:
            assert never_better, (g, h)
        else:
            confused += 1
            separated += not never_better
    assert separated >= 0.7 * confused


def test_text_is_read_back() -> None:
    for _, value in valued(13, depth(200, 5_000), most=5):
        assert Value(str(value)) == value and Value(value.unicode()) == value


def test_canonical_options_are_canonical() -> None:
    """The options of a stopper make it, none can be left out, and none equals another."""
    for _, value in valued(31, depth(150, 3_000), most=5):
        if not value.is_stopper or not value.is_loopy:
            continue
        left, right = value.left, value.right
        assert len({*left}) == len(left) and len({*right}) == len(right)
        for a in left:
            assert not any(a <= b for b in left if b != a)
            assert not any(each <= value for each in a.right)
        for a in right:
            assert not any(b <= a for b in right if b != a)
            assert not any(value <= each for each in a.left)


@pytest.mark.parametrize("seed", range(3))
def test_large_random_games_keep_limits(seed: int) -> None:
    """A limit stops the search for sides in one line."""
    rng = random.Random(seed)

    def side() -> tuple[int, ...]:
        return tuple(rng.sample(range(400), rng.randint(0, 3)))

    nodes = (((1, 2, 3), (4, 5, 6)), *((side(), side()) for _ in range(399)))
    with pytest.raises(pp.LimitReached) as caught, pp.Limits(positions=10):
        graphs.onside(nodes)
    assert "\n" not in str(caught.value)

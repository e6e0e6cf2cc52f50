"""Richman games: thresholds against their equations, against rounds that are counted, and in play."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import Position
from perfectplay.families.auctions import Auction
from perfectplay.games.richman import auction_of

pytestmark = pytest.mark.about("richman")


def some(dice: random.Random, vertices: int) -> Position:
    """A digraph with cycles, loops and two ends, one of which can be reached from everywhere."""
    names = [*(f"v{n}" for n in range(vertices)), "l", "r"]
    while True:
        rows = [f"{name}: {' '.join(dice.sample(names, dice.randint(1, min(4, vertices + 2))))}" for name in names[:-2]]
        try:
            return pp.load("richman", "; ".join([*rows, "l=L", "r=R"]))
        except pp.ParseError as error:
            assert "no end can be reached" in str(error)


def by_rounds(auction: Auction, rounds: int) -> list[list[Fraction]]:
    """What Left needs if Right, and if Left, has won after so many rounds: the cost lies between."""
    found = []
    for end in (1, 0):
        costs = [Fraction(auction.ends.get(v, end)) for v in range(len(auction.options))]
        for _ in range(rounds):
            after = [[costs[option] for option in options] for options in auction.options]
            costs = [(min(x) + max(x)) / 2 if x else costs[v] for v, x in enumerate(after)]
        found.append(costs)
    return found


def test_costs_satisfy_the_equations_and_lie_between_those_of_finitely_many_rounds() -> None:
    dice = random.Random(1)
    for _ in range(depth(150, 2000)):
        p = some(dice, dice.randint(1, 9))
        auction = auction_of(p.state)
        costs = auction.costs()
        for vertex in auction.inner:
            after = [costs[option] for option in auction.options[vertex]]
            assert costs[vertex] == (min(after) + max(after)) / 2
        above, below = by_rounds(auction, 40)
        assert all(low <= cost <= high for low, cost, high in zip(below, costs, above, strict=True))
        found = pp.threshold(p)
        assert found.answer == costs[p.state.at] and pp.verify(found) and pp.verify(found.to_json())


def bids(dice: random.Random, bid: Fraction, money: Fraction) -> Fraction:
    """An opponent's bid: nothing, all, the same, a little more, anything."""
    return min(money, dice.choice([Fraction(0), money, bid, bid + Fraction(1, 1000), money * dice.randrange(9) / 8]))


def test_whoever_has_more_wins_in_time_against_any_bids() -> None:
    dice = random.Random(2)
    for _ in range(depth(60, 600)):
        auction = auction_of(some(dice, dice.randint(1, 6)).state)
        at = dice.choice(auction.inner)
        cost = auction.costs()[at]
        share = cost + (1 - cost) / dice.choice((2, 10, 50))
        if cost == 1:
            continue
        rounds, _, _ = auction.winning_bid(at, share)
        while at not in auction.ends:
            left, bid, move = auction.winning_bid(at, share)
            assert 0 <= bid <= share and left <= rounds
            rounds = left - 1
            other = bids(dice, bid, 1 - share)
            if bid > other:
                at, share = move, share - bid
            else:  # equal bids are settled against Left
                at, share = dice.choice(auction.options[at]), share + other
        assert auction.ends[at] == 0


def test_bidding_by_the_plan_keeps_what_is_needed_for_both() -> None:
    dice = random.Random(3)
    for _ in range(depth(60, 600)):
        p = some(dice, dice.randint(1, 6))
        plan, auction = pp.threshold(p).witness, auction_of(p.state)
        names = p.state.graph.names
        cost = dict(zip(names, auction.costs(), strict=True))
        for sign in (1, -1):  # Left plays by the plan, then Right
            at, share = names[p.state.at], cost[names[p.state.at]]
            for _ in range(12):
                if at not in plan:
                    break
                here = plan[at]
                other = bids(dice, here.bid, (1 - share) if sign > 0 else share)
                if here.bid > other:
                    at, share = (here.left, share - here.bid) if sign > 0 else (here.right, share + here.bid)
                else:
                    options = auction.options[names.index(at)]
                    at, share = names[dice.choice(options)], share + sign * other
                assert sign * (share - cost[at]) >= 0


def test_reversed_players_need_the_rest() -> None:
    dice = random.Random(4)
    for _ in range(depth(30, 300)):
        p = some(dice, 6)
        other = pp.load("richman", str(p).replace("l=L", "l=R").replace("r=R", "r=L"))
        assert pp.threshold(p).answer + pp.threshold(other).answer == 1


def test_known_costs() -> None:
    """A walk between two ends costs what a fair coin says (Lazarus et al. 1999: the costs are chances)."""
    for size in range(1, 12):
        row = [f"v{n}: {f'v{n - 1}' if n else 'l'} {f'v{n + 1}' if n + 1 < size else 'r'}" for n in range(size)]
        for n in range(size):
            rows = [f"@{each}" if each.startswith(f"v{n}:") else each for each in row]
            assert pp.threshold(pp.load("richman", "; ".join([*rows, "l=L", "r=R"]))) == Fraction(n + 1, size + 1)
    assert pp.threshold(pp.load("richman", "l=L")).answer == 0 and pp.threshold(pp.load("richman", "r=R")).answer == 1


def test_digraphs_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("a", "l"), ("a", "b"), ("b", "a"), ("b", "r")])
    graph.nodes["l"]["winner"], graph.nodes["r"]["winner"] = "Left", "Right"
    assert pp.threshold(pp.load("richman", graph)) == Fraction(1, 3)


def test_every_change_of_a_plan_is_refuted() -> None:
    found = pp.threshold(pp.load("richman", "@long_way")).to_json()
    assert pp.verify(found)
    for name, here in found["witness"].items():
        for field, wrong in (("cost", "1/7"), ("bid", "1/7"), ("left", here["right"]), ("right", here["left"])):
            forged = {**found, "witness": {**found["witness"], name: {**here, field: wrong}}}
            assert not pp.verify(forged), (name, field)
    assert not pp.verify({**found, "answer": "1/2"}) and not pp.verify({**found, "witness": {}})


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (
            lambda: pp.load("richman", "a: b; b: a"),
            "richman: no end can be reached from 'a' (expected a way to =L or =R)",
        ),
        (lambda: pp.load("richman", "a: l; l=L: a"), "richman: l=L has options (expected none where play has ended)"),
        (lambda: pp.load("richman", "a: b | c; b=L; c=R"), "richman: row 1, column 6: unexpected '|'"),
        (lambda: pp.load("richman", "a: b; b=X"), "richman: row 1, column 8: unexpected '=X' (expected =L, =R)"),
        (lambda: pp.outcome(pp.load("richman")), "richman: outcome needs a game for two players"),
        (lambda: pp.threshold(pp.load("nim")), "nim: threshold needs a Richman game"),
        (
            lambda: auction_of(pp.load("richman").state).winning_bid(0, Fraction(1, 4)),
            "Left cannot force a win with 1/4",
        ),
    ],
)
def test_refusals(work: object, message: str) -> None:
    with pytest.raises(pp.PerfectPlayError) as caught:
        work()  # type: ignore[operator]
    assert str(caught.value).startswith(message)


def test_limits_are_kept() -> None:
    dice = random.Random(5)
    with pytest.raises(pp.LimitReached):
        pp.threshold(some(dice, 300), limits=pp.Limits(time=0.001))

"""Thermographs of simple kos: formulas of the literature, play in an enriched environment, and climbing."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Player, Position
from perfectplay.values.thermograph import Thermograph

MASTERS = (None, LEFT, RIGHT)


def number(n: int, name: str) -> list[str]:
    """An integer as positions; the first is called by the name alone."""
    names = [name, *(f"{name}_{left}" for left in range(abs(n) - 1, -1, -1))]
    return [f"{one}: {other} |" if n > 0 else f"{one}: | {other}" for one, other in pairwise(names)]


def ko(a: int, b: int, start: str = "k") -> Position:
    """K = {a|K'} and K' = {K|b}."""
    rows = ["k: a | t", "t: k | b", *number(a, "a"), *number(b, "b")]
    return pp.load("abstract_game", "; ".join(rows).replace(f"{start}:", f"@{start}:", 1))


@pytest.mark.parametrize("master", MASTERS)
@pytest.mark.parametrize(("a", "b"), [(10, 0), (1, -1), (3, -6), (2, 1), (0, -1), (7, 5)])
def test_the_mast_of_a_simple_ko(a: int, b: int, master: Player | None) -> None:
    """Three moves are at stake between a and b, so each is worth (a - b) / 3, whoever is komaster (Berlekamp 1996)."""
    third = Fraction(a - b, 3)
    for start, mean in (("k", a - third), ("t", b + third)):
        result = pp.thermograph(ko(a, b, start), komaster=master)
        assert (result.answer.mean, result.answer.temperature) == (mean, third)
        assert pp.verify(result)
        assert pp.verify(result.to_json()) and Thermograph.from_json(result.answer.to_json()) == result.answer


def test_walls_below_the_mast() -> None:
    """Right needs two moves to win K, and gets them only if Left is not the komaster."""
    for t in (Fraction(-1), Fraction(0), Fraction(1), Fraction(3)):
        neutral = pp.thermograph(ko(10, 0)).answer
        assert (neutral.left_at(t), neutral.right_at(t)) == (10 - t, 2 * t)
        mine = pp.thermograph(ko(10, 0), komaster=LEFT).answer
        assert (mine.left_at(t), mine.right_at(t)) == (10 - t, 10 - t)
        yours = pp.thermograph(ko(10, 0), komaster=RIGHT).answer
        assert (yours.left_at(t), yours.right_at(t)) == (10 - t, 2 * t)


def score(a: int, b: int, start: str, first: Player, top: Fraction, count: int, master: Player | None) -> Fraction:
    """What Left gets from a ko beside coupons of equal steps from `top` down to 0, by search through all plays.

    A player from whom the ko has just been taken takes a coupon before it is taken back. The komaster may take it back
    at once, and then must win it with the next move, as Berlekamp demands: threats do not last for ever.
    """
    step = top / count

    @cache
    def value(node: str, banned: bool, obliged: bool, left: int, mover: Player) -> Fraction:
        sign, after = (1 if mover is LEFT else -1), mover.opponent
        wins, takes = ("k", "t") if mover is LEFT else ("t", "k")
        found = []
        held = obliged and master is mover
        if left and not held:
            found.append(sign * left * step + value(node, False, obliged, left - 1, after))
        if node == wins:
            found.append(value("a" if mover is LEFT else "b", False, False, left, after))
        elif node == takes and (not banned or master is mover):
            found.append(value(wins, True, banned, left, after))
        if not found:
            return Fraction({"a": a, "b": b, "k": a, "t": b}[node])
        return max(found) if mover is LEFT else min(found)

    return value(start, False, False, count, first)


@pytest.mark.parametrize("master", MASTERS)
@pytest.mark.parametrize("start", ["k", "t"])
def test_play_in_an_enriched_environment(start: str, master: Player | None) -> None:
    """With many coupons from t down, the first player gets the wall at t and half of t, up to a few steps."""
    a, b, count = 6, -3, depth(60, 300)
    graph = pp.thermograph(ko(a, b, start), komaster=master).answer
    for top in (Fraction(1), Fraction(2), Fraction(4), Fraction(5)):
        error = 3 * top / count
        left = score(a, b, start, LEFT, top, count, master) - top / 2
        right = score(a, b, start, RIGHT, top, count, master) + top / 2
        assert abs(left - graph.left_at(top)) <= error, (start, master, top)
        assert abs(right - graph.right_at(top)) <= error, (start, master, top)


def around_kos(rng: random.Random) -> Position:
    """A tree of options above a ko and numbers."""
    rows = ["k: a | t", "t: k | b"]
    rows += number(rng.randint(1, 6), "a") + number(-rng.randint(0, 5), "b")
    leaves = ["k", "t", "a", "b", "c", "d"]
    rows += number(rng.randint(-4, 4), "c") + number(rng.randint(2, 8), "d")
    for name in ("x", "y", "z"):
        left, right = ([rng.choice(leaves) for _ in range(rng.randint(1, 2))] for _ in range(2))
        rows.append(f"{name}: {' '.join(sorted(set(left)))} | {' '.join(sorted(set(right)))}")
        leaves.append(name)
    return pp.load("abstract_game", "; ".join(rows).replace("z:", "@z:", 1))


def test_games_with_kos_are_verified() -> None:
    rng = random.Random(4)
    answered = 0
    for _ in range(depth(40, 1000)):
        position = around_kos(rng)
        for master in MASTERS:
            if not position.system.convention.loops:
                continue
            try:
                result = pp.thermograph(position, komaster=master)
            except pp.NotApplicable as error:
                assert "thermograph" in str(error) and "\n" not in str(error)
                continue
            assert pp.verify(result), f"{position!r}: {pp.verify(result)}"
            answered += 1
            wrong = Thermograph.of_ko([(-1, 5), (2, 2)], [(-1, -1), (2, 2)])
            assert not pp.verify({**result.to_json(), "answer": wrong.to_json()}) or wrong == result.answer
    assert answered >= depth(60, 1500)


def test_without_kos_it_is_the_usual_thermograph() -> None:
    """A graph that is loopy elsewhere, asked about a part without loops."""
    rows = "x: p | q; p: o |; q: | o; k: p | t; t: k | q"
    found = pp.thermograph(pp.load("abstract_game", rows))
    assert found.answer == pp.Value("{1|-1}").thermograph and found.method == "kos"


REFUSED = {
    "a: b | ; b: | a": "cannot win",
    "a: a | b": "other ways than by simple kos",
    "a: b | b; b: a | a": "other ways than by simple kos",
    "a: b | c; b: c | a; c: d |; d: c | a": "other ways than by simple kos",
}


@pytest.mark.parametrize("text", REFUSED)
def test_other_loops_are_refused(text: str) -> None:
    with pytest.raises(pp.NotApplicable, match=REFUSED[text]) as caught:
        pp.thermograph(pp.load("abstract_game", text))
    assert "\n" not in str(caught.value)


def test_a_komaster_needs_kos() -> None:
    with pytest.raises(pp.NotApplicable, match="no komaster where positions cannot repeat"):
        pp.thermograph(pp.load("domineering", "..|.."), komaster=LEFT)
    with pytest.raises(pp.NotApplicable, match="komaster 'left'"):
        pp.thermograph(ko(1, 0), komaster="left")  # type: ignore[arg-type]

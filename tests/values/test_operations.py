"""Operations on values: against their definitions, against theorems, and on all values born by day 3."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from tests.reference import values as reference

from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.values import Universe, Value
from perfectplay.values.compounds import (
    conjunctive,
    continued_conjunctive,
    diminished,
    selective,
    sequential,
    shortened_selective,
    side,
)
from perfectplay.values.heating import cool, freeze, heat, overheat
from perfectplay.values.incentives import (
    incentives,
    left_incentives,
    right_incentives,
    sensible_left,
    sensible_right,
)
from perfectplay.values.infinitesimals import (
    Uptimal,
    atomic_weight,
    far_star,
    is_atomic,
    is_remote_star,
    is_uptimal,
    power,
    power_to,
    subordinate,
    superstar,
    uptimal,
)
from perfectplay.values.products import conway, nim_product, norton, ordinal_product, ordinal_sum
from perfectplay.values.recursion import solve
from perfectplay.values.reduced import companion, reduced, star_projection
from perfectplay.values.structure import (
    confusion_interval,
    day,
    follower_count,
    followers,
    is_even,
    is_even_tempered,
    is_infinitesimal,
    is_integer,
    is_nimber,
    is_number_tiny,
    is_numberish,
    is_odd,
    is_odd_tempered,
    is_ordinal,
    is_zero,
    stop_count,
)

ZERO = Value(0)
DAY_2 = day(ZERO, 2)
DAY_3 = day(ZERO, 3)
PAIRS = list(product(DAY_2, DAY_2))
SOME = random.Random(1).sample(DAY_3, 120)  # born on day 3, mostly
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def nim(n: int) -> Value:
    return ZERO.nus(0, 0, n)


def values(*texts: str) -> list[Value]:
    return [Value(text) for text in texts]


# Recursion ------------------------------------------------------------------------------------------------------------


def test_solve_goes_deeper_than_python_does() -> None:
    def total(n: int, known: Callable[[int], int]) -> int:
        return n + known(n - 1) if n else 0

    assert solve(total, 100_000) == 100_000 * 100_001 // 2


def test_solve_notices_an_answer_that_depends_on_itself() -> None:
    def circle(n: int, known: Callable[[int], int]) -> int:
        return known((n + 1) % 3)

    with pytest.raises(ValueError, match="the answer for 0 depends on itself"):
        solve(circle, 0)


def test_an_equation_may_solve_another_one() -> None:
    def outer(n: int, known: Callable[[int], int]) -> int:
        def inner(m: int, _: Callable[[int], int]) -> int:
            return known(m) if m else 0

        return 1 + solve(inner, n - 1) if n else 0

    assert solve(outer, 50) == 50


# Heating --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (0, "{3||2*|1*}"),
        (QUARTER, "{11/4||2|3/2}"),
        (HALF, "{5/2|2*}"),
        (Fraction(3, 4), "9/4*"),
        (70, "9/4"),
        (-HALF, "{7/2|||5/2|3/2||+-1/2}"),
    ],
)
def test_cooling_one_game_by_many_temperatures(t: int | Fraction, expected: str) -> None:
    assert cool(Value("{3||2*|1*}"), t) == Value(expected)


def test_numbers_cool_below_zero_only() -> None:
    x = Value(QUARTER)
    assert [cool(x, t) for t in (1, 0, Fraction(-1, 8))] == [x, x, x]
    assert cool(x, -QUARTER) == Value("1/4*")
    assert cool(x, Fraction(-3, 8)) == Value("{3/8|1/8}")
    with pytest.raises(NotApplicable, match="greater than -1"):
        cool(x, -1)


def test_cooling_respects_sums_and_order() -> None:
    for t in (QUARTER, HALF, 1):
        cooled = {g: cool(g, t) for g in DAY_2}
        for g, h in PAIRS:
            assert cool(g + h, t) == cooled[g] + cooled[h]
            assert not g <= h or cooled[g] <= cooled[h]


def test_cooling_undoes_heating() -> None:
    for g in SOME:
        for t in (QUARTER, 1):
            assert cool(heat(g, t), t) == g


def test_cooling_beyond_the_temperature_leaves_the_mean() -> None:
    for g in SOME:
        if not g.is_number:
            assert cool(g, g.temperature + Fraction(1, 64)) == g.mean
            assert is_infinitesimal(freeze(g) - g.mean)
            assert freeze(g) != g.mean
        else:
            assert freeze(g) == g


def test_heating_by_a_game() -> None:
    assert heat(Value("*2"), 2) == Value("+-{2,{4|0}}")
    assert heat(Value("^*"), 2) == Value("{2,{4|0}|-2}")
    assert heat(Value("{3||2*|1*}"), Value("*")) == Value("{3*||2|1}")
    assert heat(Value("{3||2*|1*}"), -2) == Value("3/2")
    assert heat(Value("{-1|-5}"), 3).fuzzy(0)


def test_overheating() -> None:
    assert overheat(Value("{3||2*|1*}"), Value("*"), Value("1*")) == Value("{1||+-(1*)|-1,{-1|-3}}")
    assert overheat(Value(Fraction(7, 16)), 0, 0) == Value("^[3]")
    for g in SOME:
        assert overheat(g, 1, 0) == g
    for g, h in PAIRS:  # the sums of Blockbusting
        assert overheat(g + h, 1, Value("1*")) == overheat(g, 1, Value("1*")) + overheat(h, 1, Value("1*"))


# Products -------------------------------------------------------------------------------------------------------------


def test_norton_products() -> None:
    up = Value("^")
    assert norton(Value(-4), up) == Value("v4")
    assert norton(Value(HALF), up) == Value("{^^*|v*}")
    assert norton(Value("Tiny(2)"), up) == Value("{^^*||0|v6}")
    assert norton(Value("+-1"), Value("*")) == 0
    assert norton(Value("*2"), Value("*")) == Value("*2")


@pytest.mark.parametrize("unit", ["^", "1/2", "^^*", "{2|1}", "{0||0|-2}"])
def test_norton_products_by_a_positive_unit_respect_sums_and_order(unit: str) -> None:
    times = {g: norton(g, Value(unit)) for g in DAY_2}
    for g, h in PAIRS:
        assert (g <= h) == (times[g] <= times[h])
        assert norton(g + h, Value(unit)) == times[g] + times[h]


def test_norton_products_by_one_change_nothing() -> None:
    assert all(norton(g, 1) == g for g in DAY_3)


def test_norton_products_by_up_are_overheating() -> None:
    assert all(norton(g, Value("^")) == overheat(g, Value("^"), Value("^^*")) for g in DAY_2)


@cache
def conway_by_definition(g: Value, h: Value) -> Value:
    def options(*sides: tuple[Iterable[Value], Iterable[Value]]) -> list[Value]:
        times = conway_by_definition
        return [times(x, h) + times(g, y) - times(x, y) for xs, ys in sides for x in xs for y in ys]

    return g.game(options((g.left, h.left), (g.right, h.right)), options((g.left, h.right), (g.right, h.left)))


def test_conway_products_follow_their_definition() -> None:
    for g, h in PAIRS:
        assert conway(g, h) == conway_by_definition(g, h) == conway(h, g)
        assert conway(-g, h) == -conway(g, h)
    assert conway(Value("{3|1}"), Value("^^")) == Value("{^6|^^}")
    assert conway(Value("^^"), Value("^^")) == Value("{0||0,*|0,{0,*|0,*2}}")


def test_nimbers_are_a_field() -> None:
    table: dict[tuple[int, int], int] = {}
    for a, b in product(range(16), repeat=2):
        seen = {table[x, b] ^ table[a, y] ^ table[x, y] for x in range(a) for y in range(b)}
        table[a, b] = min(set(range(len(seen) + 1)) - seen)
        assert nim_product(a, b) == table[a, b]
    assert conway(Value("*19"), Value("*23")) == Value("*86")
    assert all(sum(nim_product(a, b) == 1 for b in range(256)) == 1 for a in range(1, 256))


def signs(x: Fraction) -> str:
    """The sign expansion of a number: how the simplest numbers approach it."""
    found, at, step = "", Fraction(0), Fraction(1)
    while at != x:
        found += "+" if x > at else "-"
        if len(set(found)) > 1:
            step /= 2
        at += step if x > at else -step
    return found


def test_ordinal_sums_of_numbers_are_strings_of_hackenbush() -> None:
    numbers = [Fraction(n, 8) for n in range(-20, 21)]
    flip = str.maketrans("+-", "-+")
    for x, y in product(numbers, repeat=2):
        assert signs(ordinal_sum(Value(x), y).fraction) == signs(x) + signs(y)
        if abs(x) <= 1 and abs(y) <= 1:
            substituted = "".join(signs(x) if s == "+" else signs(x).translate(flip) for s in signs(y))
            assert signs(ordinal_product(Value(x), y).fraction) == substituted


def test_the_colon_principle() -> None:
    for base in random.Random(2).sample(DAY_2, 8):
        above = {h: ordinal_sum(base, h) for h in DAY_2}
        for g, h in PAIRS:
            assert (g <= h) == (above[g] <= above[h])


def test_ordinal_products() -> None:
    assert ordinal_product(Value("*5"), Value("*6")) == Value("*30")
    assert ordinal_product(Value("+-1"), Value("^^")) == Value("+-1")
    for g, h in PAIRS:
        assert ordinal_product(g, -h) == -ordinal_product(g, h)


# Compounds ------------------------------------------------------------------------------------------------------------

Rule = Callable[[int, int], list[tuple[int, int]]]


def both(a: int, b: int) -> list[tuple[int, int]]:
    return list(product(range(a), range(b)))


def one(a: int, b: int) -> list[tuple[int, int]]:
    return [(x, b) for x in range(a)] + [(a, y) for y in range(b)]


IMPARTIAL: list[tuple[Callable[[Value, Value], Value], Rule]] = [
    (conjunctive, both),
    (continued_conjunctive, lambda a, b: both(a, b) if a and b else one(a, b)),
    (selective, lambda a, b: both(a, b) + one(a, b)),
    (shortened_selective, lambda a, b: both(a, b) + one(a, b) if a and b else []),
    (diminished, lambda a, b: one(a, b) if a and b else []),
    (sequential, lambda a, b: [(x, b) for x in range(a)] if a else [(0, y) for y in range(b)]),
]


@pytest.mark.parametrize(("compound", "rule"), IMPARTIAL, ids=lambda f: getattr(f, "__name__", ""))
def test_compounds_of_nim_heaps_by_hand(compound: Callable[[Value, Value], Value], rule: Rule) -> None:
    table: dict[tuple[int, int], int] = {}
    for a, b in product(range(7), repeat=2):
        seen = {table[move] for move in rule(a, b)}
        table[a, b] = min(set(range(len(seen) + 1)) - seen)
        assert compound(nim(a), nim(b)) == nim(table[a, b])


Plain = reference.Value
Move = Callable[[Plain, Plain, tuple[Plain, ...], tuple[Plain, ...]], list[tuple[Plain, Plain]]]


@cache
def plain(g: Value) -> Plain:
    return reference.game(map(plain, g.left), map(plain, g.right))


def ended(g: Plain) -> bool:
    return not g.left and not g.right


def any_one(a: Plain, b: Plain, xs: tuple[Plain, ...], ys: tuple[Plain, ...]) -> list[tuple[Plain, Plain]]:
    return [(x, b) for x in xs] + [(a, y) for y in ys]


def at_least_one(a: Plain, b: Plain, xs: tuple[Plain, ...], ys: tuple[Plain, ...]) -> list[tuple[Plain, Plain]]:
    return any_one(a, b, xs, ys) + [(x, y) for x in xs for y in ys]


def wherever_possible(a: Plain, b: Plain, xs: tuple[Plain, ...], ys: tuple[Plain, ...]) -> list[tuple[Plain, Plain]]:
    return [(x, y) for x in xs for y in ys] if xs and ys else any_one(a, b, xs, ys)


PARTIZAN: list[tuple[Callable[[Value, Value], Value], Move]] = [
    (conjunctive, lambda a, b, xs, ys: [(x, y) for x in xs for y in ys]),
    (continued_conjunctive, wherever_possible),
    (selective, at_least_one),
    (shortened_selective, lambda a, b, xs, ys: [] if ended(a) or ended(b) else at_least_one(a, b, xs, ys)),
    (diminished, lambda a, b, xs, ys: [] if ended(a) or ended(b) else any_one(a, b, xs, ys)),
]


@pytest.mark.parametrize(("compound", "moves"), PARTIZAN, ids=lambda f: getattr(f, "__name__", ""))
def test_compounds_by_the_slow_reference(compound: Callable[[Value, Value], Value], moves: Move) -> None:
    @cache
    def slow(a: Plain, b: Plain) -> Plain:
        return reference.game(
            (slow(x, y) for x, y in moves(a, b, a.left, b.left)),
            (slow(x, y) for x, y in moves(a, b, a.right, b.right)),
        )

    for g, h in random.Random(5).sample(PAIRS, 100):
        assert plain(compound(g, h)) is slow(plain(g), plain(h))


def test_side_sums_by_the_slow_reference() -> None:
    @cache
    def slow(a: Plain, b: Plain) -> Plain:
        return reference.game(
            [*b.left, *(slow(x, b) for x in a.left)],
            [*a.right, *(slow(a, y) for y in b.right)],
        )

    for g, h in random.Random(6).sample(PAIRS, 100):
        assert plain(side(g, h)) is slow(plain(g), plain(h))


def test_compounds_of_partizan_games() -> None:
    assert conjunctive(Value("+-1"), Value("^^")) == Value("{0|-1}")
    assert conjunctive(Value(HALF), Value(QUARTER)) == HALF
    assert selective(Value(HALF), Value(HALF)) == 1
    assert selective(Value("*"), Value("^")) == Value("{^|*,*2}")
    assert continued_conjunctive(Value(3), Value(5)) == 5
    assert continued_conjunctive(Value(3), Value(-5)) == -2
    assert shortened_selective(Value(3), Value(5)) == diminished(Value(3), Value(5)) == 7
    assert sequential(Value("{1|-1}"), Value("*")) == Value("{{*|}|{|*}}")
    assert side(Value(1), Value(-1)) == Value("{-1|1}")
    for g, h in PAIRS:
        assert conjunctive(g, h) == conjunctive(h, g) == -conjunctive(-g, -h)
        assert selective(g, h) == selective(h, g) == -selective(-g, -h)
        assert side(g, h) == -side(-h, -g)


def test_zero_is_neutral_or_the_end() -> None:
    for g in DAY_2:
        assert selective(g, 0) == continued_conjunctive(g, 0) == side(g, 0) == side(ZERO, g) == sequential(g, 0) == g
        assert conjunctive(g, 0) == shortened_selective(g, 0) == diminished(g, 0) == 0


def test_operands_may_be_numbers_or_come_from_another_universe() -> None:
    with Universe():
        up, star = values("^", "*")
    assert ordinal_sum(Value("^"), 2) == ordinal_sum(Value("^"), Value(2))
    assert selective(Value("*"), up) == Value("{^|*,*2}")
    assert norton(Value(HALF), up) == Value("{^^*|v*}")
    assert conway(Value("*2"), star) == Value("*2")
    assert subordinate(Value("^*"), star) == 1
    assert overheat(Value("{3||2*|1*}"), star, Value("1*")) == Value("{1||+-(1*)|-1,{-1|-3}}")


# Incentives -----------------------------------------------------------------------------------------------------------


def test_incentives() -> None:
    assert set(incentives(Value("^*6"))) == {Value("^*")}
    assert set(left_incentives(Value("6^*"))) == set(values("v", "v*"))
    assert right_incentives(Value("^*6")) == (Value("^*"),)
    assert right_incentives(Value(Fraction(25, 16))) == (Value(Fraction(-1, 16)),)
    assert incentives(ZERO) == ()
    for g in SOME:
        assert not any(d >= 0 for d in incentives(g))
        assert all(any(left - g <= d for d in left_incentives(g)) for left in g.left)


def test_sensible_moves_are_those_that_the_canonical_form_needs() -> None:
    g = Value("{^|*}")
    assert sensible_left(g, [*g.left, Value("v")]) == g.left
    up = ZERO.game(values("0", "v*"), values("*"))
    assert sensible_left(up, values("0", "v*")) == (ZERO,)
    assert sensible_right(up, values("*", "^")) == (Value("*"),)


# Infinitesimals -------------------------------------------------------------------------------------------------------


def test_remote_stars_are_no_followers_and_compare_alike() -> None:
    for g in (*DAY_3, *values("^3*4", "vv*3", "1^*5", "{^*6|v4*2}", "{1|*5}", "{^7*|^4}")):
        reached = followers(g)
        remote = [n for n in range(10) if nim(n) not in reached]
        assert remote == [n for n in range(10) if is_remote_star(g, n)]
        assert len({(g <= nim(n), g >= nim(n)) for n in remote}) == 1
        assert far_star(g) == nim(min(n for n in (2, 4, 8) if n in remote))
    assert far_star(Value("^1000000*5")) == nim(8)


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("*8", "0"),
        ("{^3|vv}", "{1|0}"),
        ("{^^|vv}", "*"),
        ("{^^,{^|*}|*}", "1"),
        ("{0||0|vvv}", "0"),
        ("{1|^^||^}", "2"),
        ("{^4|||1|^||*|-1}", "5/2"),
    ],
)
def test_atomic_weights(text: str, weight: str) -> None:
    assert atomic_weight(Value(text)) == Value(weight)


def test_atomic_weights_are_additive_and_two_are_enough() -> None:
    small = [g for g in DAY_3 if g.is_all_small]
    assert len(small) == 67
    weight = {g: atomic_weight(g) for g in small}
    for g, h in random.Random(3).choices(list(product(small, small)), k=300):
        assert atomic_weight(g + h) == weight[g] + weight[h]
    for g, w in weight.items():
        assert atomic_weight(-g) == -w
        assert not w >= 2 or g > 0
        assert not w >= 1 or not g <= 0
        assert (w >= 1) == (g > far_star(g))


def test_atomic_weights_are_what_norton_multiplies() -> None:
    for w in DAY_2:
        assert atomic_weight(norton(w, Value("^"))) == w


def test_a_game_behaves_like_its_atomic_weight_beside_a_far_star() -> None:
    atomic = [g for g in DAY_3 if is_infinitesimal(g)]
    assert len(atomic) == 292
    for g in random.Random(4).sample(atomic, 60):
        like = norton(atomic_weight(g), Value("^"))
        for x in (*DAY_2, *values("^^", "v3", "{1|^^||^}", "{0||0|-2}")):
            assert (g + x + nim(16)).outcome == (like + x + nim(16)).outcome


@pytest.mark.parametrize("text", ["5", "6^*", "{3||2*|1*}", "{1|^||v*}", "{1|^||*|-1}"])
def test_games_without_atomic_weight(text: str) -> None:
    assert not is_atomic(Value(text))
    with pytest.raises(NotApplicable, match="has no atomic weight"):
        atomic_weight(Value(text))


def test_uptimal_expansions() -> None:
    for x, n, a, b, c in product((Fraction(0), Fraction(-5, 4)), (0, 1, 2, 5), (-2, 0, 1), (-1, 0, 2), (-2, -1, 0, 1)):
        digits = [a, b, c]
        while digits and not digits[-1]:
            digits.pop()
        expansion = Uptimal(x, n, tuple(digits))
        assert uptimal(expansion.value(ZERO)) == expansion


def test_uptimal_expansions_print_like_decimals() -> None:
    texts = ["6^*", "^*6", "^", "{0|*||*|||*||||*}", "5", "0", "73/16v9*8", "{0|v*}"]
    assert " ".join(str(uptimal(Value(text))) for text in texts) == "6*.1 *6.1 0.1 0.1111 5.0 0.0 73/16*8.(-9) 0.01"


def test_games_that_are_not_uptimal() -> None:
    digits = [(), *((a,) for a in (-2, -1, 1, 2)), *product((-1, 0, 1), (-1, 1))]
    numbers = {g.mean for g in DAY_3}
    every = {Uptimal(x, n, tuple(d)).value(ZERO) for x in numbers for n in range(4) for d in digits}
    for g in DAY_3:
        assert is_uptimal(g) == (g in every)
    with pytest.raises(NotApplicable, match="is not an uptimal"):
        uptimal(Value("{^3|vv}"))


def test_powers() -> None:
    up, tiny = values("^", "{0||0|-2}")
    assert power(up, 2) == Value("{0|v*}")
    assert power(tiny, 3) == Value("{0||0|-2,{0|-2,{0|-2}}}")
    assert power(up, Fraction(7, 4)) == Value("{0||0,v*|0,{0,v*|0,*}}")
    assert power_to(up, Fraction(7, 4)) == Value("{^|*,^[2]||*,^[2]}")
    assert power_to(Value("+-1"), 3) == Value("{1,{1,+-1|-1}|-1}")
    for g in (up, tiny, *values("{0||0|vv}", "{0|v*}")):
        for n in range(1, 5):
            assert sum((power(g, i) for i in range(1, n + 1)), ZERO) == power_to(g, n)
    with pytest.raises(NotApplicable, match="expected a game of the form"):
        power(Value("+-1"), 3)
    with pytest.raises(NotApplicable, match="exponent 1/2"):
        power(up, HALF)


def test_subordination_undoes_ordinal_sums() -> None:
    for base, h in PAIRS:
        assert subordinate(ordinal_sum(base, h), base) == h
    assert subordinate(Value(Fraction(-13, 16)), -1) == Fraction(3, 8)
    with pytest.raises(NotApplicable, match="not the ordinal sum"):
        subordinate(Value("*"), 1)


def test_superstars() -> None:
    assert superstar(ZERO, 1) == Value("^")
    assert superstar(ZERO, 0) == Value("^*")
    assert superstar(ZERO, 3, 0) == Value("{0,*|0,*3}")
    with pytest.raises(NotApplicable, match="one exponent or more"):
        superstar(ZERO)


# Reductions -----------------------------------------------------------------------------------------------------------


def test_reduced_canonical_forms_are_the_simplest_of_their_classes() -> None:
    classes: dict[Value, list[Value]] = {}
    for g in DAY_3:
        r = reduced(g)
        classes.setdefault(r, []).append(g)
        assert is_infinitesimal(g - r)
    assert len(classes) == 61
    for r, members in classes.items():
        assert reduced(r) == r
        assert r.birthday == min(g.birthday for g in members)
        assert stop_count(r) == min(stop_count(g) for g in members)
        assert not any(is_infinitesimal(r - s) for s in classes if s != r)


def test_reduced_canonical_forms_of_larger_games() -> None:
    game = Value("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}")
    assert reduced(game) == Value("{3/2|1/2||{0|-3},{-1/2|-1||-5/2}}")
    assert reduced(Value("{{2|0},1*|*}")) == Value("{1|0}")
    assert star_projection(Value("{2*|1*}")) == Value("{2|1}")


def test_the_companion_is_an_automorphism_of_every_day() -> None:
    for n in (1, 2, 3):
        born = day(ZERO, n)
        assert {companion(g) for g in born} == set(born)
    assert all(companion(companion(g)) == g for g in DAY_3)
    assert all((g <= h) == (companion(g) <= companion(h)) for g, h in PAIRS)
    assert companion(Value("{1|^^||^}")) == Value("{1|^^*||^*}")
    assert companion(Value(-(10**15))) == -(10**15)


# Structure ------------------------------------------------------------------------------------------------------------


def test_days() -> None:
    assert [len(day(ZERO, n)) for n in range(4)] == [1, 4, 22, 1474]
    assert {g.birthday for g in DAY_3} == {0, 1, 2, 3}
    with pytest.raises(NotApplicable, match="day 4"):
        day(ZERO, 4)


def test_followers() -> None:
    assert set(followers(Value("{0||0|v*}"))) == set(values("0", "*", "v*", "{0|v*}", "{0||0|v*}"))
    assert followers(Value(3)) == (Value(3), Value(2), Value(1), Value(0))
    for g in SOME:
        assert len(followers(g)) == follower_count(g) == len(set(followers(g)))
    assert follower_count(Value(-(10**15))) == 10**15 + 1
    assert follower_count(Value(f"{{{10**15}|-3}}")) == 10**15 + 5
    with pytest.raises(LimitReached, match="more than 1000000"):
        followers(Value(10**15))


def test_stop_counts() -> None:
    texts = ["{^3|vv}", "^*6", "{5||3|1|||0||||0}", "0", "{1|^3||^}", "{3||2*|1*}", "Tiny(1)", "*3"]
    assert [stop_count(Value(text)) for text in texts] == [10, 1459, 5, 1, 9, 5, 3, 18]


def test_confusion_intervals() -> None:
    for g in DAY_3:
        interval = confusion_interval(g)
        for x in (Fraction(n, 4) for n in range(-13, 14)):
            assert (x in interval) == g.fuzzy(x)
    assert str(confusion_interval(Value("{1|0}"))) == "[0, 1]"
    assert str(confusion_interval(Value("{1|^}"))) == "(0, 1]"


def lengths(g: Value, ended: Callable[[Value], bool]) -> set[int]:
    """The lengths of all plays to an end, modulo 2."""
    return {0} if ended(g) else {1 - n for option in g.left + g.right for n in lengths(option, ended)}


def test_parity_and_temper() -> None:
    for g in SOME:
        plays = lengths(g, is_zero)
        assert (is_even(g), is_odd(g)) == (plays == {0}, plays == {1})
        plays = lengths(g, lambda h: h.is_number)
        assert (is_even_tempered(g), is_odd_tempered(g)) == (plays == {0}, plays == {1})


def test_kinds_of_values() -> None:
    assert [is_integer(g) for g in values("0", "-5", "1/2", "*")] == [True, True, False, False]
    assert [is_ordinal(g) for g in values("0", "-5", "1/2", "7")] == [True, False, False, True]
    assert [is_nimber(g) for g in values("0", "*5", "^*", "1*")] == [True, True, False, False]
    assert [is_zero(g) for g in values("0", "*")] == [True, False]
    assert [is_numberish(g) for g in values("1^*", "{1|0}", "{1||1|-1}")] == [True, False, True]
    tiny = ["0", "1", "1Tiny(2)", "Miny({3|1})", "{1||1|-1}"]
    assert [is_number_tiny(Value(text)) for text in tiny] == [True] * 5
    other = ["*", "^", "{1|0}", "Tiny(2)+Tiny(2)", "{0||0|^}", "{2|1}"]
    assert [is_number_tiny(Value(text)) for text in other] == [False] * 6

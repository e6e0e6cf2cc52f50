"""Values that end in surreal numbers: laws, order against short games with a large number for w, text, refusals."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import Surreal, Value
from perfectplay.fields.simplest import number_with, simplest
from perfectplay.values.long import LongValue

LARGE = 2**20
LEAVES = ["w", "-w", "0", "1", "-1", "1/w", "-1/w", "w/2", "w+1", "1-w", "2", "-2*w"]


def stand_in(text: str) -> Fraction:
    """The same number with a large integer for w."""
    return sum((r * Fraction(LARGE) ** int(e.fraction) for e, r in Surreal(text).terms), Fraction(0))


def some(dice: random.Random, depth: int) -> tuple[str, str, bool]:
    """A game as text, with a large integer for w, and whether everything in it that is no leaf is hot."""
    if depth == 0 or dice.random() < 0.3:
        leaf = dice.choice(LEAVES)
        return leaf, str(stand_in(leaf)), True
    sides = [[some(dice, depth - 1) for _ in range(dice.randint(1, 2))] for _ in range(2)]
    texts = ["{" + "|".join(",".join(str(each[n]) for each in side) for side in sides) + "}" for n in (0, 1)]
    return texts[0], texts[1], all(each[2] for side in sides for each in side) and not Value(texts[0]).is_number


def games(seed: int, number: int, depth: int = 2) -> list[tuple[Value, Value]]:
    """Hot games, and what stands for them. (Of others the simplest numbers are not alike.)"""
    dice = random.Random(seed)
    found: list[tuple[Value, Value]] = []
    while len(found) < number:
        long, short, hot = some(dice, depth)
        if hot:
            found.append((Value(long), Value(short)))
    return found


def test_order_and_outcomes_are_those_of_short_games_with_a_large_number() -> None:
    known = games(1, depth(60, 300))
    for g, x in known:
        assert g.outcome == x.outcome
        for h, y in known[:40]:
            assert (g <= h, g >= h, g == h, g.fuzzy(h)) == (x <= y, x >= y, x == y, x.fuzzy(y)), (str(g), str(h))


def test_sums_are_those_of_short_games_with_a_large_number() -> None:
    known = games(2, depth(12, 50))
    for g, x in known:
        for h, y in known:
            total = g + h
            assert total.outcome == (x + y).outcome and (total <= 0) == (x + y <= 0)
            assert total == h + g and (total - h) == g


def test_laws() -> None:
    dice = random.Random(3)
    for _ in range(depth(40, 400)):
        a, b, c = (Value(some(dice, 2)[0]) for _ in range(3))
        assert a + 0 == a and a - a == 0 and a - -a == a + a
        assert (a + b) + c == a + (b + c) and a + b == b + a and -(a + b) == -a - b
        assert (a <= b) == (a + c <= b + c) == (-b <= -a) and (a == b) == (a <= b and a >= b)
        assert Value(str(a)) == a and pickle.loads(pickle.dumps(a)) == a and hash(Value(str(a))) == hash(a)
        assert 3 * a == a + a + a and a * -1 == -a
        if isinstance(a, LongValue) and not a.is_number:
            again = Value("{" + "|".join(",".join(map(str, side)) for side in (a.left, a.right)) + "}")
            assert again == a and again.left == a.left and a.left_stop >= a.right_stop
            assert (a.left_stop < 0) <= (a < 0) <= (a.left_stop <= 0)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("{w|}", "w+1"),
        ("{|-w}", "-w-1"),
        ("{0|1/w}", "1/(2*w)"),
        ("{1/w|1}", "1/2"),
        ("{1/w|3/w}", "2/w"),
        ("{w|w+1}", "w+1/2"),
        ("{w/2|w}", "w-1"),
        ("{5|w}", "6"),
        ("{*|w}", "0"),
        ("{w|-w}+{w|-w}", "0"),
        ("+-w", "{w|-w}"),
        ("-+-(w)", "{w|-w}"),
        ("{w|-w} + w", "{2*w|0}"),
        ("{w,5|*,3}", "{w|*}"),
        ("{w||1|0}", "{w|{1|0}}"),
        ("{{w|0}|{0|-w}}", "0"),
        ("{w|w}", "w + *"),
        ("w + ^*", "w + ^*"),
        ("{ω|1/omega}", "{w|1/w}"),
        ("w^w - w^(1/2)", "w^w-w^(1/2)"),
        ("w^-1", "1/w"),
        ("w - w + ^", "^"),
        ("{0||0|-w}", "{0|{0|-w}}"),
    ],
)
def test_known_values(text: str, result: str) -> None:
    assert str(Value(text)) == result and Value(result) == Value(text)


def test_what_lies_between_and_beyond() -> None:
    tiny = Value("{0||0|-w}")  # tiny-w: positive, and smaller than all of its kind
    assert 0 < tiny < Value("Tiny(1000)") < Value("^") < Value("1/w") and tiny.outcome == "L"
    assert Value("{w|-w}").fuzzy(10**9) and Value("{w|-w}") < Value("w+1") and Value("1/1024") > Value("1/w")
    assert Value("{w|1/w}") > 0 and Value("{w|-1/w}").fuzzy(0) and Value("{w|*}") > Value("*2")
    assert Value("w").birthday == pp.Ordinal("w") and Value("{w|-w}").birthday == pp.Ordinal("w+1")


def test_surreal_numbers_ordinals_and_values_mix() -> None:
    w, hot = Surreal("w"), Value("{w|-w}")
    assert Value("w") == w == Value("w") and Surreal(Value("w")) == w and hash(Value("w")) == hash(w)
    assert hot + w == w + hot == Value("{2*w|0}") and hot - w == -(w - hot)
    assert isinstance(hot, LongValue) and hot + pp.Ordinal("w") == hot + w
    assert Value("*") + hot == hot + Value("*") and hot + 5 == 5 + hot and Value("*") < w + Value("w") > 3
    assert Value("w-w") == 0 and type(Value("w-w")) is Value and Value("w/w").fraction == 1
    assert Value("w").surreal == w and Value("w-1/w").surreal.integer_part == w - 1


def test_signs_and_numbers_are_each_other() -> None:
    from tests.test_surreals import some as number

    dice = random.Random(4)
    for _ in range(depth(500, 5000)):
        a, b = number(dice, dice.choice((0, 1, 1, 2))), number(dice)
        assert number_with(a.sign_expansion) == a
        if a != b:
            low, high = min(a, b), max(a, b)
            found = simplest(low, high)
            assert low < found < high
            shorter = [x for x in (low, high, found, Surreal(0)) if low < x < high]
            assert all(found.birthday <= x.birthday for x in (*shorter, (low + high) / 2, low + (high - low) / 4))


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: Value("{w|-w}").mean, "{w|-w}: not the value of a short game, for which alone this is defined here"),
        (lambda: Value("{w|-w}").thermograph, "{w|-w}: not the value of a short game, for which alone"),
        (lambda: Value("w").left, "w: a number that is not short may have infinitely many options"),
        (lambda: Value("{w|1/w").left, "row 1, column 7: the { at character 1 is not closed (expected a comma, bars"),
        (lambda: Value("{w}"), "row 1, column 1: no bars (expected bars between the options of Left and Right)"),
        (lambda: Value("w*"), "row 1, column 3: unexpected end (expected an expression such as w^2*3+w+5)"),
        (lambda: Value("{1|w^}"), "row 1, column 6: unexpected end (expected an expression such as w^2*3+w+5)"),
        (lambda: Value("{w|1|0}"), "row 1, column 5: two runs of bars of the same length"),
        (lambda: Value("{" * 60 + "w"), "row 1, column 51: nested too deeply (expected at most 50 levels)"),
        (lambda: Value("w + on"), "on and a game that ends in surreal numbers"),
        (lambda: Value("{w|-w}").surreal, "{w|-w} is not a number"),
        (lambda: Surreal.simplest([1], [0]), "no number lies between 1 and 0"),
        (lambda: Surreal.simplest(["w/3"], ["w"]), "the signs of w/3 have infinitely many runs"),
        (lambda: Value("{w|*100}"), "a game of more than 60 moves that ends in surreal numbers"),
    ],
)
def test_refusals(work: object, message: str) -> None:
    with pytest.raises(pp.PerfectPlayError) as caught:
        work()  # type: ignore[operator]
    assert str(caught.value).startswith(message)


def test_large_sums_keep_limits() -> None:
    many = Value("{w|-w}") + Value("{w|1}") + Value("{w/2|-1/w}") + Value("{3|-w}") + Value("{w+1|w/4}")
    assert isinstance(many, LongValue)
    with pytest.raises(pp.LimitReached), pp.Limits(time=0.001):
        for n in range(1, 40):
            many = many + Value(f"{{w*{n}|-w}}") + Value(f"{{w|{n}}}")

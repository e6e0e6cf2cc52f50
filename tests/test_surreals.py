"""Surreal numbers and ordinals: laws, the two orders against each other, text, refusals."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction

import pytest

import perfectplay as pp
from perfectplay import Ordinal, Surreal
from perfectplay.fields.signs import Signs


def some_ordinal(dice: random.Random, depth: int = 2) -> Ordinal:
    found = Ordinal(0)
    for _ in range(dice.randint(0, 3)):
        exponent = some_ordinal(dice, depth - 1) if depth and dice.random() < 0.4 else Ordinal(dice.randrange(4))
        found = found.natural_sum(Ordinal.power_of_omega(exponent, dice.randint(1, 3)))
    return found


def some(dice: random.Random, depth: int = 1) -> Surreal:
    found = Surreal(0)
    for _ in range(dice.randint(0, 3)):
        number = Fraction(dice.randint(-8, 8), 4)
        exponent = some(dice, depth - 1) if depth and dice.random() < 0.3 else Surreal(number)
        found = found + Fraction(dice.randint(-8, 8), 4) * Surreal("w") ** exponent
    return found


def compare_signs(a: Signs, b: Signs) -> int:
    """The order of sequences: where one ends, + is above and - below."""
    left, right = list(a.runs), list(b.runs)
    while left and right:
        (s, m), (t, n) = left.pop(0), right.pop(0)
        if s != t:
            return 1 if s > t else -1
        if m < n:
            right.insert(0, (t, m.left_difference(n)))
        elif n < m:
            left.insert(0, (s, n.left_difference(m)))
    return left[0][0] if left else -right[0][0] if right else 0


def test_ordinals_obey_their_laws() -> None:
    dice = random.Random(1)
    w = Ordinal("w")
    for _ in range(400):
        a, b, c = (some_ordinal(dice) for _ in range(3))
        assert (a + b) + c == a + (b + c) and (a * b) * c == a * (b * c) and a * (b + c) == a * b + a * c
        assert a.natural_sum(b) == b.natural_sum(a) and a.natural_product(b) == b.natural_product(a)
        assert a.natural_product(b.natural_sum(c)) == a.natural_product(b).natural_sum(a.natural_product(c))
        assert a + b <= a.natural_sum(b) and a * b <= a.natural_product(b)
        low, high = sorted((a, b))
        assert low + low.left_difference(high) == high and c + low <= c + high
        assert (Surreal(a) + Surreal(b)).ordinal == a.natural_sum(b)
        assert (Surreal(a) * Surreal(b)).ordinal == a.natural_product(b) and (Surreal(a) < b) == (a < b)
        assert Ordinal(str(a)) == a and pickle.loads(pickle.dumps(a)) == a and hash(Surreal(a)) == hash(a)
    for _ in range(60):
        a, b, c = (some_ordinal(dice, 1) for _ in range(3))
        assert a ** (b + c) == a**b * a**c and (a**b) ** c == a ** (b * c)
    assert 1 + w == w < w + 1 and 2 * w == w < w * 2 and 2**w == w and (w + 1) ** w == w**w and 3 ** (w * w) == w**w


def test_surreal_numbers_are_an_ordered_ring() -> None:
    dice = random.Random(2)
    for _ in range(300):
        a, b, c = (some(dice) for _ in range(3))
        assert a + b == b + a and a * b == b * a and (a + b) + c == a + (b + c) and a - a == 0
        assert (a * b) * c == a * (b * c) and a * (b + c) == a * b + a * c
        assert (a < b) == (a + c < b + c) and (a < b) + (a == b) + (a > b) == 1
        assert (a * b).sign == a.sign * b.sign and abs(a) >= 0
        assert Surreal(str(a)) == a and pickle.loads(pickle.dumps(a)) == a
        if b:
            assert a * b / b == a
            rest = a - a.series(b, 5) * b
            assert not rest or not a or abs(rest) < abs(a)
        assert (a * a).sqrt() == abs(a)
        whole = a.integer_part
        assert whole.is_omnific and whole <= a < whole + 1


def test_the_order_of_signs_is_that_of_normal_forms() -> None:
    dice = random.Random(3)
    for _ in range(2000):
        a, b = some(dice), some(dice)
        order = (a > b) - (a < b)
        assert compare_signs(a.sign_expansion, b.sign_expansion) == order, (a, b)


def test_sign_expansions_of_short_numbers_are_those_of_values() -> None:
    for n in range(-40, 41):
        x = Fraction(n, 8)
        assert Surreal(x).birthday == pp.Value(x).birthday and Surreal(pp.Value(x)).value == pp.Value(x)


@pytest.mark.parametrize(
    ("text", "signs", "birthday"),
    [
        ("w", "(+)^w", "w"),
        ("w-1", "(+)^w-", "w+1"),
        ("w/2", "(+)^w(-)^w", "w*2"),
        ("sqrt(w)", "(+)^w(-)^(w^2)", "w^2"),
        ("1/w", "+(-)^w", "w"),
        ("w^-2", "+(-)^(w*2)", "w*2"),
        ("w+1/w", "(+)^(w+1)(-)^w", "w*2"),
        ("-3/4", "-+-", "3"),
        ("0", "()", "0"),
    ],
)
def test_known_sign_expansions(text: str, signs: str, birthday: str) -> None:
    assert str(Surreal(text).sign_expansion) == signs and Surreal(text).birthday == Ordinal(birthday)


def test_texts() -> None:
    for text in ("w", "w^w", "1/w", "w^(1/2)", "-3*w^2+w/2-1/w", "3/(2*w^(1/2))", "w^(-w)", "w^(w^2+1)-5*w/7"):
        assert str(Surreal(text)) == text
    assert Surreal(" 2 * ω\u00d73 - omega ^ -1") == 6 * Surreal("w") - 1 / Surreal("w")


def test_long_numbers_are_written_and_read() -> None:
    for x in (Surreal(1 << 20000) * Surreal("w") / 3 + 1, Surreal(Fraction(1, 1 << 20000))):
        assert Surreal(str(x)) == x and pickle.loads(pickle.dumps(x)) == x
    assert Ordinal(str(Ordinal("w") * (1 << 20000))) == Ordinal("w") * (1 << 20000)


def test_parts() -> None:
    x = Surreal("w+3/2-1/w")
    assert x.real_part == Fraction(3, 2) and (x - Surreal("w")).standard_part == Fraction(3, 2)
    assert x.integer_part == Surreal("w+1") and Surreal("w-1/w").integer_part == Surreal("w-1")
    assert not x.is_finite and Surreal("1/w").is_infinitesimal and Surreal("w/3").is_omnific


def test_values_among_surreal_numbers() -> None:
    w = Surreal("w")
    assert pp.Value("3/4") + w == w + pp.Value("3/4") == Surreal("w+3/4") and pp.Value(5) < w > pp.Value("1/2")
    assert Surreal("3/4") == pp.Value("3/4") and hash(Surreal("3/4")) == hash(pp.Value("3/4"))
    assert w != pp.Value("*") and pp.Value(2) - w == 2 - w


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda w: 1 / (w + 1), "(1)/(w+1) has infinitely many terms; its first ones are its series"),
        (lambda w: (w**w + 1) / (w + 1), "(w^w+1)/(w+1) has infinitely many terms; its first ones are its series"),
        (lambda w: w / 0, "division by zero"),
        (lambda w: Surreal("1/0"), "row 1, column 2: division by zero (expected a divisor other than 0)"),
        (lambda w: w + pp.Value("*"), "* is not a number (expected a value such as 3/4)"),
        (lambda w: pp.Value("^") < w, "^ is not a number (expected a value such as 3/4)"),
        (lambda w: (w + 1).sqrt(), "the square root of w+1 has infinitely many terms"),
        (lambda w: (2 * w).sqrt(), "the square root of 2*w has irrational coefficients"),
        (lambda w: (-w).sqrt(), "-w is negative: it has no square root"),
        (lambda w: 2**w, "(2)^(w) (expected an integer power, or a power of w)"),
        (
            lambda w: (w / 3).sign_expansion,
            "the signs of w/3 have infinitely many runs (expected dyadic coefficients)",
        ),
        (lambda w: (w - 1).ordinal, "w-1 is not an ordinal"),
        (lambda w: Surreal("1/3").value, "1/3 is not the value of a short game (expected a dyadic rational)"),
        (
            lambda w: Surreal("e0"),
            "row 1, column 1: unexpected 'e0' (expected numbers written with w below epsilon_0)",
        ),
        (lambda w: Surreal("w+"), "row 1, column 3: unexpected end (expected an expression such as w^2*3+w+5)"),
        (lambda w: Surreal("(" * 200), "row 1, column 100: nested too deeply (expected at most 100 levels)"),
        (lambda w: Surreal(0.5), "a surreal number from float (expected text or an exact number)"),  # type: ignore[arg-type]
        (lambda w: (w + 1) ** 5000, "the power 5000 of a sum (expected at most 300)"),
        (lambda w: Ordinal(-1), "-1 is not an ordinal (expected 0 or more)"),
        (lambda w: Ordinal("w").left_difference(5), "w is more than 5 (expected at most that)"),
    ],
)
def test_refusals(work: object, message: str) -> None:
    with pytest.raises((pp.PerfectPlayError, ZeroDivisionError, TypeError)) as caught:
        work(Surreal("w"))  # type: ignore[operator]
    assert str(caught.value) == message

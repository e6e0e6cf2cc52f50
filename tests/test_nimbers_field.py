"""Nimbers as a field: the definition, the axioms, the published constants, orders and logarithms, refusals."""

from __future__ import annotations

import pickle
import random
from functools import cache

import pytest

import perfectplay as pp
from perfectplay import Nimber
from perfectplay.fields import transfinite
from perfectplay.fields.transfinite import alpha, excess, generators, order_of_two, to_ordinal


@cache
def by_definition(a: int, b: int) -> int:
    """The least number that is none of a'b + ab' + a'b' for smaller a' and b'."""
    taken = {by_definition(x, b) ^ by_definition(a, y) ^ by_definition(x, y) for x in range(a) for y in range(b)}
    return next(n for n in range(len(taken) + 1) if n not in taken)


def test_products_are_those_of_the_definition() -> None:
    for a in range(20):
        for b in range(20):
            assert Nimber(a) * Nimber(b) == by_definition(a, b), (a, b)


def some(dice: random.Random, kind: str) -> Nimber:
    if kind == "transfinite":
        powers = ["w", "w^2", "w^3", "w^w", "w^(w*3+1)", "w^(w^2)", "1"]
        chosen = dice.sample(powers, dice.randint(1, 3))
        return sum((Nimber(power) * dice.randrange(16) for power in chosen), Nimber(0))
    return Nimber(dice.getrandbits(dice.choice((3, 8, 33, 64, 200))))


@pytest.mark.parametrize(("kind", "times"), [("finite", 200), ("transfinite", 40)])
def test_nimbers_are_a_field(kind: str, times: int) -> None:
    dice = random.Random(5)
    for _ in range(times):
        a, b, c = (some(dice, kind) for _ in range(3))
        assert a + b == b + a and a * b == b * a and a + a == 0 and a * 1 == a
        assert (a * b) * c == a * (b * c) and a * (b + c) == a * b + a * c
        assert a.square() == a * a and a.sqrt().square() == a and (a + b).sqrt() == a.sqrt() + b.sqrt()
        assert a**5 == a * a * a * a * a
        if a:
            assert a * a.inverse() == 1 and (b / a) * a == b and a**-2 * a * a == 1
        assert Nimber(str(a)) == a == Nimber(a.ordinal) and pickle.loads(pickle.dumps(a)) == a
        assert hash(Nimber(str(a))) == hash(a)


def test_known_products() -> None:
    for a, b, c in [(2, 2, 3), (4, 4, 6), (16, 16, 24), (5, 7, 13), (123, 231, 183), (2**32, 2**32, 6442450944)]:
        assert Nimber(a) * Nimber(b) == c
    w = Nimber("w")
    assert w**3 == 2 and w.order() == 9 and Nimber("w^w") ** 5 == 4 and Nimber("w^(w^2)") ** 7 == w + 1


ALPHAS = {
    **{3: "2", 5: "4", 7: "w+1", 11: "w^w+1", 13: "w+4", 17: "16", 19: "w^3+4", 23: "w^(w^3)+1", 29: "w^(w^2)+4"},
    **{31: "w^w+1", 37: "w^3+4", 41: "w^w+1", 43: "w^(w^2)+1"},
}


def test_the_least_nimbers_without_roots() -> None:
    """Conway's table (On Numbers and Games, chapter 6), continued by Lenstra."""
    assert {p: str(to_ordinal(alpha(p))) for p in ALPHAS} == ALPHAS
    for p in ALPHAS:
        k = transfinite.PRIMES.index(p)
        assert Nimber(f"w^(w^{k})") ** p == Nimber(ALPHAS[p])


@pytest.mark.parametrize("p", [3, 5, 7, 11, 13, 17, 19, 29, 31, 37, 41, 43])
def test_excesses_are_the_least(p: int) -> None:
    """x has no p-th root in the field of 2^d elements if and only if x^((2^d-1)/p) is not 1, where p divides 2^d-1.

    Smaller numbers than the excess do have roots there.
    """
    base = sum((Nimber(to_ordinal(transfinite.kappa(q))) for q in generators(order_of_two(p))), Nimber(0))
    for m in range(excess(p) + 1):
        x = base + m
        d = x.degree
        assert (2**d - 1) % p == 0
        assert (x ** ((2**d - 1) // p) != 1) == (m == excess(p))


def test_orders_and_logarithms() -> None:
    dice = random.Random(7)
    for bits in (4, 8, 16, 32, 64):
        g = Nimber(dice.getrandbits(bits) | 2)
        n = g.order()
        assert g**n == 1 and (2 ** (4 * bits) - 1) % n == 0
        exponent = dice.randrange(n)
        assert (g**exponent).log(g) == exponent
    powers = {int(Nimber(20) ** n): n for n in reversed(range(Nimber(20).order()))}
    assert [Nimber(x).log(20) for x in range(1, 256)] == [powers.get(x) for x in range(1, 256)]
    for text in ("w", "w+1", "w^w", "w^3", "w^w+1"):
        x = Nimber(text)
        assert (x**7).log(x) == 7 % x.order()


def test_minimal_polynomials() -> None:
    dice = random.Random(8)
    for x in [
        *(Nimber(dice.getrandbits(bits)) for bits in (1, 2, 4, 8, 32, 64)),
        Nimber("w"),
        Nimber("w^w+w"),
        Nimber(0),
    ]:
        found = x.minimal_polynomial()
        assert found.degree == x.degree == len(x.conjugates()) and found.exponents[0] == found.degree
        assert all(found(y) == 0 for y in x.conjugates())
    assert str(Nimber(2).minimal_polynomial()) == "x^2+x+1" and str(Nimber("w").minimal_polynomial()) == "x^6+x^3+1"


def test_values_and_order() -> None:
    assert Nimber(pp.Value("*5")) == 5 and Nimber(5).value == pp.Value("*5")
    assert Nimber(5) < Nimber("w") < Nimber("w^2") and max(Nimber(3), Nimber(9)) == 9
    assert str(Nimber("w^2*3+1")) == "*(w^2*3+1)" and str(Nimber(1 << 20000)).startswith("*0x1")


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: Nimber(-1), "-1 is not a nimber (expected 0 or more)"),
        (lambda: Nimber("w^(w^w)"), "w^(w^w) is not below w^(w^w) (expected a nimber below that)"),
        (
            lambda: Nimber("w^(w^60)"),
            "the field that w^(w^60) generates is not known (expected exponents below w^54)",
        ),
        (lambda: Nimber("w-1"), "row 1, column 2: ordinals have no '-' (expected sums, products and powers)"),
        (lambda: Nimber(0).inverse(), "division by zero"),
        (lambda: Nimber(0).order(), "0 has no multiplicative order (expected another nimber)"),
        (lambda: Nimber(pp.Value("^")), "^ is not a nimber (expected a value such as *5)"),
        (lambda: Nimber(2.5), "a nimber from float (expected text, an int or an ordinal)"),  # type: ignore[arg-type]
        (
            lambda: Nimber("w^(w^40)+w^(w^30)+1").inverse(),
            "a reciprocal in an extension of degree 13870935 (expected at most 3000)",
        ),
        (
            lambda: (Nimber((1 << 127) + 1) ** 5).log((1 << 127) + 1),
            "a logarithm in a group whose order has the prime factor 67280421310721 is too large a search",
        ),
        (lambda: Nimber("w^(w^53)").degree, "a nimber of degree more than 4096"),
    ],
)
def test_refusals(work: object, message: str) -> None:
    with pytest.raises((pp.PerfectPlayError, ZeroDivisionError, TypeError)) as caught:
        work()  # type: ignore[operator]
    assert str(caught.value) == message

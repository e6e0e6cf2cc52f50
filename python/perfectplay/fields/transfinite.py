"""Nimbers below w^w^w: the algebraic closure of the field of two elements, inside the ordinals.

For the k-th odd prime p (3 is the first) and e > 0 let kappa(p^e) be the ordinal w^(w^(k-1) p^(e-1)). As nimbers,

    kappa(p)^p = alpha(p),    kappa(p^(e+1))^p = kappa(p^e),

and every ordinal below w^w^w is, with the same meaning of its normal form as an ordinal and as a nimber, a sum of
products of powers of different kappas, each less than its p, with finite coefficients. So the p-part of a product is
alpha(p) to the power of a fraction a/p^e below 1: a monomial is a tuple of (p, a, p^e), fractions in lowest terms, and
where fractions add up to 1 or more, a factor alpha(p) is left, which has smaller primes only.

alpha(p) is the least ordinal that has no p-th root among smaller ones. With f the order of 2 modulo p it is kappa(f)
plus a natural number, the *excess* of p, where kappa(f) is the sum of the kappas (of 2 too: kappa(2^e) = 2^(2^(e-1)))
of the least of those sets of prime powers dividing f exactly for which f divides the degree of the field that they
generate (Lenstra 1977). Excesses are hard to find: those of the primes up to 257 are listed here.

Reference: Conway, *On Numbers and Games*, chapter 6; Lenstra, "On the algebraic closure of two" (1977); DiMuro, "On
On_p" (2011); the excesses as in Siegel's CGSuite.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from math import lcm, prod

from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.fields import finite
from perfectplay.fields.ordinal import Ordinal
from perfectplay.limits import watch_now

Monomial = tuple[tuple[int, int, int], ...]
Element = dict[Monomial, int]

PRIMES = tuple(p for p in range(3, 258) if all(p % d for d in range(2, p)))
"""The odd primes whose excesses are known."""
ONE_MORE = frozenset(
    (7, 11, 23, 31, 41, 43, 47, 53, 59, 73, 79, 83, 89, 101, 107, 127, 137, 149, 157, 167, 179, 223, 227, 229, 233, 251)
)
"""Those with excess 1. The excess of 19 and 163 is 4, that of all others 0."""
LARGEST_STEP = 3000


def excess(p: int) -> int:
    """The excess of an odd prime (Lenstra 1977).

    >>> excess(7), excess(13), excess(19)
    (1, 0, 4)
    """
    return 4 if p in (19, 163) else int(p in ONE_MORE)


# From and to ordinals -----------------------------------------------------------------------------------------------


def from_ordinal(x: Ordinal) -> Element:
    """The nimber that an ordinal is."""
    return {_monomial(exponent): count for exponent, count in x.terms}


def _monomial(exponent: Ordinal) -> Monomial:
    parts = []
    for k, digits in reversed(exponent.terms):
        if not k.is_finite:
            raise NotApplicable(f"w^({exponent}) is not below w^(w^w) (expected a nimber below that)")
        if int(k) >= len(PRIMES):
            known = f"expected exponents below w^{len(PRIMES)}"
            raise NotApplicable(f"the field that w^({exponent}) generates is not known ({known})")
        p = PRIMES[int(k)]
        a, q = 0, 1
        while digits:
            digits, digit = divmod(digits, p)
            a, q = a * p + digit, q * p
        if q > p**200:
            raise LimitReached("an exponent with more than 200 digits")
        parts.append((p, a, q))
    return tuple(parts)


def to_ordinal(x: Element) -> Ordinal:
    """The ordinal that a nimber is."""
    found = Ordinal(0)
    for monomial, count in x.items():
        exponent = Ordinal(0)
        for p, a, q in reversed(monomial):
            digits = 0
            while q > 1:
                a, digit = divmod(a, p)
                digits, q = digits * p + digit, q // p
            exponent = exponent + Ordinal.power_of_omega(PRIMES.index(p), digits)
        found = found.natural_sum(Ordinal.power_of_omega(exponent, count))
    return found


# The field ----------------------------------------------------------------------------------------------------------


def total(a: Element, b: Element) -> Element:
    """The nim sum."""
    found = dict(a)
    for monomial, n in b.items():
        _xor(found, monomial, n)
    return found


def _xor(into: Element, monomial: Monomial, n: int) -> None:
    if m := into.get(monomial, 0) ^ n:
        into[monomial] = m
    else:
        into.pop(monomial, None)


def product(a: Element, b: Element) -> Element:
    """The nim product."""
    watch_now()()
    found: Element = {}
    for left, m in a.items():
        for right, n in b.items():
            count = finite.product(m, n)
            for monomial, k in _monomials(left, right):
                _xor(found, monomial, finite.product(count, k))
    return found


@lru_cache(1 << 16)
def _monomials(left: Monomial, right: Monomial) -> tuple[tuple[Monomial, int], ...]:
    """The product of two monomials, as a sum."""
    if not left or not right:
        return ((left or right, 1),)
    parts = {p: (a, q) for p, a, q in left}
    carried = []
    for p, b, r in right:
        a, q = parts.pop(p, (0, 1))
        top = max(q, r)
        a = a * (top // q) + b * (top // r)
        if a >= top:
            carried.append(p)
            a -= top
        while a and a % p == 0:
            a, top = a // p, top // p
        if a:
            parts[p] = (a, top)
    found: Element = {tuple((p, *parts[p]) for p in sorted(parts)): 1}
    for p in carried:
        found = product(found, alpha(p))
    return tuple(found.items())


def square(x: Element) -> Element:
    """The nim square, term by term."""
    found: Element = {}
    for monomial, n in x.items():
        count = finite.square(n)
        for each, k in _monomials(monomial, monomial):
            _xor(found, each, finite.product(count, k))
    return found


def root(x: Element) -> Element:
    """The nim square root, term by term."""
    found: Element = {}
    for monomial, n in x.items():
        term: Element = {(): finite.root(n)}
        for p, a, q in monomial:
            if a % 2:  # alpha^(a/2q) = alpha^((a+q)/2q) / sqrt(alpha)
                term = product(product(term, {((p, (a + q) // 2, q),): 1}), _below_root(p))
            else:
                term = product(term, {((p, a // 2, q),): 1})
        found = total(found, term)
    return found


@cache
def _below_root(p: int) -> Element:
    return inverse(root(alpha(p)))


def inverse(x: Element) -> Element:
    """The nim reciprocal.

    A single term is turned around by itself. Otherwise x is a polynomial in the root kappa of alpha(p), for its largest
    prime p, over the field of what has smaller primes, and Euclid's algorithm finds its reciprocal modulo kappa^q =
    alpha(p).
    """
    if not x:
        raise ZeroDivisionError("division by zero")
    if len(x) == 1:
        ((monomial, n),) = x.items()
        found: Element = {(): finite.inverse(n)}
        for p, a, q in monomial:
            found = product(product(found, {((p, q - a, q),): 1}), _over_alpha(p))
        return found
    p = max(monomial[-1][0] for monomial in x if monomial)
    q = max(part[2] for monomial in x for part in monomial if part[0] == p)
    if (size := _size(x)) > LARGEST_STEP:
        raise LimitReached(f"a reciprocal in an extension of degree {size} (expected at most {LARGEST_STEP})")
    start: list[Element] = [{} for _ in range(q)]
    for monomial, n in x.items():
        here = monomial and monomial[-1][0] == p
        start[monomial[-1][1] * (q // monomial[-1][2]) if here else 0][monomial[:-1] if here else monomial] = n
    modulus: list[Element] = [alpha(p), *(Element() for _ in range(1, q)), {(): 1}]
    found = {}
    for power, coefficient in enumerate(_reciprocal(start, modulus)):
        found = total(found, product(coefficient, {_kappa(p, power, q): 1}))
    return found


def _size(x: Element) -> int:
    """The degree of the field that the kappas in x generate, over the finite nimbers."""
    steps: dict[int, int] = {}
    waiting = [part for monomial in x for part in monomial]
    while waiting:
        p, _, q = waiting.pop()
        if p not in steps:
            waiting += [part for monomial in alpha(p) for part in monomial]
        steps[p] = max(q, steps.get(p, 1))
    return prod(steps.values())


def _kappa(p: int, a: int, q: int) -> Monomial:
    while a and a % p == 0:
        a, q = a // p, q // p
    return ((p, a, q),) if a else ()


@cache
def _over_alpha(p: int) -> Element:
    return inverse(alpha(p))


def _reciprocal(x: list[Element], modulus: list[Element]) -> list[Element]:
    """The polynomial that is 1/x modulo another, by Euclid's algorithm; lists begin with constants."""
    before: list[Element] = []
    after: list[Element] = [{(): 1}]
    old, new = modulus, _trimmed(x)
    while len(new) > 1:
        over = inverse(new[-1])
        while len(old) >= len(new):
            factor, shift = product(old[-1], over), len(old) - len(new)
            old = _trimmed(_less(old, new, factor, shift))
            before = _less(before, after, factor, shift)
        old, new, before, after = new, old, after, before
    over = inverse(new[0])
    return [product(each, over) for each in after]


def _less(a: list[Element], b: list[Element], factor: Element, shift: int) -> list[Element]:
    """a - factor b t^shift."""
    found = a + [{} for _ in range(len(b) + shift - len(a))]
    for n, each in enumerate(b):
        if each:
            found[n + shift] = total(found[n + shift], product(each, factor))
    return found


def _trimmed(x: list[Element]) -> list[Element]:
    end = len(x)
    while end and not x[end - 1]:
        end -= 1
    return x[:end]


# Kappas and alphas --------------------------------------------------------------------------------------------------


def kappa(q: int) -> Element:
    """kappa of a prime power.

    >>> to_ordinal(kappa(4)), to_ordinal(kappa(9)), to_ordinal(kappa(5))
    (4, w^3, w^w)
    """
    if q & (q - 1) == 0:
        return {(): 1 << q // 2}
    return {((_prime(q), 1, q),): 1}


@cache
def alpha(p: int) -> Element:
    """The least nimber without a p-th root among smaller ones: what kappa(p)^p is.

    >>> [str(to_ordinal(alpha(p))) for p in (3, 5, 7, 11, 13, 17, 19)]
    ['2', '4', 'w+1', 'w^w+1', 'w+4', '16', 'w^3+4']
    """
    m = excess(p)
    found: Element = {(): m} if m else {}
    for q in generators(order_of_two(p)):
        found = total(found, kappa(q))
    return found


def order_of_two(p: int) -> int:
    """The least f > 0 for which p divides 2^f - 1.

    >>> order_of_two(7), order_of_two(23)
    (3, 11)
    """
    return next(f for f in range(1, p) if pow(2, f, p) == 1)


@cache
def generators(f: int) -> tuple[int, ...]:
    """The prime powers whose kappas add up to kappa(f).

    >>> generators(12), generators(18), generators(36)
    ((4, 3), (9,), (4, 9))
    """
    powers = [q for q in range(2, f + 1) if f % q == 0 and _is_power(q) and (f // q) % _prime(q)]
    sets = [chosen for n in range(len(powers) + 1) for chosen in combinations(powers, n)]
    able = [chosen for chosen in sets if lcm(*map(degree, chosen)) % f == 0]
    return tuple(sorted(min(able, key=lambda chosen: sorted(map(_rank, chosen), reverse=True)), key=_rank))


def _rank(q: int) -> tuple[int, int]:
    """In the order of their kappas as ordinals."""
    return _prime(q), q


@cache
def degree(q: int) -> int:
    """The degree of the field that kappa of a prime power generates, over the field of two elements.

    >>> degree(8), degree(3), degree(9), degree(7)
    (8, 6, 18, 42)
    """
    p = _prime(q)
    if p == 2:
        return q
    parts = [degree(r) for r in generators(order_of_two(p))]
    return q * lcm(*parts, finite.width(excess(p)))


def _prime(q: int) -> int:
    return next(d for d in range(2, q + 1) if q % d == 0)


def _is_power(q: int) -> bool:
    p = _prime(q)
    while q % p == 0:
        q //= p
    return q == 1

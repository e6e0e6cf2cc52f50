"""Multiplicative orders and discrete logarithms in finite fields of characteristic 2, for elements of any kind.

The order of an element of degree d divides 2^d - 1, the product of the values at 2 of the cyclotomic polynomials of the
divisors of d, which are factored one by one. For nimbers below 2^(2^n) these are Fermat numbers; the large factors of
the first ten are listed (Lenstra, Lenstra, Manasse & Pollard 1990 for the tenth). Logarithms are found prime by prime
of the order (Pohlig & Hellman 1978), each by baby steps and giant steps (Shanks 1971).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from math import gcd, isqrt
from typing import TypeVar

from perfectplay.errors import LimitReached
from perfectplay.limits import watch_now, watched

KNOWN = (
    67280421310721,
    59649589127497217,
    5704689200685129054721,
    1238926361552897,
    93461639715357977769163558199606896584051237541638188580280321,
    7455602825647884208337395736200454918783366342657,
    741640062627530801524787141901937474059940781097519023905821316144415759504705008092818711693940737,
)
"""Large prime factors of Fermat numbers."""
LARGEST_PRIME = 1 << 32
"""Of an order, the largest prime factor that logarithms can do with."""
MOST_STEPS = 200_000
LARGEST_FACTORED = 160
"""Bits of a number without small factors whose factors are looked for."""
T = TypeVar("T", bound=Hashable)


def order(x: T, degree: int, power: Callable[[T, int], T], one: T) -> dict[int, int]:
    """The prime factors of the order of an element of this degree, with their exponents."""
    group = 2**degree - 1
    found = {}
    for p, e in factors(degree).items():
        reached = power(x, group // p**e)
        here = 0
        while reached != one:
            reached, here = power(reached, p), here + 1
        if here:
            found[p] = here
    return found


def logarithm(
    x: T, base: T, factored: dict[int, int], multiply: Callable[[T, T], T], power: Callable[[T, int], T], one: T
) -> int | None:
    """The least n >= 0 with base^n = x, or None; `factored` is the order of the base."""
    whole = 1
    for p, e in factored.items():
        whole *= p**e
    if power(x, whole) != one:
        return None
    if (largest := max(factored, default=1)) > LARGEST_PRIME:
        raise LimitReached(f"a logarithm in a group whose order has the prime factor {largest} is too large a search")
    found, modulus = 0, 1
    for p, e in factored.items():
        generator = power(base, whole // p)
        part = 0
        for n in range(e):  # the digits of the logarithm modulo p^e, to the base p
            rest = multiply(x, power(base, whole - part))
            digit = _small(power(rest, whole // p ** (n + 1)), generator, p, multiply, power, one)
            part += digit * p**n
        found += modulus * ((part - found) * pow(modulus, -1, p**e) % p**e)
        modulus *= p**e
    return found


def _small(x: T, base: T, p: int, multiply: Callable[[T, T], T], power: Callable[[T, int], T], one: T) -> int:
    """The logarithm of x to a base of prime order p."""
    steps = isqrt(p - 1) + 1
    seen: dict[T, int] = {}
    at = one
    for n in watched(range(steps)):
        seen.setdefault(at, n)
        at = multiply(at, base)
    giant, at = power(base, p - steps % p), x
    for n in watched(range(steps)):
        if at in seen:
            return n * steps + seen[at]
        at = multiply(at, giant)
    raise AssertionError("x is no power of the base")


@cache
def factors(degree: int) -> dict[int, int]:
    """The prime factors of 2^degree - 1, with their exponents.

    >>> factors(6), factors(8)
    ({3: 2, 7: 1}, {3: 1, 5: 1, 17: 1})
    """
    found: dict[int, int] = {}
    for d in (d for d in range(1, degree + 1) if degree % d == 0):
        for p in _primes(_cyclotomic(d)):
            found[p] = found.get(p, 0) + 1
    return dict(sorted(found.items()))


@cache
def _cyclotomic(d: int) -> int:
    """The value of the d-th cyclotomic polynomial at 2."""
    rest: int = 2**d - 1
    for e in range(1, d):
        if d % e == 0:
            rest //= _cyclotomic(e)
    return rest


def _primes(n: int) -> list[int]:
    """The prime factors of n, each as often as it divides."""
    found: list[int] = []
    for p in KNOWN:
        while n % p == 0:
            n, found = n // p, [*found, p]
    p = 2
    while p < 1000 and p * p <= n:
        while n % p == 0:
            n, found = n // p, [*found, p]
        p += 1
    waiting = [n] if n > 1 else []
    while waiting:
        m = waiting.pop()
        if m < 1_000_000 or is_prime(m):
            found.append(m)
        else:
            divisor = _divisor(m)
            waiting += [divisor, m // divisor]
    return found


def is_prime(n: int) -> bool:
    """The test of Miller and Rabin, for the first twenty primes as bases: exact below 3.3e24, and beyond that for all
    practical purposes.

    >>> is_prime(65537), is_prime(2**32 + 1)
    (True, False)
    """
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71)
    if n < 2 or any(n % p == 0 for p in bases):
        return n in bases
    twos = (n - 1 & 1 - n).bit_length() - 1
    for a in bases:
        at = pow(a, n - 1 >> twos, n)
        if at not in (1, n - 1) and not any((at := at * at % n) == n - 1 for _ in range(twos - 1)):
            return False
    return True


def _divisor(n: int) -> int:
    """A proper divisor of a composite number, by Pollard's rho method (1975)."""
    if isqrt(n) ** 2 == n:
        return isqrt(n)
    for step in range(1, 20 if n.bit_length() <= LARGEST_FACTORED else 1):
        slow, fast, kept, count = 2, 2, 1, 0
        while count < MOST_STEPS:
            watch_now()()
            before = slow, fast
            for _ in range(100):
                slow = (slow * slow + step) % n
                fast = (fast * fast + step) % n
                fast = (fast * fast + step) % n
                kept = kept * abs(slow - fast) % n
            count += 100
            if (found := gcd(kept, n)) == n:
                slow, fast = before
                found = 1
                while found == 1:
                    slow = (slow * slow + step) % n
                    fast = (fast * fast + step) % n
                    fast = (fast * fast + step) % n
                    found = gcd(abs(slow - fast), n)
            if 1 < found < n:
                return found
            if found == n:
                break
        else:
            break
    raise LimitReached(f"an order that needs the factors of a number of {n.bit_length()} bits")

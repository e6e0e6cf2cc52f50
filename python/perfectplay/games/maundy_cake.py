"""Maundy Cake.

Cakes are rectangles of unit squares. Left divides a cake by vertical cuts into any number of equal parts with whole
sides, Right by horizontal ones; a player who cannot move loses.
A position is a list of cakes, rows by columns, such as ``4x6 2x3`` (``4*2x3`` are four); the move ``4x6:3*4x2`` divides
one cake into three.

Complexity: polynomial in the sides, by a closed form from their prime factors (Berlekamp, Conway & Guy 1982).

>>> pp.value(pp.load("maundy_cake", "999x1000"))
6
"""

from collections.abc import Iterator
from functools import lru_cache

from perfectplay.families.cakes import CakeGame


class MaundyCake(CakeGame):
    name = "Maundy Cake"
    aliases = ("maundy",)
    systems = ("S010",)
    source = "Berlekamp, Conway & Guy, Winning Ways (1982), chapter 2"
    sample = "2x6 4x2"
    samples = {"several": "6x8 2*3x9"}

    def divisions(self, side: int) -> Iterator[tuple[tuple[int, int], ...]]:
        divisors = [1]
        for prime in primes(side):
            divisors = list(dict.fromkeys(d * p for p in (1, prime) for d in divisors))
        for part in sorted(divisors)[:-1]:
            yield ((part, side // part),)


@lru_cache(maxsize=1024)
def primes(n: int) -> tuple[int, ...]:
    """The prime factors in order, with multiplicity."""
    found, p = [], 2
    while p * p <= n:
        while n % p == 0:
            found.append(p)
            n //= p
        p += 1 if p == 2 else 2
    return (*found, n) if n > 1 else tuple(found)

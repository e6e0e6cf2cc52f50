"""Finite nimbers: the field of characteristic 2 whose addition is xor (Conway, *On Numbers and Games*, chapter 6).

The numbers below F = 2^(2^n) are a field, and F F = F + F/2 leads from each to the next. A number below F^2 is h F + l;
with `half(h)` for the product of h and F/2,

    (h F + l)(h' F + l') = (h l' + l h' + h h') F + l l' + half(h h')

which takes three products of half the size (Karatsuba). The conjugate of F is F + 1, which gives norms and inverses.
Numbers below 2^8 are powers of one of them, and their products are looked up.
"""

from __future__ import annotations

from functools import cache

from perfectplay.errors import LimitReached

MOST_BITS = 1 << 20
"""How large a nimber may be."""


def width(x: int) -> int:
    """The bits of the smallest of the fields 2^(2^n) that has x in it.

    >>> width(1), width(2), width(16), width(256)
    (1, 2, 8, 16)
    """
    bits = 1
    while x >> bits:
        bits *= 2
        if bits > MOST_BITS:
            raise LimitReached(f"a nimber of more than {MOST_BITS} bits")
    return bits


def _plain(a: int, b: int, bits: int) -> int:
    """The product by the definition above, down to single bits: for the table only."""
    if bits == 1:
        return a & b
    bits //= 2
    mask = (1 << bits) - 1
    high, low = _plain(a >> bits, b >> bits, bits), _plain(a & mask, b & mask, bits)
    mixed = _plain(a >> bits ^ a & mask, b >> bits ^ b & mask, bits) ^ low
    return mixed << bits ^ low ^ _plain(high, 1 << bits - 1, bits)


@cache
def _tables() -> tuple[list[int], list[int]]:
    """Powers of a generator of the field 2^8, and logarithms."""
    for generator in range(16, 256):
        powers = [1]
        while (following := _plain(powers[-1], generator, 8)) != 1:
            powers.append(following)
        if len(powers) == 255:
            break
    logarithms = [0] * 256
    for n, x in enumerate(powers):
        logarithms[x] = n
    return powers * 2, logarithms


def product(a: int, b: int) -> int:
    """The nim product.

    >>> product(5, 7), product(123, 231), product(2**32, 2**32)
    (13, 183, 6442450944)
    """
    return _product(a, b, width(max(a, b)), *_tables())


def _product(a: int, b: int, bits: int, powers: list[int], logarithms: list[int]) -> int:
    if a < 2 or b < 2:
        return a * b
    if bits <= 8:
        return powers[logarithms[a] + logarithms[b]]
    bits //= 2
    mask = (1 << bits) - 1
    h, k, g, j = a >> bits, a & mask, b >> bits, b & mask
    low = _product(k, j, bits, powers, logarithms)
    if not h and not g:
        return low
    high = _product(h, g, bits, powers, logarithms)
    mixed = _product(h ^ k, g ^ j, bits, powers, logarithms) ^ low
    return mixed << bits ^ low ^ _half(high, bits)


def _half(x: int, bits: int) -> int:
    """The product with F/2 = 2^(bits-1), for x below F = 2^bits."""
    if not x:
        return 0
    if bits <= 8:
        return _product(x, 1 << bits - 1, bits, *_tables())
    bits //= 2
    h, low = x >> bits, x & (1 << bits) - 1
    return _half(h ^ low, bits) << bits ^ _half(_half(h, bits), bits)


def square(x: int) -> int:
    """The nim square, which is a linear map.

    >>> square(2), square(4), square(16)
    (3, 6, 24)
    """
    return _square(x, width(x))


def _square(x: int, bits: int) -> int:
    if x < 2:
        return x
    bits //= 2
    h, low = _square(x >> bits, bits), _square(x & (1 << bits) - 1, bits)
    return h << bits ^ low ^ _half(h, bits)


def root(x: int) -> int:
    """The nim square root: every nimber has one.

    >>> root(3), root(24)
    (2, 16)
    """
    return _root(x, width(x))


def _root(x: int, bits: int) -> int:
    if x < 2:
        return x
    bits //= 2
    h, low = x >> bits, x & (1 << bits) - 1
    return _root(h, bits) << bits ^ _root(low ^ _half(h, bits), bits)


def inverse(x: int) -> int:
    """The nim reciprocal: the conjugate divided by the norm.

    >>> inverse(2), product(1000, inverse(1000))
    (3, 1)
    """
    if not x:
        raise ZeroDivisionError("division by zero")
    return _inverse(x, width(x))


def _inverse(x: int, bits: int) -> int:
    if x == 1:
        return 1
    bits //= 2
    tables = _tables()
    h, low = x >> bits, x & (1 << bits) - 1
    if not h:
        return _inverse(low, bits)
    norm = _product(low, low ^ h, bits, *tables) ^ _half(_square(h, bits), bits)
    over = _inverse(norm, bits)
    return _product(h, over, bits, *tables) << bits ^ _product(h ^ low, over, bits, *tables)

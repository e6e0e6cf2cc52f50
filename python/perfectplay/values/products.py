"""Products of games: Norton's, Conway's and the ordinal product, and the ordinal sum.

None of them but Norton's (by a positive unit) is a function of values alone: the others depend on the *forms* of
their operands. Here they are formed from canonical forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING

from perfectplay.errors import LimitReached
from perfectplay.values.incentives import incentives
from perfectplay.values.recursion import solve
from perfectplay.values.structure import is_integer, nimber, operand

if TYPE_CHECKING:
    from perfectplay.values.value import Value

Pair = tuple["Value", "Value"]

MOST_BITS = 1 << 20
"""Of a denominator; native numbers have no longer ones."""


def norton(g: Value, u: Value | int | Fraction) -> Value:
    """Norton's product G·U: G measured in units of U.

        n·U = U + ... + U                            if G is an integer n,
        G·U = {G^L·U + (U + D) | G^R·U - (U + D)}    otherwise, where D runs through the incentives of U.

    If U > 0 the product depends on the value of G only, distributes over sums of G, and preserves order; overheating
    and the atomic weights are built on it. For other U it is defined by the same formula and has fewer properties.
    Reference: Winning Ways, chapter 8; Siegel, *Combinatorial Game Theory* (2013), II.7.

    >>> Value(Fraction(1, 2)).norton(Value("^"))
    {^^*|v*}
    >>> Value(3).norton(Value("^"))
    ^3
    """
    unit = operand(g, u)
    steps = [unit + incentive for incentive in incentives(unit)]

    def product(h: Value, known: Callable[[Value], Value]) -> Value:
        if is_integer(h):
            return int(h.fraction) * unit
        left, right = [known(option) for option in h.left], [known(option) for option in h.right]
        return g.game([x + step for x in left for step in steps], [x - step for x in right for step in steps])

    return solve(product, g)


def conway(g: Value, h: Value | int | Fraction) -> Value:
    """Conway's product of the canonical forms of G and H.

        GH = {G^L H + G H^L - G^L H^L, G^R H + G H^R - G^R H^R | G^L H + G H^R - G^L H^R, G^R H + G H^L - G^R H^L}

    It makes the numbers a field and the nimbers another one (*a *b is their nim product). In general it depends on the
    forms of G and H, and equal games may have different products with the same game.
    Reference: Conway, *On Numbers and Games*, chapters 0 and 6.

    >>> Value(Fraction(1, 2)).conway(Value(Fraction(1, 4)))
    1/8
    >>> Value("*6").conway(Value("*2"))
    *11
    >>> Value("{3|1}").conway(Value("^^"))
    {^6|^^}
    """

    def product(pair: Pair, known: Callable[[Pair], Value]) -> Value:
        a, b = pair
        if a.is_number and b.is_number:
            return g.number(a.fraction * b.fraction)
        for x, y in ((a, b), (b, a)):
            if is_integer(x):
                return int(x.fraction) * y
        m, n = nimber(a), nimber(b)
        if m is not None and n is not None:
            return g.nus(0, 0, nim_product(m, n))
        rows = {x: known((x, b)) for x in a.left + a.right}
        columns = {y: known((a, y)) for y in b.left + b.right}
        cells = {(x, y): known((x, y)) for x in rows for y in columns}

        def options(*sides: tuple[tuple[Value, ...], tuple[Value, ...]]) -> list[Value]:
            return [rows[x] + columns[y] - cells[x, y] for xs, ys in sides for x in xs for y in ys]

        return g.game(
            options((a.left, b.left), (a.right, b.right)),
            options((a.left, b.right), (a.right, b.left)),
        )

    return solve(product, (g, operand(g, h)))


def ordinal_sum(g: Value, h: Value | int | Fraction) -> Value:
    """The ordinal sum G:H of the canonical form of G and of H: a move in G throws H away.

        G:H = {G^L, G:H^L | G^R, G:H^R}

    It depends on the form of G and only on the value of H (the colon principle); `g` stands for its canonical form.
    Reference: Conway, *On Numbers and Games*, chapter 15; Winning Ways, chapter 7; Siegel, II.4.

    >>> Value(Fraction(1, 2)).ordinal_sum(Value(Fraction(1, 4)))
    9/16
    >>> Value("^").ordinal_sum(Value(2))
    ^[3]
    """

    top = operand(g, h)
    if g.is_number and top.is_number:
        return g.number(_joined(g.fraction, top.fraction))
    m, n = nimber(g), nimber(top)
    if m is not None and n is not None:
        return g.nus(0, 0, m + n)

    def above(x: Value, known: Callable[[Value], Value]) -> Value:
        return g.game([*g.left, *map(known, x.left)], [*g.right, *map(known, x.right)])

    return solve(above, top)


def _joined(x: Fraction, y: Fraction) -> Fraction:
    """The number whose sign expansion is that of x and then that of y: the stalk x of Hackenbush with y on top."""
    runs: list[tuple[int, int]] = []
    for sign, length in (*_signs(x), *_signs(y)):
        if runs and runs[-1][0] == sign:
            length += runs.pop()[1]
        runs.append((sign, length))
    if not runs:
        return Fraction(0)
    (first, whole), *others = runs
    exponent = sum(length for _, length in others)
    if exponent > MOST_BITS:
        raise LimitReached(f"a number has denominator 2^{exponent} (limit 2^{MOST_BITS})")
    # after the first run every sign counts half as much as the one before
    numerator = first * whole
    for sign, length in others:
        numerator = (numerator << length) + sign * ((1 << length) - 1)
    return Fraction(numerator, 1 << exponent)


def _signs(x: Fraction) -> Iterator[tuple[int, int]]:
    """The sign expansion, as signs with the number of times that each is repeated (*On Numbers and Games*, chapter 3).

    >>> list(_signs(Fraction(11, 8)))
    [(1, 2), (-1, 1), (-1, 1), (1, 1)]
    """
    if not x:
        return
    sign, whole = 1 if x > 0 else -1, ceil(abs(x))
    yield sign, whole
    short = whole - abs(x)
    if short:
        # 1/2 - short is a sum of 1/4, 1/8, ... with these signs; as bits they are half of it and of all pluses
        yield -sign, 1
        places = short.denominator.bit_length() - 2
        bits = (short.denominator - short.numerator - 1) // 2
        for bit, run in groupby(f"{bits:0{places}b}" if places else ""):
            yield sign if bit == "1" else -sign, len(list(run))


def ordinal_product(g: Value, h: Value | int | Fraction) -> Value:
    """The ordinal product of the canonical forms of G and H: every move of H becomes a copy of G or of -G.

        G×H = {(G×H^L):G^L, (G×H^R):(-G^R) | (G×H^L):G^R, (G×H^R):(-G^L)}

    On Hackenbush stalks it replaces each blue edge of H by G and each red one by -G; on nimbers it multiplies. The
    bases G×H^L and G×H^R of the ordinal sums are the forms that this definition gives, not canonical ones.
    Reference: the operation of this name in CGSuite 2 (Siegel), whose definition this is.

    >>> Value("*5").ordinal_product(Value("*6"))
    *30
    >>> Value(Fraction(1, 2)).ordinal_product(Value(Fraction(1, 4)))
    11/32
    """
    zero = g.number(0)
    minus = -g

    def above(pair: Pair, known: Callable[[Pair], Value]) -> Value:
        """(G×a):x, for a pair (a, x); G×a is (G×a):0."""
        a, x = pair
        left = [(b, y) for b in a.left for y in g.left] + [(b, y) for b in a.right for y in minus.left]
        right = [(b, y) for b in a.left for y in g.right] + [(b, y) for b in a.right for y in minus.right]
        return g.game(
            [known(key) for key in left + [(a, y) for y in x.left]],
            [known(key) for key in right + [(a, y) for y in x.right]],
        )

    return solve(above, (operand(g, h), zero))


def nim_product(a: int, b: int) -> int:
    """The product of the nimbers *a and *b in the field of nimbers (Conway, *On Numbers and Games*, chapter 6).

    With F = 2^2^k the greatest such number that is at most max(a, b), a = a' F + a'' and b = b' F + b'', and F F = F +
    F/2.

    >>> nim_product(6, 5)
    8
    """
    if a < 2 or b < 2:
        return a * b
    bits = 1
    while max(a, b) >> (2 * bits):
        bits *= 2
    a_high, a_low, b_high, b_low = a >> bits, a & (1 << bits) - 1, b >> bits, b & (1 << bits) - 1
    high, low = nim_product(a_high, b_high), nim_product(a_low, b_low)
    mixed = nim_product(a_high ^ a_low, b_high ^ b_low) ^ low
    return mixed << bits ^ low ^ nim_product(high, 1 << bits - 1)

"""Infinitesimals: remote stars, atomic weights, uptimals, powers and superstars.

References: Berlekamp, Conway, Guy, *Winning Ways*, chapters 7 and 8; Conway, *On Numbers and Games*, chapter 16;
Siegel, *Combinatorial Game Theory* (2013), II.4 and II.7.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from perfectplay.errors import NotApplicable
from perfectplay.records import dataclass
from perfectplay.values.products import norton, ordinal_sum
from perfectplay.values.recursion import solve
from perfectplay.values.structure import greatest_star, is_infinitesimal, is_integer, operand, reachable

if TYPE_CHECKING:
    from perfectplay.values.value import Value


def is_remote_star(g: Value, n: int) -> bool:
    """Whether *n is remote from G: no follower of G, G itself included, is equal to *n.

    All remote stars of G compare with G in the same way, so that one may speak of *the* far star. NotApplicable if n
    is negative.
    Reference: *Winning Ways*, chapter 8.

    >>> Value("^*3").is_remote_star(2), Value("^*3").is_remote_star(3)
    (False, True)
    """
    if n < 0:
        raise NotApplicable(f"no star with the number {n}: expected a number from 0")
    return n > _greatest_star(g)


def far_star(g: Value) -> Value:
    """A remote star of G: *n for the least power of two n > 1 such that all nimbers among its followers come before *n.

    A power of two stays remote when nimbers below it, or multiples of ^, are added to G.
    Reference: *Winning Ways*, chapter 8.

    >>> Value("*5").far_star
    *8
    """
    return g.nus(0, 0, max(2, 1 << _greatest_star(g).bit_length()))


def _greatest_star(g: Value) -> int:
    """The greatest n for which *n is a follower of G; smaller nimbers are followers too."""
    greatest = 0
    for h in reachable(g, lambda h: h.as_nus is None):
        if h.as_nus is not None:
            x, ups, star = h.as_nus
            if not x:
                greatest = max(greatest, greatest_star(ups, star))
    return greatest


def atomic_weight(g: Value) -> Value:
    """The atomic weight of G: the W for which G behaves like W·^ (Norton's product) beside a far star.

    That is, G + X + *n and W·^ + X + *n have the same outcome for every X and all large n. Every all-small game has
    one, and so do some other infinitesimals. It is additive, and if it is at least 2, Left wins whoever starts. With ☆
    for the far star, the weight of G is

        {w(G^L) - 2 | w(G^R) + 2}                                  unless that is an integer; then it is
        the greatest integer n with no w(G^R) + 2 <= n             if G > ☆,
        the least integer n with no w(G^L) - 2 >= n                if G < ☆,
        0                                                          otherwise.

    In a game that is not all-small, positive numbers weigh more than any multiple of ^ can, and the result is the
    weight of G iff G - W·^ lies between ±(^* + ☆:-1), games of weight 0. NotApplicable if it does not.
    Reference: *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory* (2013), II.7.

    >>> Value("{^3|vv}").atomic_weight
    {1|0}
    >>> Value("{1|^^||^}").atomic_weight
    2
    """
    weight = g._kept_weight(_weight)
    if weight is None:
        raise NotApplicable(f"{g!r} has no atomic weight")
    return weight


def is_atomic(g: Value) -> bool:
    """Whether G has an :func:`atomic_weight` (*Winning Ways*, chapter 8).

    >>> Value("{0||0|-2}").is_atomic, Value("{1|^||v*}").is_atomic
    (True, False)
    """
    return g._kept_weight(_weight) is not None


def _weight(g: Value) -> Value | None:
    if not is_infinitesimal(g):
        return None
    star = far_star(g)
    heavy = 4 * g.birthday + 8

    def weight(h: Value, known: Callable[[Value], Value]) -> Value:
        if h.right_stop > 0:
            return g.number(heavy)
        if h.left_stop < 0:
            return g.number(-heavy)
        parts = h.as_nus
        if parts is not None:
            return g.number(parts[1])
        left, right = [known(option) - 2 for option in h.left], [known(option) + 2 for option in h.right]
        simplest = g.game(left, right)
        if is_integer(simplest):
            if h > star:
                return g.number(min(_greatest_not_above(x) for x in right))
            if h < star:
                return g.number(max(-_greatest_not_above(-x) for x in left))
            return g.number(0)
        return simplest

    answer = solve(weight, g)
    if g.is_all_small:
        return answer
    bound = g.nus(0, 1, 1) + ordinal_sum(star, g.number(-1))
    return answer if -bound <= g - norton(answer, g.nus(0, 1, 0)) <= bound else None


def _greatest_not_above(x: Value) -> int:
    """The greatest integer n that is not >= x."""
    n = floor(x.left_stop)
    return n - 1 if x <= n else n


@dataclass(frozen=True)
class Uptimal:
    """The expansion x *m . a b c ... of the game x + *m + a·^ + b·^<2> + c·^<3> + ... (^<i> is the i-th power of ^).

    It prints like a decimal fraction; coefficients that are not digits are put in parentheses.

    >>> str(Uptimal(Fraction(6), 1, (1,))), str(Uptimal(Fraction(0), 0, (0, 2, 0, -12)))
    ('6*.1', '0.020(-12)')
    """

    number: Fraction
    nimber: int
    coefficients: tuple[int, ...]

    def __str__(self) -> str:
        star = "" if not self.nimber else "*" if self.nimber == 1 else f"*{self.nimber}"
        number = str(self.number) if self.number or not star else ""
        digits = "".join(str(a) if 0 <= a <= 9 else f"({a})" for a in self.coefficients)
        return f"{number}{star}.{digits or 0}"

    def value(self, g: Value) -> Value:
        """The value with this expansion, in the universe of `g`."""
        up = g.nus(0, 1, 0)
        ups, *others = self.coefficients or (0,)
        total = g.nus(self.number, ups, self.nimber)
        for i, a in enumerate(others, 2):
            total = total + a * power(up, i)
        return total

    def step(self, sign: int, length: int) -> Uptimal:
        """With `sign` added to the first `length` coefficients (there are no more), and * to the nimber."""
        longer = self.coefficients + (0,) * (length - len(self.coefficients))
        coefficients = [a + sign for a in longer]
        while coefficients and not coefficients[-1]:
            coefficients.pop()
        return Uptimal(self.number, self.nimber ^ 1, tuple(coefficients))


def uptimal(g: Value) -> Uptimal:
    """The uptimal expansion of G. NotApplicable if G is not an uptimal.

    In the canonical form of an uptimal whose last coefficient a_k is positive, Right's one option has the expansion
    *(m+1) . a_1-1 a_2-1 ... a_k-1, and every option of Left is an uptimal too, of length at most k - 1 if a_k = 1. So
    the options suggest at most two expansions, and a sum decides between them.
    Reference: Winning Ways, chapter 8 ("uptimals"); Siegel, II.4.

    >>> str(Value("6^*").uptimal), str(Value("{0|*||*|||*||||*}").uptimal)
    ('6*.1', '0.1111')
    """
    expansion = _expansion(g)
    if expansion is None:
        raise NotApplicable(f"{g!r} is not an uptimal")
    return expansion


def is_uptimal(g: Value) -> bool:
    """Whether G is a number plus a nimber plus a sum of multiples of ^, ^<2>, ^<3>, ... (*Winning Ways*, chapter 8).

    >>> Value("{0|v*}").is_uptimal, Value("{^^|v}").is_uptimal
    (True, False)
    """
    return _expansion(g) is not None


def _expansion(g: Value) -> Uptimal | None:
    def expansion(h: Value, known: Callable[[Value], Uptimal | None]) -> Uptimal | None:
        parts = h.as_nus
        if parts is not None:
            x, ups, star = parts
            return Uptimal(x, star, (ups,) if ups else ())
        if h.left_stop != h.right_stop:
            return None
        for sign, near, far in ((1, h.right, h.left), (-1, h.left, h.right)):
            if len(near) > 1:
                continue
            options = [e for e in map(known, near + far) if e is not None]
            if len(options) < len(near + far):
                continue
            longest = max(len(e.coefficients) for e in options)
            for length in (len(options[0].coefficients), longest + 1):
                guess = options[0].step(sign, length)
                if guess.value(g) == h:
                    return guess
        return None

    return solve(expansion, g)


def power(g: Value, n: int | Fraction | Value) -> Value:
    """The n-th power of G = {0|H}: the n-th of a sequence of ever smaller infinitesimals that begins with G.

        G^n = {0 | H - G^(->n-1)},  where G^(->m) is `power_to(m)`.

    G^(->n) is G^1 + G^2 + ... + G^n for ups and tinies. NotApplicable if G is not of the form {0|H} with one H,
    or if n is less than 1. The exponent may be a loopy value such as on.
    Reference: Winning Ways, chapter 8; Siegel, *Combinatorial Game Theory* (2013), II.4.

    >>> Value("^").power(2), Value("^").power(3), Value("^").power(Value("on"))
    (^<2>, ^<3>, ^<on>)
    """
    zero = g.number(0)
    if g.left != (zero,) or len(g.right) != 1:
        raise NotApplicable(f"{g!r} has no powers: expected a game of the form {{0|H}}")
    if n < 1:
        raise NotApplicable(f"no power with the exponent {n}: expected a number from 1")
    return g.game([zero], [g.right[0] - power_to(g, n - 1)])


def power_to(g: Value, n: int | Fraction | Value) -> Value:
    """The cumulative power of G up to n: G^(->n) = G:(n - 1), the ordinal sum, for an integer n > 0, and 0 for n = 0.

    For another number n it is G:S where S is n subordinated to 1, that is 1:S = n; n may also be a loopy value such
    as on. NotApplicable if n is negative.
    Reference: *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory* (2013), II.4.

    >>> Value("^").power_to(3), Value("^").power_to(Value("on"))
    (^[3], upon)
    """
    if not isinstance(n, (int, Fraction)):
        from perfectplay.values.loopy.ordinal import power_to as loopy_power_to

        return loopy_power_to(g, n)
    if n < 0:
        raise NotApplicable(f"no power up to the exponent {n}: expected a number from 0")
    if not n:
        return g.number(0)
    return ordinal_sum(g, n - 1 if n == int(n) else subordinate(g.number(n), 1))


def subordinate(g: Value, base: Value | int | Fraction) -> Value:
    """G subordinated to a base B: the S with B:S = G, the ordinal sum of the canonical form of B and of S.

    There is at most one S, because B:S increases with S. NotApplicable if there is none.
    Reference: Siegel, *Combinatorial Game Theory* (2013), II.4.

    >>> Value(Fraction(1, 8)).subordinate(1)
    -3
    >>> Value("+-1").subordinate(Value("+-1"))
    0
    """
    below = operand(g, base)

    def part(h: Value, known: Callable[[Value], Value | None]) -> Value | None:
        left, right = map(known, h.left), map(known, h.right)
        guess = g.game([s for s in left if s is not None], [s for s in right if s is not None])
        return guess if ordinal_sum(below, guess) == h else None

    answer = solve(part, g)
    if answer is None:
        raise NotApplicable(f"{g!r} is not the ordinal sum of {base!r} and another game")
    return answer


def superstar(g: Value, *exponents: int) -> Value:
    """The superstar ^(a, b, ...) = {0, *, ..., *m | *a, *b, ...} with m the least number that is not an exponent.

    `g` only determines the universe. NotApplicable without exponents or with a negative one.
    Reference: Winning Ways, chapter 8.

    >>> superstar(1), superstar(0, 2)
    (^, {0,*|0,*2})
    """
    if not exponents or min(exponents) < 0:
        raise NotApplicable("a superstar has one exponent or more, none of them negative")
    m = next(n for n in range(len(exponents) + 1) if n not in exponents)
    return g.game([g.nus(0, 0, n) for n in range(m + 1)], [g.nus(0, 0, n) for n in exponents])

"""Cooling and heating: what is left of a game when every move costs something, and the way back.

The *temperature* of G is the least t >= -1 for which G cooled by t is a number plus an infinitesimal, and that number
is its *mean*. Integers have temperature -1, and m/2^n in lowest terms has temperature -1/2^n.
References: Conway, *On Numbers and Games*, chapter 9; Berlekamp, Conway, Guy, *Winning Ways*, chapter 6; Siegel,
*Combinatorial Game Theory* (2013), II.5; Berlekamp, *Blockbusting and Domineering* (1988).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from perfectplay.errors import NotApplicable
from perfectplay.values.recursion import solve
from perfectplay.values.structure import is_integer, operand

if TYPE_CHECKING:
    from perfectplay.values.value import Value

Known = Callable[["Value"], "Value"]


def cool(g: Value, t: int | Fraction) -> Value:
    """G cooled by t: each move costs its player t, until the game is a number.

        G_t = {G^L_t - t | G^R_t + t}    if t is at most the temperature of G,
        G_t = mean of G                  if it is more.

    A number stays the same when t >= 0. For -1 < t < 0 moves are rewarded, and non-integers become hot.
    NotApplicable if t <= -1.
    Reference: *On Numbers and Games*, chapter 9; *Winning Ways*, chapter 6.

    >>> Value("{3||2*|1*}").cool(Fraction(1, 2))
    {5/2|2*}
    >>> Value("{3||2*|1*}").cool(1)
    9/4
    >>> Value(Fraction(1, 4)).cool(Fraction(-3, 8))
    {3/8|1/8}
    """
    t = Fraction(t)
    if t <= -1:
        raise NotApplicable(f"cannot cool by {t}: a temperature is greater than -1")

    def cooled(h: Value, known: Known) -> Value:
        if h.temperature < t:
            return g.number(h.mean)
        return g.game([known(left) - t for left in h.left], [known(right) + t for right in h.right])

    return solve(cooled, g)


def freeze(g: Value) -> Value:
    """G cooled by its temperature: its mean plus an infinitesimal. Numbers and infinitesimals stay as they are.

    Reference: *Winning Ways*, chapter 6.

    >>> Value("{3||2*|1*}").freeze()
    9/4*
    """
    return g if g.is_number else cool(g, g.temperature)


def heat(g: Value, t: Value | int | Fraction) -> Value:
    """G heated by T, Conway's and Norton's "integral": each move earns its player T, until the game is a number.

        G heated by T = G                                if G is a number,
                        {G^L heated + T | G^R heated - T}  otherwise.

    T may be any game. Cooling by a number t >= 0 undoes heating by it. Unlike cooling, heating neither respects order
    (0 >= {-1|-5}, but not when heated by 3) nor, therefore, depends on values alone: the canonical form is heated.
    Reference: *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory* (2013), II.5.

    >>> Value("*2").heat(2)
    +-{2,{4|0}}
    >>> Value("{3||2*|1*}").heat(Value("*"))
    {3*||2|1}
    """

    def heated(h: Value, known: Known) -> Value:
        if h.is_number:
            return h
        return g.game([known(left) + t for left in h.left], [known(right) - t for right in h.right])

    return solve(heated, g)


def overheat(g: Value, s: Value | int | Fraction, t: Value | int | Fraction) -> Value:
    """G overheated from S to T: every integer becomes that many copies of S, and each other move earns T.

        G overheated = n·S                                      if G is an integer n,
                       {G^L overheated + T | G^R overheated - T}  otherwise.

    Unlike `heat`, this melts the other numbers too. The canonical form of G is overheated.
    Reference: Berlekamp, *Blockbusting and Domineering* (1988); *Winning Ways*, chapter 6.

    >>> Value(Fraction(1, 2)).overheat(1, 1)
    {1|0}
    >>> Value("{3||2*|1*}").overheat(Value("*"), Value("1*"))
    {1||+-(1*)|-1,{-1|-3}}
    """
    unit = operand(g, s)

    def overheated(h: Value, known: Known) -> Value:
        if is_integer(h):
            return int(h.fraction) * unit
        return g.game([known(left) + t for left in h.left], [known(right) - t for right in h.right])

    return solve(overheated, g)

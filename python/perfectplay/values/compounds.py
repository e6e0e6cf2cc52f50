"""Ways to play two games at once, other than their sum.

Every compound is formed from the canonical forms of its operands, because it depends on their forms and not only on
their values: a component that is worth 0 can still have moves. "A component has ended" means that neither player can
move in it. For impartial games, the sum and the first five of these under normal and misère play are Conway's dozen
ways.
References: Smith, *Graphs and composite games* (1966); Conway, *On Numbers and Games*, chapter 14; Winning Ways,
chapters 9 and 10; Siegel, *Combinatorial Game Theory* (2013), I.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from perfectplay.values.recursion import solve
from perfectplay.values.structure import is_zero, operand

if TYPE_CHECKING:
    from perfectplay.values.value import Value

Pair = tuple["Value", "Value"]
Options = tuple["Value", ...]


def conjunctive(g: Value, h: Value | int | Fraction) -> Value:
    """The conjunctive compound: move in both components; play ends when someone cannot.

        G ∧ H = {G^L ∧ H^L | G^R ∧ H^R}

    Reference: *On Numbers and Games*, chapter 14; *Winning Ways*, chapter 9.

    >>> Value("^").conjunctive(Value("*"))
    *
    >>> Value(2).conjunctive(1)
    1
    """
    return _compound(g, h, lambda a, b, xs, ys: product(xs, ys))


def continued_conjunctive(g: Value, h: Value | int | Fraction) -> Value:
    """The continued conjunctive compound: move in every component in which you can; play ends when there is none.

    If Left has options in both, she moves to a G^L and an H^L together; if she has options in one only, she moves
    there, and the other component stays as it is.
    Reference: *On Numbers and Games*, chapter 14; *Winning Ways*, chapter 9.

    >>> Value("*").continued_conjunctive(Value("*3"))
    *3
    >>> Value(2).continued_conjunctive(-1)
    1
    """

    def moves(a: Value, b: Value, xs: Options, ys: Options) -> Iterable[Pair]:
        return product(xs or (a,), ys or (b,)) if xs or ys else ()

    return _compound(g, h, moves)


def selective(g: Value, h: Value | int | Fraction) -> Value:
    """The selective compound: move in one component or in both.

        G ∨ H = {G^L ∨ H, G ∨ H^L, G^L ∨ H^L | G^R ∨ H, G ∨ H^R, G^R ∨ H^R}

    Reference: *On Numbers and Games*, chapter 14; *Winning Ways*, chapter 10.

    >>> Value("*5").selective(Value("*6"))
    *11
    >>> Value("*").selective(Value("^"))
    {^|*,*2}
    """
    return _compound(g, h, _one_or_both)


def shortened_selective(g: Value, h: Value | int | Fraction) -> Value:
    """The shortened selective compound: move in one component or in both; play ends when either component has ended.

    Reference: *On Numbers and Games*, chapter 14; *Winning Ways*, chapter 10.

    >>> Value("*2").shortened_selective(Value("*2"))
    *3
    """

    def moves(a: Value, b: Value, xs: Options, ys: Options) -> Iterable[Pair]:
        return () if is_zero(a) or is_zero(b) else _one_or_both(a, b, xs, ys)

    return _compound(g, h, moves)


def diminished(g: Value, h: Value | int | Fraction) -> Value:
    """The diminished disjunctive compound: move in one component; play ends when either component has ended.

    Reference: *On Numbers and Games*, chapter 14.

    >>> Value(2).diminished(3)
    4
    """

    def moves(a: Value, b: Value, xs: Options, ys: Options) -> Iterable[Pair]:
        return () if is_zero(a) or is_zero(b) else [*((x, b) for x in xs), *((a, y) for y in ys)]

    return _compound(g, h, moves)


def sequential(g: Value, h: Value | int | Fraction) -> Value:
    """The sequential compound: play G until it has ended, then H.

    Reference: Stromquist and Ullman, *Sequential compounds of combinatorial games* (1993).

    >>> Value("*").sequential(1)
    1*
    """

    second = operand(g, h)

    def then(a: Value, known: Callable[[Value], Value]) -> Value:
        return second if is_zero(a) else g.game(map(known, a.left), map(known, a.right))

    return solve(then, g)


def side(g: Value, h: Value | int | Fraction) -> Value:
    """The side-by-side sum: move in one component; Left's moves in H throw G away, Right's moves in G throw H away.

        G ▷ H = {G^L ▷ H, H^L | G^R, G ▷ H^R}

    It is neither commutative nor a function of values; it is an ordinal sum in which each player has a different base.

    >>> Value(1).side(1)
    2
    >>> Value("*").side(Value("*"))
    *2
    """

    def beside(pair: Pair, known: Callable[[Pair], Value]) -> Value:
        a, b = pair
        return g.game([*b.left, *(known((x, b)) for x in a.left)], [*a.right, *(known((a, y)) for y in b.right)])

    return solve(beside, (g, operand(g, h)))


def _one_or_both(a: Value, b: Value, xs: Options, ys: Options) -> Iterable[Pair]:
    return [*product(xs, (b, *ys)), *((a, y) for y in ys)]


def _compound(
    g: Value, h: Value | int | Fraction, moves: Callable[[Value, Value, Options, Options], Iterable[Pair]]
) -> Value:
    """The compound in which a player with the options xs and ys has the options `moves(a, b, xs, ys)` in (a, b)."""

    def value(pair: Pair, known: Callable[[Pair], Value]) -> Value:
        a, b = pair
        return g.game(map(known, moves(a, b, a.left, b.left)), map(known, moves(a, b, a.right, b.right)))

    return solve(value, (g, operand(g, h)))

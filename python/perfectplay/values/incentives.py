"""Incentives: what a move is worth.

References: Berlekamp, Conway, Guy, *Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory* (2013), II.5.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfectplay.values.value import Value


def left_incentives(g: Value) -> tuple[Value, ...]:
    """What Left gains by a move: the differences G^L - G, without the dominated ones (*Winning Ways*, chapter 6).

    >>> Value("{3|1}").left_incentives
    ({2|0},)
    """
    return _undominated(left - g for left in g.left)


def right_incentives(g: Value) -> tuple[Value, ...]:
    """What Right gains by a move: the differences G - G^R, without the dominated ones (*Winning Ways*, chapter 6).

    >>> Value(Fraction(25, 16)).right_incentives
    (-1/16,)
    """
    return _undominated(g - right for right in g.right)


def incentives(g: Value) -> tuple[Value, ...]:
    """The incentives of both players together, without the dominated ones.

    No incentive is zero or positive; those of numbers are negative (*Winning Ways*, chapters 6 and 8).

    >>> Value("^*").incentives
    (^*,)
    """
    return _undominated((*left_incentives(g), *right_incentives(g)))


def sensible_left(g: Value, options: Iterable[Value]) -> tuple[Value, ...]:
    """Which of the values of Left's moves, in a position worth G, contribute to its canonical form.

    These are the moves to at least some Left option of the canonical form: those that survive there, and those that
    reverse through a chain of answers to such an option. The word is that of CGSuite 2.

    >>> Value("^").sensible_left([Value(0), Value("*")])
    (0,)
    """
    return tuple(move for move in options if any(move >= option for option in g.left))


def sensible_right(g: Value, options: Iterable[Value]) -> tuple[Value, ...]:
    """Which of the values of Right's moves, in a position worth G, contribute to its canonical form; see
    :func:`sensible_left`.

    >>> Value("^").sensible_right([Value("*"), Value("^")])
    (*,)
    """
    return tuple(move for move in options if any(move <= option for option in g.right))


def _undominated(values: Iterable[Value]) -> tuple[Value, ...]:
    different = tuple(dict.fromkeys(values))
    return tuple(a for a in different if not any(a < b for b in different))

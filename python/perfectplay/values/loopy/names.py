"""Loopy games with names (*Winning Ways*, chapter 11; Siegel, *Combinatorial Game Theory*, VI.2)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from perfectplay.values.loopy import graphs
from perfectplay.values.loopy.graphs import Nodes
from perfectplay.values.loopy.value import LoopyValue, sided
from perfectplay.values.value import Value

_ON: Nodes = (((0,), ()),)
_OVER: Nodes = (((1,), (0,)), ((), ()))
_UPON: Nodes = (((0,), (1,)), ((2,), (2,)), ((), ()))
_ZERO: Nodes = (((), ()),)
_ONE: Nodes = (((1,), ()), ((), ()))
_SIDES: dict[str, tuple[Nodes, Nodes]] = {
    "on": (_ON, _ON),
    "off": (graphs.negative(_ON),) * 2,
    "over": (_OVER, _OVER),
    "under": (graphs.negative(_OVER),) * 2,
    "upon": (_UPON, _UPON),
    "dud": (_ON, graphs.negative(_ON)),
    "tis": (_ONE, _ZERO),
    "tisn": (_ZERO, graphs.negative(_ONE)),
}
NAMES = frozenset(_SIDES)
MOST_STARS = 7
"""Nimbers beside a name that are recognised when a value is written."""


@lru_cache
def named(word: str) -> Value:
    """The value with this name: on = {on|}, over = {0|over}, upon = {upon|*}, their negatives off and under, the
    dud on + off, tis = {tisn|} = 1 & 0 and tisn = {|tis} = 0 & -1.

    >>> named("over") > 0, named("on") + named("off") == named("dud")
    (True, True)
    """
    on, off = _SIDES[word]
    return sided(graphs.onside(on), graphs.offside(off))


@lru_cache
def up_on(of_sum: bool, sign: int) -> Value:
    """^[on] = upon or ^<on> = {0|v[on]*}, or the negative.

    >>> up_on(False, 1)
    ^<on>
    """
    upon, zero = named("upon"), Value(0)
    found = upon if of_sum else zero.game([zero], [zero.nus(0, 0, 1) - upon])
    return found if sign > 0 else -found


@lru_cache
def _written() -> dict[Value, tuple[str, int]]:
    """What values that are written by name are called, with the nimber beside it."""
    found: dict[Value, tuple[str, int]] = {}
    for nimber in range(MOST_STARS + 1):
        star = Value(0).nus(0, 0, nimber)
        for sign in (1, -1):
            found[up_on(True, sign) + star] = "upon" if sign > 0 else "v[on]", nimber
            found[up_on(False, sign) + star] = "^<on>" if sign > 0 else "v<on>", nimber
    return {**found, named("over"): ("over", 0), named("under"): ("under", 0)}


@lru_cache
def _alone() -> dict[Value, str]:
    return {named(word): word for word in ("on", "off", "dud", "tis", "tisn")}


def name_of(value: Value) -> tuple[Fraction, str, int] | None:
    """Number, name and nimber whose sum the value is, if it is of this form.

    >>> name_of(named("over") + 5), name_of(named("upon") + Value("*"))
    ((Fraction(5, 1), 'over', 0), (Fraction(0, 1), 'upon', 1))
    """
    if value in _alone():
        return Fraction(0), _alone()[value], 0
    number = value.near if isinstance(value, LoopyValue) else None
    if number is None:
        return None
    name = _written().get(value - number)
    return (number, *name) if name else None

"""A universe of values for tests of notation: numbers, ups and stars as triples of any size, all else by the reference.

It has what the library's own values have, as far as notation needs it. Numbers + ups + stars are compared and added as
such, so that large ones cost nothing; other values are those of `tests.reference.values`, which is slow, so they are to
be small. `TooLarge` says that the reference would be needed for something that it cannot do.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from math import ceil, floor
from typing import Any

from tests.reference import values as reference

Triple = tuple[Fraction, int, int]
MOST_UPS, MOST_NIMBER, MOST_BIRTHDAY = 6, 7, 64


class TooLarge(Exception):
    """The reference cannot do this."""


class Standin:
    """x + n.up + *k as a triple, or any other value as one of the reference."""

    is_loopy = False
    _long = False

    def __init__(self, what: Triple | reference.Value) -> None:
        self.what = what

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Standin) and self.what == other.what

    def __hash__(self) -> int:
        return hash(self.what)

    @property
    def as_nus(self) -> Triple | None:
        return self.what if isinstance(self.what, tuple) else None

    def number(self, x: int | Fraction) -> Standin:
        return Standin((Fraction(x), 0, 0))

    def nus(self, x: int | Fraction, ups: int, nimber: int) -> Standin:
        return Standin((Fraction(x), ups, nimber))

    def game(self, left: Iterable[Standin | int | Fraction], right: Iterable[Standin | int | Fraction]) -> Standin:
        lefts, rights = [coerce(each) for each in left], [coerce(each) for each in right]
        if all(each.is_number for each in lefts + rights):
            low = max((each.fraction for each in lefts), default=None)
            high = min((each.fraction for each in rights), default=None)
            if low is None or high is None or low < high:
                return self.number(simplest(low, high))
        return wrapped(reference.game(map(unwrapped, lefts), map(unwrapped, rights)))

    @cached_property
    def left(self) -> tuple[Standin, ...]:
        if isinstance(self.what, tuple):
            return options(*self.what)
        return tuple(map(wrapped, self.what.left))

    @cached_property
    def right(self) -> tuple[Standin, ...]:
        if isinstance(self.what, tuple):
            return tuple(-each for each in (-self).left)
        return tuple(map(wrapped, self.what.right))

    @property
    def is_number(self) -> bool:
        return isinstance(self.what, tuple) and self.what[1:] == (0, 0)

    @property
    def fraction(self) -> Fraction:
        assert isinstance(self.what, tuple) and self.is_number
        return self.what[0]

    @property
    def left_stop(self) -> Fraction:
        return self.what[0] if isinstance(self.what, tuple) else self.what.left_stop

    @property
    def right_stop(self) -> Fraction:
        return self.what[0] if isinstance(self.what, tuple) else self.what.right_stop

    def __neg__(self) -> Standin:
        if isinstance(self.what, tuple):
            x, ups, nimber = self.what
            return self.nus(-x, -ups, nimber)
        return Standin(-self.what)

    def __add__(self, other: Standin | int | Fraction) -> Standin:
        other = coerce(other)
        if isinstance(self.what, tuple) and isinstance(other.what, tuple):
            (x, ups, nimber), (y, more, star) = self.what, other.what
            return self.nus(x + y, ups + more, nimber ^ star)
        return wrapped(unwrapped(self) + unwrapped(other))

    def __sub__(self, other: Standin | int | Fraction) -> Standin:
        return self + -coerce(other)

    def __repr__(self) -> str:
        return f"Standin({self.what})"


ZERO = Standin((Fraction(0), 0, 0))


def coerce(value: Standin | int | Fraction) -> Standin:
    return value if isinstance(value, Standin) else ZERO.number(value)


def simplest(low: Fraction | None, high: Fraction | None) -> Fraction:
    """The number of least birthday between two numbers."""
    if low is None or high is None:
        if low is None and high is None:
            return Fraction(0)
        return Fraction(max(0, floor(low) + 1) if low is not None else min(0, ceil(high or 0) - 1))
    if low < 0 < high:
        return Fraction(0)
    if high <= 0:
        return -simplest(-high, -low)
    scale = 1
    while floor(low * scale) + 1 >= high * scale:
        scale *= 2
    return Fraction(floor(low * scale) + 1, scale)


def options(x: Fraction, ups: int, nimber: int) -> tuple[Standin, ...]:
    """Left's options of x + n.up + *k in canonical form."""
    here = ZERO.number(x)
    if not ups and not nimber:
        return (ZERO.number(x - Fraction(1, x.denominator)),) if x.denominator > 1 or x > 0 else ()
    if not ups:
        return tuple(ZERO.nus(x, 0, size) for size in range(nimber))
    if ups > 0:
        return (here, ZERO.nus(x, 0, 1)) if (ups, nimber) == (1, 1) else (here,)
    return (here,) if (ups, nimber) == (-1, 1) else (ZERO.nus(x, ups + 1, nimber ^ 1),)


@cache
def small(ups: int, nimber: int) -> reference.Value:
    """n.up + *k in the reference."""
    if not ups:
        stars = [small(0, size) for size in range(nimber)]
        return reference.game(stars, stars)
    if ups < 0:
        return -small(-ups, nimber)
    return reference.game([reference.ZERO], [small(0, 1)]) + small(ups - 1, nimber)


@cache
def names() -> dict[reference.Value, tuple[int, int]]:
    return {
        small(ups, nimber): (ups, nimber) for ups in range(-MOST_UPS, MOST_UPS + 1) for nimber in range(MOST_NIMBER + 1)
    }


def unwrapped(value: Standin) -> reference.Value:
    if not isinstance(value.what, tuple):
        return value.what
    x, ups, nimber = value.what
    if abs(x) + x.denominator > MOST_BIRTHDAY or abs(ups) > MOST_UPS or nimber > MOST_NIMBER:
        raise TooLarge(f"{value.what}")
    return reference.number(x) + small(ups, nimber)


@cache
def wrapped(value: reference.Value) -> Standin:
    if value.is_number:
        return ZERO.number(value.fraction)
    if value.left_stop == value.right_stop:
        found = names().get(value - value.left_stop)
        if found is not None:
            return ZERO.nus(value.left_stop, *found)
    return Standin(value)


def universes() -> dict[str, Any]:
    """A zero of every universe that is there: this one, and that of the library."""
    found: dict[str, Any] = {"standin": ZERO}
    native = getattr(import_module("perfectplay.values"), "Value", None)
    if native is not None:
        found["library"] = native(0)
    return found

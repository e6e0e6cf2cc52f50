"""Values of short games straight from the definitions: slow, small, and independent of the library.

A value is its canonical form, so equal values are the same object. Nothing here is clever: comparison is Conway's
recursion, canonical forms are made by deleting dominated options and bypassing reversible ones until nothing changes
(Conway, *On Numbers and Games*, chapters 7 and 10; Siegel, *Combinatorial Game Theory*, chapter II).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, cached_property


class Value:
    """A canonical form; make one with :func:`game`."""

    def __init__(self, left: frozenset[Value], right: frozenset[Value]) -> None:
        self.left = tuple(left)
        self.right = tuple(right)

    def game(self, left: Iterable[Value | int | Fraction], right: Iterable[Value | int | Fraction]) -> Value:
        return game([coerce(g) for g in left], [coerce(g) for g in right])

    def number(self, x: int | Fraction) -> Value:
        return number(Fraction(x))

    def __neg__(self) -> Value:
        return negative(self)

    def __add__(self, other: Value | int | Fraction) -> Value:
        return add(self, coerce(other))

    __radd__ = __add__

    def __sub__(self, other: Value | int | Fraction) -> Value:
        return add(self, -coerce(other))

    def __mul__(self, n: int) -> Value:
        total = ZERO
        for _ in range(abs(n)):
            total = total + self
        return total if n >= 0 else -total

    __rmul__ = __mul__

    def __le__(self, other: Value | int | Fraction) -> bool:
        return le(self, coerce(other))

    def __ge__(self, other: Value | int | Fraction) -> bool:
        return le(coerce(other), self)

    def __lt__(self, other: Value | int | Fraction) -> bool:
        return self <= other and not self >= other

    def __gt__(self, other: Value | int | Fraction) -> bool:
        return self >= other and not self <= other

    def fuzzy(self, other: Value | int | Fraction) -> bool:
        return not self <= other and not self >= other

    @cached_property
    def is_number(self) -> bool:
        return all(g.is_number for g in self.left + self.right) and all(
            a.fraction < b.fraction for a in self.left for b in self.right
        )

    @cached_property
    def fraction(self) -> Fraction:
        """The number that this is: the simplest one between its options."""
        if not self.is_number:
            raise ValueError("not a number")
        return simplest([g.fraction for g in self.left], [g.fraction for g in self.right])

    @cached_property
    def left_stop(self) -> Fraction:
        return self.fraction if self.is_number else max(g.right_stop for g in self.left)

    @cached_property
    def right_stop(self) -> Fraction:
        return self.fraction if self.is_number else min(g.left_stop for g in self.right)

    @cached_property
    def birthday(self) -> int:
        return 1 + max((g.birthday for g in self.left + self.right), default=-1)

    def __repr__(self) -> str:
        if self.is_number:
            return str(self.fraction)
        return "{" + ",".join(map(str, self.left)) + "|" + ",".join(map(str, self.right)) + "}"


_known: dict[tuple[frozenset[Value], frozenset[Value]], Value] = {}


def simplest(left: list[Fraction], right: list[Fraction]) -> Fraction:
    """The number of least birthday above all of ``left`` and below all of ``right``."""
    low, high = max(left, default=None), min(right, default=None)
    x = Fraction(0)
    step = Fraction(1)
    turned = False
    while True:
        if low is not None and x <= low:
            direction = 1
        elif high is not None and x >= high:
            direction = -1
        else:
            return x
        if turned or (x and (x > 0) != (direction > 0)):
            turned, step = True, step / 2
        x += direction * step


@cache
def number(x: Fraction) -> Value:
    if x.denominator == 1:
        n = int(x)
        return game([number(Fraction(n - 1))] if n > 0 else [], [number(Fraction(n + 1))] if n < 0 else [])
    if x.denominator & (x.denominator - 1):
        raise ValueError(f"{x} is not a dyadic fraction")
    return game([number(x - Fraction(1, x.denominator))], [number(x + Fraction(1, x.denominator))])


def coerce(g: Value | int | Fraction) -> Value:
    return g if isinstance(g, Value) else number(Fraction(g))


@cache
def le(g: Value, h: Value) -> bool:
    """G <= H unless Left has a move in G that reaches H, or Right has one in H that reaches G."""
    return not any(le(h, gl) for gl in g.left) and not any(le(hr, g) for hr in h.right)


@cache
def negative(g: Value) -> Value:
    return game([-gr for gr in g.right], [-gl for gl in g.left])


@cache
def add(g: Value, h: Value) -> Value:
    return game(
        [gl + h for gl in g.left] + [g + hl for hl in h.left],
        [gr + h for gr in g.right] + [g + hr for hr in h.right],
    )


def game(left: Iterable[Value], right: Iterable[Value]) -> Value:
    """The canonical form of {left | right}."""
    lefts, rights = set(left), set(right)
    while True:
        lefts = {a for a in lefts if not any(a is not b and le(a, b) for b in lefts)}
        rights = {a for a in rights if not any(a is not b and le(b, a) for b in rights)}
        form = Value(frozenset(lefts), frozenset(rights))
        for a in lefts:
            answer = next((b for b in a.right if _le(b, form)), None)
            if answer is not None:
                lefts = lefts - {a} | set(answer.left)
                break
        else:
            for a in rights:
                answer = next((b for b in a.left if _le(form, b)), None)
                if answer is not None:
                    rights = rights - {a} | set(answer.right)
                    break
            else:
                return _known.setdefault((frozenset(lefts), frozenset(rights)), form)


def _le(g: Value, h: Value) -> bool:
    """Like :func:`le`, for forms that are not canonical yet and must not be remembered."""
    return not any(_le(h, gl) for gl in g.left) and not any(_le(hr, g) for hr in h.right)


ZERO = game([], [])

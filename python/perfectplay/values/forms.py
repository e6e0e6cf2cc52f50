"""How a value is best shown: by a name, or by its options in a fixed order.

A value takes the first of these forms that fits: number + ups + star; number + a power of up, or the sum of the first
powers, + star; number + tiny or miny; a switch that is its own negative; options in braces. The form depends on the
value alone, and so does the order of options: simple ones first (by the depth of their written form), then by stops,
then by their own options.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from perfectplay.errors import LimitReached
from perfectplay.records import dataclass
from perfectplay.values.reading import MOST_CHARACTERS, MOST_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from perfectplay.values import Value


@dataclass(frozen=True, slots=True)
class Named:
    """x + *k + a multiple of up (`kind` 0), or ^[n] (1) or ^<n> (2), or the negative if n is negative."""

    number: Fraction
    kind: int
    n: int
    nimber: int


@dataclass(frozen=True, slots=True)
class Tiny:
    """x + Tiny(G), or x + Miny(G) if `sign` is negative."""

    number: Fraction
    sign: int
    of: Value


@dataclass(frozen=True, slots=True)
class Switch:
    """+-G or +-{G,H,...}."""

    options: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Braces:
    left: tuple[Value, ...]
    right: tuple[Value, ...]


Form: TypeAlias = Named | Tiny | Switch | Braces


def _parts(form: Form) -> tuple[Value, ...]:
    """The values that are written inside a form."""
    if isinstance(form, Named):
        return ()
    if isinstance(form, Tiny):
        return (form.of,)
    return form.options if isinstance(form, Switch) else form.left + form.right


class Forms:
    """The forms of some values and of all values written inside them, and their common order."""

    def __init__(self, values: Iterable[Value], most: int = MOST_CHARACTERS) -> None:
        self._powers: dict[tuple[Value, int], tuple[Fraction, int, int] | None] = {}
        self.of: dict[Value, Form] = {}
        self.rank: dict[Value, int] = {}
        self.ascending: list[Value] = []  # parts before wholes
        self._collect(values, most)
        self._arrange()

    def _collect(self, values: Iterable[Value], most: int) -> None:
        finished: set[Value] = set()
        stack = list(values)
        while stack:
            value = stack[-1]
            if value in self.of:
                stack.pop()
                if value not in finished:
                    finished.add(value)
                    self.ascending.append(value)
                continue
            if len(self.of) >= most:
                raise LimitReached(f"the text of the value has more than {most} parts")
            form = self.of[value] = self._form(value)
            stack.extend(part for part in _parts(form) if part not in self.of)

    def _arrange(self) -> None:
        depth: dict[Value, int] = {}
        levels: dict[int, list[Value]] = {}
        for value in self.ascending:
            depth[value] = 1 + max((depth[part] for part in _parts(self.of[value])), default=-1)
            levels.setdefault(depth[value], []).append(value)
        for level in sorted(levels):
            for value in levels[level]:
                form = self.of[value]
                if isinstance(form, Switch):
                    self.of[value] = Switch(self.in_order(form.options))
                elif isinstance(form, Braces):
                    self.of[value] = Braces(self.in_order(form.left), self.in_order(form.right))
            for value in sorted(levels[level], key=self._key):
                self.rank[value] = len(self.rank)

    def in_order(self, values: Iterable[Value]) -> tuple[Value, ...]:
        return tuple(sorted(values, key=self.rank.__getitem__))

    def _key(self, value: Value) -> tuple[Any, ...]:
        """Different for different values of the same depth; the ranks in it are those of smaller depths."""
        form = self.of[value]
        if isinstance(form, Named):
            return form.number, form.kind, abs(form.n), form.n < 0, form.nimber
        stops = value.left_stop, value.right_stop
        if isinstance(form, Tiny):
            return *stops, 0, (self.rank[form.of],), (form.sign,)
        if isinstance(form, Switch):
            return *stops, 1, tuple(map(self.rank.__getitem__, form.options)), ()
        return *stops, 2, tuple(map(self.rank.__getitem__, form.left)), tuple(map(self.rank.__getitem__, form.right))

    def _form(self, value: Value) -> Form:
        nus = value.as_nus
        if nus is not None:
            number, ups, nimber = nus
            return Named(number, 0, ups, nimber)
        left, right = value.left, value.right
        return self._power(value) or _tiny(left, right) or _switch(value, left, right) or Braces(left, right)

    def _power(self, value: Value) -> Named | None:
        """x + ^[n] + *k or x + ^<n> + *k, if the value is of this form with 2 <= n <= 10,000, or its negative is.

        The canonical forms, with j = k xor 1 (checked for small n and k in the tests): ^[n]*k is {^[n-1]*k|*j}, but
        ^[n]* is {0,^[n-1]*|0}; and ^<n>*k is {0,*,...,*k|v[n-1]*j}.
        """
        for sign in (1, -1):
            found = self._sum_of_powers(value, sign)
            if found and found[1] <= MOST_ORDER:
                return Named(found[0], 1, sign * found[1], found[2])
            near, far = (value.left, value.right) if sign > 0 else (value.right, value.left)
            stars = _stars(near) if len(far) == 1 else None
            below = self._sum_of_powers(far[0], -sign) if stars else None
            if stars and below and below[1] < MOST_ORDER and (below[0], below[2] ^ 1) == stars:
                return Named(below[0], 2, sign * (below[1] + 1), stars[1])
        return None

    def _sum_of_powers(self, value: Value, sign: int) -> tuple[Fraction, int, int] | None:
        """(x, n, k) if the value is x + ^[n] + *k, or x - ^[n] + *k if `sign` is negative."""
        chain: list[tuple[Value, Fraction, int]] = []
        found: tuple[Fraction, int, int] | None = None
        while True:
            nus = value.as_nus
            if nus is not None:
                found = (nus[0], 1, nus[2]) if nus[1] == sign else None
                break
            if (value, sign) in self._powers:
                found = self._powers[value, sign]
                break
            step = _step_of_powers(value, sign)
            if step is None:
                self._powers[value, sign] = None
                break
            chain.append((value, *step[1:]))
            value = step[0]
        for value, number, nimber in reversed(chain):
            alike = found is not None and found[0] == number and found[2] == nimber
            found = (number, found[1] + 1, nimber) if found is not None and alike else None
            self._powers[value, sign] = found
        return found


def _step_of_powers(value: Value, sign: int) -> tuple[Value, Fraction, int] | None:
    """x + ^[n-1] + *k, x and k, if the options of the value look like those of x + ^[n] + *k."""
    near, far = (value.left, value.right) if sign > 0 else (value.right, value.left)
    nus = far[0].as_nus if len(far) == 1 and len(near) <= 2 else None
    if nus is None or nus[1] != 0:
        return None
    number, _, other = nus
    if len(near) == 1:
        return (near[0], number, other ^ 1) if other else None
    here = [each for each in near if each.as_nus != (number, 0, 0)]
    return (here[0], number, 1) if len(here) == 1 and other == 0 else None


def _stars(options: Sequence[Value]) -> tuple[Fraction, int] | None:
    """x and k if the options are x, x*, x*2, ..., x*k."""
    found = [each.as_nus for each in options]
    first = found[0]
    if first is None or {*found} != {(first[0], 0, nimber) for nimber in range(len(found))}:
        return None
    return first[0], len(found) - 1


def _tiny(left: Sequence[Value], right: Sequence[Value]) -> Tiny | None:
    """x + Tiny(G) = {x||x|x-G}, where G has a positive left stop, and x + Miny(G) likewise."""
    for sign, near, far in (1, left, right), (-1, right, left):
        if len(near) != 1 or len(far) != 1 or not near[0].is_number or far[0].as_nus is not None:
            continue
        back, threat = (far[0].left, far[0].right) if sign > 0 else (far[0].right, far[0].left)
        if len(threat) != 1 or tuple(back) != tuple(near):
            continue
        subject = near[0] - threat[0] if sign > 0 else threat[0] - near[0]
        if subject.left_stop > 0:
            return Tiny(near[0].fraction, sign, subject)
    return None


def _switch(value: Value, left: Sequence[Value], right: Sequence[Value]) -> Switch | None:
    symmetric = len(left) == len(right) and value.left_stop == -value.right_stop and value == -value
    return Switch(tuple(left)) if symmetric else None

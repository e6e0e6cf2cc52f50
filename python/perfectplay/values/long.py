"""Values of games that end in surreal numbers: finitely many moves, and then numbers such as w or 1/w.

>>> Value("{w|1/w}") > 0, Value("{w|-w}") + Value("{w|-w}"), Value("{w|-w}").fuzzy(1000)
(True, 0, True)

Such a game is not short, because w alone has infinitely many options. But nobody needs them: in a sum of a number and
of something that is no number, a player who can win by moving can win by moving in the other (number avoidance; *On
Numbers and Games*, chapter 8). So a form has numbers as its leaves, whatever numbers they are, and order, sums and
canonical forms are found as those of short games. {A|B} is a number if and only if a number fits between: the options
of Left are less than it or confused with it, and those of Right are greater or confused; and then it is the simplest
such number.

A number is never a reversible option of a form that is no number, once dominated ones are gone: the option of the other
player in it would be a number below the Left stop, and another option of Left reaches that. For the same reason an
option that reverses through a number is left out, and nothing takes its place. So canonical forms are unique here too.

What the theory defines by infinite processes, or what has not been worked out for such games, is refused: mean,
temperature and thermograph, atomic weights, products, and games with infinitely many options other than numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.fields.ordinal import ONE, Ordinal
from perfectplay.fields.simplest import simplest
from perfectplay.fields.surreal import Surreal, is_dyadic
from perfectplay.limits import watch_now
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.values.value import Value

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part

DEEPEST = 60
"""Moves until a number is reached, at most."""
MOST_NODES = 20_000
"""Forms that one sum may consist of."""


class Form:
    """A number, or options: a canonical form unless it is being made. Equal forms have equal hashes."""

    __slots__ = ("depth", "hashed", "left", "number", "right")
    depth: int

    def __init__(self, number: Surreal | None, left: Iterable[Form] = (), right: Iterable[Form] = ()) -> None:
        self.number = number
        self.left = frozenset(left)
        self.right = frozenset(right)
        self.hashed = hash((number, self.left, self.right))
        self.depth = 1 + max((each.depth for each in (*self.left, *self.right)), default=-1)
        if self.depth > DEEPEST:
            raise LimitReached(f"a game of more than {DEEPEST} moves that ends in surreal numbers")

    def __hash__(self) -> int:
        return self.hashed

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Form):
            return self is other
        mine, others = ((each.hashed, each.number, each.left, each.right) for each in (self, other))
        return mine == others

    def __reduce__(self) -> tuple[Any, ...]:
        return Form, (self.number, self.left, self.right)


# Order --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=200_000)
def at_most(g: Form, h: Form) -> bool:
    """g <= h: Left cannot win g - h by moving first, nor by moving to it. The options of numbers are left aside."""
    watch_now()()
    if g.number is not None and h.number is not None:
        return g.number <= h.number
    return not any(at_most(h, x) for x in g.left) and not any(at_most(x, g) for x in h.right)


@lru_cache(maxsize=20_000)
def stop(g: Form, left: bool) -> Surreal:
    """The number that is reached if Left, or Right, starts."""
    if g.number is not None:
        return g.number
    found = [stop(option, not left) for option in (g.left if left else g.right)]
    return max(found) if left else min(found)


# Forms --------------------------------------------------------------------------------------------------------------


def made(left: Iterable[Form], right: Iterable[Form]) -> Form:
    """The canonical form of {left | right}."""
    low = _bound(left, lambda x: stop(x, False), lambda number, x: at_most(number, x), max)
    high = _bound(right, lambda x: stop(x, True), lambda number, x: at_most(x, number), min)
    number = _fitting(low, high)
    return Form(number) if number is not None else _reduced(frozenset(left), frozenset(right))


Bound = tuple[Surreal, bool]
"""A number, and whether it is itself allowed."""


def _bound(
    options: Iterable[Form],
    reached: Callable[[Form], Surreal],
    forbidden: Callable[[Form, Form], bool],
    tightest: Callable[[Iterable[Surreal]], Surreal],
) -> Bound | None:
    """What the options of a player leave for a number."""
    found = [(reached(option), option) for option in options]
    if not found:
        return None
    end = tightest([each for each, _ in found])
    return end, not any(forbidden(Form(end), option) for each, option in found if each == end)


def _fitting(low: Bound | None, high: Bound | None) -> Surreal | None:
    """The simplest number within the bounds; None if there is none."""
    if low is not None and high is not None and low[0] >= high[0]:
        return low[0] if low[0] == high[0] and low[1] and high[1] else None
    inside = simplest(low and low[0], high and high[0])
    ends = [end for end, allowed in filter(None, (low, high)) if allowed]
    return min([inside, *ends], key=lambda x: x.birthday)


def _reduced(left: frozenset[Form], right: frozenset[Form]) -> Form:
    """A form that is no number, without dominated and reversible options."""
    while True:
        watch_now()()
        best = frozenset(x for x in left if not any(x != y and at_most(x, y) for y in left))
        least = frozenset(x for x in right if not any(x != y and at_most(y, x) for y in right))
        whole = Form(None, best, least)
        left = frozenset(y for x in best for y in _bypassed(x, whole, True))
        right = frozenset(y for x in least for y in _bypassed(x, whole, False))
        if (left, right) == (best, least):
            return whole


def _bypassed(option: Form, whole: Form, left: bool) -> Iterable[Form]:
    """An option of Left, or of Right, or what takes its place if it is reversible."""
    for back in option.right if left else option.left:
        if at_most(back, whole) if left else at_most(whole, back):
            return back.left if left else back.right
    return [option]


def negative(g: Form) -> Form:
    if g.number is not None:
        return Form(-g.number)
    return Form(None, map(negative, g.right), map(negative, g.left))


def total(g: Form, h: Form, known: dict[tuple[Form, Form], Form] | None = None) -> Form:
    known = {} if known is None else known
    found = known.get((g, h))
    if found is None:
        watch_now()()
        if g.number is not None and h.number is not None:
            found = Form(g.number + h.number)
        else:
            left = [*(total(x, h, known) for x in g.left), *(total(g, y, known) for y in h.left)]
            right = [*(total(x, h, known) for x in g.right), *(total(g, y, known) for y in h.right)]
            found = made(left, right)
        known[g, h] = found
        if len(known) > MOST_NODES:
            raise LimitReached(f"a sum of more than {MOST_NODES} forms that end in surreal numbers")
    return found


def form_of(value: Value | Surreal | Ordinal | int | Fraction) -> Form:
    """What is added or compared, as a form."""
    if isinstance(value, LongValue):
        return value._form
    if not isinstance(value, Value):
        return Form(Surreal(value))
    if type(value) is not Value:
        raise NotApplicable(f"{value} and a game that ends in surreal numbers (expected one that ends in numbers)")
    return _from_short(value, {})


def _from_short(value: Value, known: dict[Value, Form]) -> Form:
    if value.is_number:
        return Form(Surreal(value.fraction))
    if value not in known:
        watch_now()()
        nus = value.as_nus
        if nus is not None and max(abs(nus[1]), nus[2]) > DEEPEST:
            raise LimitReached(f"a game of more than {DEEPEST} moves that ends in surreal numbers")
        sides = ([_from_short(option, known) for option in side] for side in (value.left, value.right))
        known[value] = Form(None, *sides)
    return known[value]


def value_of(form: Form, zero: Value | None = None) -> Value:
    """A form as a value: a short one where all numbers are dyadic rationals."""
    found = _short(form, Value(0) if zero is None else zero)
    if found is not None:
        return found
    long = object.__new__(LongValue)
    object.__setattr__(long, "_form", form)
    return long


def _short(form: Form, zero: Value) -> Value | None:
    if form.number is not None:
        real = form.number.is_real and is_dyadic(form.number.real_part)
        return zero.number(form.number.real_part) if real else None
    sides: list[list[Value]] = [[], []]
    for side, options in zip(sides, (form.left, form.right), strict=True):
        for option in options:
            found = _short(option, zero)
            if found is None:
                return None
            side.append(found)
    return zero.game(*sides)


def written(form: Form) -> str:
    """The form as it is read."""
    if form.number is not None:
        return str(form.number)
    short = _short(form, Value(0))
    if short is not None:
        return str(short)
    above = stop(form, True)
    short = _short(total(form, Form(-above)), Value(0))
    if short is not None:
        return f"{above} + {short}"
    return "{" + "|".join(",".join(sorted(map(written, side))) for side in (form.left, form.right)) + "}"


# The type -----------------------------------------------------------------------------------------------------------

if TYPE_CHECKING:
    Operand = Value | Surreal | Ordinal | int | Fraction


def _is_operand(other: object) -> bool:
    return isinstance(other, Value | Surreal | Ordinal | int | Fraction)


class LongValue(Value):
    """The value of a game that ends in surreal numbers and is not short: from text with ``w``, or from sums of others.

    >>> hot = pp.Value("{w|1/w}")
    >>> hot, hot.outcome, hot.left_stop, hot.right_stop, hot + pp.Value("*"), hot - pp.Surreal("w")
    ({w|1/w}, L, w, 1/w, {w + *|1/w + *}, {0|-w+1/w})
    """

    __slots__ = ("_form",)
    _form: Form
    _long = True

    def __getattr__(self, name: str) -> Any:
        """There is no native game, so that whatever asks for it refuses."""
        if name == "_game":
            raise NotApplicable(f"{self}: not the value of a short game, for which alone this is defined here")
        raise AttributeError(name)

    @property
    def surreal(self) -> Surreal:
        """The number that it is; others are refused.

        >>> pp.Value("w-1").surreal
        w-1
        """
        if self._form.number is None:
            raise NotApplicable(f"{self} is not a number (expected a value such as w)")
        return self._form.number

    @property
    def is_number(self) -> bool:
        return self._form.number is not None

    @property
    def fraction(self) -> Fraction:
        if self._form.number is None or not self._form.number.is_real:
            raise ValueError(f"{self} is not a rational number")
        return self._form.number.fraction

    @property
    def as_nus(self) -> None:
        return None

    @property
    def left(self) -> tuple[Value, ...]:
        """Left's options in the canonical form; the infinitely many of a number are not listed."""
        return self._options(self._form.left)

    @property
    def right(self) -> tuple[Value, ...]:
        return self._options(self._form.right)

    def _options(self, side: Iterable[Form]) -> tuple[Value, ...]:
        if self._form.number is not None:
            raise NotApplicable(f"{self}: a number that is not short may have infinitely many options")
        return tuple(value_of(option) for option in sorted(side, key=written))

    @property
    def left_stop(self) -> Any:
        """The first number that play reaches when Left starts, a surreal one."""
        return stop(self._form, True)

    @property
    def right_stop(self) -> Any:
        """The same when Right starts."""
        return stop(self._form, False)

    @property
    def outcome(self) -> Outcome:
        return Outcome(LEFT if not self <= 0 else RIGHT, RIGHT if not self >= 0 else LEFT)

    @property
    def birthday(self) -> Any:
        """The day by which it is born, an ordinal."""
        return _birthday(self._form)

    # Arithmetic and order ---------------------------------------------------------------------------------------

    def __add__(self, other: Operand) -> Value:
        return value_of(total(self._form, form_of(other))) if _is_operand(other) else NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Value:
        return value_of(negative(self._form))

    def __sub__(self, other: Operand) -> Value:
        return value_of(total(self._form, negative(form_of(other)))) if _is_operand(other) else NotImplemented

    def __rsub__(self, other: Operand) -> Value:
        return value_of(total(form_of(other), negative(self._form))) if _is_operand(other) else NotImplemented

    def __mul__(self, n: int) -> Value:
        if isinstance(n, bool) or not isinstance(n, int):
            return NotImplemented
        if self._form.number is not None:
            return value_of(Form(n * self._form.number))
        found = Form(Surreal(0))
        for bit in f"{abs(n):b}":
            found = total(found, found)
            found = total(found, self._form) if bit == "1" else found
        return value_of(negative(found) if n < 0 else found)

    __rmul__ = __mul__

    def __le__(self, other: Operand) -> bool:
        return at_most(self._form, form_of(other)) if _is_operand(other) else NotImplemented

    def __ge__(self, other: Operand) -> bool:
        return at_most(form_of(other), self._form) if _is_operand(other) else NotImplemented

    def __lt__(self, other: Operand) -> bool:
        return self <= other and not self >= other if _is_operand(other) else NotImplemented

    def __gt__(self, other: Operand) -> bool:
        return self >= other and not self <= other if _is_operand(other) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Value) and not isinstance(other, LongValue):
            return False
        return self._form == form_of(other) if _is_operand(other) else NotImplemented  # type: ignore[arg-type]

    def fuzzy(self, other: Operand) -> bool:
        return not self <= other and not self >= other

    def __hash__(self) -> int:
        return hash(self._form if self._form.number is None else self._form.number)

    # Text -------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return written(self._form)

    __repr__ = __str__

    def unicode(self) -> str:
        return str(self).replace("w", "ω")

    def latex(self) -> str:
        """For mathematics mode of LaTeX.

        >>> print(pp.Value("{3*w^(w+1)|1/w}").latex(), pp.Value("w+*").latex())
        \\{3\\omega^{\\omega+1}\\mid 1/\\omega\\} \\omega + {*}
        """
        return _latex(str(self))

    def _shown(self) -> Iterable[Part]:
        from perfectplay.questions.value import described

        return [*described(self)]

    def __reduce__(self) -> tuple[Any, ...]:
        return value_of, (self._form,)


def _birthday(form: Form) -> Ordinal:
    if form.number is not None:
        return form.number.birthday
    return max(map(_birthday, (*form.left, *form.right))) + ONE


def _latex(plain: str) -> str:
    """Exponents, which are single or in round brackets, get braces, and products lose their stars."""
    found: list[str] = []
    closing: list[str] = []
    for place, letter in enumerate(plain):
        before = plain[place - 1 : place]
        if letter == "(":
            closing.append("}" if before == "^" else ")")
            found.append("{" if before == "^" else "(")
        elif letter == ")":
            found.append(closing.pop())
        elif letter == "*":
            found.append("" if plain[place + 1 : place + 2] == "w" else "{*}")
        else:
            names = {"w": "\\omega", "{": "\\{", "}": "\\}", "|": "\\mid "}
            found.append(names.get(letter, letter))
    return re.sub(r"\^(\d\d+)", r"^{\1}", "".join(found))

"""Surreal numbers with a finite Conway normal form.

Such a number is a sum r1*w^a1 + ... + rk*w^ak whose exponents a1 > ... > ak are again such numbers and whose
coefficients are rational and not 0. Sums and products are those of generalised polynomials, and the sign of a number is
that of its first coefficient. A quotient such as 1/(w+1) has infinitely many terms: it is refused, and `series` tells
as many of its terms as wanted.

Whether a quotient is finite is decided, not guessed. Written in coordinates, the exponents of both numbers are integer
vectors, so that the numbers are Laurent polynomials in several variables, and one divides the other as numbers if and
only if it does as such: the quotient's exponents lie in the group that those of both generate.

Reference: Conway, *On Numbers and Games*, chapters 3 to 5; Gonshor, *An Introduction to the Theory of Surreal Numbers*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cmp_to_key
from math import floor, isqrt, lcm
from typing import TYPE_CHECKING, TypeAlias

from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.fields.ordinal import LARGEST_POWER, Ordinal
from perfectplay.fields.reading import DEEPEST, Reader, integer_text

if TYPE_CHECKING:
    from perfectplay.fields.signs import Signs
    from perfectplay.values.value import Value

    Operand: TypeAlias = "Surreal | Ordinal | Value | int | Fraction"

MOST_TERMS = 4000
MOST_STEPS = 200
LARGEST_EXPONENT = 300


class Surreal:
    """A surreal number in finite Conway normal form: from text, a rational number, an ordinal or a value.

    >>> w = pp.Surreal("w")
    >>> (w + 1) * (w - 1), w / 2 - 1 / w, pp.Surreal("sqrt(w)") ** 2, (w**2 - 1) / (w + 1)
    (w^2-1, w/2-1/w, w, w-1)
    >>> 1000 < pp.Surreal("w^(1/2)") < w / 1000, 0 < 1 / w < pp.Value("1/1024")
    (True, True)
    """

    __slots__ = ("_height", "terms")
    terms: tuple[tuple[Surreal, Fraction], ...]
    """Exponents and coefficients of the normal form, the largest exponent first."""
    _height: int

    def __new__(cls, source: Surreal | Ordinal | Value | int | Fraction | str = 0, /) -> Surreal:
        if isinstance(source, str):
            return Reader(source, Surreal, OMEGA, Surreal.sqrt).read()
        found = _operand(getattr(source, "surreal", source))
        if found is None:
            raise TypeError(f"a surreal number from {type(source).__name__} (expected text or an exact number)")
        return found

    @classmethod
    def simplest(
        cls,
        left: Iterable[Surreal | Ordinal | Value | int | Fraction | str] = (),
        right: Iterable[Surreal | Ordinal | Value | int | Fraction | str] = (),
    ) -> Surreal:
        """The number {left | right}: the simplest one above all of the one kind and below all of the other (*On Numbers
        and Games*, chapter 2).

        >>> pp.Surreal.simplest([0], ["1/w"]), pp.Surreal.simplest(["w"], ["w+1"]), pp.Surreal.simplest([3], ["w"])
        (1/(2*w), w+1/2, 4)
        """
        from perfectplay.fields.simplest import simplest

        low, high = sorted(map(cls, left), key=_order), sorted(map(cls, right), key=_order)
        return simplest(low[-1] if low else None, high[0] if high else None)

    # Structure --------------------------------------------------------------------------------------------------

    @property
    def is_real(self) -> bool:
        """Whether it is a rational number.

        >>> pp.Surreal("3/4").is_real, pp.Surreal("w").is_real
        (True, False)
        """
        return not self.terms or (len(self.terms) == 1 and not self.terms[0][0].terms)

    @property
    def is_finite(self) -> bool:
        """Whether it lies between two integers.

        >>> pp.Surreal("1+1/w").is_finite, pp.Surreal("w^(1/w)").is_finite
        (True, False)
        """
        return not self.terms or self.terms[0][0].sign <= 0

    @property
    def is_infinitesimal(self) -> bool:
        """Whether it lies between -1/n and 1/n for every n; so does 0.

        >>> pp.Surreal("1/w").is_infinitesimal, pp.Surreal("1+1/w").is_infinitesimal
        (True, False)
        """
        return not self.terms or self.terms[0][0].sign < 0

    @property
    def is_omnific(self) -> bool:
        """Whether it is an omnific integer: no infinitesimal terms, and an integer as its real part (*On Numbers and
        Games*, chapter 5).

        >>> pp.Surreal("w/2+3").is_omnific, pp.Surreal("w+1/2").is_omnific
        (True, False)
        """
        return all(e.sign > 0 or (not e.terms and r.denominator == 1) for e, r in self.terms)

    @property
    def is_ordinal(self) -> bool:
        """Whether it is an ordinal.

        >>> pp.Surreal("w^2*3+1").is_ordinal, pp.Surreal("w-1").is_ordinal
        (True, False)
        """
        return all(r > 0 and r.denominator == 1 and e.is_ordinal for e, r in self.terms)

    @property
    def sign(self) -> int:
        """1, 0 or -1.

        >>> pp.Surreal("5-w").sign
        -1
        """
        return (1 if self.terms[0][1] > 0 else -1) if self.terms else 0

    @property
    def real_part(self) -> Fraction:
        """The coefficient of w^0.

        >>> pp.Surreal("w+3/2-1/w").real_part
        Fraction(3, 2)
        """
        return next((r for e, r in self.terms if not e.terms), Fraction(0))

    @property
    def standard_part(self) -> Fraction:
        """The real number next to a finite one; infinite ones are refused.

        >>> pp.Surreal("2-1/w").standard_part
        Fraction(2, 1)
        """
        if not self.is_finite:
            raise NotApplicable(f"{self} is infinite: no real number is next to it")
        return self.real_part

    @property
    def integer_part(self) -> Surreal:
        """The greatest omnific integer that is not above it (*On Numbers and Games*, chapter 5).

        >>> pp.Surreal("w/2+5/2").integer_part, pp.Surreal("w-1/w").integer_part
        (w/2+2, w-1)
        """
        infinite = _collected((e, r) for e, r in self.terms if e.sign > 0)
        below = self.terms and self.terms[-1][0].sign < 0 and (self - infinite - self.real_part).sign < 0
        whole = floor(self.real_part)
        return infinite + (whole - 1 if below and whole == self.real_part else whole)

    @property
    def fraction(self) -> Fraction:
        """The rational number that it is; others are refused.

        >>> pp.Surreal("3/4").fraction
        Fraction(3, 4)
        """
        if not self.is_real:
            raise NotApplicable(f"{self} is not a rational number")
        return self.real_part

    @property
    def ordinal(self) -> Ordinal:
        """The ordinal that it is; others are refused.

        >>> pp.Surreal("w*(w+2)").ordinal
        w^2+w*2
        """
        if not self.is_ordinal:
            raise NotApplicable(f"{self} is not an ordinal")
        found = Ordinal(0)
        for e, r in self.terms:
            found = found + Ordinal.power_of_omega(e.ordinal, r.numerator)
        return found

    @property
    def value(self) -> Value:
        """The value of a short game that it is: a dyadic rational; others are refused.

        >>> pp.Surreal("1/2+1/4").value.birthday
        3
        """
        from perfectplay.values.value import Value

        if not self.is_real or not is_dyadic(self.real_part):
            raise NotApplicable(f"{self} is not the value of a short game (expected a dyadic rational)")
        return Value(self.real_part)

    @property
    def sign_expansion(self) -> Signs:
        """Its place in the tree of surreal numbers as signs, + for right and - for left: see
        :mod:`perfectplay.fields.signs`. Coefficients must be dyadic, or there are infinitely many runs.

        >>> pp.Surreal("3/4").sign_expansion, pp.Surreal("w/2").sign_expansion, pp.Surreal("w+1/w").sign_expansion
        (+-+, (+)^w(-)^w, (+)^(w+1)(-)^w)
        """
        from perfectplay.fields.signs import expansion

        return expansion(self)

    @property
    def birthday(self) -> Ordinal:
        """The day on which it is born: the length of its sign expansion (*On Numbers and Games*, chapter 3).

        >>> pp.Surreal("w-1").birthday, pp.Surreal("sqrt(w)").birthday, pp.Surreal("1/3").birthday
        (w+1, w^2, w)
        """
        if self.is_real and not is_dyadic(self.real_part):
            return Ordinal("w")
        return self.sign_expansion.length

    # Arithmetic -------------------------------------------------------------------------------------------------

    def __add__(self, other: Operand) -> Surreal:
        b = _operand(other)
        return NotImplemented if b is None else _collected([*self.terms, *b.terms])

    __radd__ = __add__

    def __neg__(self) -> Surreal:
        return _make((e, -r) for e, r in self.terms)

    def __pos__(self) -> Surreal:
        return self

    def __abs__(self) -> Surreal:
        return -self if self.sign < 0 else self

    def __sub__(self, other: Operand) -> Surreal:
        b = _operand(other)
        return NotImplemented if b is None else self + -b

    def __rsub__(self, other: Operand) -> Surreal:
        return -self + other

    def __mul__(self, other: Operand) -> Surreal:
        b = _operand(other)
        if b is None:
            return NotImplemented
        if len(self.terms) * len(b.terms) > 25 * MOST_TERMS:
            raise LimitReached(f"a product of {len(self.terms)} by {len(b.terms)} terms is too large")
        return _collected((e + f, r * s) for e, r in self.terms for f, s in b.terms)

    __rmul__ = __mul__

    def __truediv__(self, other: Operand) -> Surreal:
        """The quotient, where its normal form is finite; otherwise it is refused, and :meth:`series` helps."""
        b = _operand(other)
        if b is None:
            return NotImplemented
        if not b.terms:
            raise ZeroDivisionError("division by zero")
        if len(b.terms) == 1:
            ((f, s),) = b.terms
            return _make((e - f, r / s) for e, r in self.terms)
        found = _quotient(self, b)
        if found is None:
            raise NotApplicable(f"({self})/({b}) has infinitely many terms; its first ones are its series")
        return found

    def __rtruediv__(self, other: Operand) -> Surreal:
        a = _operand(other)
        return NotImplemented if a is None else a / self

    def series(self, divisor: Operand, terms: int) -> Surreal:
        """The first terms of the quotient by a number, the largest first: all of them if there are no more.

        >>> pp.Surreal(1).series(pp.Surreal("w+1"), 4)
        1/w-1/w^2+1/w^3-1/w^4
        """
        b, rest, found = Surreal(divisor), self, ZERO
        if not b.terms:
            raise ZeroDivisionError("division by zero")
        if not 0 <= terms <= MOST_TERMS:
            raise NotApplicable(f"{terms} terms (expected 0 to {MOST_TERMS})")
        (f, s), *_ = b.terms
        for _ in range(terms):
            if not rest.terms:
                break
            (e, r), *_ = rest.terms
            step = _make([(e - f, r / s)])
            found, rest = found + step, rest - step * b
        return found

    def __pow__(self, other: Operand) -> Surreal:
        """Integer powers; any power of w; rational powers of w^a; half-integer powers of squares."""
        exponent = _operand(other)
        if exponent is None:
            return NotImplemented
        if exponent.is_real and exponent.real_part.denominator == 1:
            return _power(self, exponent.real_part.numerator)
        if self == OMEGA:
            return _make([(exponent, Fraction(1))])
        if exponent.is_real and len(self.terms) == 1 and self.terms[0][1] == 1:
            return _make([(self.terms[0][0] * exponent, Fraction(1))])
        if exponent.is_real and exponent.real_part.denominator == 2:
            return _power(self.sqrt(), exponent.real_part.numerator)
        raise NotApplicable(f"({self})^({exponent}) (expected an integer power, or a power of w)")

    def __rpow__(self, other: Operand) -> Surreal:
        a = _operand(other)
        return NotImplemented if a is None else a**self

    def sqrt(self) -> Surreal:
        """The square root that is not negative, where its normal form is finite with rational coefficients.

        >>> pp.Surreal("9*w").sqrt(), pp.Surreal("w^2+2*w+1").sqrt()
        (3*w^(1/2), w+1)
        """
        if self.sign < 0:
            raise NotApplicable(f"{self} is negative: it has no square root")
        if not self.terms:
            return self
        (e, r), low = self.terms[0], self.terms[-1][0] / 2
        if any(isqrt(n) ** 2 != n for n in (r.numerator, r.denominator)):
            raise NotApplicable(f"the square root of {self} has irrational coefficients")
        found = first = _make([(e / 2, Fraction(isqrt(r.numerator), isqrt(r.denominator)))])
        for _ in range(MOST_STEPS):  # the root of a square ends with half of its last exponent
            rest = self - found * found
            if not rest.terms:
                return found
            step = _make(rest.terms[:1]) / (2 * first)
            if step.terms[0][0] < low:
                raise NotApplicable(f"the square root of {self} has infinitely many terms")
            found = found + step
        raise LimitReached(f"the square root of {self} has more than {MOST_STEPS} terms, if it has finitely many")

    # Order and text ---------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Surreal):
            return self.terms == other.terms
        try:
            b = _operand(other)
        except NotApplicable:  # a value that is not a number
            return False
        return NotImplemented if b is None else self.terms == b.terms

    def __lt__(self, other: Operand) -> bool:
        b = _operand(other)
        return NotImplemented if b is None else _compare(self, b) < 0

    def __le__(self, other: Operand) -> bool:
        b = _operand(other)
        return NotImplemented if b is None else _compare(self, b) <= 0

    def __gt__(self, other: Operand) -> bool:
        b = _operand(other)
        return NotImplemented if b is None else _compare(self, b) > 0

    def __ge__(self, other: Operand) -> bool:
        b = _operand(other)
        return NotImplemented if b is None else _compare(self, b) >= 0

    def __hash__(self) -> int:
        if self.is_real:
            return hash(self.real_part)
        return hash(self.ordinal) if self.is_ordinal else hash(self.terms)

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __str__(self) -> str:
        text = "".join(("-" if r < 0 else "+") + _text(e, abs(r)) for e, r in self.terms)
        return text.removeprefix("+") or "0"

    __repr__ = __str__

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a surreal number cannot be changed ({name})")

    def __reduce__(self) -> tuple[Callable[..., Surreal], tuple[tuple[tuple[Surreal, Fraction], ...]]]:
        return _make, (self.terms,)


def _make(terms: Iterable[tuple[Surreal, Fraction]]) -> Surreal:
    """From a normal form."""
    kept = tuple(terms)
    height = 1 + max(e._height for e, _ in kept) if kept else 0
    if height > DEEPEST:
        raise LimitReached(f"exponents nested more than {DEEPEST} deep")
    found = object.__new__(Surreal)
    object.__setattr__(found, "terms", kept)
    object.__setattr__(found, "_height", height)
    return found


ZERO = _make([])
OMEGA = _make([(_make([(ZERO, Fraction(1))]), Fraction(1))])


def _operand(other: object) -> Surreal | None:
    """Another number as a surreal one; None if it is something else, an error if it is a game but no number."""
    if isinstance(other, Surreal):
        return other
    if isinstance(other, int | Fraction):
        return _make([(ZERO, Fraction(other))]) if other else ZERO
    if isinstance(other, Ordinal):
        return _make((Surreal(e), Fraction(n)) for e, n in other.terms)
    from perfectplay.values.value import Value

    if type(other) is not Value:  # other values know what to do with numbers
        return None
    return other.surreal


def _compare(a: Surreal, b: Surreal) -> int:
    for (e, r), (f, s) in zip(a.terms, b.terms, strict=False):
        if e != f:
            return (1 if r > 0 else -1) if _compare(e, f) > 0 else (-1 if s > 0 else 1)
        if r != s:
            return 1 if r > s else -1
    if len(a.terms) == len(b.terms):
        return 0
    more, sign = (a, 1) if len(a.terms) > len(b.terms) else (b, -1)
    return sign if more.terms[min(len(a.terms), len(b.terms))][1] > 0 else -sign


_order = cmp_to_key(_compare)


def _collected(terms: Iterable[tuple[Surreal, Fraction]]) -> Surreal:
    """The sum of terms in any order."""
    sums: dict[Surreal, Fraction] = {}
    for e, r in terms:
        sums[e] = sums.get(e, Fraction(0)) + r
    kept = [e for e, r in sums.items() if r]
    if len(kept) > MOST_TERMS:
        raise LimitReached(f"a number with more than {MOST_TERMS} terms")
    return _make((e, sums[e]) for e in sorted(kept, key=_order, reverse=True))


def _power(x: Surreal, n: int) -> Surreal:
    if len(x.terms) == 1 and n:
        ((e, r),) = x.terms
        if max(r.numerator.bit_length(), r.denominator.bit_length()) > 1 + LARGEST_POWER // abs(n):
            raise LimitReached(f"a coefficient of more than {LARGEST_POWER} bits")
        return _make([(e * n, r**n)])
    if n < 0:
        return _power(Surreal(1) / x, -n)
    if not x.terms and n:
        return x
    if n > LARGEST_EXPONENT:
        raise LimitReached(f"the power {n} of a sum (expected at most {LARGEST_EXPONENT})")
    found = Surreal(1)
    for bit in f"{n:b}":
        found = found * found * (x if bit == "1" else 1)
    return found


Vector = tuple[int, ...]


def _quotient(a: Surreal, b: Surreal) -> Surreal | None:
    """a / b, or None if it has infinitely many terms. Any order of the variables will do: here it is that of tuples."""
    axes = sorted({f for x in (a, b) for e, _ in x.terms for f, _ in e.terms}, key=_order)
    scales = [lcm(*(dict(e.terms).get(f, Fraction(0)).denominator for x in (a, b) for e, _ in x.terms)) for f in axes]

    def coordinates(e: Surreal) -> Vector:
        at = dict(e.terms)
        return tuple(int(at.get(f, Fraction(0)) * scale) for f, scale in zip(axes, scales, strict=True))

    rest, over = ({coordinates(e): r for e, r in x.terms} for x in (a, b))
    low = tuple(map(min, zip(*over, strict=True)))
    ends = [tuple(map(limit, zip(*x, strict=True))) for x in (rest, over) for limit in (min, max)] if rest else []
    lead = max(over)
    found: list[tuple[Vector, Fraction]] = []
    while rest:
        top = max(rest)
        step = tuple(x - y for x, y in zip(top, lead, strict=True))
        smallest = tuple(x - y for x, y in zip(ends[0], low, strict=True))
        largest = tuple(x - y for x, y in zip(ends[1], ends[3], strict=True))
        if not all(x <= y <= z for x, y, z in zip(smallest, step, largest, strict=True)):
            return None  # outside of the box that the quotient of Laurent polynomials fills
        ratio = rest[top] / over[lead]
        found.append((step, ratio))
        if len(found) > MOST_TERMS:
            raise LimitReached(f"a quotient with more than {MOST_TERMS} terms")
        for where, r in over.items():
            place = tuple(x + y for x, y in zip(step, where, strict=True))
            rest[place] = rest.get(place, Fraction(0)) - ratio * r
            if not rest[place]:
                del rest[place]

    def exponent(at: Vector) -> Surreal:
        return _collected((f, Fraction(n, scale)) for f, n, scale in zip(axes, at, scales, strict=True))

    return _collected((exponent(at), r) for at, r in found)


def is_dyadic(x: Fraction) -> bool:
    """Whether the denominator is a power of two."""
    return x.denominator & (x.denominator - 1) == 0


def _text(e: Surreal, r: Fraction) -> str:
    """A term with a positive coefficient."""
    if not e.terms:
        return integer_text(r.numerator) + (f"/{integer_text(r.denominator)}" if r.denominator > 1 else "")
    if e.is_real and e.sign < 0:
        below = _power_text(-e)
        if r.denominator > 1:
            below = f"({integer_text(r.denominator)}*{below})"
        return f"{integer_text(r.numerator)}/{below}"
    text = _power_text(e) if r.numerator == 1 else f"{integer_text(r.numerator)}*{_power_text(e)}"
    return text if r.denominator == 1 else f"{text}/{integer_text(r.denominator)}"


def _power_text(e: Surreal) -> str:
    plain = str(e)
    if plain == "1":
        return "w"
    return f"w^{plain}" if plain.isdigit() or plain == "w" else f"w^({plain})"

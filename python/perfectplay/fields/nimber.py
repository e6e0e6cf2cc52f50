"""Nimbers as a field: with the nim sum and the nim product the ordinals are an algebraically closed field of
characteristic 2, and those below w^w^w are the algebraic closure of the field of two elements.

>>> Nimber(5) + Nimber(7), Nimber(5) * Nimber(7), Nimber(1) / Nimber(5)
(*2, *13, *12)
>>> Nimber("w") ** 3, Nimber("w").order(), Nimber("w^w") ** 5
(*2, 9, *4)

Text is that of the ordinal, read by the arithmetic of ordinals: `w*2` is w + w as an ordinal, and w times 2 as a
nimber; these agree wherever a Cantor normal form is written. Finite nimbers are in :mod:`perfectplay.fields.finite`,
others in :mod:`perfectplay.fields.transfinite`.

Reference: Conway, *On Numbers and Games*, chapter 6; Siegel, *Combinatorial Game Theory*, VIII.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import total_ordering
from typing import TYPE_CHECKING

from perfectplay.errors import LimitReached, NotApplicable, ParseError, shown
from perfectplay.fields import finite, orders, transfinite
from perfectplay.fields.ordinal import Ordinal
from perfectplay.fields.reading import integer_text
from perfectplay.fields.transfinite import Element

if TYPE_CHECKING:
    from perfectplay.values.value import Value

MOST_CONJUGATES = 4096


@total_ordering
class Nimber:
    """A nimber below w^w^w, from an integer, from the text of an ordinal, or from a value such as *5.

    `+` (and `-`) is the nim sum and `*` the nim product; integers among the operands are nimbers too. The order is that
    of the ordinals, which is not one of the field.

    >>> pp.Nimber(5) * pp.Nimber(7) == 13, pp.Nimber(6) / 3, pp.Nimber(2).sqrt(), pp.Nimber(8) ** -1
    (True, *11, *3, *10)
    >>> w = pp.Nimber("w")
    >>> w * w, w**3, 1 / (w + 1), (w + 1).sqrt()
    (*(w^2), *2, *(w^2*2+w*2+2), *(w^2*2+1))
    """

    __slots__ = ("_element",)
    _element: Element

    def __new__(cls, source: Nimber | Ordinal | Value | int | str = 0, /) -> Nimber:
        if isinstance(source, Nimber):
            return source
        if isinstance(source, str):
            source = Ordinal(source.strip().removeprefix("*"))
        if isinstance(source, Ordinal):
            return _make(transfinite.from_ordinal(source))
        if isinstance(source, int):
            if source < 0:
                raise ParseError(f"{shown(source)} is not a nimber", expected="0 or more")
            finite.width(source)
            return _make({(): int(source)} if source else {})
        from perfectplay.values.value import Value

        if not isinstance(source, Value):
            raise TypeError(f"a nimber from {type(source).__name__} (expected text, an int or an ordinal)")
        if source.as_nus is None or any(source.as_nus[:2]):
            raise NotApplicable(f"{source} is not a nimber (expected a value such as *5)")
        return Nimber(source.as_nus[2])

    # Structure --------------------------------------------------------------------------------------------------

    @property
    def is_finite(self) -> bool:
        """Whether it is a natural number.

        >>> pp.Nimber(5).is_finite, pp.Nimber("w").is_finite
        (True, False)
        """
        return not self._element or (len(self._element) == 1 and () in self._element)

    def __int__(self) -> int:
        if not self.is_finite:
            raise NotApplicable(f"{self} is not finite")
        return self._element.get((), 0)

    @property
    def ordinal(self) -> Ordinal:
        """The nimber as an ordinal.

        >>> pp.Nimber("w^2*3+1").ordinal + 1
        w^2*3+2
        """
        return transfinite.to_ordinal(self._element)

    @property
    def value(self) -> Value:
        """The game: a nim heap of that size, which must be finite.

        >>> pp.Nimber(5).value.birthday
        5
        """
        from perfectplay.values.value import Value

        return Value(0).nus(0, 0, int(self))

    def __bool__(self) -> bool:
        return bool(self._element)

    # Arithmetic -------------------------------------------------------------------------------------------------

    def __add__(self, other: Nimber | int) -> Nimber:
        b = _operand(other)
        return NotImplemented if b is None else _make(transfinite.total(self._element, b._element))

    __radd__ = __sub__ = __rsub__ = __add__

    def __neg__(self) -> Nimber:
        return self

    __pos__ = __neg__

    def __mul__(self, other: Nimber | int) -> Nimber:
        b = _operand(other)
        return NotImplemented if b is None else _make(transfinite.product(self._element, b._element))

    __rmul__ = __mul__

    def __truediv__(self, other: Nimber | int) -> Nimber:
        b = _operand(other)
        return NotImplemented if b is None else self * b.inverse()

    def __rtruediv__(self, other: int) -> Nimber:
        a = _operand(other)
        return NotImplemented if a is None else a * self.inverse()

    def __pow__(self, n: int) -> Nimber:
        if not isinstance(n, int):
            return NotImplemented
        base, found = (self.inverse() if n < 0 else self), _make({(): 1})
        for bit in f"{abs(n):b}":
            found = found.square() * base if bit == "1" else found.square()
        return found

    def square(self) -> Nimber:
        """The product with itself: a linear map.

        >>> pp.Nimber(16).square()
        *24
        """
        return _make(transfinite.square(self._element))

    def sqrt(self) -> Nimber:
        """The square root: every nimber has exactly one.

        >>> pp.Nimber(24).sqrt(), pp.Nimber("w").sqrt()
        (*16, *(w^2*2))
        """
        return _make(transfinite.root(self._element))

    def inverse(self) -> Nimber:
        """The reciprocal.

        >>> pp.Nimber(2).inverse(), pp.Nimber("w").inverse()
        (*3, *(w^2*3))
        """
        return _make(transfinite.inverse(self._element))

    # In the smallest field that has it ---------------------------------------------------------------------------

    def conjugates(self) -> tuple[Nimber, ...]:
        """The nimber, its square, the square of that and so on until it comes again: the roots of its minimal
        polynomial.

        >>> pp.Nimber(4).conjugates()
        (*4, *6, *5, *7)
        """
        return tuple(self._orbit())

    def _orbit(self) -> Iterator[Nimber]:
        at = self
        for _ in range(MOST_CONJUGATES):
            yield at
            if (at := at.square()) == self:
                return
        raise LimitReached(f"a nimber of degree more than {MOST_CONJUGATES}")

    @property
    def degree(self) -> int:
        """The degree of its minimal polynomial: the nimber lies in the field of 2^degree elements, and in no smaller.

        >>> pp.Nimber(4).degree, pp.Nimber("w").degree
        (4, 6)
        """
        return sum(1 for _ in self._orbit())

    def minimal_polynomial(self) -> BinaryPolynomial:
        """The polynomial of least degree over the field of two elements that has it as a root: the first linear
        relation between its powers.

        >>> pp.Nimber(4).minimal_polynomial(), pp.Nimber("w").minimal_polynomial()
        (x^4+x+1, x^6+x^3+1)
        """
        powers = [_make({(): 1})]
        for _ in range(self.degree):
            powers.append(powers[-1] * self)
        width = max(n.bit_length() for each in powers for n in each._element.values()) if self else 1
        places: dict[object, int] = {}
        reduced: dict[int, tuple[int, int]] = {}
        for n, each in enumerate(powers):
            row, made = 0, 1 << n
            for monomial, count in each._element.items():
                row |= count << width * places.setdefault(monomial, len(places))
            while row and (known := reduced.get(row.bit_length())):
                row, made = row ^ known[0], made ^ known[1]
            if not row:
                return BinaryPolynomial(made)
            reduced[row.bit_length()] = row, made
        raise AssertionError("as many powers as this are dependent")

    def order(self) -> int:
        """The least n > 0 for which the n-th power is 1; 0 has none.

        >>> pp.Nimber(2).order(), pp.Nimber(16).order(), pp.Nimber("w").order()
        (3, 85, 9)
        """
        found = 1
        for p, e in self._order().items():
            found *= p**e
        return found

    def _order(self) -> dict[int, int]:
        if not self:
            raise NotApplicable("0 has no multiplicative order (expected another nimber)")
        return orders.order(self, self.degree, pow, _make({(): 1}))

    def log(self, base: Nimber | int) -> int | None:
        """The least n >= 0 for which the n-th power of the base is this nimber; None if there is none.

        The order of the base must not have prime factors of more than 32 bits; every nimber below 2^64 will do.

        >>> pp.Nimber(13).log(5), pp.Nimber(4).log(2), (pp.Nimber(20) ** 3).log(20)
        (3, None, 3)
        """
        b = Nimber(base)
        if not self or not b:
            raise NotApplicable("0 has no logarithms and is no base of others (expected other nimbers)")
        return orders.logarithm(self, b, b._order(), lambda x, y: x * y, pow, _make({(): 1}))

    # Order and text ---------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Nimber):
            return self._element == other._element
        if isinstance(other, int):
            return self._element == ({(): other} if other else {})
        return NotImplemented

    def __lt__(self, other: Nimber | int) -> bool:
        b = _operand(other)
        return NotImplemented if b is None else self.ordinal < b.ordinal

    def __hash__(self) -> int:
        return hash(int(self)) if self.is_finite else hash(frozenset(self._element.items()))

    def __str__(self) -> str:
        return f"*{integer_text(int(self))}" if self.is_finite else f"*({self.ordinal})"

    __repr__ = __str__

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a nimber cannot be changed ({name})")

    def __reduce__(self) -> tuple[type[Nimber], tuple[int | Ordinal]]:
        return Nimber, (int(self) if self.is_finite else self.ordinal,)


def _make(element: Element) -> Nimber:
    found = object.__new__(Nimber)
    object.__setattr__(found, "_element", element)
    return found


def _operand(other: object) -> Nimber | None:
    return Nimber(other) if isinstance(other, Nimber | int) else None


@dataclass(frozen=True)
class BinaryPolynomial:
    """A polynomial over the field of two elements: the bits of a number are its coefficients.

    >>> found = pp.Nimber(4).minimal_polynomial()
    >>> found, found.bits, found.exponents, found(pp.Nimber(5)), found(pp.Nimber(2))
    (x^4+x+1, 19, (4, 1, 0), *0, *1)
    """

    bits: int

    @property
    def exponents(self) -> tuple[int, ...]:
        """Where the coefficients are 1, the largest first."""
        return tuple(n for n in range(self.degree, -1, -1) if self.bits >> n & 1)

    @property
    def degree(self) -> int:
        """The largest exponent."""
        return self.bits.bit_length() - 1

    def __call__(self, x: Nimber) -> Nimber:
        """The value at a nimber."""
        found = Nimber(0)
        for bit in f"{self.bits:b}":
            found = found * x + int(bit)
        return found

    def __str__(self) -> str:
        return "+".join("1" if n == 0 else "x" if n == 1 else f"x^{n}" for n in self.exponents) or "0"

    __repr__ = __str__

"""Ordinals below epsilon_0, in Cantor normal form.

An ordinal is a sum w^a1*n1 + ... + w^ak*nk with ordinals a1 > ... > ak and positive integers n1, ..., nk (Cantor 1897).
The operators are those of set theory, which are not commutative: 1 + w = w < w + 1. The natural sum and product of
Hessenberg, which treat normal forms as polynomials and are those of the surreal numbers, have names.

Reference: Sierpiński, *Cardinal and Ordinal Numbers*, chapter XIV; Conway, *On Numbers and Games*, chapters 2 and 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import total_ordering

from perfectplay.errors import LimitReached, NotApplicable, ParseError, shown
from perfectplay.fields.reading import DEEPEST, LONGEST_DECIMAL, Reader, integer_text

MOST_TERMS = 10_000
LARGEST_POWER = LONGEST_DECIMAL
"""Bits of an integer power."""


@total_ordering
class Ordinal:
    """An ordinal below epsilon_0, from an integer or from text.

    `+`, `*` and `**` are ordinal arithmetic; `natural_sum` and `natural_product` are commutative.

    >>> w = pp.Ordinal("w")
    >>> 1 + w, w + 1, 2 * w, w * 2, 2**w, (w + 1) ** 2
    (w, w+1, w, w*2, w, w^2+w+1)
    >>> pp.Ordinal("w^w*2+w^2*3+5") > w**100
    True
    """

    __slots__ = ("_height", "terms")
    terms: tuple[tuple[Ordinal, int], ...]
    """Exponents and coefficients of the Cantor normal form, the largest first."""
    _height: int

    def __new__(cls, source: Ordinal | int | str = 0, /) -> Ordinal:
        if isinstance(source, Ordinal):
            return source
        if isinstance(source, str):
            return Reader(source, Ordinal, OMEGA).read()
        if not isinstance(source, int):
            raise TypeError(f"an ordinal from {type(source).__name__} (expected text, an int or an ordinal)")
        if source < 0:
            raise ParseError(f"{shown(source)} is not an ordinal", expected="0 or more")
        return _make([(_make([]), int(source))] if source else [])

    @classmethod
    def power_of_omega(cls, exponent: Ordinal | int, coefficient: int = 1) -> Ordinal:
        """w^exponent * coefficient.

        >>> pp.Ordinal.power_of_omega(pp.Ordinal("w"), 3)
        w^w*3
        """
        return _make([(Ordinal(exponent), coefficient)] if coefficient else [])

    # Structure --------------------------------------------------------------------------------------------------

    @property
    def is_finite(self) -> bool:
        """Whether it is a natural number.

        >>> pp.Ordinal(5).is_finite, pp.Ordinal("w").is_finite
        (True, False)
        """
        return not self.terms or not self.terms[0][0].terms

    @property
    def is_limit(self) -> bool:
        """Whether it is neither 0 nor the successor of another ordinal.

        >>> pp.Ordinal("w^2").is_limit, pp.Ordinal("w+1").is_limit, pp.Ordinal(0).is_limit
        (True, False, False)
        """
        return bool(self.terms) and bool(self.terms[-1][0].terms)

    @property
    def degree(self) -> Ordinal:
        """The largest exponent of the normal form, 0 for natural numbers.

        >>> pp.Ordinal("w^(w+1)*2+5").degree
        w+1
        """
        return self.terms[0][0] if self.terms else self

    def __int__(self) -> int:
        if not self.is_finite:
            raise NotApplicable(f"{self} is not finite")
        return self.terms[0][1] if self.terms else 0

    def __bool__(self) -> bool:
        return bool(self.terms)

    # Arithmetic -------------------------------------------------------------------------------------------------

    def __add__(self, other: Ordinal | int) -> Ordinal:
        b = _operand(other)
        if b is None:
            return NotImplemented
        if not b.terms:
            return self
        lead, count = b.terms[0]
        kept = [(e, n) for e, n in self.terms if e > lead]
        same = sum(n for e, n in self.terms if e == lead)
        return _make([*kept, (lead, same + count), *b.terms[1:]])

    def __radd__(self, other: int) -> Ordinal:
        a = _operand(other)
        return NotImplemented if a is None else a + self

    def __mul__(self, other: Ordinal | int) -> Ordinal:
        b = _operand(other)
        if b is None:
            return NotImplemented
        if not self.terms or not b.terms:
            return ZERO
        (lead, count), rest = self.terms[0], self.terms[1:]
        found = [(lead + e, n) for e, n in b.terms if e.terms]
        if not b.terms[-1][0].terms:
            found += [(lead, count * b.terms[-1][1]), *rest]
        return _make(found)

    def __rmul__(self, other: int) -> Ordinal:
        a = _operand(other)
        return NotImplemented if a is None else a * self

    def __pow__(self, other: Ordinal | int) -> Ordinal:
        b = _operand(other)
        if b is None:
            return NotImplemented
        if not b.terms or self == 1:
            return ONE
        if not self.terms:
            return ZERO
        finite = 0 if b.is_limit else b.terms[-1][1]
        infinite = b.terms if b.is_limit else b.terms[:-1]
        if self.is_finite:  # n^w = w, so that n^(w^(1+e)) = w^(w^e)
            limit = [(ONE.left_difference(e), n) for e, n in infinite]
            return _make([(_make(limit), 1)]) * _power(int(self), finite)
        found = _make([(self.degree * _make(list(infinite)), 1)]) if infinite else ONE
        if finite * len(self.terms) > MOST_TERMS:
            raise LimitReached(f"a power with more than {MOST_TERMS} terms")
        for _ in range(finite):
            found = found * self
        return found

    def __rpow__(self, other: int) -> Ordinal:
        a = _operand(other)
        return NotImplemented if a is None else a**self

    def left_difference(self, other: Ordinal | int) -> Ordinal:
        """The ordinal x with self + x = other, where other is not less.

        >>> pp.Ordinal("w+1").left_difference(pp.Ordinal("w*2+5")), pp.Ordinal(1).left_difference(pp.Ordinal("w"))
        (w+5, w)
        """
        b = Ordinal(other)
        for index, (exponent, count) in enumerate(b.terms):
            mine = self.terms[index] if index < len(self.terms) else (ZERO, 0)
            if mine == (exponent, count):
                continue
            if mine[1] and mine[0] == exponent and mine[1] < count:
                return _make([(exponent, count - mine[1]), *b.terms[index + 1 :]])
            if not mine[1] or mine[0] < exponent:
                return _make(list(b.terms[index:]))
            break
        else:
            if len(self.terms) == len(b.terms):
                return ZERO
        raise NotApplicable(f"{self} is more than {b} (expected at most that)")

    def natural_sum(self, other: Ordinal | int) -> Ordinal:
        """The sum of Hessenberg: normal forms are added like polynomials.

        >>> pp.Ordinal("w+1").natural_sum(pp.Ordinal("w^2+w*2"))
        w^2+w*3+1
        """
        return _collected([*self.terms, *Ordinal(other).terms])

    def natural_product(self, other: Ordinal | int) -> Ordinal:
        """The product of Hessenberg: normal forms are multiplied like polynomials, exponents by natural sums.

        >>> pp.Ordinal("w+1").natural_product(pp.Ordinal("w+1"))
        w^2+w*2+1
        """
        b = Ordinal(other)
        if len(self.terms) * len(b.terms) > MOST_TERMS**2 // 100:
            raise LimitReached(f"a product of {len(self.terms)} by {len(b.terms)} terms is too large")
        return _collected((e.natural_sum(f), m * n) for e, m in self.terms for f, n in b.terms)

    # Order and text ---------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return (self.terms == ((ZERO, other),)) if other else not self.terms
        return self.terms == other.terms if isinstance(other, Ordinal) else NotImplemented

    def __lt__(self, other: Ordinal | int) -> bool:
        if isinstance(other, int):
            return self.is_finite and int(self) < other
        return self.terms < other.terms if isinstance(other, Ordinal) else NotImplemented

    def __hash__(self) -> int:
        return hash(int(self)) if self.is_finite else hash(self.terms)

    def __str__(self) -> str:
        return "+".join(_text(e, n) for e, n in self.terms) or "0"

    __repr__ = __str__

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an ordinal cannot be changed ({name})")

    def __reduce__(self) -> tuple[Callable[..., Ordinal], tuple[list[tuple[Ordinal, int]]]]:
        return _make, (list(self.terms),)


def _make(terms: list[tuple[Ordinal, int]]) -> Ordinal:
    """From a normal form."""
    found = object.__new__(Ordinal)
    height = 1 + terms[0][0]._height if terms else 0
    if height > DEEPEST:
        raise LimitReached(f"exponents nested more than {DEEPEST} deep")
    object.__setattr__(found, "terms", tuple(terms))
    object.__setattr__(found, "_height", height)
    return found


def _collected(terms: Iterable[tuple[Ordinal, int]]) -> Ordinal:
    counts: dict[Ordinal, int] = {}
    for exponent, count in terms:
        counts[exponent] = counts.get(exponent, 0) + count
    return _make(sorted(counts.items(), reverse=True))


def _operand(other: object) -> Ordinal | None:
    return Ordinal(other) if isinstance(other, Ordinal | int) else None


def _power(base: int, exponent: int) -> int:
    if (base.bit_length() - 1) * exponent > LARGEST_POWER:
        raise LimitReached(f"an integer of more than {LARGEST_POWER} bits")
    return int(base**exponent)


def _text(exponent: Ordinal, count: int) -> str:
    if not exponent:
        return integer_text(count)
    short = exponent.is_finite or exponent == OMEGA
    power = "w" if exponent == 1 else f"w^{exponent}" if short else f"w^({exponent})"
    return power if count == 1 else f"{power}*{integer_text(count)}"


ZERO = _make([])
ONE = _make([(ZERO, 1)])
OMEGA = _make([(ONE, 1)])

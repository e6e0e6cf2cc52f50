"""Sign expansions: where a surreal number stands in the tree of all of them.

Every surreal number is a sequence of signs of some ordinal length, its birthday; numbers are ordered like these
sequences, where a sequence that ends lies between those that go on with - and with +. What is stored is the runs, whose
lengths are ordinals. From the normal form (Gonshor, *An Introduction to the Theory of Surreal Numbers*, chapter 5):

- w^a is a +, then for every + of a, w^u pluses, where u is the number of pluses of a so far, this one included; and for
  every - of a, w^(u+1) minuses. A run of n pluses thus becomes w^(u+n) of them, and a run of n minuses w^(u+1)*n.
- w^a*r with r > 0 goes on with each further sign of r, w^u times, where u is the number of pluses of a; for r < 0 all
  signs are reversed.
- A sum is the sequence of its terms, but in each exponent a minus is left out if an earlier exponent agrees with this
  one up to and including it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from perfectplay.errors import NotApplicable
from perfectplay.fields.ordinal import ONE, ZERO, Ordinal
from perfectplay.fields.surreal import Surreal, is_dyadic

Run = tuple[int, Ordinal]


@dataclass(frozen=True)
class Signs:
    """A sequence of signs as runs: 1 or -1, and how many of them.

    >>> pp.Surreal("sqrt(w)").sign_expansion.runs
    ((1, w), (-1, w^2))
    """

    runs: tuple[Run, ...]

    @property
    def length(self) -> Ordinal:
        """How many signs there are.

        >>> pp.Surreal("1/w").sign_expansion.length
        w
        """
        return _total(n for _, n in self.runs)

    @property
    def pluses(self) -> Ordinal:
        """How many of them are pluses.

        >>> pp.Surreal("w-5").sign_expansion.pluses
        w
        """
        return _total(n for sign, n in self.runs if sign > 0)

    def __neg__(self) -> Signs:
        return Signs(tuple((-sign, n) for sign, n in self.runs))

    def __str__(self) -> str:
        return "".join(_run_text("+" if sign > 0 else "-", n) for sign, n in self.runs) or "()"

    __repr__ = __str__


def expansion(x: Surreal) -> Signs:
    """The sign expansion of a number with dyadic coefficients, hereditarily."""
    found: list[Run] = []
    earlier: list[Signs] = []
    for e, r in x.terms:
        if not is_dyadic(r):
            raise NotApplicable(f"the signs of {x} have infinitely many runs (expected dyadic coefficients)")
        exponent = expansion(e)
        reduced = _reduced(exponent, earlier)
        earlier.append(exponent)
        sign = 1 if r > 0 else -1
        found += [(sign * s, n) for s, n in _term(reduced, abs(r))]
    return merged(found)


def _term(exponent: Signs, r: Fraction) -> list[Run]:
    """The signs of w^a * r, for the signs of a and r > 0."""
    found, pluses = [(1, ONE)], ZERO
    for sign, n in exponent.runs:
        if sign > 0:
            pluses = pluses + n
            found.append((1, Ordinal.power_of_omega(pluses)))
        else:
            found.append((-1, Ordinal.power_of_omega(pluses + 1) * n))
    each = Ordinal.power_of_omega(pluses)
    whole, *further = rational(r)
    found.append((1, each * int(ONE.left_difference(whole[1]))))
    return found + [(sign, each * n) for sign, n in further]


def rational(r: Fraction) -> list[Run]:
    """The signs of a positive dyadic rational: pluses up to the next integer, a minus, then the binary places of the
    fractional part without the last (Berlekamp's rule).

    >>> rational(Fraction(11, 4))
    [(1, 3), (-1, 1), (1, 1)]
    """
    whole, part = divmod(r.numerator, r.denominator)
    if not part:
        return [(1, Ordinal(whole))]
    places = f"{part:0{r.denominator.bit_length() - 1}b}"[:-1]
    return [(1, Ordinal(whole + 1)), (-1, ONE), *((1 if place == "1" else -1, ONE) for place in places)]


def _reduced(exponent: Signs, earlier: Iterable[Signs]) -> Signs:
    """Without the minuses that an earlier exponent shares, with all signs before them."""
    shared = max((common(exponent, other) for other in earlier), key=lambda signs: signs.length, default=Signs(()))
    left = list(exponent.runs[max(len(shared.runs) - 1, 0) :])
    if shared.runs:
        sign, n = left[0]
        left[0] = (sign, shared.runs[-1][1].left_difference(n))
    return merged([(1, shared.pluses), *left])


def common(a: Signs, b: Signs) -> Signs:
    """The signs with which both begin."""
    found: list[Run] = []
    for (s, m), (t, n) in zip(a.runs, b.runs, strict=False):
        if s != t:
            break
        found.append((s, min(m, n)))
        if m != n:
            break
    return Signs(tuple(found))


def merged(runs: Iterable[Run]) -> Signs:
    """Runs in which neighbours may have the same sign, and some be empty."""
    found: list[Run] = []
    for sign, n in runs:
        if n and found and found[-1][0] == sign:
            found[-1] = (sign, found[-1][1] + n)
        elif n:
            found.append((sign, n))
    return Signs(tuple(found))


def _total(lengths: Iterable[Ordinal]) -> Ordinal:
    found = ZERO
    for n in lengths:
        found = found + n
    return found


def _run_text(sign: str, n: Ordinal) -> str:
    if n.is_finite and int(n) <= 3:
        return sign * int(n)
    text = str(n)
    return f"({sign})^{text}" if text.isalnum() else f"({sign})^({text})"

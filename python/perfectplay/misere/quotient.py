"""Misère quotients: what there is to know about all sums of some games in misère play, as a finite monoid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

from perfectplay.errors import LimitReached, NotApplicable, ParseError, shown
from perfectplay.misere import presentation
from perfectplay.misere.closed import Closure, Heaps, closure_of
from perfectplay.misere.forms import MisereForm
from perfectplay.misere.monoid import BOUNDS, Monoid, Word, bits
from perfectplay.misere.solver import Solver
from perfectplay.players import Outcome
from perfectplay.position import Position


class Period(NamedTuple):
    """From heap ``start`` on, the elements of heaps repeat every ``length`` heaps.

    >>> pp.misere_quotient("0.75").period
    Period(start=8, length=2)
    """

    start: int
    length: int


class MisereQuotient:
    """The misère quotient of a set of impartial games; `pp.misere_quotient` computes it.

    Elements are written as words in the letters of the ``generators``; ``1`` is that of positions without moves and of
    all that behave like them.

    >>> q = pp.misere_quotient("0.75")
    >>> print(q)
    misère quotient of 0.75: order 8, wild
    < a,b,c | a2 = 1, bc = ab, c2 = b2, b3 = b >
    P-portion: a, b2
    generators: a = heap 1, b = heap 2, c = heap 5
    heaps from 1: a b a b c b c | b ab2, repeating from heap 8 with period 2
    >>> q.outcome([5, 5, 2, 2]), q.outcome({7: 10**6, 8: 3})
    (P, N)
    """

    def __init__(self, title: str, monoid: Monoid, period: Period | None, source: Heaps | Closure) -> None:
        numbers = presentation.chosen(monoid.mul, monoid.phi)
        words = presentation.normal_forms(monoid.mul, [monoid.phi[each] for each in numbers])
        place = {x: number for number, x in enumerate(words)}
        self.title = title
        self.period = period
        """Of the elements of heaps, if it is certain that they repeat for ever; else None."""
        self._source = source
        self._numbers = numbers
        self._mul = [[place[monoid.mul[x][y]] for y in words] for x in words]
        self._phi = [place[x] for x in monoid.phi]
        self._p = frozenset(place[x] for x in bits(monoid.portion))
        self._words = list(words.values())

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self._mul)

    @property
    def heaps(self) -> int:
        """The number of heaps, or of other games, that it was computed from."""
        return len(self._phi) - 1

    @cached_property
    def elements(self) -> tuple[str, ...]:
        """All elements, as words."""
        return tuple(map(presentation.written, self._words))

    @property
    def p_portion(self) -> tuple[str, ...]:
        """The elements of P-positions.

        >>> pp.misere_quotient("0.123").p_portion
        ('a', 'ac', 'b2', 'bd', 'd2')
        """
        return tuple(self.elements[x] for x in sorted(self._p))

    @cached_property
    def generators(self) -> dict[str, Any]:
        """Letters, and the heap or other game that each of them stands for."""
        return {presentation.letter(place): self._named(number) for place, number in enumerate(self._numbers)}

    @cached_property
    def relations(self) -> tuple[tuple[str, str], ...]:
        """Pairs of equal words that say everything about products.

        >>> pp.misere_quotient("0.75").relations
        (('a2', '1'), ('bc', 'ab'), ('c2', 'b2'), ('b3', 'b'))
        """
        words = dict(enumerate(self._words))
        found = presentation.relations(self._mul, [self._phi[each] for each in self._numbers], words)
        return tuple((presentation.written(left), presentation.written(right)) for left, right in found)

    @property
    def is_tame(self) -> bool:
        """Is it the quotient of Nim with heaps up to some size? These have 2^n + 2 elements, two of them P, or at most
        two elements (Plambeck & Siegel 2008)."""
        rest = self.order - 2
        return self.order <= 2 or (len(self._p) == 2 and rest & (rest - 1) == 0)

    def table(self) -> list[list[str]]:
        """The multiplication table, its rows and columns in the order of ``elements``.

        >>> pp.misere_quotient("0.3").table()
        [['1', 'a'], ['a', '1']]
        """
        return [[self.elements[x] for x in row] for row in self._mul]

    def phi(self, game: object) -> str:
        """The element of a heap, a position or a sum (the pretending function).

        >>> pp.misere_quotient("0.75").phi(11), pp.misere_quotient("0.75").phi([5, 5])
        ('ab2', 'b2')
        """
        return self.elements[self._element(game)]

    def outcome(self, game: object) -> Outcome:
        """The outcome in misère play of a heap, a position, or a sum: a list, or a mapping from games to how often they
        occur, which may be millions of times. If there is a period, heaps may have any size."""
        return Outcome.of("P" if self._element(game) in self._p else "N")

    def are_p(self, first: str, second: str) -> bool:
        """Is the product of two elements, given as words, that of P-positions?"""
        number = self._number_of
        return self._mul[number[first]][number[second]] in self._p

    @cached_property
    def _number_of(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.elements)}

    def _element(self, game: object) -> int:
        if isinstance(game, Mapping):
            counted = dict(game)
        elif isinstance(game, list | tuple | set | frozenset):
            counted = Counter(game)
        else:
            counted = {game: 1}
        found = 0
        for each, times in counted.items():
            if isinstance(times, bool) or not isinstance(times, int) or times < 0:
                raise ParseError(f"{shown(times)} copies", expected="a number that is not negative")
            found = self._mul[found][self._power(self._one(each), times)]
        return found

    def _power(self, x: int, exponent: int) -> int:
        found = 0
        while exponent:
            if exponent & 1:
                found = self._mul[found][x]
            x, exponent = self._mul[x][x], exponent >> 1
        return found

    def _product(self, word: Iterable[int]) -> int:
        found = 0
        for number in word:
            found = self._mul[found][self._phi[number]]
        return found

    def _one(self, game: object) -> int:
        """The element of one game."""
        if isinstance(self._source, Heaps):
            if isinstance(game, Position) and getattr(game.system, "code", None) == self._source.code.text:
                return self._product(self._reduced(heap) for heap in game.state)
            if isinstance(game, bool) or not isinstance(game, int) or game < 0:
                raise ParseError(f"{self.title}: unexpected {shown(game)}", expected="sizes of heaps")
            return self._phi[self._reduced(game)]
        if isinstance(game, str | int):
            from perfectplay.misere import misere_form

            game = misere_form(game)
        if not isinstance(game, Position | MisereForm):
            raise ParseError(f"{self.title}: unexpected {shown(game)}", expected="positions or misère forms")
        word = self._source.word(game, grow=False)
        if word is None:
            raise NotApplicable(f"{self.title}: {shown(game)} does not follow from the games that it is about")
        return self._product(word)

    def _reduced(self, heap: int) -> int:
        if heap <= self.heaps:
            return heap
        if self.period is None:
            raise NotApplicable(f"{self.title}: a heap of {heap} (expected at most {self.heaps}: no period is known)")
        return self.period.start + (heap - self.period.start) % self.period.length

    def _named(self, number: int) -> Any:
        return number if isinstance(self._source, Heaps) else self._source.names[number]

    def certificate(self) -> dict[str, Any]:
        """All that is needed to prove it once more, as plain data: the rules, products, the P-portion, the elements of
        the generators, the period. `pp.check_misere_quotient` reads it."""
        rules: dict[str, Any] = (
            {"code": self._source.code.text}
            if isinstance(self._source, Heaps)
            else {"options": [[list(word) for word in each] for each in self._source.options[1:]]}
        )
        return {
            **rules,
            "table": self._mul,
            "portion": sorted(self._p),
            "phi": self._phi[1:],
            "period": list(self.period) if self.period else None,
        }

    def to_json(self) -> dict[str, Any]:
        """As plain data: the presentation and the certificate."""
        return {
            "title": self.title,
            "order": self.order,
            "tame": self.is_tame,
            "elements": list(self.elements),
            "p_portion": list(self.p_portion),
            "generators": self.generators,
            "relations": [f"{left} = {right}" for left, right in self.relations],
            "certificate": self.certificate(),
        }

    def __str__(self) -> str:
        lines = [f"misère quotient of {self.title}: order {self.order}, {'tame' if self.is_tame else 'wild'}"]
        said = ", ".join(f"{left} = {right}" for left, right in self.relations)
        lines.append(f"< {','.join(self.generators)} | {said} >" if self.generators else "< | >")
        lines.append(f"P-portion: {', '.join(self.p_portion) or 'none'}")
        what = "heap " if isinstance(self._source, Heaps) else ""
        lines.append(f"generators: {', '.join(f'{a} = {what}{b}' for a, b in self.generators.items()) or 'none'}")
        if isinstance(self._source, Heaps):
            lines.append(self._heaps_text())
        return "\n".join(lines)

    def _heaps_text(self) -> str:
        words = [self.elements[x] for x in self._phi[1:]]
        if self.period is None:
            return f"heaps from 1: {' '.join(words)}"
        start, length = self.period
        before = " ".join([*words[: start - 1], "|", *words[start - 1 : start - 1 + length]])
        return f"heaps from 1: {before}, repeating from heap {start} with period {length}"

    def __repr__(self) -> str:
        return f"<misère quotient of {self.title}, order {self.order}>"


def period_of(phi: Sequence[int], last_digit: int, parts: int) -> Period | None:
    """The least period that is certain for ever.

    If Phi(n + p) = Phi(n) whenever n0 <= n and n + p <= N, where N >= t (n0 + p) + k - 1, then it holds for all
    n >= n0: every option of a larger heap has a part that can be lowered or raised by p (Plambeck 2005). Here k is the
    place of the last digit, and t the number of heaps that a move may leave.
    """
    most, times = len(phi) - 1, max(1, parts)
    for length in range(1, most):
        bound = (most + 1 - last_digit) // times - length  # the greatest start that the theorem allows
        if bound < 1:
            return None
        start = most - length + 1
        while start > 1 and phi[start - 1] == phi[start - 1 + length]:
            start -= 1
        if start <= bound:
            return Period(start, length)
    return None


def quotient_of_heaps(heaps: Heaps, number: int | None) -> MisereQuotient:
    """Heap by heap; without a number until a period is certain."""
    title, solver = heaps.code.text, Solver()
    digit = heaps.last_digit if heaps.can_be_periodic else None
    if number is None and digit is None:
        raise NotApplicable(f"{title}: no theorem on periods holds for this code (expected heaps=, a number of heaps)")
    most = BOUNDS.get().heaps if number is None else number
    for heap in range(1, most + 1):
        extended(solver, partial(heaps.options, heap), f"{title}: no finite quotient found for the heaps up to {heap}")
        if number is None and digit is not None and (heap < 50 or heap % (heap // 25) == 0):
            period = period_of(solver.monoid.phi, digit, heaps.parts)
            if period is not None:
                return MisereQuotient(title, solver.monoid, period, heaps)
    if number is None:
        order = len(solver.monoid)
        raise LimitReached(f"{title}: no period found up to heap {most}; at least {order} classes", best=order)
    found = None if digit is None else period_of(solver.monoid.phi, digit, heaps.parts)
    return MisereQuotient(title if found else f"{title} up to heap {most}", solver.monoid, found, heaps)


def quotient_of_games(games: Sequence[Position | MisereForm]) -> MisereQuotient:
    """Of everything that follows from some games, and all sums of it."""
    names = (str(game) if isinstance(game, MisereForm) else f"{game.system.title} {game}" for game in games[:3])
    title = ", ".join(names)
    title += f" and {len(games) - 3} more" if len(games) > 3 else ""
    closure, _ = closure_of(games)
    solver = Solver()
    for number, options in enumerate(closure.options[1:], 1):
        name = closure.names[number]
        extended(solver, partial(list, options), f"{title}: no finite quotient found for the followers up to {name}")
    return MisereQuotient(title, solver.monoid, None, closure)


def extended(solver: Solver, options: Callable[[], list[Word]], sentence: str) -> None:
    """One more generator; if there is no room for it, the classes of those before it are a certain bound."""
    try:
        solver.add(options())
    except LimitReached as error:
        order = len(solver.monoid)
        raise LimitReached(f"{sentence} ({error}); at least {order} classes", best=order, kind=error.kind) from None

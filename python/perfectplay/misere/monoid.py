"""Finite commutative monoids with a set of P-elements, as the solver of misère quotients needs them.

    mul[x][y]   the product; element 0 is the identity
    portion     the P-portion, a set of elements
    phi[h]      the element of generator h, counted from 1 (``phi[0]`` is the identity and stands for no heap at all)
    words       multisets of generators as tuples in descending order; Python compares such tuples
                lexicographically, the largest generator first, so that every option of a word comes before it

Sets of elements are integers, bit x for element x. ``wins[x]`` is the set of all z with xz in the P-portion: two
elements are the same in a reduced monoid if and only if these sets are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from typing import NamedTuple

from perfectplay.errors import LimitReached
from perfectplay.limits import watch_now

Word = tuple[int, ...]
Options = Sequence[Sequence[Word]]
"""For each generator, counted from 1, the words that its moves lead to; the first entry is empty."""


class Bounds(NamedTuple):
    """How far a search for a quotient goes, whatever its time."""

    candidates: int = 40_000
    """Elements of a monoid before it is reduced."""
    elements: int = 1_200
    """Elements of a reduced monoid; its table has the square of that."""
    pairs: int = 100_000
    """Transitions of words."""
    rounds: int = 60
    """Calibrations for one generator. In quotients that close there are few; where the failing words grow steadily
    there is no end."""
    heaps: int = 3000
    """Heaps that are looked at in search of a period."""


USUAL = Bounds()
BOUNDS: ContextVar[Bounds] = ContextVar("bounds", default=USUAL)
"""Those in force."""


def bits(elements: int) -> Iterator[int]:
    """The members of a set, ascending."""
    while elements:
        low = elements & -elements
        yield low.bit_length() - 1
        elements ^= low


class Monoid:
    """A finite commutative monoid with the images of generators and a P-portion."""

    def __init__(self, mul: list[list[int]], portion: int, phi: list[int]) -> None:
        self.mul = mul
        self.portion = portion
        self.phi = phi
        self.wins = [sum(1 << z for z, product in enumerate(row) if portion >> product & 1) for row in mul]
        self._shifted: list[dict[int, int]] = [{} for _ in mul]

    def __len__(self) -> int:
        return len(self.mul)

    def of(self, word: Iterable[int]) -> int:
        """The element of a word."""
        found = 0
        for generator in word:
            found = self.mul[found][self.phi[generator]]
        return found

    def images(self, options: Iterable[Word]) -> set[int]:
        """The elements of the options of a generator."""
        mul, phi = self.mul, self.phi
        found = set()
        for word in options:
            if len(word) == 2:
                found.add(mul[phi[word[0]]][phi[word[1]]])
            else:
                found.add(self.of(word))
        return found

    def reach(self, images: Iterable[int]) -> int:
        """All z for which a move to one of the images, with z beside it, leads into the P-portion."""
        found = 0
        for image in images:
            found |= self.wins[image]
        return found

    def shifted(self, x: int, elements: int) -> int:
        """All z with xz in the set."""
        known = self._shifted[x]
        found = known.get(elements)
        if found is None:
            found = sum(1 << z for z, product in enumerate(self.mul[x]) if elements >> product & 1)
            known[elements] = found
        return found

    def cycle(self, x: int) -> tuple[int, int]:
        """Index i and period p of an element: x^(i+p) = x^i is the first repetition among its powers."""
        seen: dict[int, int] = {}
        power, exponent = 0, 0
        while power not in seen:
            seen[power] = exponent
            power, exponent = self.mul[power][x], exponent + 1
        return seen[power], exponent - seen[power]

    def generated(self, generators: Iterable[int]) -> dict[int, Word]:
        """The elements that these generators generate, each with its lexicographically least word, in that order."""
        return _least_words(0, [(each, self.mul[self.phi[each]].__getitem__) for each in generators])


def _least_words(start: int, actions: Sequence[tuple[int, Callable[[int], int]]]) -> dict[int, Word]:
    """Whatever the actions of generators lead to, with least words in lexicographic order. Generators ascend."""
    words: dict[int, Word] = {start: ()}
    watch, most = watch_now(), BOUNDS.get().candidates
    for generator, act in actions:
        if act(start) in words:
            continue  # what was found is closed under everything that its word is made of
        current = list(words)
        while current:
            watch()
            following = []
            for x in current:
                y = act(x)
                if y not in words:
                    words[y] = (generator, *words[x])
                    following.append(y)
            if len(words) > most:
                raise LimitReached(f"a monoid of more than {most} elements", kind="size")
            current = following
    return words


class Product:
    """A submonoid of a monoid times cyclic monoids, one for each generator that is set free.

    An element is a number: the base element plus the exponents in a mixed radix. ``free`` has for each free generator
    the index and the period of its cyclic monoid. No table is kept.
    """

    def __init__(self, base: Monoid, free: dict[int, tuple[int, int]], generators: int) -> None:
        self.base = base
        self.free = free
        self.place: dict[int, int] = {}
        radix = len(base)
        for each, (index, period) in free.items():
            self.place[each] = radix
            radix *= index + period
        self.phi = [self.place[h] if h in free else base.phi[h] for h in range(generators + 1)]

    def action(self, generator: int) -> Callable[[int], int]:
        """Multiplication by a generator."""
        if generator not in self.free:
            size, row = len(self.base), self.base.mul[self.base.phi[generator]]
            return lambda x: x - x % size + row[x % size]
        place = self.place[generator]
        index, period = self.free[generator]
        total = index + period

        def raised(x: int) -> int:
            return x + place if x // place % total < total - 1 else x - place * (period - 1)

        return raised

    def times(self, x: int, y: int) -> int:
        size = len(self.base)
        found = self.base.mul[x % size][y % size]
        for each, place in self.place.items():
            index, period = self.free[each]
            exponent = x // place % (index + period) + y // place % (index + period)
            if exponent >= index + period:
                exponent = index + (exponent - index) % period
            found += exponent * place
        return found

    def of(self, word: Word) -> int:
        found = 0
        for generator in word:
            found = self.times(found, self.phi[generator])
        return found


def marked_and_reduced(product: Product, options: Options) -> Monoid:
    """Decide every element by its least word, then identify what multiplication cannot tell apart.

    An element is P if its least word has a move and none to an element that is P already: options have smaller words,
    so that they are decided before. The result is right wherever the product refines the true quotient.
    """
    watch = watch_now()
    generators = [h for h in range(1, len(product.phi)) if options[h]]
    actions = {h: product.action(h) for h in generators}
    words = _least_words(0, list(actions.items()))
    needed = sorted({h for word in words.values() for h in word})
    images = {h: {product.of(word) for word in options[h]} for h in needed}
    portion: set[int] = set()
    times = product.times
    for number, (x, word) in enumerate(words.items()):
        if number % 64 == 0:
            watch()
        lost = bool(word)
        for h in set(word):
            rest = list(word)
            rest.remove(h)
            beside = product.of(tuple(rest))
            if any(times(beside, image) in portion for image in images[h]):
                lost = False
                break
        if lost:
            portion.add(x)
    number_of = {x: n for n, x in enumerate(words)}
    rows = [[number_of[actions[h](x)] for x in words] for h in needed]
    classes = _coarsest([x in portion for x in words], rows)
    return _collapsed(product, words, needed, rows, classes, portion)


def _coarsest(portion: Sequence[bool], rows: Sequence[Sequence[int]]) -> list[int]:
    """The coarsest partition that refines the P-portion and is stable under every action (Moore 1956)."""
    classes = [int(each) for each in portion]
    number = len(set(classes))
    watch = watch_now()
    while True:
        watch()
        signatures: dict[tuple[int, ...], int] = {}
        columns = [classes, *([classes[y] for y in row] for row in rows)]
        refined = [signatures.setdefault(key, len(signatures)) for key in zip(*columns, strict=True)]
        if len(signatures) == number:
            return refined
        classes, number = refined, len(signatures)


def _collapsed(
    product: Product,
    words: dict[int, Word],
    needed: Sequence[int],
    rows: Sequence[Sequence[int]],
    classes: Sequence[int],
    portion: set[int],
) -> Monoid:
    """The monoid of classes; class 0 has the identity, because numbers are given in the order of least words."""
    size = max(classes) + 1
    if size > (most := BOUNDS.get().elements):
        raise LimitReached(f"a reduced monoid of {size} elements (at most {most})", kind="size")
    elements = list(words)
    first: dict[int, int] = {}
    for n, each in enumerate(classes):
        first.setdefault(each, n)
    acts = {h: [classes[row[first[c]]] for c in range(size)] for h, row in zip(needed, rows, strict=True)}
    number_of = {x: n for n, x in enumerate(elements)}
    columns: list[list[int]] = [[]] * size
    columns[0] = list(range(size))
    for c in range(1, size):
        word = words[elements[first[c]]]
        column = list(range(size))
        for h in word:
            act = acts[h]
            column = [act[x] for x in column]
        columns[c] = column
    phi = [0] * len(product.phi)
    for h in range(1, len(product.phi)):
        if product.phi[h] in number_of:
            phi[h] = classes[number_of[product.phi[h]]]
    return Monoid(columns, sum(1 << c for c, n in first.items() if elements[n] in portion), phi)

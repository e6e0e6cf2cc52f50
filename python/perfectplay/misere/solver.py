"""The misère quotient of a list of generators, one generator at a time.

Each step begins with the exact quotient of the generators before it. Either the new one behaves like an element that is
already there, or a larger monoid is tried: the quotient times a free cyclic monoid, decided and reduced. A trial is
*valid* if for every word: it is mapped into the P-portion if and only if it has a move and no move leads there. Where
it is not, the lexicographically least failing word has a known outcome, the opposite of what the trial says, and the
trial is calibrated anew with some of the generators of that word set free. A valid, reduced trial is the quotient, so
that nothing depends on how it was found (Plambeck & Siegel 2008, Misère quotients for impartial games; the algorithm of
Siegel's appendix, arXiv:math/0612616, has the same outline).

Validity is decided exactly. For a word let x be its element and C the set of all z for which a move in the word, with z
beside it, leads into the P-portion. The pairs multiply, (x, C)(y, D) = (xy, y⁻¹C ∪ x⁻¹D), and are finite in number; the
word fails if x is not P and the identity is not in C. Smaller sets fail more easily, so that minimal ones suffice.
"""

from __future__ import annotations

from itertools import combinations

from perfectplay.errors import LimitReached
from perfectplay.limits import watch_now
from perfectplay.misere.monoid import BOUNDS, Monoid, Options, Product, Word, bits, marked_and_reduced


class Pairs:
    """The minimal pairs of all words, in lexicographic order of words, and what can be added to them."""

    def __init__(self, monoid: Monoid) -> None:
        self.monoid = monoid
        self.found: list[tuple[int, int, Word]] = [(0, 0, ())]
        self.minimal: list[list[int]] = [[] for _ in range(len(monoid))]

    def covers(self, x: int, reach: int) -> bool:
        """Is there already a pair of x whose set is contained in this one?"""
        return any(not each & ~reach for each in self.minimal[x])

    def extend(self, generator: int, x: int, reach: int) -> Word | None:
        """Add a generator with its element and its set. The least word that fails, if one does; then nothing but the
        words before it has been added."""
        if self.covers(x, reach):
            return None
        monoid, minimal, watch = self.monoid, self.minimal, watch_now()
        mul, shifted, portion = monoid.mul[x], monoid.shifted, monoid.portion
        current = list(self.found)
        while current:
            watch()
            following = []
            for y, elements, word in current:
                product = mul[y]
                union = shifted(x, elements) | shifted(y, reach)
                known = minimal[product]
                if any(not each & ~union for each in known):
                    continue
                longer = (generator, *word)
                if not (portion >> product & 1 or union & 1):
                    return longer
                known[:] = [each for each in known if union & ~each]
                known.append(union)
                following.append((product, union, longer))
            self.found += following
            if len(self.found) > (most := BOUNDS.get().pairs):
                raise LimitReached(f"more than {most} transitions", kind="size")
            current = following
        return None

    def copy(self) -> Pairs:
        other = Pairs(self.monoid)
        other.found = list(self.found)
        other.minimal = [list(each) for each in self.minimal]
        return other


class Solver:
    """The exact quotient of the generators so far; ``add`` takes the next."""

    def __init__(self) -> None:
        self.options: list[list[Word]] = [[]]
        self.monoid = Monoid([[0]], 0, [0])
        self.pairs = Pairs(self.monoid)

    def add(self, options: list[Word]) -> None:
        """The next generator, with the words that its moves lead to. If the limits do not suffice, everything stays as
        it was before."""
        self.options.append(options)
        generator = len(self.options) - 1
        try:
            if not options:
                self.monoid.phi.append(0)
            elif not self._fits(generator):
                self._grow(generator)
        except BaseException:
            self.options.pop()
            del self.monoid.phi[generator:]
            raise

    def _fits(self, generator: int) -> bool:
        """Does it behave like an element of the quotient as it is? At most one can be right."""
        monoid = self.monoid
        reach = monoid.reach(monoid.images(self.options[generator]))
        candidates = [
            x
            for x in range(len(monoid))
            if bool(monoid.portion >> x & 1) != bool(reach & 1) and not monoid.wins[x] & reach
        ]
        for x in candidates:
            if self.pairs.covers(x, reach):
                monoid.phi.append(x)
                return True
        for x in candidates:
            pairs = self.pairs.copy()
            if pairs.extend(generator, x, reach) is None:
                self.pairs = pairs
                monoid.phi.append(x)
                return True
        return False

    def _grow(self, generator: int) -> None:
        """A larger quotient."""
        trial = marked_and_reduced(Product(self.monoid, {generator: (2, 2)}, generator), self.options)
        rounds = BOUNDS.get().rounds
        for _ in range(rounds):
            failing, pairs = failure(trial, self.options)
            if failing is None:
                self.monoid, self.pairs = trial, pairs
                return
            trial = recalibrated(trial, failing, self.options)
        raise LimitReached(f"{rounds} calibrations did not suffice", kind="size")


def failure(monoid: Monoid, options: Options) -> tuple[Word | None, Pairs]:
    """The least word whose outcome is not what the monoid says, and the pairs up to there."""
    found: list[Word] = []
    pairs = Pairs(monoid)
    reaches = [monoid.reach(monoid.images(each)) for each in options]
    words = monoid.generated(h for h in range(1, len(options)) if options[h])
    for h in range(1, len(options)):
        if wrong := monoid.wins[monoid.phi[h]] & reaches[h] if options[h] else 0:
            found.append(min(tuple(sorted((h, *words[x]), reverse=True)) for x in bits(wrong) if x in words))
    for h in range(1, len(options)):
        if options[h] and (failing := pairs.extend(h, monoid.phi[h], reaches[h])) is not None:
            found.append(failing)
            break
    return min(found, default=None), pairs


def recalibrated(trial: Monoid, failing: Word, options: Options) -> Monoid:
    """A monoid that is right about the failing word. Smaller generators are set free, too, if need be: a new one can
    tell apart what was equal among them."""
    right = not trial.portion >> trial.of(failing) & 1
    distinct = sorted(set(failing), reverse=True)
    for more, times in ((0, 1), (2, 1), (4, 1), (0, 2), (4, 2)):
        for size in range(1, len(distinct) + 1):
            for chosen in combinations(distinct, size):
                free = {}
                for h in chosen:
                    index, period = trial.cycle(trial.phi[h])
                    free[h] = max(index, failing.count(h) - 1) + more, max(2, period) * times
                found = marked_and_reduced(Product(trial, free, len(options) - 1), options)
                if bool(found.portion >> found.of(failing) & 1) == right:
                    return found
    raise LimitReached("no calibration is right about a failing word", kind="size")

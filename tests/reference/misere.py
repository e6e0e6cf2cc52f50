"""Misère play by the definition, and misère quotients by learning.

Rules are functions: the options of heap n, each a multiset of smaller heaps. A sum is a tuple of heaps in ascending
order, and `Play` plays it out. `learned` finds the quotient as the least automaton of the P-positions (after Angluin
1987, L*): every class that it has is certainly one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

from perfectplay.misere.checking import fault

Sum = tuple[int, ...]
Rules = Callable[[int], list[Sum]]


def octal_rules(code: str) -> Rules:
    """The options in an octal game, read from the digits."""
    digits = [int(each, 16) for each in code.replace(".", "")]

    def options(n: int) -> list[Sum]:
        found: set[Sum] = set()
        for taken, digit in enumerate(digits[: n + 1]):
            for number in range(4):
                if digit >> number & 1 and not (taken == 0 and number < 2):
                    found |= {
                        parts
                        for parts in combinations_with_replacement(range(1, n - taken + 1), number)
                        if sum(parts) == n - taken
                    }
        return sorted(found)

    return options


class Play:
    """Outcomes of sums, remembered."""

    def __init__(self, rules: Rules) -> None:
        self.options: dict[int, list[Sum]] = {}
        self.rules = rules
        self.known: dict[Sum, bool] = {}

    def after(self, position: Sum) -> Iterator[Sum]:
        for heap in set(position):
            rest = list(position)
            rest.remove(heap)
            if heap not in self.options:
                self.options[heap] = self.rules(heap)
            for parts in self.options[heap]:
                yield tuple(sorted([*rest, *parts]))

    def is_p(self, position: Sum) -> bool:
        """Does the player who has just moved win, when whoever cannot move wins?"""
        if position not in self.known:
            options = list(self.after(position))
            self.known[position] = bool(options) and not any(map(self.is_p, options))
        return self.known[position]


def sums(total: int) -> Iterator[Sum]:
    """All multisets of heaps of at least 1 with at most this many tokens."""
    stack: list[Sum] = [()]
    while stack:
        here = stack.pop()
        yield here
        stack += [(*here, n) for n in range(here[-1] if here else 1, total - sum(here) + 1)]


def joined(*parts: Sum) -> Sum:
    return tuple(sorted(heap for part in parts for heap in part))


def learned(code: str, heaps: int) -> tuple[int, int]:
    """The number of classes of the sums of heaps up to a size, and of those that are P.

    Rows of outcomes beside tests tell classes apart. Once every class times a heap is a known class and heaps commute,
    there is a table. The check of certificates, which is no part of the solver, proves it or names a sum; then that sum
    or one of its options is misjudged, and where the outcome flips as a prefix is replaced by the word of its class,
    the rest is a new test.
    """
    play = Play(octal_rules(code))
    tests: list[Sum] = [()]
    letters = range(1, heaps + 1)

    def row(word: Sum) -> tuple[bool, ...]:
        return tuple(play.is_p(joined(word, test)) for test in tests)

    while True:
        classes: dict[tuple[bool, ...], Sum] = {}
        queue: list[Sum] = [()]
        for word in queue:
            if row(word) not in classes:
                classes[row(word)] = word
                queue += [joined(word, (a,)) for a in letters]
        steps = {(word, a): classes[row(joined(word, (a,)))] for word in classes.values() for a in letters}
        words = list(classes.values())
        more = _unequal_orders(play, words, steps, letters, tests)
        more = more or _not_itself(play, words, steps, tests) or _misjudged(play, code, words, steps, letters)
        if more is None:
            return len(words), sum(map(play.is_p, words))
        tests.append(more)


Steps = dict[tuple[Sum, int], Sum]


def _unequal_orders(play: Play, words: list[Sum], steps: Steps, letters: range, tests: list[Sum]) -> Sum | None:
    """A test from two heaps whose order matters."""
    for word in words:
        for a, b in combinations_with_replacement(letters, 2):
            first, second = steps[steps[word, a], b], steps[steps[word, b], a]
            for test in tests if first != second else ():
                outcome = play.is_p(joined(word, (a, b), test))
                for before, after in ((a, b), (b, a)):
                    if play.is_p(joined(steps[word, before], (after,), test)) != outcome:
                        return joined((after,), test)
                    if play.is_p(joined(steps[steps[word, before], after], test)) != outcome:
                        return test
    return None


def _not_itself(play: Play, words: list[Sum], steps: Steps, tests: list[Sum]) -> Sum | None:
    """A test from the word of a class that leads to another class, heap by heap."""
    for word in words:
        prefix: Sum = ()
        for letter in word:
            prefix = steps[prefix, letter]
        for test in tests if prefix != word else ():
            if play.is_p(joined(prefix, test)) != play.is_p(joined(word, test)):
                return _flipped(play, word, test, steps)
    return None


def _flipped(play: Play, word: Sum, test: Sum, steps: Steps) -> Sum | None:
    """What stands beside a prefix where the outcome changes as the prefix is replaced by the word of its class."""
    prefix: Sum = ()
    for at, letter in enumerate(word):
        following, rest = steps[prefix, letter], joined(word[at + 1 :], test)
        if play.is_p(joined(prefix, (letter,), rest)) != play.is_p(joined(following, rest)):
            return rest
        prefix = following
    return None


def _misjudged(play: Play, code: str, words: list[Sum], steps: Steps, letters: range) -> Sum | None:
    """A test from a sum about which the table is wrong."""
    number = {word: n for n, word in enumerate(words)}

    def moved(word: Sum, by: Sum) -> Sum:
        for letter in by:
            word = steps[word, letter]
        return word

    certificate = {
        "code": code,
        "table": [[number[moved(x, y)] for y in words] for x in words],
        "portion": [n for word, n in number.items() if play.is_p(word)],
        "phi": [number[steps[(), a]] for a in letters],
        "period": None,
    }
    wrong = fault(certificate)
    if not wrong:
        return None
    said = re.match(r"the sum of the heaps ([\d ]+) is", wrong)
    assert said, wrong
    failing = tuple(map(int, said[1].split()))
    for each in (failing, *play.after(failing)):
        if (found := _flipped(play, each, (), steps)) is not None:
            return found
    raise AssertionError(f"{code}: {wrong}, and plain play agrees with the table")

"""Heaps that may be broken into any number of heaps, under conditions: codes beyond the octal ones.

A code is written like an octal one, d0.d1d2…, and digit dk says into how many heaps the rest may be broken when k
tokens are taken. A digit is one of

    0-9, A-Z        a sum of 2^r for each number r of heaps that is allowed, so that 7 is 0, 1 or 2 heaps
    {1,3,5+}        the numbers of heaps themselves; ``5+`` is five or more
    *               any number of heaps

and a sign after it, or after a number in braces, is a condition on two or more heaps: ``!`` no two are equal, ``?``
they are not all equal, ``=`` all are equal. Digits in parentheses, or brackets, repeat for ever. Digits before d0 *add*
tokens: in ``80.0`` one token is added and the heap broken into three. What might not make every heap smaller is
refused.

Reference: the codes of Guy & Smith (1956), extended as in Siegel's CGSuite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from perfectplay.errors import LimitReached, ParseError, quote
from perfectplay.kinds.heap import Heaps, OfHeaps, read_heaps
from perfectplay.kinds.plain import PlainGame
from perfectplay.limits import watched

EXPECTED = "digits such as 0.77, {2+}!.0 or 0.(3)"
LARGEST = 1_000_000
MOST_OPTIONS = 100_000
"""Of one heap, where moves are listed."""
MOST_PARTS = 64
"""The largest number of heaps in braces."""
MOST_TAKEN = 1000
"""By one move of a set of numbers."""
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Digit(NamedTuple):
    """The numbers of heaps that are allowed, each with its condition, and from which number on all of them are."""

    counts: tuple[tuple[int, str], ...]
    beyond: tuple[int, str] | None = None

    @property
    def least(self) -> int | None:
        """The smallest number of heaps, None if nothing is allowed."""
        numbers = [number for number, _ in self.counts] + ([self.beyond[0]] if self.beyond else [])
        return min(numbers, default=None)

    def allowed(self, tokens: int) -> Iterator[tuple[int, str]]:
        """Numbers of heaps, and conditions, that so many tokens suffice for."""
        yield from ((number, sign) for number, sign in self.counts if number <= tokens)
        if self.beyond:
            yield from ((number, self.beyond[1]) for number in range(self.beyond[0], tokens + 1))

    def __str__(self) -> str:
        """The shortest way to write it: conditions only where there are two heaps, one sign where all agree."""
        counts = [(number, sign if number > 1 else "") for number, sign in self.counts]
        signs = {sign for number, sign in counts if number > 1} | ({self.beyond[1]} if self.beyond else set())
        one = signs.pop() if len(signs) == 1 else "" if not signs else None
        if self.beyond is None and one is not None and (total := sum(1 << n for n, _ in counts)) < len(LETTERS):
            return LETTERS[total] + one
        if self.beyond and one is not None and [n for n, _ in counts] == list(range(self.beyond[0])):
            return "*" + one
        written = [f"{number}{sign}" for number, sign in counts]
        if self.beyond:
            written.append(f"{self.beyond[0]}{self.beyond[1]}+")
        return "{" + ",".join(written) + "}"


class GeneralCode(NamedTuple):
    """Digits that add tokens, the last of them one token; those from d0 on; and those that repeat after them."""

    adding: tuple[Digit, ...]
    written: tuple[Digit, ...]
    repeated: tuple[Digit, ...]

    def digit(self, taken: int) -> Digit:
        if taken < len(self.written):
            return self.written[taken]
        return self.repeated[(taken - len(self.written)) % len(self.repeated)] if self.repeated else Digit(())

    def options(self, heap: int) -> Iterator[Heaps]:
        """What a heap can become, each multiset once for each number of tokens taken."""
        for added, digit in enumerate(reversed(self.adding), 1):
            yield from broken(digit, heap + added)
        most = heap if self.repeated else min(heap, len(self.written) - 1)
        for taken in range(most + 1):
            yield from broken(self.digit(taken), heap - taken)

    def __str__(self) -> str:
        before, after = [*self.adding, self.written[0]], self.written[1:]
        again = "".join(map(str, self.repeated))
        rest = "".join(map(str, after)) + (f"({again})" if again else "")
        return "".join(map(str, before)) + "." + (rest or "0")


def broken(digit: Digit, tokens: int) -> Iterator[Heaps]:
    """The ways in which a digit breaks so many tokens into heaps."""
    for number, sign in digit.allowed(tokens):
        if number == 0:
            if tokens == 0:
                yield ()
        elif sign == "=":
            if tokens % number == 0:
                yield (tokens // number,) * number
        else:
            for parts in parted(tokens, number, 1, 1 if sign == "!" else 0):
                if not (sign == "?" and number > 1 and parts[0] == parts[-1]):
                    yield parts


def parted(tokens: int, number: int, least: int, gap: int) -> Iterator[Heaps]:
    """Ascending heaps of at least so many tokens, each larger than the one before by the gap or more. (It recurses on
    the number of heaps, of which there are few whenever their ways can be listed.)"""
    if number == 1:
        if tokens >= least:
            yield (tokens,)
        return
    first = least
    while number * first + gap * number * (number - 1) // 2 <= tokens:
        for rest in parted(tokens - first, number - 1, first + gap, gap):
            yield (first, *rest)
        first += 1


@lru_cache(maxsize=256)
def read_general(text: str) -> GeneralCode:
    match = re.fullmatch(r"([^.()\[\]]+)\.([^.()\[\]]*)(?:[(\[]([^.()\[\]]+)[)\]])?", text if len(text) < 1000 else "")
    if not match or not (match[2] or match[3]):
        raise ParseError(f"code {quote(text)}", expected=EXPECTED)
    before, after, again = (tuple(_digits(part or "", text)) for part in match.groups())
    if len(before) > MOST_PARTS:
        raise ParseError(f"code {quote(text)}", expected=f"at most {MOST_PARTS} digits before the point")
    for added, digit in enumerate(reversed(before)):
        if digit.least is not None and digit.least < added + 2:
            raise ParseError(
                f"code {quote(text)}: a heap of n could become one of n or more",
                expected=f"{added + 2} heaps or more where {added} tokens are added" if added else "no 0 or 1 in d0",
            )
    return GeneralCode(before[:-1], (before[-1], *after), again)


def _digits(text: str, code: str) -> Iterator[Digit]:
    at = 0
    for match in re.finditer(r"(?:([0-9A-Za-z*])|\{([^{}]*)\})([!?=]?)", text):
        if match.start() != at:
            break
        at = match.end()
        if match[1] == "*":
            yield Digit((), (0, match[3]))
        elif match[1]:
            number = LETTERS.index(match[1].upper())
            yield Digit(tuple((n, match[3]) for n in range(6) if number >> n & 1))
        else:
            yield _braces(match[2], match[3], code)
    if at != len(text):
        raise ParseError(f"code {quote(code)}: unexpected {quote(text[at])}", expected=EXPECTED)


def _braces(text: str, sign: str, code: str) -> Digit:
    counts: dict[int, str] = {}
    beyond: tuple[int, str] | None = None
    for word in filter(None, text.replace(" ", "").split(",")):
        match = re.fullmatch(r"(\d{1,2})([!?=]?)(\+?)", word, re.ASCII)
        if not match or int(match[1]) > MOST_PARTS or (sign and match[2]) or beyond:
            raise ParseError(
                f"code {quote(code)}: unexpected {quote(word)}", expected="numbers of heaps such as {1,3+}"
            )
        if match[3]:
            beyond = int(match[1]), match[2] or sign
        else:
            counts[int(match[1])] = match[2] or sign
    while beyond and counts.get(beyond[0] - 1) is not None:
        before = beyond[0] - 1
        if before > 1 and counts[before] != beyond[1]:
            break
        counts.pop(before)
        beyond = before, beyond[1]
    kept = {number: sign for number, sign in counts.items() if not beyond or number < beyond[0]}
    if beyond and len(kept) < len(counts):
        raise ParseError(f"code {quote(code)}: {beyond[0]}+ and more", expected="each number of heaps once")
    return Digit(tuple(sorted(kept.items())), beyond)


class BreakingGame(OfHeaps, PlainGame):
    """A game of heaps; a game file says by which codes its players take and break."""

    largest = LARGEST

    def codes(self, player: Any) -> GeneralCode:
        """The code of a player."""
        raise NotImplementedError

    def steps(self, state: Heaps, player: Any) -> Iterator[str]:
        """``7:2+3`` turns a heap of 7 into heaps of 2 and 3; ``7:0`` removes it."""
        code = self.codes(player)
        for heap in sorted(set(state)):
            known: set[Heaps] = set()
            for parts in watched(code.options(heap)):
                if parts in known:
                    continue  # by another number of tokens, where some are added
                known.add(parts)
                if len(known) > MOST_OPTIONS:
                    raise LimitReached(
                        f"{self.title}: a heap of {heap} has too many moves to list (at most {MOST_OPTIONS})"
                    )
                yield f"{heap}:{'+'.join(map(str, parts)) or '0'}"

    def play(self, state: Heaps, move: str) -> Heaps:
        before, _, after = move.partition(":")
        heaps = list(state)
        heaps.remove(int(before))
        return tuple(sorted([*heaps, *(part for part in map(int, after.split("+")) if part)]))

    def split(self, state: Heaps) -> list[Heaps] | None:
        return [(heap,) for heap in state]


@lru_cache(maxsize=256)
def taking(numbers: str) -> GeneralCode:
    """The code for taking one of these numbers of tokens."""
    taken = set(read_heaps(numbers, MOST_TAKEN))
    if 0 in taken:
        raise ParseError(f"taking {quote(numbers)}", expected="positive numbers such as 1 3 4")
    one, none = Digit(((0, ""), (1, ""))), Digit(())
    return GeneralCode((), (none, *(one if n in taken else none for n in range(1, max(taken) + 1))), ())

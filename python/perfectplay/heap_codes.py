"""Nim sequences of take-and-break codes: the nimbers of single heaps, their periods, and a check of both.

A code is the text of an octal or hexadecimal code (``0.77`` is Kayles, ``4!.0`` Grundy's game, ``0.(3)`` Nim), a set of
numbers that may be taken from a heap, or a heap game. Codes whose moves take at most k tokens and leave at most two
heaps are computed to millions of heaps, by rare and common heaps; others, which leave three heaps or take any number,
by all options. A period is proved by the theorem in :mod:`perfectplay.theorems.octal_periodicity`. Where that does not
apply, or does not suffice, a period or an arithmetic one, G(n + p) = G(n) + s, is only observed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import xor
from typing import Any

from perfectplay._native import NimSequence
from perfectplay.checks.verdict import Finding, Verdict, not_checked, settled
from perfectplay.errors import LimitReached, ParseError
from perfectplay.kinds.heap import Code, HeapGame, read_code
from perfectplay.limits import NO_LIMITS, Control, Limits, control_now, watched
from perfectplay.records import dataclass, field

MOST_HEAPS = 1_000_000_000
"""The largest heap of a sequence."""
MOST_PLAIN = 20_000
"""The largest where moves leave three heaps or take any number."""
MOST_LISTED = 10_000_000
"""Nimbers in one list."""
MOST_TAKEN = 100_000
"""By one move of a set of numbers."""
USUAL, USUAL_PLAIN = 1 << 20, 2_000
"""How far a period is searched for unless the caller says."""
MOST_CHECKED = 50_000_000
"""Heaps whose nimbers are held against their definition."""
MODEST_CHECK = 10**11
"""Pairs of heaps that are compared in a check without limits: less than a minute."""
SHORT_CHECK = 120
"""Heaps of up to so many tokens are recomputed by plain rules where moves leave three heaps."""

Coded = str | Iterable[int] | HeapGame


def nim_sequence(code: Coded, up_to: int, *, limits: Limits = NO_LIMITS) -> list[int]:
    """The nimbers of heaps of 0, 1, 2 … ``up_to`` tokens.

    >>> pp.nim_sequence("0.77", 12)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    >>> pp.nim_sequence({1, 3, 4}, 12)
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3]
    >>> pp.nim_sequence("0.(07)", 12)
    [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]
    """
    with limits:
        nimbers = nimbers_of(_code(code))
        _size(up_to, min(nimbers.most, MOST_LISTED))
        nimbers.extend(up_to, control_now())
        return nimbers.native.values(up_to)


def periodicity(code: Coded, *, up_to: int | None = None, limits: Limits = NO_LIMITS) -> Periodicity:
    """The period of a nim sequence, proved where the theorem of Guy & Smith (1956) applies, and otherwise as observed.

    Heaps of up to ``up_to`` tokens are computed, by default about a million, and 2,000 where moves leave three heaps or
    take any number. What was computed is kept, so that a second call goes on where a limit has stopped the first one.

    >>> pp.periodicity("0.77")
    0.77: period 12 after heap 70, proved by heaps up to 167; largest nimber 8
    >>> pp.periodicity("0.07").preperiod
    53
    >>> pp.periodicity({1, 3, 4}).period
    7
    >>> pp.periodicity("0.3F")
    0.3F: arithmetic period 6 with saltus 3 from the start, observed up to heap 2000; largest nimber 1001
    >>> pp.periodicity("0.007", up_to=10_000)
    0.007: no period observed up to heap 10000; largest nimber 262
    """
    with limits:
        nimbers = nimbers_of(_code(code))
        usual = USUAL if nimbers.octal else USUAL_PLAIN
        _size(most := usual if up_to is None else up_to, nimbers.most)
        return nimbers.periodicity(most)


@dataclass(frozen=True)
class Periodicity:
    """The period of a nim sequence: G(n + period) = G(n) + saltus for all n from the preperiod on. It is true if that
    is proved.

    >>> kayles = pp.periodicity("0.77")
    >>> kayles.period, kayles.preperiod, kayles.last_exception, kayles.bound, bool(kayles)
    (12, 71, 70, 167, True)
    >>> kayles.verify()
    verified: all nimbers of heaps up to 167 are least excluded values, and they repeat as far as the theorem demands
    """

    code: str
    period: int | None
    """None if none was found."""
    preperiod: int | None
    """The least heap from which on the nimbers repeat."""
    saltus: int
    """0 unless the period is arithmetic."""
    bound: int | None
    """The largest heap that the proof needs; None if nothing is proved."""
    reached: int
    """The largest heap that all this is about: the bound, or where the search has ended."""
    largest: int
    """The largest nimber of heaps up to there."""
    largest_at: int
    """The first heap that has it."""
    rare: int | None = field(compare=False)
    """The number of heaps that are rare as far as they were computed; None where all options were computed."""

    @property
    def proved(self) -> bool:
        """Does the period hold for ever?"""
        return self.bound is not None

    @property
    def last_exception(self) -> int | None:
        """The largest heap at which the period fails, None if it holds from the start or there is none."""
        return self.preperiod - 1 if self.preperiod else None

    def __bool__(self) -> bool:
        return self.proved

    def __str__(self) -> str:
        after = "from the start" if self.last_exception is None else f"after heap {self.last_exception}"
        seen = f"observed up to heap {self.reached}"
        if self.period is None:
            what = f"no period {seen}"
        elif self.saltus:
            what = f"arithmetic period {self.period} with saltus {self.saltus} {after}, {seen}"
        else:
            what = f"period {self.period} {after}, {f'proved by heaps up to {self.bound}' if self.proved else seen}"
        return f"{self.code}: {what}; largest nimber {self.largest}"

    __repr__ = __str__

    def to_json(self) -> dict[str, Any]:
        """As plain data.

        >>> pp.periodicity("0.3").to_json()["period"]
        2
        """
        from dataclasses import asdict

        return {**asdict(self), "last_exception": self.last_exception, "proved": self.proved}

    def verify(self, limits: Limits = NO_LIMITS) -> Verdict:
        """Check the proof by other code: every nimber up to the bound against all options, and every repetition.

        Which pairs of heaps are compared depends on rare heaps (``crates/core/src/kernels/heaps/check.rs``), as many as
        about rare heaps times the bound. Without limits it is done where that takes less than a minute; what was not
        gone through completely is not called verified.
        """
        with limits:
            try:
                return Verdict({"answer": self._checked(limits)})
            except LimitReached as error:
                return Verdict({"answer": not_checked(str(error))})

    def _checked(self, limits: Limits) -> Finding:
        code = read_code(self.code)
        nimbers = nimbers_of(code)
        if self.bound is None or self.period is None or self.preperiod is None:
            return not_checked("nothing is proved")
        least = self.period >= 1 and self.preperiod >= 0 and not code.repeated
        if self.saltus or not least or self.bound != _bound(code, self.preperiod, self.period):
            return settled(False, "the bound is not that of the theorem")
        if not nimbers.octal:
            return self._recomputed(nimbers)
        if self.bound > MOST_CHECKED:
            return not_checked(f"heaps of up to {self.bound} tokens are too many (at most {MOST_CHECKED})")
        nimbers.extend(self.bound, control_now())
        pairs = sum(digit & 4 != 0 for digit, _ in code.written) * self.bound * (nimbers.native.rare or 0)
        if limits == NO_LIMITS and pairs > MODEST_CHECK:
            return not_checked(f"{pairs:.0e} pairs of heaps to compare; limits allow more")
        wrong, _ = nimbers.native.first_wrong(self.bound + 1, control_now())
        if wrong is not None:
            return settled(False, f"the nimber of a heap of {wrong} is wrong")
        return self._repeats(nimbers.native.values(self.bound))

    def _recomputed(self, nimbers: Nimbers) -> Finding:
        """Where moves leave three heaps: by the options of the plain rules, if they are few."""
        assert self.bound is not None
        if self.bound > SHORT_CHECK:
            return not_checked(f"moves leave three heaps, of more than {SHORT_CHECK} tokens")
        rules: HeapGame = type("Coded", (HeapGame,), {"code": self.code})()
        values: list[int] = []
        for heap in watched(range(self.bound + 1), every=1):
            options = {reduce(xor, (values[part] for part in parts), 0) for parts in rules.options_of(heap)}
            values.append(next(n for n in range(len(options) + 1) if n not in options))
        return self._repeats(values)

    def _repeats(self, values: list[int]) -> Finding:
        """Given the right nimbers up to the bound."""
        assert self.bound is not None and self.period is not None and self.preperiod is not None
        tail = values[self.preperiod :]
        if tail[self.period :] != tail[: -self.period]:
            return settled(False, "the nimbers do not repeat")
        last = self.last_exception
        if last is not None and values[last] == values[last + self.period]:
            return settled(False, f"the nimbers repeat before heap {self.preperiod}")
        if any(tail[step:] == tail[:-step] for step in _divisors(self.period)):
            return settled(False, "the period is not the least one")
        if (max(values), values.index(max(values))) != (self.largest, self.largest_at):
            return settled(False, f"the largest nimber is {max(values)}")
        how = f"all nimbers of heaps up to {self.bound} are least excluded values"
        return settled(True, f"{how}, and they repeat as far as the theorem demands")


def _bound(code: Code, preperiod: int, period: int) -> int:
    """The largest heap that the theorem needs."""
    most = max((taken for taken, (digit, _) in enumerate(code.written) if digit), default=0)
    heaps = 3 if any(digit & 8 for digit, _ in code.written) else 2
    unequal = {part for digit, unequal in code.written if unequal for part in (4, 8) if digit & part}
    more = 6 * period + 3 if 8 in unequal else period + 2 if unequal else 0
    return heaps * max(preperiod, 1) + heaps * period + most + more - 1


def _divisors(period: int) -> list[int]:
    """Those that are a prime factor short: a smaller period would divide one of them."""
    rest, factor, primes = period, 2, set()
    while factor * factor <= rest:
        while rest % factor == 0:
            primes.add(factor)
            rest //= factor
        factor += 1
    return [period // prime for prime in primes | {rest} if prime > 1]


class Nimbers:
    """The nimbers of the heaps of a code, as far as they were asked for."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.native = NimSequence(code.text)
        self.octal = not code.repeated and not any(digit & 8 for digit, _ in code.written)
        """Moves take a bounded number of tokens and leave at most two heaps."""
        self.most = MOST_HEAPS if self.octal else MOST_PLAIN
        self.searched = 0

    def __getitem__(self, heap: int) -> int:
        found = self.native.get(heap)
        if found is None:
            raise IndexError(heap)
        return found

    def extend(self, up_to: int, control: Control) -> None:
        """Compute the nimbers of heaps of up to so many tokens, unless the period tells them."""
        if self.native.period is None:
            self.native.extend(up_to, control)

    def search(self, up_to: int, effort: int, control: Control) -> None:
        """Look for a period once; in vain if it takes more than about ``effort`` options."""
        if self.native.period is None and self.searched < up_to:
            self.native.find_period(up_to, effort, control)
            self.searched = up_to

    def periodicity(self, most: int) -> Periodicity:
        """Proved by heaps of up to so many tokens, or as it is observed up to there."""
        native = self.native
        native.find_period(most, None, control_now())
        needed = native.needed
        if needed is not None and needed <= most + 1 and native.period is not None:
            return self.report(needed - 1, needed - 1, (*native.period, 0))
        self.extend(most, control_now())
        return self.report(None, most, native.observed(most, control_now())[0])

    def report(self, bound: int | None, reached: int, seen: tuple[int, int, int] | None) -> Periodicity:
        """What is known, given the preperiod, the period and the saltus that were seen."""
        start, period, saltus = seen or (None, None, 0)
        largest, heap = self.native.largest(reached) or (0, 0)
        return Periodicity(self.code.text, period, start, saltus, bound, reached, largest, heap, self.native.rare)


@lru_cache(maxsize=64)
def nimbers_of(code: Code) -> Nimbers:
    """What is known about a code; it is kept, and grows."""
    return Nimbers(code)


def _code(code: Coded) -> Code:
    if isinstance(code, HeapGame):
        return code.octal()
    if isinstance(code, Iterable) and not isinstance(code, str | bytes):
        taken = set(code)
        for number in taken:
            if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MOST_TAKEN:
                raise ParseError(f"a move that takes {number!r}", expected=f"whole numbers from 1 to {MOST_TAKEN}")
        return read_code("0." + "".join("3" if n in taken else "0" for n in range(1, max(taken, default=1) + 1)))
    return read_code(code)


def _size(up_to: object, most: int) -> None:
    if not isinstance(up_to, int) or isinstance(up_to, bool) or up_to < 0:
        raise ParseError(f"heaps up to {up_to!r}", expected="a number of tokens")
    if up_to > most:
        raise LimitReached(f"heaps up to {up_to} are too many (at most {most})", kind="size")

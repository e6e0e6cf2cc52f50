"""Is a misère quotient right? Proved from the rules alone, by code that shares nothing with what found it.

    S         a monoid, given by its table, with a set P of its elements; 0 is the identity
    phi[h]    the element of generator h
    T[h]      the elements of the options of h
    (x, E)    a sum: its element, and the elements of its options; (x, E)(y, F) = (xy, yE + xF)

The table is right if it is that of a commutative monoid, no two elements multiply alike into P, phi generates it, and
for every sum: x is in P if and only if E is not empty and does not meet P. Sums are infinitely many, their pairs are
not; and if a pair is wrong because E misses P, then so is one with a smaller set, so that only minimal sets are kept.
A wrong pair comes with the sum that leads to it (Plambeck & Siegel 2008, sections 2 and 6).

For an octal game the heaps up to t(n0 + p) + k - 1 are checked, and that their elements repeat with period p from n0
on, which by the theorem on periods is enough for all heaps.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from perfectplay.errors import ParseError
from perfectplay.limits import watch_now

Sum = tuple[int, ...]


def fault(data: object) -> str:
    """What is wrong with a certificate; empty if nothing is."""
    if isinstance(data, Mapping) and isinstance(data.get("certificate"), Mapping):
        data = data["certificate"]
    table, portion, phi, period, options, code = _read(data)
    return (
        _no_monoid(table, phi)
        or _wrong_sum(table, portion, phi, options, "heaps" if code else "generators")
        or _not_reduced(table, portion, phi)
        or (_no_period(phi, period, code) if period else "")
    )


def _read(data: object) -> tuple[list[list[int]], set[int], list[int], list[int] | None, list[list[Sum]], str]:
    def wrong(name: str) -> ParseError:
        return ParseError(f"a certificate with another {name}", expected="one of a misère quotient")

    def numbers(raw: Any, below: int, name: str) -> list[int]:
        if not isinstance(raw, list | tuple) or not all(type(each) is int and 0 <= each < below for each in raw):
            raise wrong(name)
        return list(raw)

    if not isinstance(data, Mapping):
        raise ParseError(f"a {type(data).__name__}", expected="a misère quotient, or its certificate")
    table = data.get("table")
    if not isinstance(table, list) or not table:
        raise wrong("table")
    size = len(table)
    rows = [numbers(row, size, "table") for row in table]
    if any(len(row) != size for row in rows):
        raise wrong("table")
    phi = [0, *numbers(data.get("phi"), size, "phi")]
    period = data.get("period")
    if period is not None and len(numbers(period, 1 << 40, "period")) != 2:
        raise wrong("period")
    code = data.get("code", "")
    if code:
        if not isinstance(code, str):
            raise wrong("code")
        options = [[], *(sorted(set(_options(code, heap))) for heap in range(1, len(phi)))]
    else:
        raw = data.get("options")
        if not isinstance(raw, list) or len(raw) != len(phi) - 1 or not all(isinstance(each, list) for each in raw):
            raise wrong("options")
        options = [[], *([tuple(numbers(word, n, "options")) for word in each] for n, each in enumerate(raw, 1))]
        if period is not None:
            raise wrong("period")
    return rows, set(numbers(data.get("portion"), size, "portion")), phi, period, options, code


def _digits(code: str) -> tuple[list[int], bool, int]:
    """The digits of a code, whether some forbid equal parts, and from which place on they repeat (0: they end)."""
    match = re.fullmatch(r"([0-9A-Fa-f]!?)\.((?:[0-9A-Fa-f]!?)*)(?:\(((?:[0-9A-Fa-f]!?)+)\))?", code)
    if not match:
        raise ParseError(f"code {code[:40]!r}", expected="one such as 0.77")
    first = match[1] + match[2]
    repeated = match[3] or ""
    written = [int(each, 16) for each in first.replace("!", "")]
    again = [int(each, 16) for each in repeated.replace("!", "")]
    return written + again, "!" in code, len(written) if again else 0


def _options(code: str, heap: int) -> Iterator[Sum]:
    """The heaps that a move in a heap leaves: digit d_j is 1 if nothing may be left of a heap of j, plus 2 if one heap
    may be left when j > 0 are taken, plus 4 for two heaps, plus 8 for three."""
    digits, _, repeats = _digits(code)
    marks = re.findall(r"[0-9A-Fa-f](!?)", code.replace(".", "").replace("(", "").replace(")", ""))
    for taken in range(heap + 1):
        place = taken
        if taken >= len(digits):
            if not repeats:
                return
            place = repeats + (taken - repeats) % (len(digits) - repeats)
        digit, unequal, left = digits[place], bool(marks[place]), heap - taken
        if left == 0 and digit % 2 == 1:
            yield ()
        if left and taken and digit // 2 % 2 == 1:
            yield (left,)
        if digit // 4 % 2 == 1:
            for a in range(1, left):
                if a <= left - a and not (unequal and a == left - a):
                    yield a, left - a
        if digit // 8 % 2 == 1:
            for a in range(1, left):
                for b in range(a, left - a):
                    c = left - a - b
                    if c >= b and not (unequal and (a == b or b == c)):
                        yield a, b, c


def _no_monoid(table: list[list[int]], phi: list[int]) -> str:
    """Products of three need to be checked with a generator in the middle only (Light's test)."""
    everything = range(len(table))
    if any(table[0][x] != x for x in everything):
        return "element 0 is not the identity"
    if any(table[x][y] != table[y][x] for x in everything for y in range(x)):
        return "the table is not symmetric"
    for y in set(phi):
        watch_now()()
        for x in everything:
            row = table[table[x][y]]
            if any(row[z] != table[x][table[y][z]] for z in everything):
                return "products depend on the order in which they are formed"
    return ""


def _wrong_sum(table: list[list[int]], portion: set[int], phi: list[int], options: list[list[Sum]], what: str) -> str:
    """A sum about which the table is wrong."""

    def element(word: Sum) -> int:
        found = 0
        for each in word:
            found = table[found][phi[each]]
        return found

    moves = [h for h in range(1, len(phi)) if options[h]]
    if any(phi[h] for h in range(1, len(phi)) if not options[h]):
        return "a heap without moves is not mapped to the identity"
    targets = {h: frozenset(map(element, options[h])) for h in moves}
    letters: dict[tuple[int, frozenset[int]], int] = {}
    for h in moves:  # of equal letters the first, and none whose set contains that of another
        if not any(x == phi[h] and known <= targets[h] for x, known in letters):
            letters[phi[h], targets[h]] = h
    # What the empty sum leaves out behaves like the sum beside it, so that its empty set may cover other sums: each sum
    # is tested before it is left out.
    minimal: dict[int, list[frozenset[int]]] = {0: [frozenset()]}
    queue: deque[tuple[int, frozenset[int], Sum]] = deque([(0, frozenset(), ())])
    words: dict[int, Sum] = {0: ()}
    watch = watch_now()
    while queue:
        watch()
        x, after, word = queue.popleft()
        if after not in minimal[x]:
            continue  # a smaller set was found since
        for (y, more), h in letters.items():
            product = table[x][y]
            reached = frozenset(table[y][z] for z in after) | frozenset(table[x][z] for z in more)
            longer = (*word, h)
            known = minimal.setdefault(product, [])
            words.setdefault(product, longer)
            if product not in portion and not reached & portion:
                return _sentence(longer, what, "P", "N")
            if any(each <= reached for each in known):
                continue
            minimal[product] = [each for each in known if not reached <= each] + [reached]
            queue.append((product, reached, longer))
    for x, word in words.items():
        for h in moves:
            if table[x][phi[h]] in portion and any(table[x][z] in portion for z in targets[h]):
                return _sentence((*word, h), what, "N", "P")
    return "" if 0 not in portion else "the position without moves is not an N-position"


def _sentence(word: Sum, what: str, true: str, claimed: str) -> str:
    article = {"N": "an", "P": "a"}
    of = " ".join(map(str, sorted(word)))
    return (
        f"the sum of the {what} {of} is {article[true]} {true}-position, "
        f"and the table says that it is {article[claimed]} {claimed}-position"
    )


def _not_reduced(table: list[list[int]], portion: set[int], phi: list[int]) -> str:
    rows = {tuple(product in portion for product in row) for row in table}
    if len(rows) < len(table):
        return "two elements cannot be told apart"
    found, new = {0}, [0]
    while new:
        x = new.pop()
        for y in set(phi):
            if table[x][y] not in found:
                found.add(table[x][y])
                new.append(table[x][y])
    return "" if len(found) == len(table) else "there are elements that belong to no sum"


def _no_period(phi: list[int], period: list[int], code: str) -> str:
    start, length = period
    digits, unequal, repeats = _digits(code)
    if repeats or unequal:
        return "no theorem on periods holds for this code"
    last = max((place for place, digit in enumerate(digits) if digit), default=0)
    parts = max(1, *(digit.bit_length() - 1 for digit in digits))
    needed = parts * (start + length) + last - 1
    if start < 1 or length < 1 or len(phi) - 1 < needed:
        return f"heaps up to {needed} are needed to be sure of the period"
    for heap in range(start, len(phi) - length):
        if phi[heap] != phi[heap + length]:
            return f"the heaps {heap} and {heap + length} have different elements"
    return ""

"""Rows of published facts as test cases: what the tests of the library's questions have in common.

A case that takes more than about five seconds is marked ``full``. One that cannot be answered is skipped with its
reason, which stands in ``BEYOND`` below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import xor
from typing import Any

import pytest

import perfectplay as pp
from perfectplay import Position

Row = dict[str, Any]
Check = Callable[[], None]

KEYS = {entry.key for entry in pp.catalogue()}
SECONDS = 240.0

# What was measured is said as measured, on one core of a busy machine; nothing is estimated.
BEYOND = {
    "domineering 11x11": "not finished in 240 s",
    "domineering 10x10": "not tried: larger than 7x8, which was stopped after 20 s",
    "domineering 14x8": "not tried: larger than 7x8, which was stopped after 20 s",
    "domineering 6x17": "not tried: larger than 7x8, which was stopped after 20 s",
    "domineering 11x10": "not tried: larger than 7x8, which was stopped after 20 s",
    "cram 3x17": "not finished in 60 s",
    "cram 3x20": "not tried: larger than 3x17, which was stopped after 60 s",
    "cram 4x12": "not finished in 60 s",
    "cram 4x13": "not tried: larger than 4x12, which was stopped after 60 s",
    "cram 4x14": "not tried: larger than 4x12, which was stopped after 60 s",
    "cram 4x15": "not tried: larger than 4x12, which was stopped after 60 s",
    "cram 5x9": "not finished in 60 s",
    "cram 5x11": "not tried: larger than 5x9, which was stopped after 60 s",
    "cram 6x8": "not finished in 60 s",
    "cram 7x8": "not tried: larger than 6x8, which was stopped after 60 s",
    "cram 7x9": "not tried: larger than 6x8, which was stopped after 60 s",
    "clobber 3x8": "not finished in 240 s",
    "clobber 2x14": "not finished in 60 s",
    "clobber 2x15": "not finished in 60 s",
    "clobber 2x17": "not tried: larger than 2x14, which was stopped after 60 s",
    "toads_and_frogs value ": "a board without cells is refused",
    "mnk 6,6,5": "not finished in 60 s",
    "mnk 15,15,5": "not tried: larger than 5,5,5, which takes 200 s",
    "peg solitaire English": "not finished in 20 s",
    "15-puzzle 4x4": "about all positions of the puzzle, not one of them",
    "rush hour 6x6": "a count of all boards, not of positions that can be reached",
    "rush hour 7x7": "a count of all boards, not of positions that can be reached",
    "sliding blocks simple^3": "about all puzzles of a kind, not one of them",
    "sokoban XSokoban": "what other programs solve",
}

FULL = {
    "domineering 7x7",
    "cram 3x14",
    "cram 3x13",
    "cram 5x7",
    "cram 6x6",
    "clobber 3x7",
    "clobber 2x11",
    "mnk 5,5,5",
    "toads_and_frogs x...xoo.xo.x....o...",
    "elephants x...xx.o...x.....oooo..x...o.....o.o...o",
}


@dataclass(frozen=True)
class Case:
    name: str
    check: Check
    needs: str
    """The key that must be in the catalogue; empty if none."""
    row: Row
    full: bool = False
    beyond: str = ""
    """Why the row is not answered, though it is about something that the library has."""
    later: str = ""
    """The part of the library that the row belongs to and that is not built yet."""
    disputed: bool = False
    """The row is wrong; the check is a witness against it."""

    @property
    def state(self) -> str:
        if self.later or (self.needs and self.needs not in KEYS):
            return "later"
        return "beyond" if self.beyond else "disputed" if self.disputed else "tested"

    def run(self) -> None:
        if self.needs and self.needs not in KEYS:
            pytest.skip(f"{self.needs} is not in the catalogue yet")
        if self.later:
            pytest.skip(f"not built yet: {self.later}")
        if self.beyond:
            pytest.skip(f"not answered: {self.beyond}")
        self.check()


def case(name: str, check: Check, row: Row, needs: str) -> Case:
    beyond = next((why for what, why in BEYOND.items() if name == what or name.startswith(what + " ")), "")
    return Case(name, check, needs, row, name in FULL, beyond)


def parameters(cases: Iterable[Case]) -> list[Any]:
    found: dict[str, Any] = {}
    for each in cases:
        name = each.name if each.name not in found else f"{each.name} ({len(found)})"
        marks = [pytest.mark.full] if each.full else []
        found[name] = pytest.param(each, id=re.sub(r"\s+", "_", name), marks=marks)
    return list(found.values())


# boards and answers -------------------------------------------------------------------------------------------------


def rectangle(rows: int, cols: int, text: str = ".") -> str:
    return "|".join(text * cols for _ in range(rows))


def checkerboard(rows: int, cols: int) -> str:
    return "|".join("".join("xo"[(row + col) % 2] for col in range(cols)) for row in range(rows))


def sized(text: str) -> tuple[int, int]:
    match = re.search(r"(\d+)x(\d+)", text)
    assert match, text
    return int(match[1]), int(match[2])


def limits() -> pp.Limits:
    return pp.Limits(time=SECONDS, memory=3 << 30)


def has_outcome(key: str, text: str, expected: str, **options: Any) -> Check:
    def check() -> None:
        assert pp.outcome(pp.load(key, text, **options), limits=limits()) == expected

    return check


def has_nimber(key: str, text: str, expected: int, **options: Any) -> Check:
    def check() -> None:
        assert pp.grundy(pp.load(key, text, **options), limits=limits()) == expected

    return check


# octal games by their codes -----------------------------------------------------------------------------------------


def octal(code: str, **options: Any) -> pp.HeapGame:
    """The take-and-break game with this code (``.77``, ``0.3[1]``), by the library's class for such games."""
    written = ("0" if code.startswith(".") else "") + code.replace("[", "(").replace("]", ")")

    class Coded(pp.HeapGame):
        code = written

    return Coded(**options)


def coded(code: str, heap: int, **options: Any) -> Position:
    return octal(code, **options).load(str(heap))


def nimbers(code: str, number: int) -> list[int]:
    """The nimbers of the heaps 0, 1, ... of the octal game with this code."""
    rules = octal(code)
    return [int(pp.grundy(rules.load(str(n)))) for n in range(number)]


def periodic(code: str, start: int, period: int) -> bool:
    """Whether the nimbers repeat with this period from heap ``start`` on, for ever.

    By the periodicity theorem (Guy & Smith 1956; Siegel, *Combinatorial Game Theory*, IV.2) it is enough to see them
    repeat up to heap 2 start + period + k, where k is the number of digits of the code.
    """
    last = 2 * start + period + len(code.partition(".")[2])
    values = nimbers(code, last + period + 1)
    return all(values[n] == values[n + period] for n in range(start, last + 1))


def sparse_nimbers(code: str, number: int, mask: int) -> list[int]:
    """The same as :func:`nimbers`, for a very long sequence: exact for every mask, quick for a good one.

    Call a value rare if it has an even number of ones in common with the mask. Then the nim sum of two rare or two
    common values is rare, so common options come only from a rare heap beside a common one. Where few heaps are rare,
    these are few. The nimber is the least common value that is not among them, unless some smaller rare value is no
    option; rare options abound and are found among small first heaps (Winning Ways, chapter 4, "sparse spaces").
    """
    digits = [int(digit) for digit in code.partition(".")[2]]
    is_rare = [(value & mask).bit_count() % 2 == 0 for value in range(1 << 12)]
    values = [0]
    rare = [0]  # heaps, and 0 for no second heap
    for n in range(1, number):
        splits = [n - k for k, digit in enumerate(digits, 1) if digit & 4 and n - k > 1]
        options = {values[n - k] for k, digit in enumerate(digits, 1) if digit & (2 if n > k else 1) and n >= k}
        options |= {values[a] ^ values[total - a] for total in splits for a in rare if 0 < a < total}
        common = next(v for v in range(len(is_rare)) if not is_rare[v] and v not in options)
        missing = {v for v in range(common) if is_rare[v]} - options
        width, widest = 32, max(splits, default=0) // 2
        while missing:
            for total in splits:
                first = min(width, total // 2)
                missing.difference_update(map(xor, values[1 : first + 1], values[total - 1 : total - first - 1 : -1]))
            if width >= widest:
                break
            width *= 4
        values.append(min(missing, default=common))
        if is_rare[values[n]]:
            rare.append(n)
    return values

"""What all formulas share as text: names, their order, and tokens that know where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NoReturn

from perfectplay.errors import ParseError, error_at, quote

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")
NUMBERED = re.compile(r"x([1-9][0-9]{0,8})")
"""The names of variables that come from a file of numbers."""
_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_']*|[0-9]+|<->|->|\S")
_DIGITS = re.compile(r"([0-9]+)")


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """The key of the order in which people list names: x2 comes before x10.

    >>> sorted(["x10", "b", "x2", "x"], key=natural)
    ['b', 'x', 'x2', 'x10']
    """
    parts = _DIGITS.split(name)
    numbers = ((len(part.lstrip("0")), part) if part.isdigit() else (0, part) for part in parts)
    return tuple(numbers)


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names), key=natural))


def checked_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names, if each can be one and none stands there twice."""
    found = tuple(names)
    seen: set[str] = set()
    for name in found:
        if not isinstance(name, str) or not NAME.fullmatch(name):
            shown = quote(name) if isinstance(name, str) else repr(name)
            raise ParseError(f"{shown} as a name", expected="a letter or _, then letters, digits, _ or '")
        if name in seen:
            raise ParseError(f"the name {quote(name)} twice")
        seen.add(name)
    return found


def fresh_names(names: Iterable[str], number: int) -> tuple[str, ...]:
    """New names that none of these, and no name that begins like them, can clash with."""
    stem = "_"
    taken = [name for name in names if name.startswith(stem)]
    while any(name.startswith(stem) for name in taken):
        stem += "_"
    return tuple(f"{stem}{each}" for each in range(1, number + 1))


class Tokens:
    """The tokens of a text in order, with one place to stand at; the last token is empty: the end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[str] = _TOKEN.findall(text)
        self.words.append("")
        self.at = 0
        self.before = 0
        """Tokens of the text in front of these."""

    @property
    def word(self) -> str:
        return self.words[self.at]

    def skip(self, word: str) -> bool:
        """Go past this word, if it is the next one."""
        if self.words[self.at] != word:
            return False
        self.at += 1
        return True

    def demand(self, word: str, expected: str) -> None:
        if not self.skip(word):
            self.fail(expected)

    def name(self, expected: str = "a variable") -> str:
        """The next word, which must be a name."""
        word = self.words[self.at]
        if not NAME.match(word):
            self.fail(expected)
        self.at += 1
        return word

    def names(self, known: Sequence[str], expected: str) -> list[str]:
        """All names from here on, at least one, none of them twice nor among those known."""
        seen, found = set(known), []
        while NAME.match(self.word):
            if self.word in seen:
                self.fail("", f"the name {quote(self.word)} twice")
            seen.add(self.word)
            found.append(self.name())
        if not found:
            self.fail(expected)
        return found

    def part(self) -> Tokens:
        """The tokens from here to the next ``;`` or the end, which this goes past."""
        found = object.__new__(Tokens)
        start = self.at
        while self.words[self.at] not in (";", ""):
            self.at += 1
        found.text, found.at, found.before = self.text, 0, self.before + start
        found.words = [*self.words[start : self.at], ""]
        return found

    def fail(self, expected: str, what: str = "", at: int | None = None) -> NoReturn:
        at = self.at if at is None else at
        found = next(islice(_TOKEN.finditer(self.text), self.before + at, None), None)
        word, offset = (found[0], found.start()) if found else ("", len(self.text))
        raise error_at(self.text, offset, what or (f"unexpected {quote(word)}" if word else ENDS), expected)


ENDS = "the text ends too early"

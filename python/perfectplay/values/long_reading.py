"""Reading values that end in surreal numbers: texts in which there is a ``w``.

Braces, bars, commas, signs and ``+-`` are as in :mod:`perfectplay.values.notation`. What stands between them is a
surreal number if there is a ``w`` in it (``w^2``, ``3*w/2``, ``1/w``, ``w^(1/2)``: there ``*`` is a product and ``^`` a
power), and otherwise the value of a short game, as ever. So w plus star is ``w + *``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from perfectplay.errors import ParseError, error_at, quote
from perfectplay.fields.surreal import Surreal
from perfectplay.values.long import Form, form_of, made, negative, total, value_of
from perfectplay.values.reading import ALIKE, OMEGA, parse

if TYPE_CHECKING:
    from perfectplay.values.value import Value

DEEPEST = 50
"""Braces inside each other."""
LONGEST = 20_000
_BARS = re.compile(r"[|‖⦀]+")
_WIDTH = {"|": 1, "‖": 2, "⦀": 3}
EXPECTED = "a value such as w, 1/w or {w|1/w}"


def read(text: str, zero: Value) -> Value:
    if len(text) > LONGEST:
        raise ParseError(f"the text has {len(text)} characters", expected=f"at most {LONGEST}")
    reader = _Reader(text.translate(ALIKE), zero)
    found = reader.sum(0)
    if reader.at < len(text):
        reader.fail(f"unexpected {quote(text[reader.at])}")
    return value_of(found, zero)


class _Reader:
    def __init__(self, text: str, zero: Value) -> None:
        self.text = text
        self.zero = zero
        self.at = 0

    def fail(self, what: str, at: int | None = None, expected: str = EXPECTED) -> NoReturn:
        raise error_at(self.text, self.at if at is None else at, what, expected)

    def peek(self) -> str:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def sum(self, depth: int) -> Form:
        found: Form | None = None
        while True:
            term = self.term(depth)
            found = term if found is None else total(found, term)
            if self.peek() not in ("+", "-", "±"):
                return found

    def term(self, depth: int) -> Form:
        """A term with the signs before it."""
        minus = switch = False
        while self.peek() and self.peek() in "+-±":
            if self.peek() == "±" or self.text.startswith("+-", self.at):
                if switch:
                    self.fail("two switches in a row")
                self.at += 1 if self.peek() == "±" else 2
                switch, outer, minus = True, minus, False
            else:
                minus ^= self.peek() == "-"
                self.at += 1
        found = self.braces(depth) if self.peek() == "{" else self.plain()
        found = negative(found) if minus else found
        if switch:
            found = made([found], [negative(found)])
            found = negative(found) if outer else found
        return found

    def plain(self) -> Form:
        """A surreal number, or a short game, up to the next sign, bar, comma or brace outside of parentheses."""
        start, open_ones = self.at, 0
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter in "()":
                open_ones += 1 if letter == "(" else -1
                if open_ones < 0:
                    break
            elif not open_ones and letter in "{}|‖⦀,±+-" and not self._in_power(start):
                break
            self.at += 1
        word = self.text[start : self.at]
        if not word.strip():
            self.fail(f"unexpected {quote(self.text[start])}" if start < len(self.text) else "the text ends too early")
        try:
            return Form(Surreal(word)) if OMEGA.search(word) else form_of(parse(word, self.zero))
        except ParseError as error:
            raise error_at(self.text, start + (error.column or 1) - 1, error.what, error.expected) from None

    def _in_power(self, start: int) -> bool:
        """Is this the sign of an exponent, as in w^-1?"""
        return self.text[self.at] in "+-" and self.text[start : self.at].rstrip().endswith("^")

    def braces(self, depth: int) -> Form:
        opened = self.at
        if depth >= DEEPEST:
            self.fail("nested too deeply", expected=f"at most {DEEPEST} levels")
        self.at += 1
        sides, bars = [self.options(depth)], []
        while bar := _BARS.match(self.text, self.at):
            bars.append((sum(_WIDTH[each] for each in bar[0]), self.at))
            self.at = bar.end()
            sides.append(self.options(depth))
        if self.peek() != "}":
            self.fail(f"the {{ at character {opened + 1} is not closed", expected="a comma, bars or a closing }")
        self.at += 1
        if not bars:
            self.fail("no bars", opened, "bars between the options of Left and Right")
        stack: list[tuple[list[Form], int]] = []
        side = sides[0]
        for (width, at), following in zip(bars, sides[1:], strict=True):
            while stack and stack[-1][1] < width:
                side = [made(stack.pop()[0], side)]
            if stack and stack[-1][1] == width:
                self.fail("two runs of bars of the same length", at, "a longer run for the outer game")
            stack.append((side, width))
            side = following
        while stack:
            side = [made(stack.pop()[0], side)]
        return side[0]

    def options(self, depth: int) -> list[Form]:
        if self.peek() and self.peek() in "|‖⦀}":
            return []
        found = [self.sum(depth + 1)]
        while self.peek() == ",":
            self.at += 1
            found.append(self.sum(depth + 1))
        return found

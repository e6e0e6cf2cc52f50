"""One grammar for ordinals and surreal numbers: sums, products, quotients and powers of integers and `w`.

`w` may be written `ω` or `omega`, and a product `×`; `^` binds to the right, so that `w^w^2` is `w^(w^2)`. What the
operations mean is the business of the numbers: the reader only calls the operators of Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from perfectplay.errors import ParseError, PerfectPlayError, error_at, quote

DEEPEST = 100
"""How deep exponents and parentheses may be nested."""
LONGEST = 20_000
DIGITS = 4000
TOKEN = re.compile(r"\s*(0x[0-9a-fA-F]+|\d+|omega|sqrt|[A-Za-zε_]\w*|.)", re.DOTALL)
EXPECTED = "an expression such as w^2*3+w+5"
LONGEST_DECIMAL = 13_000
"""Bits of what is written in decimal: beyond that Python refuses, and hexadecimal digits are written."""
T = TypeVar("T")


def integer_text(n: int) -> str:
    """A natural number as it is read.

    >>> integer_text(12), integer_text(1 << 20000)[:4]
    ('12', '0x10')
    """
    return str(n) if n.bit_length() <= LONGEST_DECIMAL else f"{n:#x}"


class Reader(Generic[T]):
    """Reads one text. `number` makes what an integer stands for, `root` is the square root where there is one."""

    def __init__(self, text: str, number: Callable[[int], T], omega: T, root: Callable[[T], T] | None = None) -> None:
        self.text = text
        self.number = number
        self.omega = omega
        self.root = root
        self.depth = 0
        if len(text) > LONGEST:
            raise ParseError(f"a text of {len(text)} characters", expected=f"at most {LONGEST}")
        self.tokens = [(found.group(1), found.start(1)) for found in TOKEN.finditer(text.rstrip())]
        self.at = 0

    def read(self) -> T:
        """The whole text."""
        found = self.sum()
        if self.at < len(self.tokens):
            raise self.unexpected()
        return found

    def peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def unexpected(self) -> ParseError:
        if self.at >= len(self.tokens):
            return error_at(self.text, len(self.text), "unexpected end", EXPECTED)
        token, offset = self.tokens[self.at]
        if token[0] in "eε" and not self.text[offset:].startswith("exp"):
            return error_at(self.text, offset, f"unexpected {quote(token)}", "numbers written with w below epsilon_0")
        return error_at(self.text, offset, f"unexpected {quote(token)}", EXPECTED)

    def apply(self, offset: int, work: Callable[[], Any]) -> T:
        """What an operator answers; where it refuses, the error says at which column it stands."""
        try:
            found = work()
        except ZeroDivisionError:
            raise error_at(self.text, offset, "division by zero", "a divisor other than 0") from None
        except PerfectPlayError:
            raise
        except TypeError:
            what = f"ordinals have no {quote(self.text[offset])}"
            raise error_at(self.text, offset, what, "sums, products and powers") from None
        return found  # type: ignore[no-any-return]

    def sum(self) -> T:
        self.depth += 1
        if self.depth > DEEPEST:
            raise error_at(self.text, self.tokens[self.at - 1][1], "nested too deeply", f"at most {DEEPEST} levels")
        negative = self.peek() == "-"
        start = self.tokens[self.at][1] if self.peek() in ("-", "+") else 0
        if self.peek() in ("-", "+"):
            self.at += 1
        found: Any = self.product()
        if negative:
            first = found
            found = self.apply(start, lambda: -first)
        while self.peek() in ("+", "-"):
            sign, offset = self.tokens[self.at]
            self.at += 1
            a, b = found, self.product()
            found = self.apply(offset, lambda sign=sign, a=a, b=b: a + b if sign == "+" else a - b)  # type: ignore[misc]
        self.depth -= 1
        return found  # type: ignore[no-any-return]

    def product(self) -> T:
        found: Any = self.power()
        while self.peek() in ("*", "/", "\u00d7"):
            sign, offset = self.tokens[self.at]
            self.at += 1
            a, b = found, self.power()
            found = self.apply(offset, lambda sign=sign, a=a, b=b: a / b if sign == "/" else a * b)  # type: ignore[misc]
        return found  # type: ignore[no-any-return]

    def power(self) -> T:
        base: Any = self.atom()
        if self.peek() != "^":
            return base  # type: ignore[no-any-return]
        offset = self.tokens[self.at][1]
        self.at += 1
        self.depth += 1
        if self.depth > DEEPEST:
            raise error_at(self.text, offset, "nested too deeply", f"at most {DEEPEST} levels")
        negative = self.peek() == "-"
        if negative:
            self.at += 1
        exponent: Any = self.power()
        self.depth -= 1
        return self.apply(offset, lambda: base ** (-exponent if negative else exponent))

    def atom(self) -> T:
        token = self.peek()
        if token[:1].isascii() and token[:1].isdigit():
            if len(token) > DIGITS and not token.startswith("0x"):
                raise error_at(self.text, self.tokens[self.at][1], "a number of too many digits", f"at most {DIGITS}")
            self.at += 1
            return self.number(int(token, 0) if token.startswith("0x") else int(token))
        if token in ("w", "ω", "omega"):
            self.at += 1
            return self.omega
        if token == "(":
            self.at += 1
            found = self.sum()
            self.close()
            return found
        if token == "sqrt" and self.root is not None:
            offset, root = self.tokens[self.at][1], self.root
            self.at += 1
            if self.peek() != "(":
                raise self.unexpected()
            self.at += 1
            inner = self.sum()
            self.close()
            return self.apply(offset, lambda: root(inner))
        raise self.unexpected()

    def close(self) -> None:
        if self.peek() != ")":
            raise self.unexpected()
        self.at += 1

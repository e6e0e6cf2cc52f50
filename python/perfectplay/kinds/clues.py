r"""The clues of a pencil puzzle, stated once in its file.

Text forms, addresses, files of other programs and all messages about them are derived from this declaration. Where a
format carries more than a puzzle has, ``formats/types.py`` says so.

>>> Clues(1, 8, "?").read("07")
'7'
>>> Clues(letters="wb").read("?")
Traceback (most recent call last):
perfectplay.errors.ParseError: unexpected '?' (expected 'w', 'b' or '.')
"""

from __future__ import annotations

from perfectplay.errors import ParseError, quote
from perfectplay.records import dataclass

MOST_CELLS = 10_000
"""Of a sheet, and so the largest possible count of cells."""
MOST_DIGITS = 40
EMPTY = "."
UNKNOWN = "?"
"""The usual sign of an unknown clue: there is a clue, but its number is not given."""
ARROWS = {"^": "N", "v": "S", "<": "W", ">": "E"}
"""In the order in which other formats number them, from 1 on."""
BLACK = "#"
"""A black cell of Kakuro without sums."""


@dataclass(frozen=True)
class Clues:
    """Numbers from ``least`` to ``most``, a sign for an unknown clue, and letters; each of them may be missing."""

    least: int = 0
    most: int = -1
    unknown: str = ""
    letters: str = ""
    """In the order in which other formats number them, where there are no numbers."""
    blank: str = ""
    """What stands for a cell without a clue, besides ``.``"""

    @property
    def numbered(self) -> bool:
        """Are there numbers?"""
        return self.least <= self.most

    def read(self, word: str, row: int | None = None, col: int | None = None) -> str:
        """The clue as it is printed; a word that is not a clue is refused, with its place if that is given."""
        if word == EMPTY or word == self.blank:
            return EMPTY
        found = word if word and word == self.unknown else self.printed(word)
        if not found:
            raise ParseError(f"unexpected {quote(word)}", row, col, self.expected)
        return found

    def printed(self, word: str) -> str:
        """A clue other than the unknown one as it is printed, 07 as 7; empty if it is not a clue."""
        return word if len(word) == 1 and word in self.letters else self.number(word)

    def number(self, word: str) -> str:
        """A number in this range without leading zeros; empty if it is not one."""
        if not (word.isdecimal() and word.isascii()) or len(word) > MOST_DIGITS:
            return ""
        number = int(word)
        return str(number) if self.least <= number <= self.most else ""

    def letters_listed(self, most: int) -> tuple[str, ...]:
        """Everything that may be printed in a cell, without the numbers where there are more than ``most``.

        >>> Clues(0, 2, "?").letters_listed(9)
        ('.', '0', '1', '2', '?')
        """
        numbers = range(self.least, self.most + 1) if self.most - self.least < most else ()
        unknown = (self.unknown,) if self.unknown else ()
        return tuple(
            dict.fromkeys([EMPTY, *(str(n) for n in numbers if self.printed(str(n))), *self.letters, *unknown])
        )

    @property
    def expected(self) -> str:
        """For messages.

        >>> Clues(0, 4, "#").expected, Clues().expected
        ("a number from 0 to 4, '#' or '.'", "'.'")
        """
        signs = [quote(letter) for letter in self.letters] if len(self.letters) < 10 else ["a letter"]
        unknown = [quote(self.unknown)] if self.unknown else []
        *most, last = filter(None, [self.range, *signs, *unknown, quote(EMPTY)])
        return f"{', '.join(most)} or {last}" if most else last

    @property
    def range(self) -> str:
        """The numbers in words, if there are any."""
        return f"a number from {self.least} to {self.most}" if self.numbered else ""


class Arrowed(Clues):
    """Numbers, each followed by an arrow: ``2>``. An unknown one may have an arrow, too."""

    def printed(self, word: str) -> str:
        number, arrow = split_arrow(word)
        if not arrow:
            return ""
        return word if number == self.unknown else self.number(number) and self.number(number) + arrow

    @property
    def range(self) -> str:
        return f"a number from {self.least} to {self.most} with an arrow such as 2>"


class Sums(Clues):
    r"""Two numbers, of which one may be missing: ``16\4``, ``16\``, ``\4``."""

    def printed(self, word: str) -> str:
        parts = word.split("\\")
        if len(parts) == 2 and any(parts) and all(not part or self.number(part) for part in parts):
            return "\\".join(part and self.number(part) for part in parts)
        return word if len(word) == 1 and word in self.letters else ""

    @property
    def range(self) -> str:
        return rf"sums from {self.least} to {self.most} such as 16\4, 16\ or \4"


def split_arrow(clue: str) -> tuple[str, str]:
    """The number and the arrow, which may be missing.

    >>> split_arrow("2>"), split_arrow("?")
    (('2', '>'), ('?', ''))
    """
    return (clue[:-1], clue[-1]) if clue[-1:] in ARROWS else (clue, "")


def split_sums(clue: str) -> tuple[str, str]:
    """The sum below a black cell and the sum to its right, each empty if there is none."""
    down, _, right = clue.strip(BLACK + EMPTY).partition("\\")
    return down, right


def join_sums(down: str, right: str) -> str:
    return f"{down}\\{right}" if down or right else BLACK

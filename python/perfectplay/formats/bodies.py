"""How the addresses of puzz.link and related sites write clues: small codecs, each a function that reads and one that
writes.

The results are words as these formats have them: decimal numbers, ``.`` for nothing and ``?`` for a question mark;
``types.py`` says which clue each of them is. Most codecs compress empty cells: a letter stands for a run of cells
without a clue. The behaviour of the editor pzpr (robx/pzprjs) is the specification; we write what it writes, and what
it never writes is refused with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from perfectplay.errors import ParseError, quote
from perfectplay.kinds.clues import ARROWS, BLACK, EMPTY, UNKNOWN, join_sums, split_arrow, split_sums

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
Words: TypeAlias = list[str]


class Body:
    """The text that holds the clues, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def more(self) -> bool:
        return self.at < len(self.text)

    def take(self, what: str) -> str:
        """The next character, which belongs to ``what``."""
        if not self.more():
            raise ParseError(f"the body ends too early, after {self.at} characters", expected=what)
        self.at += 1
        return self.text[self.at - 1]

    def wrong(self, expected: str) -> ParseError:
        """An error about the last character taken."""
        found = self.text[self.at - 1]
        return ParseError(f"unexpected {quote(found)} at character {self.at} of the body", expected=expected)

    def digit(self, base: int) -> int:
        return self.value(self.take(f"a digit of base {base}"), base)

    def value(self, letter: str, base: int) -> int:
        """The value of the last digit taken."""
        worth = DIGITS.find(letter)
        if not 0 <= worth < base:
            raise self.wrong(f"a digit of base {base}")
        return worth

    def number(self, digits: int, base: int) -> int:
        total = 0
        for _ in range(digits):
            total = total * base + self.digit(base)
        return total

    def end(self) -> None:
        """Nothing follows."""
        if self.more():
            rest = quote(self.text[self.at :])
            raise ParseError(f"the body is too long: {rest} from character {self.at + 1} on", expected="its end")


def digits(number: int, base: int, width: int = 1) -> str:
    """A number in a base up to 36."""
    shown = ""
    while number:
        number, last = divmod(number, base)
        shown = DIGITS[last] + shown
    return shown.rjust(width, "0")


# Runs of empty cells ------------------------------------------------------------------------------------------------


def read_runs(body: Body, size: int, first: str, read_word: Callable[[Body, str], str]) -> Words:
    """Words, and letters from ``first`` to ``z`` that stand for one empty cell, two, and so on."""
    words: Words = []
    while len(words) < size:
        letter = body.take(f"clues for {size} cells")
        if first <= letter <= "z":
            words += [EMPTY] * run_of(body, letter, first, size - len(words))
        else:
            words.append(read_word(body, letter))
    return words


def run_of(body: Body, letter: str, first: str, most: int) -> int:
    """How many empty cells the last letter taken stands for."""
    run = ord(letter) - ord(first) + 1
    if run > most:
        raise body.wrong(f"a run of at most {most}")
    return run


def write_runs(words: Sequence[str], first: str, write_word: Callable[[str], str]) -> str:
    longest = ord("z") - ord(first) + 1
    shown, run = "", 0
    for word in [*words, None]:
        if run and (word != EMPTY or run == longest):
            shown += chr(ord(first) + run - 1)
            run = 0
        if word == EMPTY:
            run += 1
        elif word is not None:
            shown += write_word(word)
    return shown


# number16: hexadecimal, with a sign in front of longer numbers ------------------------------------------------------

LONGER = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "@": (3, 8192), "%": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""How many digits follow, and what is added to them."""


def read_hex(body: Body, letter: str) -> str:
    if letter == ".":
        return UNKNOWN
    if letter in LONGER:
        width, more = LONGER[letter]
        return str(body.number(width, 16) + more)
    if letter not in DIGITS[:16]:
        raise body.wrong("a number, a sign or a letter from g to z")
    return str(body.value(letter, 16))


def write_hex(word: str) -> str:
    if word == UNKNOWN:
        return "."
    number = int(word)
    signs = [(0, ""), (16, "-"), (256, "+"), (4096, "="), (8192, "@"), (12240, "*"), (77776, "$")]
    sign = next(sign for start, sign in reversed(signs) if number >= start)
    width, more = LONGER[sign] if sign else (1, 0)
    return sign + digits(number - more, 16, width)


def read_number16(body: Body, size: int) -> Words:
    """Numbers up to 1126351.

    >>> read_number16(Body("g3-1ah."), 6)
    ['.', '3', '26', '.', '.', '?']
    """
    return read_runs(body, size, "g", read_hex)


def write_number16(words: Sequence[str]) -> str:
    return write_runs(words, "g", write_hex)


# 4cell: numbers up to 4, each with the distance to the next ---------------------------------------------------------


def read_4cell(body: Body, size: int) -> Words:
    """Numbers up to 4: five digits each for no empty cell after it, one, or two.

    The last number may have more empty cells after it than there are.

    >>> read_4cell(Body("2dgb"), 6)
    ['2', '3', '.', '.', '.', '1']
    """
    words: Words = []
    while len(words) < size:
        letter = body.take(f"clues for {size} cells")
        if "g" <= letter <= "z":
            words += [EMPTY] * run_of(body, letter, "g", size - len(words))
        elif letter == ".":
            words.append(UNKNOWN)
        elif letter in DIGITS[:15]:
            gap, number = divmod(DIGITS.index(letter), 5)
            words += [str(number)] + [EMPTY] * gap
        else:
            raise body.wrong("a digit or letter other than f")
    return words[:size]


def write_4cell(words: Sequence[str]) -> str:
    shown, at = "", 0
    while at < len(words):
        word, run = words[at], empty_from(words, at, 20)
        if run:
            shown += chr(ord("g") + run - 1)
            at += run
        elif word == UNKNOWN:
            shown += "."
            at += 1
        else:
            gap = gap_behind(words, at, 2)
            shown += DIGITS[int(word) + 5 * gap]
            at += 1 + gap
    return shown


def empty_from(words: Sequence[str], at: int, most: int) -> int:
    """How many empty cells there are from here on, at most this many."""
    end = at
    while end < min(len(words), at + most) and words[end] == EMPTY:
        end += 1
    return end - at


def gap_behind(words: Sequence[str], at: int, most: int) -> int:
    """How many cells lie between this one and the next with a clue; the largest number if they reach the end."""
    gap = empty_from(words, at + 1, most)
    return most if at + 1 + gap >= len(words) else gap


# Packed digits: five bits in a digit of base 32, three of base 3 in a digit of base 27 ------------------------------


def read_packed(body: Body, size: int, base: int) -> list[int]:
    """Small numbers, several in a character.

    >>> read_packed(Body("k4"), 7, 2), read_packed(Body("5"), 3, 3)
    ([1, 0, 1, 0, 0, 0, 0], [0, 1, 2])
    """
    per = {2: 5, 3: 3}[base]
    values: list[int] = []
    while len(values) < size:
        packed = body.digit(base**per)
        values += [packed // base**place % base for place in reversed(range(per))]
    return values[:size]


def write_packed(values: Sequence[int], base: int) -> str:
    per = {2: 5, 3: 3}[base]
    shown = ""
    for start in range(0, len(values), per):
        packed = 0
        for place in range(start, start + per):
            packed = packed * base + (values[place] if place < len(values) else 0)
        shown += DIGITS[packed]
    return shown


# Arrows -------------------------------------------------------------------------------------------------------------

WAYS = ("", *ARROWS)
"""By the number of the arrow."""


def read_arrows(body: Body, size: int) -> Words:
    """Numbers up to 4095 with an arrow; without one it is a plain number.

    >>> read_arrows(Body("b42a1.8ff"), 6)
    ['.', '.', '2>', '.', '?^', '255<']
    """

    def read_word(body: Body, letter: str) -> str:
        if letter == "-":
            way = body.digit(5)
            return str(body.number(3, 16)) + WAYS[way]
        if letter not in DIGITS[:10]:
            raise body.wrong("a digit, '-' or a letter from a to z")
        long, way = divmod(int(letter), 5)
        if long:
            return str(body.number(2, 16)) + WAYS[way]
        number = body.take("a number")
        return (UNKNOWN if number == "." else str(body.value(number, 16))) + WAYS[way]

    return read_runs(body, size, "a", read_word)


def write_arrows(words: Sequence[str]) -> str:
    def write_word(word: str) -> str:
        number, arrow = split_arrow(word)
        way = WAYS.index(arrow)
        if number == UNKNOWN:
            return f"{way}."
        value = int(number)
        if value >= 256:
            return f"-{way}{digits(value, 16)}"
        return f"{way + 5}{digits(value, 16)}" if value >= 16 else f"{way}{digits(value, 16)}"

    return write_runs(words, "a", write_word)


# Base 36, no runs ---------------------------------------------------------------------------------------------------


def read_number36(body: Body, size: int) -> Words:
    """A number up to 1295 in each cell, up to 35 as one digit.

    >>> read_number36(Body("1a-10."), 4)
    ['1', '10', '36', '.']
    """
    words: Words = []
    while len(words) < size:
        letter = body.take(f"clues for {size} cells")
        if letter == ".":
            words.append(EMPTY)
        elif letter in "%@":
            words.append(UNKNOWN)
        elif letter == "-":
            words.append(str(body.number(2, 36)))
        else:
            words.append(str(body.value(letter, 36)))
    return words


def write_number36(words: Sequence[str]) -> str:
    shown = ""
    for word in words:
        if word == EMPTY:
            shown += "."
        elif word == UNKNOWN:
            shown += "@"
        else:
            shown += ("-" if int(word) >= 36 else "") + digits(int(word), 36)
    return shown


# Points, each with the distance to the next -------------------------------------------------------------------------


def read_dots(body: Body, size: int) -> Words:
    """White points (1) and black points (2): a digit is twice the number of empty places after it, plus 1 if black.

    The last point may have more empty places after it than there are.

    >>> read_dots(Body("3ge"), 4)
    ['2', '.', '.', '1']
    """
    words: Words = []
    while len(words) < size:
        letter = body.take(f"{size} places")
        if "g" <= letter <= "z":
            words += [EMPTY] * run_of(body, letter, "g", size - len(words))
        else:
            gap, black = divmod(body.value(letter, 16), 2)
            words += [str(1 + black)] + [EMPTY] * gap
    return words[:size]


def write_dots(words: Sequence[str]) -> str:
    shown, at = "", 0
    while at < len(words):
        run = empty_from(words, at, 20)
        if run:
            shown += chr(ord("g") + run - 1)
            at += run
        else:
            gap = gap_behind(words, at, 7)
            shown += DIGITS[2 * gap + (words[at] == "2")]
            at += 1 + gap
    return shown


# Kakuro: sums up to 45 ----------------------------------------------------------------------------------------------

SUMS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_sum(body: Body, letter: str) -> str:
    """A sum as a word; no sum is empty."""
    if letter == "-":
        return ""
    if letter not in SUMS:
        raise body.wrong("a sum or '-'")
    return str(SUMS.index(letter))


def read_sums(body: Body, rows: int, cols: int) -> Words:
    r"""Walls with the sum of the cells below and of the cells to the right, ``#`` without; with the walls of the upper
    and the left border, which have sums where a cell follows.

    >>> read_sums(Body("94l3a"), 1, 3)
    ['#', '#', '3\\', '10\\', '#', '9\\4', '.', '.']
    """

    def read_word(body: Body, letter: str) -> str:
        if letter == ".":
            return BLACK
        down = read_sum(body, letter)
        return join_sums(down, read_sum(body, body.take("a sum")))

    inner = read_runs(body, rows * cols, "k", read_word)
    top = [join_sums(read_sum(body, body.take("a sum")), "") if inner[col] == EMPTY else BLACK for col in range(cols)]
    words = [BLACK, *top]
    for start in range(0, rows * cols, cols):
        across = join_sums("", read_sum(body, body.take("a sum"))) if inner[start] == EMPTY else BLACK
        words += [across, *inner[start : start + cols]]
    return words


def at_border(word: str, row: int, col: int, below: bool, right: bool) -> None:
    """At the upper and the left border there are walls only, with a sum where there is a place for it."""
    down, across = split_sums(word)
    if word == EMPTY:
        raise ParseError("a cell to fill in at the border", row + 1, col + 1, "a wall")
    if (down and not below) or (across and not right):
        raise ParseError(f"the sum {quote(word)} of no cells", row + 1, col + 1, "a sum where a cell follows")


def write_sums(words: Sequence[str], rows: int, cols: int) -> str:
    """For a sheet with this many rows and columns, with the walls of the border."""

    def write_sum(shown: str) -> str:
        return SUMS[int(shown)] if shown else "-"

    def write_word(word: str) -> str:
        return "." if word == BLACK else "".join(map(write_sum, split_sums(word)))

    inner = [words[row * cols + col] for row in range(1, rows) for col in range(1, cols)]
    shown = write_runs(inner, "k", write_word)
    for at in [*range(cols), *range(cols, rows * cols, cols)]:
        row, col = divmod(at, cols)
        below = row == 0 and col > 0 and words[at + cols] == EMPTY
        right = col == 0 and row > 0 and words[at + 1] == EMPTY
        at_border(words[at], row, col, below, right)
        down, across = split_sums(words[at])
        shown += write_sum(down) if below else write_sum(across) if right else ""
    return shown

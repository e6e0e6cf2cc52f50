"""Take-and-break games: heaps of tokens and a code that says how a heap may be reduced.

The code is octal (Guy & Smith 1956, Winning Ways chapter 4): digit k after the point says what may remain when k tokens
are removed from a heap, as a sum of 1 (nothing), 2 (one heap), 4 (two heaps), 8 (three heaps: digits go up to F).
``0.77`` is Kayles. After ``!`` no two remaining heaps may be equal, so ``4!.0`` is Grundy's game; final digits in
parentheses repeat for ever, so ``0.(3)`` is Nim. A position is a multiset of heaps, written ``3 5 7``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from perfectplay._native import Kernel
from perfectplay.errors import LimitReached, ParseError, quote
from perfectplay.limits import watch_now
from perfectplay.players import Player
from perfectplay.position import Position
from perfectplay.system import Game, State, Step

if TYPE_CHECKING:
    from perfectplay.picture import Picture

Heaps = tuple[int, ...]

LARGEST_HEAP = 10**18
MOST_HEAPS = 1024
MOST_TOKENS = 100_000
"""Of one heap, where moves are listed or searched; theorems have no such limit."""
MOST_MOVES = 1_000_000
"""Of one heap, where moves are listed."""


def read_heaps(text: str, largest: int = LARGEST_HEAP) -> list[int]:
    """The numbers in a text such as ``3 5 7`` or ``3+5+7``, which must not exceed ``largest``."""
    if not text.strip():
        raise ParseError("empty text", expected="heap sizes such as 3 5 7 (a single 0 for no heaps)")
    heaps = []
    for match in re.finditer(r"[^\s,+]+", text):
        word, column = match[0], match.start() + 1
        if not (word.isascii() and word.isdigit()):
            raise ParseError(f"unexpected {quote(word)}", 1, column, "heap sizes such as 3 5 7")
        if len(word) > len(str(largest)) or int(word) > largest:
            raise ParseError(f"heap {quote(word)} is too large", 1, column, f"at most 10^{len(str(largest)) - 1}")
        heaps.append(int(word))
    if not heaps:
        raise ParseError("no heap sizes", expected="heap sizes such as 3 5 7")
    if len(heaps) > MOST_HEAPS:
        raise ParseError(f"{len(heaps)} heaps", expected=f"at most {MOST_HEAPS}")
    return heaps


class OfHeaps(Game):
    """A game whose state is a multiset of heaps, of which a move ``7:2+3`` breaks one up: text and pictures."""

    lists: ClassVar[str] = "numbers"
    largest: ClassVar[int] = LARGEST_HEAP

    def parse(self, text: str) -> Heaps:
        return tuple(sorted(heap for heap in read_heaps(text, self.largest) if heap))

    def text(self, state: Heaps) -> str:
        return " ".join(map(str, state)) or "0"

    def picture(self, state: Heaps) -> Picture:
        from perfectplay.picture import draw_heaps

        return draw_heaps(state, title=self.name)

    def seen_after(self, state: Heaps, text: str, after: Heaps) -> Iterator[Picture]:
        """What is left of a heap stays in its place; where it breaks up, the other parts come last."""
        before, _, parts = text.partition(":")
        first, *others = map(int, parts.split("+"))
        for place in (number for number, heap in enumerate(state) if heap == int(before)):
            yield self.picture((*state[:place], first, *state[place + 1 :], *others))


class HeapGame(OfHeaps):
    """A take-and-break game: heaps of tokens, which may be reduced and broken up. A class needs one attribute:

        code = "0.77"               an octal code: its k-th digit says what may be left when k tokens are taken

    A digit is a sum of 1 (nothing is left), 2 (one heap), 4 (two heaps) and 8 (three heaps). After ``!`` no two of the
    heaps may be equal, and digits in parentheses repeat for ever: ``4!.0`` is Grundy's game, ``0.(3)`` is Nim. The
    class may also have:

        code(self), a property      where the code depends on options
        options = {"k": 2}          options of the rules with their defaults, such as self.k
        name, sample                a title, and the text of a position, such as "3 5 7"

    >>> class Kayles(pp.HeapGame):
    ...     code = "0.77"
    >>> pp.grundy(Kayles().load("3 5 7")), pp.best(Kayles().load("3 5 7"))
    (5, 5:4)
    """

    kind: ClassVar[str] = "heap"
    impartial = True

    @property
    def code(self) -> str:
        """The octal code: a class attribute of the game, or a property where it depends on options."""
        raise ParseError("no code", expected=f"code = '0.77' in the class: {CODES}")

    def octal(self) -> Code:
        """The current code, parsed. Whatever needs it, a load, a move or a search, gets it here, so that a code that
        cannot be read is refused in one place."""
        try:
            return read_code(self.code)
        except ParseError as error:
            raise error.within(self.title) from None

    def read(self, source: object) -> State:
        self.octal()
        return super().read(source)

    def position(self, state: Any) -> Position:
        self.octal()
        return super().position(state)

    def legal(self, state: Heaps, player: Player) -> Iterator[Step]:
        """``7:2+3`` turns a heap of 7 into heaps of 2 and 3; ``7:0`` removes it."""
        for heap in sorted(set(state)):
            rest = list(state)
            rest.remove(heap)
            for parts in self.options_of(heap):
                left = "+".join(map(str, parts)) or "0"
                yield Step(f"{heap}:{left}", tuple(sorted([*rest, *parts])))

    def options_of(self, heap: int) -> Iterator[Heaps]:
        """What one heap can become, each multiset once: the code, digit by digit."""
        if heap > MOST_TOKENS:
            raise LimitReached(
                f"{self.title}: a heap of {heap} has too many moves to list (at most {MOST_TOKENS} tokens)"
            )
        code, watch = self.octal(), watch_now()
        if sum(_at_most(code.digit(taken), heap - taken) for taken in range(heap + 1)) > MOST_MOVES:
            raise LimitReached(f"{self.title}: a heap of {heap} has too many moves to list (at most {MOST_MOVES})")
        for taken in range(heap + 1):
            watch()
            yield from _left(code.digit(taken), heap - taken, taken)

    def kernel(self, state: Heaps) -> tuple[Kernel, bytes]:
        kernel = _kernel(self.octal().text, self.convention.stuck.value)
        return kernel, b"".join(heap.to_bytes(8, "little") for heap in state)

    def decode(self, state: Heaps, code: bytes) -> Heaps:
        return tuple(int.from_bytes(code[i : i + 8], "little") for i in range(0, len(code), 8))


def _at_most(digit: Digit, left: int) -> int:
    """A bound on the number of ways in which a digit can leave this much; three heaps come in about left^2 / 12
    ways."""
    allowed, _ = digit
    return 1 + (left // 2 if allowed & 4 else 0) + (left * left // 12 + 1 if allowed & 8 else 0)


def _left(digit: Digit, left: int, taken: int) -> Iterator[Heaps]:
    """The heaps that a digit allows when this much of a heap is left."""
    allowed, unequal = digit
    if allowed & 1 and left == 0:
        yield ()
    if allowed & 2 and left > 0 and taken > 0:
        yield (left,)
    if allowed & 4:
        for a in range(1, left // 2 + 1):
            if not (unequal and 2 * a == left):
                yield a, left - a
    if allowed & 8:
        for a in range(1, left // 3 + 1):
            for b in range(a, (left - a) // 2 + 1):
                if not (unequal and len({a, b, left - a - b}) < 3):
                    yield a, b, left - a - b


Digit = tuple[int, bool]
"""What may be left, and whether no two heaps may be equal."""

CODES = "octal digits such as 0.77, 4!.0 or 0.(3)"


class Code(NamedTuple):
    """An octal code: its text, the digits that are written out, beginning with digit 0, and those that repeat after
    them."""

    text: str
    written: tuple[Digit, ...]
    repeated: tuple[Digit, ...]

    def digit(self, taken: int) -> Digit:
        """What may remain when this many tokens are taken."""
        if taken < len(self.written):
            return self.written[taken]
        return self.repeated[(taken - len(self.written)) % len(self.repeated)] if self.repeated else (0, False)


def read_code(code: object) -> Code:
    if not isinstance(code, str):
        raise ParseError(f"a code that is a {type(code).__name__}", expected=CODES)
    return _read_code(code)


@lru_cache(maxsize=256)
def _read_code(text: str) -> Code:
    match = re.fullmatch(r"([048C]!?)\.((?:[0-9A-F]!?)*)(?:\(((?:[0-9A-F]!?)+)\))?", text, re.IGNORECASE)
    if not match or not (match[2] or match[3]):
        raise ParseError(f"code {quote(text)}", expected=CODES)
    written, repeated = (
        tuple((int(digit, 16), bool(mark)) for digit, mark in re.findall(r"([0-9A-Fa-f])(!?)", part or ""))
        for part in (match[1] + match[2], match[3])
    )
    return Code(text, written, repeated)


@lru_cache(maxsize=64)
def _kernel(code: str, stuck: str) -> Kernel:
    return Kernel.heaps(code, stuck)

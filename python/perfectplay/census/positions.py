"""Which positions a census counts: all fillings of boards, or all heaps.

Positions are numbered, and a *space* returns those with the numbers from ``first`` on as a :class:`Block`: texts, sizes
of the classes that they represent, and codes for one kernel. A board is filled with symbols in all ways; the native
side lists the fillings and keeps one of each class under the board's symmetries (and translations, for regions).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations_with_replacement, islice
from math import comb
from typing import Any, ClassVar, NamedTuple, Protocol

from perfectplay._native import Kernel
from perfectplay.board import Graph, HexGrid, Lattice
from perfectplay.errors import NotApplicable, ParseError, quote
from perfectplay.kinds.heap import MOST_TOKENS, HeapGame
from perfectplay.kinds.rewrite import RewriteGame, RewriteSystem
from perfectplay.kinds.rulesets import Arrangement, Layout
from perfectplay.system import System

MOST_POSITIONS = 1 << 48
NEEDED = "a census needs a game on a grid, or on heaps"
Sizes = int | Sequence[int]
"""One number of rows or columns, or several, such as ``range(1, 5)``."""


class Block(NamedTuple):
    """Some positions: with them, all positions up to, not including, the number ``end`` are done."""

    end: int
    kernel: Kernel
    texts: list[str]
    orbits: list[int]
    codes: list[bytes]


class Space(Protocol):
    """Numbered positions."""

    noun: ClassVar[str]
    """What the numbered things are called."""
    system: Any
    total: int

    @property
    def title(self) -> str: ...

    def block(self, first: int, most: int, asked: tuple[Any, ...]) -> Block: ...

    def question(self) -> dict[str, Any]:
        """What distinguishes this space from others."""
        ...


class Boards:
    """The fillings of boards of all these sizes, one size after the other."""

    noun: ClassVar[str] = "fillings"

    def __init__(
        self, system: RewriteGame, rows: Sizes, cols: Sizes, symbols: str | None, all_of_them: bool, connected: bool
    ) -> None:
        self.system = system
        self.rows, self.cols = _sizes(rows, "rows"), _sizes(cols, "cols")
        self.symbols = _symbols(system, symbols)
        self.classes = not all_of_them
        self.connected = connected
        self.sizes = [(r, c) for r in self.rows for c in self.cols]
        counts = [len(self.symbols) ** (r * c) for r, c in self.sizes]
        self.ends = list(accumulate(counts))
        self.total = self.ends[-1]
        if self.total > MOST_POSITIONS:
            raise ParseError(f"{system.title}: about 2^{self.total.bit_length() - 1} fillings", expected="at most 2^48")
        self.filter = type(system).checked is not RewriteSystem.checked
        self.board: tuple[int, _Board] | None = None
        _Board(self, max(self.rows), max(self.cols))  # an impossible question is refused at once

    @property
    def title(self) -> str:
        kind = ", connected" if self.connected else ""
        return f"{self.system.title} {_range(self.rows)}x{_range(self.cols)}{kind}"

    def question(self) -> dict[str, Any]:
        return {
            "rows": list(self.rows),
            "cols": list(self.cols),
            "symbols": self.symbols,
            "up to symmetry": self.classes,
            "connected": self.connected,
        }

    def block(self, first: int, most: int, asked: tuple[Any, ...]) -> Block:
        number = bisect_right(self.ends, first)
        if self.board is None or self.board[0] != number:
            self.board = number, _Board(self, *self.sizes[number])
        board = self.board[1]
        start = self.ends[number - 1] if number else 0
        end = min(first + most, self.ends[number])
        texts, orbits, codes = board.fillings(first - start, end - start, asked)
        if self.filter:
            kept = [n for n, text in enumerate(texts) if self._is_position(text)]
            texts, orbits, codes = [texts[n] for n in kept], [orbits[n] for n in kept], [codes[n] for n in kept]
        for n in {0, len(texts) - 1} if texts else ():
            board.check(texts[n], codes[n])
        return Block(end, board.kernel, texts, orbits, codes)

    def _is_position(self, text: str) -> bool:
        try:
            self.system.parse(text)
        except ParseError:
            return False
        return True


class _Board:
    """The rules on one board, in a kernel of its own whose tables go with it."""

    def __init__(self, space: Boards, rows: int, cols: int) -> None:
        self.system, self.cols = space.system, cols
        self.layout = _layout(space.system, rows, cols)
        self.board = self.layout.board
        number = {symbol: n for n, symbol in enumerate(self.layout.symbols)}
        letters = {s: self.board.text(s * (rows * cols))[0] for s in space.symbols}
        self.symbols = [(number[symbol], letters[symbol]) for symbol in space.symbols]
        self.hole = number[_hole(space.system, self.layout, space.symbols)] if space.connected else None
        self.classes = space.classes
        try:
            self.kernel = Kernel.masks(**space.system.spec(self.layout, None))
            self.fillings(0, 0, (None,) * 5)
        except ValueError as error:
            raise ParseError(f"{space.system.title}: {error}") from None

    def fillings(self, first: int, end: int, asked: tuple[Any, ...]) -> tuple[list[str], list[int], list[bytes]]:
        found, _ = self.kernel.fillings(
            first, end, self.symbols, columns=self.cols, classes=self.classes, hole=self.hole, asked=asked
        )
        if not isinstance(self.board, HexGrid):
            return found  # which has rows with bars between them, as these boards are written
        texts, orbits, codes = found
        return [self.board.laid_out(text.split("|")) for text in texts], orbits, codes

    def check(self, text: str, code: bytes) -> None:
        """Does the text mean the same as the code? (It may not if a text says more than its symbols.)"""
        state = self.system.parse(text)
        if state.layout != self.layout or self.system.decode(state, code) != state:
            raise NotApplicable(f"{self.system.title}: the rules depend on more than the symbols of a board")


def _layout(system: RewriteGame, rows: int, cols: int) -> Layout:
    """The layout of a full board, from the first uniform filling that the game accepts."""
    error = ParseError("no symbols")
    lay_out = system.boards.laid_out if issubclass(system.boards, Lattice) else "|".join
    for symbol in system.cells:
        try:
            state = system.parse(lay_out([symbol * cols] * rows))
        except ParseError as refused:
            error = refused
            continue
        board = state.board if isinstance(state, Arrangement) else None
        if isinstance(board, Lattice) and (board.rows, len(board.cells)) == (rows, rows * cols):
            return state.layout
        raise NotApplicable(f"{system.title}: {NEEDED}")
    raise error.within(system.title)


def _hole(system: RewriteGame, layout: Layout, symbols: str) -> str:
    """The symbol that means "no cell here" to every rule: no goal asks for it, and no move does or changes it."""
    rules = system.ruleset(layout)
    everything = set(layout.symbols)
    changes = [becomes for changes in rules.changes for _, becomes in changes]
    asked = {before for becomes in changes if becomes.keys() != everything for before in becomes}
    asked |= {before for becomes in changes for before, after in becomes.items() if before != after}
    asked |= {symbol for _, goal in rules.goals for allowed in goal.values() for symbol in allowed}
    holes = [s for s in sorted(system.cells, key=lambda s: s != "#") if s not in asked]
    if not holes:
        raise NotApplicable(f"{system.title}: no symbol stands for a hole, so there are no connected regions")
    if holes[0] not in symbols:
        raise ParseError(f"symbols {quote(symbols)}", expected=f"{holes[0]!r} among them, the holes between regions")
    return holes[0]


def _sizes(given: Sizes, name: str) -> tuple[int, ...]:
    sizes = (given,) if isinstance(given, int) else tuple(given)
    if not sizes or any(isinstance(n, bool) or not isinstance(n, int) or n < 1 for n in sizes):
        raise ParseError(f"{name}={given!r}", expected="a number from 1 on, or several such as range(1, 5)")
    if len(set(sizes)) < len(sizes):
        raise ParseError(f"{name}={given!r}", expected="different numbers")
    return sizes


def _range(sizes: Sequence[int]) -> str:
    """``4``, or ``1-4`` for all from 1 to 4, or ``2,5``."""
    if len(sizes) > 1 and list(sizes) == list(range(sizes[0], sizes[-1] + 1)):
        return f"{sizes[0]}-{sizes[-1]}"
    return ",".join(map(str, sizes))


def _symbols(system: RewriteGame, given: str | None) -> str:
    if given is None:
        return system.cells
    if not given or len(set(given)) < len(given) or not set(given) <= set(system.cells):
        expected = f'different ones of "{system.cells}"'
        raise ParseError(f"{system.title}: symbols {quote(given)}", expected=expected)
    return given


class Heaps:
    """All positions of at most ``piles`` heaps, each of at most ``largest`` tokens; smaller heaps come first."""

    noun: ClassVar[str] = "positions"

    def __init__(self, system: HeapGame, largest: int, piles: int) -> None:
        for name, given, most in (("heaps", largest, MOST_TOKENS), ("piles", piles, 64)):
            if isinstance(given, bool) or not isinstance(given, int) or not 0 < given <= most:
                raise ParseError(f"{name}={given!r}", expected=f"a number from 1 to {most}")
        self.system, self.largest, self.piles = system, largest, piles
        self.total = comb(largest + piles, piles)
        if self.total > MOST_POSITIONS:
            raise ParseError(
                f"{system.title}: about 2^{self.total.bit_length() - 1} positions", expected="at most 2^48"
            )
        self.rest: tuple[int, Iterator[tuple[int, ...]]] = 0, self._from(0)

    @property
    def title(self) -> str:
        heaps = f"heaps up to {self.largest}"
        return f"{self.system.title} {heaps}" if self.piles == 1 else f"{self.system.title} {self.piles} {heaps}"

    def question(self) -> dict[str, Any]:
        return {"heaps": self.largest, "piles": self.piles}

    def _from(self, first: int) -> Iterator[tuple[int, ...]]:
        return islice(combinations_with_replacement(range(self.largest + 1), self.piles), first, None)

    def block(self, first: int, most: int, asked: tuple[Any, ...]) -> Block:
        if self.rest[0] != first:
            self.rest = first, self._from(first)
        states = [tuple(heap for heap in heaps if heap) for heaps in islice(self.rest[1], most)]
        end = first + len(states)
        self.rest = end, self.rest[1]
        kernel, _ = self.system.kernel(())
        codes = [self.system.kernel(state)[1] for state in states]
        return Block(end, kernel, [self.system.text(state) for state in states], [1] * len(states), codes)


def space_of(
    system: System,
    rows: Sizes | None,
    cols: Sizes | None,
    heaps: int | None,
    piles: int | None,
    symbols: str | None,
    all_of_them: bool,
    connected: bool,
) -> Space:
    """The positions asked for, or what is wrong with the question."""
    if isinstance(system, HeapGame):
        if rows is not None or cols is not None or symbols is not None or connected or heaps is None:
            raise NotApplicable(f"{system.title}: a census of heaps takes heaps (the largest) and piles (how many)")
        return Heaps(system, heaps, 1 if piles is None else piles)
    if not isinstance(system, RewriteGame) or system.boards is Graph:
        raise NotApplicable(f"{system.title}: {NEEDED}")
    if heaps is not None or piles is not None or rows is None or cols is None:
        raise NotApplicable(f"{system.title}: a census of boards takes rows and cols")
    return Boards(system, rows, cols, symbols, all_of_them, connected)

"""Games on rectangles of letters that have native rules of their own.

For games whose moves are too many or too complicated to be written down as cell rewrites. A game file says in plain
Python what the moves change (the reference), and names the native rules that play the same game at full speed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from perfectplay._native import Kernel
from perfectplay.board import Grid, Place
from perfectplay.errors import ParseError
from perfectplay.kinds.rewrite import editing
from perfectplay.kinds.rulesets import Arrangement, Layout
from perfectplay.picture import Look, Picture, draw_board
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.system import Game, Step

if TYPE_CHECKING:
    from perfectplay.editing import Editing

OWN = {LEFT: "x", RIGHT: "o"}
"""Whose piece a letter is."""
MOST_BITS = 1024
"""A row takes one bit more than it has cells, rows being the shorter lines: 31 rows of 32, or a strip of 1023."""

Contents = dict[Place, str]
"""The letter on each cell."""


class GridGame(Game):
    """A two-player game with pieces ``x`` of Left and ``o`` of Right on a rectangle."""

    kind: ClassVar[str] = "grid"
    lists: ClassVar[str] = "rows"
    cells: ClassVar[str]
    """The letters, a free cell first, then ``x`` and ``o``."""
    rules: ClassVar[str]
    """The name of the native rules."""
    looks: ClassVar[Mapping[str, Look]] = {}

    @abstractmethod
    def moves(self, board: Grid, letters: Contents, player: Player) -> Iterator[tuple[str, Contents]]:
        """Yield every legal move with the pieces of a player: its text form and the letters that it writes."""

    def check(self, board: Grid, letters: Contents) -> None:
        """Refuse positions that cannot be played; the place for a game's own conditions."""

    def parse(self, text: str) -> Arrangement:
        board, cells = Grid.parse(text, {letter: (letter, "") for letter in self.cells})
        if min(board.rows, board.cols) * (max(board.rows, board.cols) + 1) > MOST_BITS:
            raise ParseError(f"a board of {board.rows} x {board.cols} cells", expected="at most 31 x 32 or 1 x 1023")
        self.check(board, dict(zip(board.cells, cells, strict=True)))
        return Arrangement(Layout(board, self.cells), cells)

    def text(self, state: Arrangement) -> str:
        return state.board.text(state.cells)

    def picture(self, state: Arrangement) -> Picture:
        return draw_board(state.board, state.cells, self.looks, title=self.name or self.title)

    def editing(self, state: Arrangement) -> Editing | None:
        return editing(self, state, self.cells)

    def legal(self, state: Arrangement, player: Player) -> Iterator[Step]:
        board = _grid(state)
        letters = dict(zip(board.cells, state.cells, strict=True))
        for owner in Player:
            if player in self.acts_for(owner):
                for text, changes in self.moves(board, letters, owner):
                    after = list(state.cells)
                    for cell, letter in changes.items():
                        after[board.index[cell]] = letter
                    yield Step(text, Arrangement(state.layout, "".join(after)))

    def kernel(self, state: Arrangement) -> tuple[Kernel, bytes]:
        kernel = self._native(_grid(state))
        return kernel, kernel.encode([self._order().index(letter) for letter in state.cells])

    def decode(self, state: Arrangement, code: bytes) -> Arrangement:
        letters = self._order()
        return Arrangement(state.layout, "".join(letters[n] for n in self._native(_grid(state)).decode(code)))

    def _native(self, board: Grid) -> Kernel:
        return _kernel(self.rules, board.rows, board.cols, self.impartial, self.convention.stuck.value)

    def _order(self) -> str:
        """The letters by their numbers in the kernel; in mirrored rules x and o are exchanged."""
        return self.cells.translate(str.maketrans("xo", "ox")) if self.mirrored else self.cells


def _grid(state: Arrangement) -> Grid:
    assert isinstance(state.board, Grid)
    return state.board


@lru_cache(maxsize=64)
def _kernel(rules: str, rows: int, cols: int, impartial: bool, stuck: str) -> Kernel:
    return Kernel.grid(rules, rows, cols, impartial=impartial, stuck=stuck)

"""Toppling Dominoes.

Dominoes stand in a row; some are Left's, some are Right's, and grey ones belong to both. A move topples one of the
player's own dominoes to the left or to the right, and with it every domino on that side; they are removed. A player who
cannot move loses.
Several rows are a sum: each row is a block of dominoes without gaps, with empty places only at its ends.
Letters: ``x`` or ``l`` Left's, ``o`` or ``r`` Right's, ``e`` or ``=`` grey, ``.`` empty.

Complexity: polynomial in the number of positions, which is quadratic for one row; every number is the value of exactly
one row without grey dominoes, which is a palindrome (Fink, Nowakowski, Siegel & Wolfe 2015).

>>> pp.value(pp.load("toppling_dominoes", "xxoxx")), pp.value(pp.load("toppling_dominoes", "xeo|o"))
(3/2, {0|-2})
"""

import re
from collections.abc import Iterator

from perfectplay.board import Grid
from perfectplay.errors import ParseError
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Arrangement, Layout, Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class TopplingDominoes(RewriteGame):
    name = "Toppling Dominoes"
    source = (
        "Albert, Nowakowski & Wolfe 2007, Lessons in Play; Fink, Nowakowski, Siegel & Wolfe 2015, Toppling conjectures"
    )
    cells = ".xoe"
    letters = {"l": ("x", ""), "r": ("o", ""), "=": ("e", "")}
    looks = {"x": Look("block", "left"), "o": Look("block", "right"), "e": Look("block", "block")}
    sample = "xoexo"
    samples = {"row": "xxoxoeoxxo", "rows": "xoe.|oxo.|oe.."}

    def parse(self, text: str) -> Arrangement:
        board, cells = Grid.parse(text, self.alphabet(text), ragged=True, fill=".")
        return self.checked(Arrangement(Layout(board, self.cells), cells))

    def checked(self, state: Arrangement) -> Arrangement:
        for row, line in enumerate(state.board.lines(state.cells), 1):  # type: ignore[attr-defined]
            if gap := re.search(r"[^.](\.+)[^.]", line):
                raise ParseError("a gap between dominoes", row, gap.start(1) + 1, "another row for the rest")
        return state

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for row, col in board.cells:
            for side, beyond in (("<", range(col)), (">", range(col + 1, board.cols))):
                fallen = {(row, other): "?." for other in beyond}
                for player, own in ((LEFT, "x"), (RIGHT, "o"), (None, "e")):
                    yield Rewrite({(row, col): f"{own}."} | fallen, player, name=board.name((row, col)) + side)

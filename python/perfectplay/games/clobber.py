"""Clobber.

A stone moves onto an orthogonally adjacent stone of the opponent and takes its place; the captured stone is removed and
the cell left behind is empty for ever. Who cannot move loses.
Letters: ``x`` Left's stones, ``o`` Right's stones, ``.`` empty, ``#`` no cell.

Complexity: deciding whether a position's value exceeds 0 is PSPACE-complete on graphs (Albert, Grossman, Nowakowski &
Wolfe 2005 introduce the game).

>>> pp.outcome(pp.load("clobber", "xoxo|oxox"))
N
"""

from collections.abc import Iterator

from perfectplay.board import Grid
from perfectplay.kinds.rewrite import Rewrite, RewriteGame
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class Clobber(RewriteGame):
    name = "Clobber"
    section = "beyond the survey"
    source = "Albert, Grossman, Nowakowski & Wolfe 2005, An introduction to Clobber"
    cells = ".xo"
    letters = {"#": (None, "")}
    looks = {"x": Look("disc", "black"), "o": Look("disc", "white")}
    sample = "xoxo|oxox|xoxo"
    samples = {"party": "xoxox|oxoxo|xoxox|oxoxo|xoxox|oxoxo"}

    def moves(self, board: Grid) -> Iterator[object]:
        for a in board.cells:
            for b in board.neighbours(a):
                yield Rewrite({a: "x.", b: "ox"}, LEFT, piece=(a, b))
                yield Rewrite({a: "o.", b: "xo"}, RIGHT, piece=(a, b))

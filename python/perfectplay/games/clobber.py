"""Clobber.

A stone moves onto an adjacent stone of the opponent and takes its place; the captured stone is removed, and the cell
left behind is empty for ever. A player who cannot move loses. With ``cannibal=True`` a stone may also capture a stone
of its own colour.
Letters: ``x`` Left's stones, ``o`` Right's stones, ``.`` empty, ``#`` no cell. On a graph a vertex is empty unless its
letter is given: ``a-b b-c; a=x b=o``.

Complexity: to find the value of a position on a graph is NP-hard (Albert, Grossman, Nowakowski & Wolfe 2005, who
introduce the game).

>>> pp.outcome(pp.load("clobber", "xoxo|oxox")), pp.value(pp.load("clobber", "a-b b-c c-a c-d; a=x b=o c=x d=o"))
(N, +-{*,^})
"""

from collections.abc import Iterator

from perfectplay.board import Board
from perfectplay.kinds.network import NetworkGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class Clobber(NetworkGame):
    name = "Clobber"
    source = "Albert, Grossman, Nowakowski & Wolfe 2005, An introduction to Clobber"
    cells = ".xo"
    letters = {"#": (None, "")}
    looks = {"x": Look("disc", "black"), "o": Look("disc", "white")}
    options = {"cannibal": False}
    cannibal: bool
    tile = "xo|ox"
    sample = "xoxo|oxox|xoxo"
    samples = {
        "party": "xoxox|oxoxo|xoxox|oxoxo|xoxox|oxoxo",
        "wheel": "a-b b-c c-d d-a a-e b-e c-e d-e; a=x b=o c=x d=o e=x",
    }

    def moves(self, board: Board) -> Iterator[object]:
        for a in board.cells:
            for b in board.neighbours(a):
                if a != b:
                    for player, own, other in ((LEFT, "x", "o"), (RIGHT, "o", "x")):
                        taken = f"{own}{other}>{own}{own}" if self.cannibal else f"{other}{own}"
                        yield Rewrite({a: f"{own}.", b: taken}, player, piece=(a, b))

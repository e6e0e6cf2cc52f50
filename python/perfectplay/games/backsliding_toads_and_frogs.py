"""Backsliding Toads and Frogs.

Toads and Frogs in which a player may also slide back: Left moves a toad one cell to the right or to the left, Right a
frog likewise, or a toad jumps to the right over one frog, or a frog to the left over one toad, into the empty cell
behind it; nothing is captured. A player who cannot move loses, and play that goes on for ever is a draw.
Letters: ``x`` or ``t`` toad, ``o`` or ``f`` frog, ``.`` empty, ``#`` no cell.

Complexity: no hardness is known (Siegel 2005). Values are loopy: most have an onside and an offside.

>>> pp.value(pp.load("backsliding_toads_and_frogs", "ttt..fff")) == pp.Value("{on||0|-1/2} & {1/2|0||off}")
True
"""

from collections.abc import Iterator

from perfectplay.board import EAST, WEST, Grid
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class BackslidingToadsAndFrogs(RewriteGame):
    name = "Backsliding Toads and Frogs"
    aliases = ("backsliding toads",)
    source = "Siegel 2005, Loopy Games and Computation (thesis, Berkeley), chapter 3"
    cells = ".xo"
    letters = {"t": ("x", ""), "f": ("o", ""), "#": (None, "")}
    looks = {"x": Look("disc", "left"), "o": Look("disc", "right")}
    loopy = True
    sample = "xx..oo"
    samples = {"rows": "xx.o|x.oo", "thesis": "xxx..ooo"}

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for player, own, other, ahead in ((LEFT, "x", "o", EAST), (RIGHT, "o", "x", WEST)):
            for a, b in [*board.runs(EAST, 2), *board.runs(WEST, 2)]:
                yield Rewrite({a: f"{own}.", b: f".{own}"}, player, piece=(a, b))
            for a, over, b in board.runs(ahead, 3):
                yield Rewrite({a: f"{own}.", over: other * 2, b: f".{own}"}, player, piece=(a, b))

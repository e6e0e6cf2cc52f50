"""Toads and Frogs.

Left's toads move to the right and Right's frogs to the left, along rows. A move is a step into the next cell if that is
empty, or a jump over one stone of the opponent into the empty cell behind it; nothing is captured. A player who cannot
move loses. (Invented by Richard Guy.)
Options: ``slide`` is the longest slide over empty cells, ``jump`` the most stones that one jump goes over (0 for none);
with ``friendly=True`` a jump may also go over the player's own stones.
Letters: ``x`` or ``t`` toad, ``o`` or ``f`` frog, ``.`` empty, ``#`` no cell.

Complexity: NP-hard (Hull 2000, see Thanatipanonda 2011).

>>> pp.value(pp.load("toads_and_frogs", "xx..oo"))
*
"""

from collections.abc import Iterator

from perfectplay.board import EAST, WEST, Grid
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class ToadsAndFrogs(RewriteGame):
    name = "Toads and Frogs"
    aliases = ("toads",)
    source = "Winning Ways 1982, chapters 1 and 5; Erickson 1996, New Toads and Frogs results"
    cells = ".xo"
    letters = {"t": ("x", ""), "f": ("o", ""), "#": (None, "")}
    looks = {"x": Look("disc", "left"), "o": Look("disc", "right")}
    options = {"slide": 1, "jump": 1, "friendly": False}
    slide: int
    jump: int
    friendly: bool
    sample = "xx..oo"
    samples = {"rows": "xxx.oo|x.x.o.|xx...o", "long": "xxx..ooo"}

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for player, own, other, direction in ((LEFT, "x", "o", EAST), (RIGHT, "o", "x", WEST)):
            over = "xo>xo" if self.friendly else other * 2
            for between, most in (("..", self.slide - 1), (over, self.jump)):
                for length in range(2 if between == ".." else 3, min(most, board.cols) + 3):
                    for start, *passed, end in board.runs(direction, length):
                        changes = {start: f"{own}.", end: f".{own}"} | dict.fromkeys(passed, between)
                        yield Rewrite(changes, player, piece=(start, end))

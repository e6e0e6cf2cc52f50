"""Fox and Geese.

On cells of one colour of a chessboard, Left moves a goose one cell diagonally down the board, and Right moves the fox
one cell diagonally in any direction; nothing is captured. A player who cannot move loses: the geese want to trap the
fox, and a fox that has got past them moves on for ever while they run out of moves. Play that goes on for ever is a
draw. Option ``reach``: the fox may go that many cells in one direction (2 in the Ceylonese game).
Letters: ``x`` or ``g`` goose, ``o`` or ``f`` fox, ``.`` empty, ``#`` no cell.

Complexity: no hardness is known. On the usual board the geese win (Berlekamp, Conway & Guy 1982, chapter 20).

>>> pp.value(pp.load("fox_and_geese", "........|........|x.x.x.x.|.......o|........"))
4over
"""

from collections.abc import Iterator

from perfectplay.board import NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST, Grid
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class FoxAndGeese(RewriteGame):
    name = "Fox and Geese"
    aliases = ("fox & geese",)
    source = "Winning Ways 1982, chapter 20; Siegel 2005, Loopy Games and Computation, chapter 3"
    cells = ".xo"
    letters = {"g": ("x", ""), "f": ("o", ""), "#": (None, "")}
    looks = {"x": Look("disc", "white"), "o": Look("disc", "left")}
    loopy = True
    options = {"reach": 1}
    reach: int
    sample = "x.x.|....|.o..|...."
    samples = {"late": "......|x.x.x.|......|..o..."}

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for direction in (SOUTHWEST, SOUTHEAST):
            for a, b in board.runs(direction, 2):
                yield Rewrite({a: "x.", b: ".x"}, LEFT, piece=(a, b))
        for direction in (NORTHWEST, NORTHEAST, SOUTHWEST, SOUTHEAST):
            for length in range(2, min(self.reach, board.rows) + 2):
                for a, *between, b in board.runs(direction, length):
                    yield Rewrite({a: "o.", b: ".o"} | dict.fromkeys(between, ".."), RIGHT, piece=(a, b))

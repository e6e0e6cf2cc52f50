"""Tic-tac-toe, and k in a row on any rectangle.

Left marks an empty cell with x, Right with o; a player who completes a straight line of ``k`` own marks (3 by default)
wins, and a full board is a draw.
Letters: ``.`` empty, ``x`` Left's mark, ``o`` Right's mark.

Complexity: k in a row on an n x n board is PSPACE-complete (Reisch 1980, for k = 5).

>>> pp.outcome(pp.load("tic_tac_toe", "...|...|..."))
D
"""

from collections.abc import Iterator

from perfectplay.board import EAST, SOUTH, SOUTHEAST, SOUTHWEST, Grid
from perfectplay.errors import ParseError
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Arrangement, Pattern
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT, Player


class TicTacToe(RewriteGame):
    name = "Tic-tac-toe"
    aliases = ("noughts and crosses", "ttt", "oxo")
    systems = ("S004",)
    source = "folklore; Reisch 1980, Gobang ist PSPACE-vollständig"
    cells = ".xo"
    tile = "."
    looks = {"x": Look("label", "left"), "o": Look("label", "right")}
    sample = "...|...|..."
    samples = {"fork": "x..|.o.|..x"}
    options = {"k": 3}
    k: int
    draws = True

    def checked(self, state: Arrangement) -> Arrangement:
        if not 1 <= self.k <= 64:
            raise ParseError(f"option k={self.k}", expected="1 to 64")
        return state

    def moves(self, board: Grid) -> Iterator[object]:
        for a in board.cells:
            yield LEFT, {a: ".x"}
            yield RIGHT, {a: ".o"}

    def goals(self, board: Grid) -> Iterator[tuple[Player, Pattern]]:
        for direction in (EAST, SOUTH, SOUTHEAST, SOUTHWEST):
            for line in board.runs(direction, self.k):
                yield LEFT, dict.fromkeys(line, "x")
                yield RIGHT, dict.fromkeys(line, "o")

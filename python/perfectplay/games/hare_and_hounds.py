"""Hare and Hounds (the French Military Hunt).

The board has three rows, the corners missing; neighbours are connected orthogonally, and diagonally as well if row and
column add up to an odd number (counted from 0). Left moves a hound along a connection to the right, up or down, never
to the left; Right moves the hare along any connection. Pieces move to empty cells. A player who cannot move loses: the
hounds want to trap the hare. Play that goes on for ever, such as after the hare got past the hounds, is a draw.
Letters: ``x`` hound, ``o`` hare, ``.`` empty, ``#`` no cell.

Complexity: no hardness is known. On the usual board the hounds win (Berlekamp, Conway & Guy 1982, chapter 21).

>>> pp.outcome(pp.load("hare_and_hounds", "#...#|xx..o|#..x#"))
L
"""

from collections.abc import Iterator

from perfectplay.board import EAST, NORTH, NORTHEAST, SOUTH, SOUTHEAST, Direction, Grid, Place
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class HareAndHounds(RewriteGame):
    name = "Hare and Hounds"
    aliases = ("french military hunt", "hare & hounds")
    source = "Lucas 1893, Récréations mathématiques III; Winning Ways 1982, chapter 21"
    cells = ".xo"
    letters = {"#": (None, "")}
    looks = {"x": Look("disc", "black"), "o": Look("disc", "white")}
    loopy = True
    sample = "#.x.#|.x.o.|#.x.#"
    samples = {"start": "#x..#|x...o|#x..#"}

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for direction in (EAST, NORTH, SOUTH, NORTHEAST, SOUTHEAST):
            for a, b in board.runs(direction, 2):
                if self.connected(a, direction):
                    yield Rewrite({a: "x.", b: ".x"}, LEFT, piece=(a, b))
                    yield Rewrite({a: "o.", b: ".o"}, RIGHT, piece=(a, b))
                    if direction not in (NORTH, SOUTH):
                        yield Rewrite({b: "o.", a: ".o"}, RIGHT, piece=(b, a))

    def connected(self, place: Place, direction: Direction) -> bool:
        return direction not in (NORTHEAST, SOUTHEAST) or sum(place) % 2 == 1

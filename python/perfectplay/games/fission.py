"""Fission.

A move splits a stone in two: the stone is removed, and stones appear on both sides of it, where the cells must be
empty. Left splits above and below, Right to the left and to the right. A player who cannot move loses.
Letters: ``x`` stone, ``.`` empty, ``#`` no cell.

Complexity: apparently not studied; the rules are those of CGSuite 2 (Siegel 2024).

>>> pp.value(pp.load("fission", ".x.x|....|..x.|...."))
-1
"""

from collections.abc import Iterator

from perfectplay.board import EAST, SOUTH, Grid
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class Fission(RewriteGame):
    name = "Fission"
    source = "Siegel 2024, CGSuite 2, game.grid.Fission"
    cells = ".x"
    letters = {"#": (None, "")}
    looks = {"x": Look("disc", "black")}
    sample = "....|..x.|....|...."
    samples = {"bounded": "x..#.|..x..|.#...|....x", "five": ".....|.....|..x..|.....|....."}

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for player, direction in ((LEFT, SOUTH), (RIGHT, EAST)):
            for a, stone, b in board.runs(direction, 3):
                yield Rewrite({stone: "x.", a: ".x", b: ".x"}, player, name=f"{board.name(a)}-{board.name(b)}")

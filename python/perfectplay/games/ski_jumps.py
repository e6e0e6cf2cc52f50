"""Ski-Jumps for Beginners.

Left's skiers slide to the right and Right's to the left along the rows of a slope, any number of cells past no other
skier, and also off its edge. A jumper with a skier of the opponent on the cell below may jump over that skier onto the
cell below, if it is empty; a skier who has been jumped over will never jump again. A player who cannot move loses.
Letters: ``L`` and ``R`` jumpers, ``l`` and ``r`` skiers who can no longer jump, ``.`` empty, ``#`` no cell.

Complexity: without jumps a sum of integers; no hardness is known (Winning Ways 1982, chapter 1).

>>> pp.value(pp.load("ski_jumps", ".L...|.R...|....."))
5/2
"""

from collections.abc import Iterator

from perfectplay.board import EAST, SOUTH, WEST, Grid
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class SkiJumps(RewriteGame):
    name = "Ski-Jumps for Beginners"
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 1"
    cells = ".LlRr"
    letters = {"#": (None, "")}
    looks = {
        "L": Look("disc", "left", "L"),
        "l": Look("disc", "left_tint", "l"),
        "R": Look("disc", "right", "R"),
        "r": Look("disc", "right_tint", "r"),
    }
    sample = ".L...|.R...|....."
    samples = {"slope": "..R.|.L..|..R.|...."}

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for player, own, other, direction in ((LEFT, "Ll", "Rr", EAST), (RIGHT, "Rr", "Ll", WEST)):
            for start in board.cells:
                slope = [start, *board.ray(start, direction)]
                for skier in own:
                    for n, end in enumerate(slope[1:], 1):
                        changes = {start: f"{skier}.", end: f".{skier}"} | dict.fromkeys(slope[1:n], "..")
                        yield Rewrite(changes, player, piece=(start, end))
                    off = {start: f"{skier}."} | dict.fromkeys(slope[1:], "..")
                    yield Rewrite(off, player, name=f"{board.name(start)}-off")
            for start, over, end in board.runs(SOUTH, 3):
                changes = {start: f"{own[0]}.", over: f"{other}>{other[1] * 2}", end: f".{own[0]}"}
                yield Rewrite(changes, player, piece=(start, end))

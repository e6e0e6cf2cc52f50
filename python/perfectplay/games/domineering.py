"""Domineering (crosscram).

Left places vertical dominoes and Right horizontal ones on free cells of a grid; a player who cannot move loses.
Letters: ``.`` free, ``#`` covered or missing.

Complexity: open in general; the winner is known for many rectangles (Lachmann, Moore & Rapaport 2000).

>>> pp.outcome(pp.load("domineering", "..|.."))
N
"""

from collections.abc import Iterator

from perfectplay.board import EAST, SOUTH, Grid
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class Domineering(RewriteGame):
    name = "Domineering"
    aliases = ("crosscram", "stop gate")
    systems = ("S069",)
    source = (
        "Gardner 1974, Mathematical Games; Lachmann, Moore & Rapaport 2000, Who wins Domineering on rectangular boards?"
    )
    cells = ".#"
    placement = True
    looks = {"#": Look("block", "block")}
    tile = "."
    sample = "....|....|...."
    samples = {"chessboard": "|".join(["........"] * 8)}

    def moves(self, board: Grid) -> Iterator[object]:
        for a, b in board.runs(SOUTH, 2):
            yield LEFT, {a: ".#", b: ".#"}
        for a, b in board.runs(EAST, 2):
            yield RIGHT, {a: ".#", b: ".#"}

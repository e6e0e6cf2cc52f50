"""Arc Kayles.

A move takes an edge of a graph together with its two ends and every edge at them; a player who cannot move loses. On a
grid, where neighbouring cells are joined, this is Cram.
Letters: ``.`` a vertex, ``#`` one that is taken or missing.

Complexity: open since Schaefer 1978, who introduced the game (Burke, Dailly & Oijid 2024).

>>> pp.grundy(pp.load("arc_kayles", "a-b b-c c-d d-e e-a a-f f-c"))
3
"""

from collections.abc import Iterator

from perfectplay.board import Board
from perfectplay.kinds.network import NetworkGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look


class ArcKayles(NetworkGame):
    name = "Arc Kayles"
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games"
    cells = ".#"
    looks = {"#": Look("none")}
    impartial = True
    placement = True
    tile = "."
    sample = "a-b b-c c-d d-e e-a a-f b-g c-h d-i e-j f-h h-j j-g g-i i-f"
    samples = {"tree": "a-b a-c a-d b-e b-f c-g d-h h-i", "grid": "...|...|..."}

    def moves(self, board: Board) -> Iterator[Rewrite]:
        for a in board.cells:
            for b in board.neighbours(a):
                if board.index[a] <= board.index[b]:  # a loop takes its one vertex
                    yield Rewrite({a: ".#", b: ".#"})

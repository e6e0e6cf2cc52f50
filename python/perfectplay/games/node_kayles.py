"""Node Kayles.

A move takes a vertex of a graph, or a cell of a grid, together with all its neighbours; a player who cannot move
loses. (In other words, the players build an independent set.)
Letters: ``.`` free, ``#`` taken or missing.

Complexity: PSPACE-complete (Schaefer 1978), polynomial on graphs of bounded asteroidal number (Bodlaender & Kratsch
2002); on a path it is Dawson's Chess.

>>> pp.grundy(pp.load("node_kayles", "...|...|...")), pp.grundy(pp.load("node_kayles", "a-b b-c c-d d-e e-a"))
(1, 0)
"""

from collections.abc import Iterator

from perfectplay.board import Board
from perfectplay.kinds.network import NetworkGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look


class NodeKayles(NetworkGame):
    name = "Node Kayles"
    systems = ("S031",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games; Bodlaender & Kratsch 2002"
    cells = ".#"
    looks = {"#": Look("none")}
    impartial = True
    placement = True
    tile = "."
    sample = "....|....|...."
    samples = {"path": "...........", "graph": "a-b b-c c-d d-e e-a a-f b-g c-h d-i e-j f-h h-j j-g g-i i-f"}

    def moves(self, board: Board) -> Iterator[Rewrite]:
        for cell in board.cells:
            yield Rewrite(dict.fromkeys(board.neighbours(cell), "?#") | {cell: ".#"}, name=board.name(cell))

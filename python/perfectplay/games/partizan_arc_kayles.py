"""Partizan Arc Kayles.

The edges of a graph belong to Left, to Right, or to both. A move takes one of the player's own edges together with its
two ends and every edge at them; a player who cannot move loses.
Text: edges ``a-b``, then those that do not belong to both: ``a-b b-c c-d; a-b=x b-c=o``.
Letters: ``x`` an edge of Left, ``o`` of Right, ``-`` of both; a vertex that is taken is ``#``, any other ``.``.

Complexity: PSPACE-complete under misère play, even on planar graphs (Burke, Cashman, Davies, Yoshiwatari & Yu 2025).

>>> pp.value(pp.load("partizan_arc_kayles", "a-b b-c c-d d-e; a-b=x b-c=o c-d=x d-e=o"))
+-1
"""

from collections.abc import Iterator

from perfectplay.board import Graph
from perfectplay.kinds.network import NetworkGame
from perfectplay.kinds.rulesets import Arrangement, Layout, Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class PartizanArcKayles(NetworkGame):
    name = "Partizan Arc Kayles"
    source = "Burke et al. 2025, Misère Partizan Arc Kayles is PSPACE-complete, even on planar graphs; CGSuite 2.2"
    cells = ".#-xo"
    looks = {"#": Look("none"), "-": Look("block", "green"), "x": Look("block", "left"), "o": Look("block", "right")}
    sample = "a-b b-c c-d d-e e-a a-c; a-b=x b-c=o d-e=x e-a=o"
    samples = {"tree": "a-b a-c a-d b-e b-f c-g d-h h-i; a-b=x a-c=o b-e=o b-f=x d-h=x c-g=o"}

    def parse(self, text: str) -> Arrangement:
        vertices, edges = ({letter: (letter, "") for letter in letters} for letters in (".#", "-xo"))
        board, cells = Graph.parse(text, vertices, edges, directed=False)
        return self.checked(Arrangement(Layout(board, self.cells), cells))

    def moves(self, board: Graph) -> Iterator[Rewrite]:
        for edge in board.edges:
            ends = dict.fromkeys(edge[:2], ".#")
            for player, owner in ((None, "-"), (LEFT, "x"), (RIGHT, "o")):
                yield Rewrite(ends | {edge: owner * 2}, player, name=board.name(edge))

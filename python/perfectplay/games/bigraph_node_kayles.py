"""Bigraph Node Kayles, the partizan form of Node Kayles.

Every vertex of a graph, or cell of a grid, belongs to Left, to Right, or to both. A move takes one of the player's own
vertices together with all its neighbours, whoever owns them; a player who cannot move loses.
Letters: ``x`` Left's, ``o`` Right's, ``.`` belongs to both, ``#`` taken or missing.

Complexity: PSPACE-complete, even if every edge joins a vertex of Left to one of Right (Schaefer 1978).

>>> [pp.value(pp.load("bigraph_node_kayles", text)) for text in ("xox|ox.", "a-b b-c; a=x b=o c=x")]
[{2|-1*}, {1|0}]
"""

from collections.abc import Iterator

from perfectplay.board import Board
from perfectplay.kinds.network import NetworkGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class BigraphNodeKayles(NetworkGame):
    name = "Bigraph Node Kayles"
    systems = ("S032",)
    source = "Schaefer 1978, On the complexity of some two-person perfect-information games"
    cells = ".xo#"
    placement = True
    looks = {"x": Look("empty", "left_tint"), "o": Look("empty", "right_tint"), "#": Look("none")}
    sample = "xox.|oxox"
    samples = {"board": "xoxo|oxox|xoxo|oxox", "graph": "a-d a-e b-d b-f c-e c-f c-d; a=x b=x c=x d=o e=o f=o"}

    def moves(self, board: Board) -> Iterator[Rewrite]:
        for cell in board.cells:
            for player, own in ((LEFT, "x"), (RIGHT, "o"), (None, ".")):
                changes = dict.fromkeys(board.neighbours(cell), "?#") | {cell: f"{own}#"}
                yield Rewrite(changes, player, name=board.name(cell))

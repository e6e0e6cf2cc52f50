"""What the Geography games have in common: a graph and one token on it."""

from __future__ import annotations

from perfectplay.board import Graph
from perfectplay.errors import ParseError
from perfectplay.kinds.graph import GraphGame
from perfectplay.kinds.rewrite import Arrangement
from perfectplay.picture import Look


class Geography(GraphGame):
    impartial = True
    looks = {"@": Look("disc", "accent"), "x": Look("none"), "-": Look("empty")}

    def dressed(self, board: Graph, cells: str) -> str:
        """Without letters, as in graph6, the token stands on the first vertex."""
        bare = len(set(cells[: len(board.vertices)])) == 1 and cells[0] == "."
        return f"@{cells[1:]}" if bare else cells

    def checked(self, state: Arrangement) -> Arrangement:
        tokens = state.cells.count("@")
        if tokens != 1:
            raise ParseError(f"{tokens} tokens", expected="one, written as in a-b b-c; a=@")
        return state

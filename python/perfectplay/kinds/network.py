"""Games and puzzles on the cells of a grid or on the vertices of a graph, whichever the text describes.

A game that uses only the ``cells`` and ``neighbours`` of its board is played on both. Graphs come as text such as
``a-b b-c; a=x``, as graph6, or as an object such as those of networkx.
"""

from __future__ import annotations

import re

from perfectplay.board import Board, Graph, Grid, Letters
from perfectplay.kinds.rewrite import Arrangement, RewriteGame, RewritePuzzle, RewriteSystem
from perfectplay.system import State


def is_graph(source: object) -> bool:
    """A graph, or the text of one: edges, or letters after a semicolon, or a graph6 header."""
    return not isinstance(source, str) or bool(re.search(r"\w[->]\w|;|^\s*>>", source))


class GridOrGraph:
    """The boards of such games."""

    @staticmethod
    def parse(source: object, letters: Letters) -> tuple[Board, str]:
        """A grid or an undirected graph, and the symbols on it. Only a grid has places that are not cells."""
        if is_graph(source):
            cells = {letter: meaning for letter, meaning in letters.items() if meaning[0] is not None}
            return Graph.parse(source, cells, directed=False)  # type: ignore[arg-type]
        return Grid.parse(source, letters)  # type: ignore[arg-type]


class Network(RewriteSystem):
    """What games and puzzles on such boards share."""

    boards = GridOrGraph

    def read(self, source: object) -> State:
        return super().read(source) if isinstance(source, str) else self.parse(source)  # type: ignore[arg-type]

    def text(self, state: Arrangement) -> str:
        """A graph without edges and letters ends in a semicolon, which distinguishes its text from that of a grid."""
        text = super().text(state)
        return f"{text};" if isinstance(state.board, Graph) and not is_graph(text) else text


class NetworkGame(Network, RewriteGame):
    """A game on a grid or a graph."""


class NetworkPuzzle(Network, RewritePuzzle):
    """A puzzle on a grid or a graph."""

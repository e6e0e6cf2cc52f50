"""Games and puzzles on the cells of a grid or on the vertices of a graph, whichever the text describes.

A game that uses only the ``cells`` and ``neighbours`` of its board is played on both. Graphs come as text such as
``a-b b-c; a=x``, or in any form of other programs (:mod:`perfectplay.board.foreign`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from perfectplay.board import Board, Graph, Grid, Letters
from perfectplay.board.foreign import MOST_CHARACTERS, is_foreign
from perfectplay.board.graph6 import is_graph6
from perfectplay.kinds.exported import Exported
from perfectplay.kinds.rewrite import RewriteGame, RewritePuzzle, RewriteSystem
from perfectplay.kinds.rulesets import Arrangement
from perfectplay.objects import is_rows, text_of


def is_graph(source: object, letters: Iterable[str] = ()) -> bool:
    """A graph, or the text of one: edges, or letters after a semicolon, or a form of another program. Text that
    consists of the letters of a grid is no such form."""
    if isinstance(source, str) and re.search(r"\w[->]\w|;", source):
        return True
    return is_foreign(source, own="".join(letters) + "|/ \n\r\t")


class GridOrGraph:
    """The boards of such games."""

    @staticmethod
    def parse(source: object, letters: Letters) -> tuple[Board, str]:
        """A grid or an undirected graph, and the symbols on it. Only a grid has places that are not cells. A word that
        is no row of a grid may be graph6 without its header, as geng prints it."""
        word = source.strip() if isinstance(source, str) else ""
        if len(word) > 1 and set(word) - set(letters) and is_graph6(word):
            source = f">>graph6<<{word}"
        if is_graph(source, letters):
            cells = {letter: meaning for letter, meaning in letters.items() if meaning[0] is not None}
            return Graph.parse(source, cells, directed=False)
        return Grid.parse(source, letters)  # type: ignore[arg-type]


class Network(Exported, RewriteSystem):
    """What games and puzzles on such boards share."""

    boards = GridOrGraph
    longest = MOST_CHARACTERS

    def from_object(self, source: object) -> Arrangement:
        """A list of pairs is a graph, unless all that stands in it are letters of a grid."""
        if is_rows(source, "".join(self.alphabet(""))):
            return self.parse(text_of(source, self.lists))
        return self.parse(source)  # type: ignore[arg-type]

    def text(self, state: Arrangement) -> str:
        """A graph without edges and letters ends in a semicolon, which distinguishes its text from that of a grid."""
        text = super().text(state)
        return f"{text};" if isinstance(state.board, Graph) and not is_graph(text) else text

    def on_board(self, state: Arrangement) -> tuple[Board, str]:
        return state.board, state.cells


class NetworkGame(Network, RewriteGame):
    """A game on a grid or a graph."""


class NetworkPuzzle(Network, RewritePuzzle):
    """A puzzle on a grid or a graph."""

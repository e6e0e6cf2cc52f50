"""Games on the vertices of a graph whose moves are cell rewrites.

Vertices are cells. Edges are cells too if they change in play (``edge_cells``); if they only differ from each other, by
an owner for instance, they have a letter that never changes (``edge_kinds``, asked for by ``board.kind(edge)``). Graphs
come as text such as ``a-b b-c; a=x``, or in any form of other programs (:mod:`perfectplay.board.foreign`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from perfectplay.board import Board, Graph
from perfectplay.board.foreign import MOST_CHARACTERS
from perfectplay.errors import RulesError
from perfectplay.kinds.exported import Exported
from perfectplay.kinds.faults import of_letters, of_symbols
from perfectplay.kinds.rewrite import RewriteGame, RewriteSystem
from perfectplay.kinds.rulesets import Arrangement, Layout
from perfectplay.picture import Look, Picture, draw_board


class GraphSystem(Exported, RewriteSystem):
    """What games and puzzles on graphs share."""

    boards = Graph
    longest = MOST_CHARACTERS
    directed: ClassVar[bool | None] = None
    """Must graphs be directed, or undirected? None: either."""
    edge_cells: ClassVar[str] = ""
    """The symbols of edges, where edges are cells, the usual one first."""
    edge_kinds: ClassVar[str] = ""
    """The letters of edges that differ but do not change, the usual one first."""
    edge_looks: ClassVar[Mapping[str, Look]] = {}
    """How edges of these kinds are drawn."""

    def parse(self, text: str) -> Arrangement:
        return self.from_object(text)

    def from_object(self, source: object) -> Arrangement:
        symbols = self.cells + self.edge_cells
        fault = of_symbols(symbols) or of_letters(self.letters, self.cells)
        if fault:
            raise RulesError(f"{self.title}: {fault}")
        vertices = {symbol: (symbol, "") for symbol in self.cells} | dict(self.letters)
        edges = {symbol: (symbol, "") for symbol in self.edge_cells} or None
        board, cells = Graph.parse(source, vertices, edges, directed=self.directed, kinds=self.edge_kinds)
        cells = self.dressed(board, cells)
        return self.checked(Arrangement(Layout(board, symbols), cells))

    def dressed(self, board: Graph, cells: str) -> str:
        """The symbols of a graph that was read, where a bare graph means more than empty vertices."""
        return cells

    def on_board(self, state: Arrangement) -> tuple[Board, str]:
        return state.board, state.cells

    def picture(self, state: Arrangement) -> Picture:
        return draw_board(
            state.board, state.cells, self.looks, title=self.name or self.title, edge_looks=self.edge_looks
        )


class GraphGame(GraphSystem, RewriteGame):
    """A game on a graph."""

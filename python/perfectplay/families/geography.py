"""What the Geography games have in common: a graph and one token on it."""

from __future__ import annotations

from typing import ClassVar

from perfectplay.board import Graph
from perfectplay.errors import ParseError
from perfectplay.kinds.rewrite import Arrangement, Layout, RewriteGame
from perfectplay.picture import Look
from perfectplay.system import MAX_TEXT, State


class Geography(RewriteGame):
    boards = Graph
    impartial = True
    looks = {"@": Look("disc", "accent"), "x": Look("none"), "-": Look("empty")}
    edge_cells: ClassVar[str] = ""
    """The symbols of edges, where edges are cells."""

    def read(self, source: object) -> State:
        """Text, graph6, or a graph of networkx whose token stands on its first vertex."""
        if isinstance(source, str) and len(source) > MAX_TEXT:
            return super().read(source)
        vertices: dict[str, tuple[str | None, str]] = {s: (s, "") for s in self.cells if s not in self.edge_cells}
        vertices.pop("x", None)
        vertices |= {"x": ("x", "")} if "x" in self.cells and not self.edge_cells else {}
        edges: dict[str, tuple[str | None, str]] | None = {s: (s, "") for s in self.edge_cells} or None
        board, cells = Graph.parse(source, vertices, edges)  # type: ignore[arg-type]
        if "@" not in cells and (not isinstance(source, str) or source.startswith(">>")) and cells:
            cells = "@" + cells[1:]
        return self.checked(Arrangement(Layout(board, self.cells), cells))

    def parse(self, text: str) -> Arrangement:
        state = self.read(text)
        assert isinstance(state, Arrangement)
        return state

    def checked(self, state: Arrangement) -> Arrangement:
        tokens = state.cells.count("@")
        if tokens != 1:
            raise ParseError(f"{tokens} tokens", expected="one, written as in a-b b-c; a=@")
        return state

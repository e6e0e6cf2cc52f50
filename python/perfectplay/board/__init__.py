"""Boards: the places where symbols stand, without the symbols.

A *board* is geometry and static marks (`Grid`, `HexGrid`, `TriangularGrid`, `Graph`): immutable, hashable, picklable.
A *state* is a plain `str` with one symbol per cell, in the order of `board.cells`. Text holds both and round-trips:

>>> board, state = Grid.parse("##.|#$.", {".": (".", ""), "$": ("$", ""), "#": (None, "")})
>>> state, [board.name(cell) for cell in board.cells], board.text(state)
('.$.', ['c1', 'b2', 'c2'], '##.|#$.')
"""

from typing import TYPE_CHECKING, Any

from perfectplay.board.directions import (
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    Board,
    Cell,
    Direction,
    Letters,
)
from perfectplay.board.grids import Grid, HexGrid, Lattice, Place, TriangularGrid, column_letters, rows_of_words

if TYPE_CHECKING:
    from perfectplay.board.graphs import Edge, Graph

__all__ = [
    "EAST",
    "NORTH",
    "NORTHEAST",
    "NORTHWEST",
    "SOUTH",
    "SOUTHEAST",
    "SOUTHWEST",
    "WEST",
    "Board",
    "Cell",
    "Direction",
    "Edge",
    "Graph",
    "Grid",
    "HexGrid",
    "Lattice",
    "Letters",
    "Place",
    "TriangularGrid",
    "column_letters",
    "rows_of_words",
]


def __getattr__(name: str) -> Any:
    """Boards that are graphs know many forms of text, and are imported when they are first wanted."""
    if name not in ("Edge", "Graph"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from perfectplay.board import graphs

    globals()[name] = found = getattr(graphs, name)
    return found

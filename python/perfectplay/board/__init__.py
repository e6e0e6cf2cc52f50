"""Boards: the places where symbols stand, without the symbols.

A *board* is geometry and static marks (`Grid`, `HexGrid`, `TriangularGrid`, `Graph`): immutable, hashable, picklable.
A *state* is a plain `str` with one symbol per cell, in the order of `board.cells`. Text holds both and round-trips:

>>> board, state = Grid.parse("##.|#$.", {".": (".", ""), "$": ("$", ""), "#": (None, "")})
>>> state, [board.name(cell) for cell in board.cells], board.text(state)
('.$.', ['c1', 'b2', 'c2'], '##.|#$.')
"""

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
from perfectplay.board.graphs import Edge, Graph
from perfectplay.board.grids import Grid, HexGrid, Lattice, Place, TriangularGrid, column_letters, rows_of_words

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

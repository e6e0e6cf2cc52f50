"""Optimal solutions of sliding tiles with pattern databases of up to eight tiles (Korf & Felner 2002: 7-8 tables).

For solving many hard positions: the tables of the Fifteen Puzzle take 550 MB in the cache folder, and some minutes and
2.6 GB of memory to build. A random position then takes a hundredth of the search.
"""

from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.solvers import pattern_databases

systems = ("fifteen",)
on_request = True

MOST = 16
"""Cells of the largest board that has tables."""


def applies(position: Position) -> bool:
    return pattern_databases.applies(position) and len(position.state.cells) <= MOST


def solve(position: Position, asked: Asked) -> Found:
    return pattern_databases.solve(position, asked, large=True)

"""Short solutions of sliding tiles, not always shortest, found at once on boards where proofs take hours (the
24-puzzle).

Beam search: breadth first, but of each layer only the arrangements with the best estimates are kept.
"""

from perfectplay._native import Tiles
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.puzzles.fifteen import Fifteen
from perfectplay.solvers.large_pattern_databases import MOST
from perfectplay.solvers.pattern_databases import slid, tables, tiles_of

systems = ("fifteen",)
shortest = False

SMALL = 2_000
"""How wide the beam is on boards that have pattern databases; on others it is as wide as there is room."""
ROOM = 250_000
"""Cells."""


def applies(position: Position[Fifteen]) -> bool:
    rows, start, goal = tiles_of(position)
    return Tiles.solvable(rows, len(start) // rows, start, goal)


def solve(position: Position[Fifteen], asked: Asked) -> Found:
    _, start, _ = tiles_of(position)
    width = SMALL if len(start) <= MOST else ROOM // len(start)
    found, stats = tables(position, asked).beam(start, width, asked.control)
    assert found is not None
    return slid(position, found, asked, stats)

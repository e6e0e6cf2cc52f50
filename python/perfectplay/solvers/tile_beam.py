"""Short solutions of sliding tiles, not always shortest, at once on boards where proofs take hours (the 24-puzzle).

Beam search: breadth first, but of each layer only the arrangements with the best estimates are kept.
"""

from perfectplay._native import Tiles
from perfectplay.questions.ask import Answer, Asked
from perfectplay.solvers.pattern_databases import slid, tables, tiles_of
from perfectplay.system import Position

systems = ("fifteen",)
shortest = False

WIDTH = 2_000


def applies(position: Position) -> bool:
    rows, start, goal = tiles_of(position)
    return Tiles.solvable(rows, len(start) // rows, start, goal)


def solve(position: Position, asked: Asked) -> Answer:
    _, start, _ = tiles_of(position)
    found, stats = tables(position, asked).beam(start, WIDTH, asked.control)
    assert found is not None
    return slid(position, found, asked, stats)

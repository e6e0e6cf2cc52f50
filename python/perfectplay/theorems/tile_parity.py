"""Half of all arrangements of the Fifteen Puzzle can be solved.

A slide changes both the sign of the permutation of all cells' contents (the free cell counted as one) and the parity of
the free cell's distance from home, so these two stay equal; on boards of at least 2 x 2 there is no other invariant,
and on a single row the order of the tiles is one. (Johnson & Story 1879; Archer 1999 for a modern proof.)
"""

from perfectplay._native import Tiles
from perfectplay.position import Position
from perfectplay.puzzles.fifteen import Fifteen

systems = ("fifteen",)


def refusal(position: Position[Fifteen]) -> str:
    rows = position.system.rows(position.state)
    start = [number for row in rows for number in row]
    goal = position.system.order(len(start))
    if Tiles.solvable(len(rows), len(rows[0]), start, goal):
        return ""
    if min(len(rows), len(rows[0])) == 1:
        return "order: on a single line the tiles keep their order"
    return "parity: the permutation of the tiles has the wrong sign"


def confirm(position: Position[Fifteen]) -> bool:
    """The invariant itself, counted in plain Python: can the arrangement really not be solved?"""
    rows = position.system.rows(position.state)
    start = [number for row in rows for number in row]
    goal = position.system.order(len(start))
    if min(len(rows), len(rows[0])) == 1:
        return [n for n in start if n] != [n for n in goal if n]

    def key(order: list[int]) -> int:
        tiles = [n for n in order if n]
        inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])
        return (inversions + (order.index(0) // len(rows[0]) if len(rows[0]) % 2 == 0 else 0)) % 2

    return key(start) != key(goal)

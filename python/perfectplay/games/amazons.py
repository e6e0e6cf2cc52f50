"""Amazons.

A player moves an amazon like a chess queen, over free cells only, and then shoots an arrow from the cell reached, which
flies like a queen as well and burns the cell where it lands: nothing may enter or pass a burnt cell again. The cell
that the amazon has left is free again, for the arrow too. A player who cannot move loses.
Letters: ``x`` Left's amazons, ``o`` Right's amazons, ``.`` free, ``#`` burnt or missing. A move is written
``a1-b2/c3``: from a1 to b2, arrow to c3.

Amazons that have a region to themselves only count moves there, as many as they can make; this endgame has a method of
its own, ``single colour``.
Complexity: PSPACE-complete, even with one amazon each (Furtak, Kiyomi, Uno & Buro 2005; Hearn 2005); the endgame in
which no region has amazons of both colours is NP-equivalent (Buro 2000).

>>> pp.value(pp.load("amazons", "x..|..o"))
+-{1,{2|0}}
>>> result = pp.value(pp.load("amazons", "x..##.o|...##.."))
>>> result, result.method, result.witness["Right"]
(2, 'single colour', g1-f1/g1 f1-f2/f1 f2-g2/f2)
"""

from collections.abc import Iterator
from functools import lru_cache

from perfectplay.board import EAST, NORTH, NORTHEAST, NORTHWEST, SOUTH, SOUTHEAST, SOUTHWEST, WEST, Grid, Place
from perfectplay.kinds.grid import OWN, Contents, GridGame
from perfectplay.picture import Look
from perfectplay.players import Player

QUEEN = (NORTH, NORTHEAST, EAST, SOUTHEAST, SOUTH, SOUTHWEST, WEST, NORTHWEST)


class Amazons(GridGame):
    name = "Amazons"
    systems = ("S079", "S080")
    source = "Zamkauskas 1988; Berlekamp 2000, Sums of N x 2 Amazons; Furtak, Kiyomi, Uno & Buro 2005"
    cells = ".xo#"
    rules = "amazons"
    looks = {"x": Look("disc", "black"), "o": Look("disc", "white"), "#": Look("block")}
    sample = "x..|..o"
    samples = {
        "four": ".oo.|o..o|x..x|.xx.",
        "six": ".o..o.|o....o|......|......|x....x|.x..x.",
        "ten": "...o..o...|..........|..........|o........o|..........|"
        "..........|x........x|..........|..........|...x..x...",
    }

    def start(self, rows: int, cols: int) -> str:
        return self.samples.get({(4, 4): "four", (6, 6): "six", (10, 10): "ten"}.get((rows, cols), ""), "")

    def moves(self, board: Grid, letters: Contents, player: Player) -> Iterator[tuple[str, Contents]]:
        own = OWN[player]
        for a in [cell for cell in board.cells if letters[cell] == own]:
            left = letters | {a: "."}
            for b in in_range(board, left, a):
                for c in in_range(board, left, b):
                    yield f"{board.name(a)}-{board.name(b)}/{board.name(c)}", {a: ".", b: own, c: "#"}


def in_range(board: Grid, letters: Contents, start: Place) -> Iterator[Place]:
    """The free cells that a queen on ``start`` can go to."""
    for ray in rays(board)[start]:
        for cell in ray:
            if letters[cell] != ".":
                break
            yield cell


@lru_cache(maxsize=64)
def rays(board: Grid) -> dict[Place, list[list[Place]]]:
    """From each cell, the cells in each direction, the nearest first."""
    return {start: [list(board.ray(start, direction)) for direction in QUEEN] for start in board.cells}

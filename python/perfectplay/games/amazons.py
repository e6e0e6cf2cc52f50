"""Amazons.

A player moves an amazon like a chess queen, over free cells only, and then shoots an arrow from the cell reached, which
flies like a queen as well and burns the cell where it comes down: nothing ever enters or passes a burnt cell. The cell
that the amazon has left is free again, also for the arrow. Who cannot move loses.
Letters: ``x`` Left's amazons, ``o`` Right's amazons, ``.`` free, ``#`` burnt or missing. A move is written
``a1-b2/c3``: from a1 to b2, arrow to c3.

Amazons that have a region for themselves just count moves there, as many as they can make; this endgame has a method of
its own, ``single colour``.
Complexity: PSPACE-complete, even with one amazon each (Furtak, Kiyomi, Uno & Buro 2005; Hearn 2005); the endgame in which
no region has amazons of both colours is NP-equivalent (Buro 2000).

>>> pp.value(pp.load("amazons", "x..|..o"))
+-{1,{2|0}}
>>> pp.value(pp.load("amazons", "x...|...#|##..|oo.#"))
6
"""

from collections.abc import Iterator

from perfectplay.board import EAST, NORTH, NORTHEAST, NORTHWEST, SOUTH, SOUTHEAST, SOUTHWEST, WEST, Cell
from perfectplay.kinds.grid import OWN, GridGame
from perfectplay.kinds.rewrite import Arrangement
from perfectplay.picture import Look
from perfectplay.players import Player

QUEEN = (NORTH, NORTHEAST, EAST, SOUTHEAST, SOUTH, SOUTHWEST, WEST, NORTHWEST)


class Amazons(GridGame):
    name = "Amazons"
    section = "Amazons"
    systems = ("S079", "S080")
    source = "Zamkauskas 1988; Berlekamp 2000, Sums of N x 2 Amazons; Furtak, Kiyomi, Uno & Buro 2005"
    cells = ".xo#"
    rules = "amazons"
    looks = {"x": Look("disc", "black"), "o": Look("disc", "white"), "#": Look("block")}
    sample = "x..|..."
    samples = {
    }

    def moves(self, state: Arrangement, player: Player) -> Iterator[tuple[str, dict[Cell, str]]]:
        name, own = state.board.name, OWN[player]
        for a in state.board.cells:
            if state[a] == own:
                for b in self.line(state, a, a):
                    for c in self.line(state, b, a):
                        yield f"{name(a)}-{name(b)}/{name(c)}", {a: ".", b: own, c: "#"}

    def line(self, state: Arrangement, start: Cell, left: Cell) -> Iterator[Cell]:
        """The cells that a queen on ``start`` can go to, when the cell ``left`` has just been left."""
        for direction in QUEEN:
            cell = state.board.step(start, direction)
            while cell is not None and (state[cell] == "." or (cell == left and cell != start)):
                yield cell
                cell = state.board.step(cell, direction)

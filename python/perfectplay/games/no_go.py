"""NoGo (anti-atari Go).

Players place stones as in Go, Left black ones and Right white ones, but captures and suicide are forbidden: after a
move every group of stones on the board must have a liberty, a free cell beside it. A group is a set of stones of one
colour that is connected along rows and columns. A player who cannot move loses.
Letters: ``x`` Left's stones, ``o`` Right's stones, ``.`` free, ``#`` no cell. A move is the name of its cell; with
``impartial=True`` either player may place either colour, and the move says which: ``b2=x``.

Complexity: PSPACE-complete on planar graphs (Burke & Hearn 2018).

>>> pp.value(pp.load("no_go", "...|...|..."))
*
"""

from collections.abc import Iterator
from functools import lru_cache

from perfectplay.board import Grid, Place
from perfectplay.errors import ParseError
from perfectplay.kinds.grid import OWN, Contents, GridGame
from perfectplay.picture import Look
from perfectplay.players import Player


class NoGo(GridGame):
    name = "NoGo"
    aliases = ("nogo", "anti atari go")
    source = "Chou, Teytaud & Yen 2011, Revisiting Monte-Carlo tree search on a normal form game: NoGo"
    cells = ".xo#"
    rules = "no_go"
    looks = {"x": Look("disc", "black"), "o": Look("disc", "white"), "#": Look("block")}
    tile = "."
    sample = "..x|.o.|..."
    samples = {"five": "|".join(["....."] * 5)}

    def moves(self, board: Grid, letters: Contents, player: Player) -> Iterator[tuple[str, Contents]]:
        own = OWN[player]
        for cell in [cell for cell in board.cells if letters[cell] == "."]:
            after = letters | {cell: own}
            # groups that the stone does not touch are unchanged
            if all(has_liberty(board, after, near) for near in (cell, *beside(board)[cell])):
                yield f"{board.name(cell)}={own}" if self.impartial else board.name(cell), {cell: own}

    def check(self, board: Grid, letters: Contents) -> None:
        for (row, column), letter in letters.items():
            if not has_liberty(board, letters, (row, column)):
                raise ParseError(f"the stone {letter} has no liberty", row + 1, column + 1, "one for every group")


def has_liberty(board: Grid, letters: Contents, start: Place) -> bool:
    """Is there a free cell beside the group of stones to which this cell belongs? (True where there is no stone.)"""
    if letters[start] in ".#":
        return True
    group = [start]
    for here in group:
        for near in beside(board)[here]:
            if letters[near] == ".":
                return True
            if letters[near] == letters[start] and near not in group:
                group.append(near)
    return False


@lru_cache(maxsize=64)
def beside(board: Grid) -> dict[Place, tuple[Place, ...]]:
    return {cell: board.neighbours(cell) for cell in board.cells}

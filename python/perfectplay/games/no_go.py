"""NoGo (anti-atari Go).

Players place stones as in Go, Left black ones and Right white ones, but nobody may capture and nobody may commit
suicide: after a move every group of stones on the board must have a liberty, a free cell beside it. A group is all that
hangs together, in one colour, along rows and columns. Who cannot move loses.
Letters: ``x`` Left's stones, ``o`` Right's stones, ``.`` free, ``#`` no cell. A move is the name of its cell; with
``impartial=True`` either player may place either colour, and the move says which: ``b2=x``.

Complexity: PSPACE-complete on planar graphs (Burke & Hearn 2018).

>>> pp.value(pp.load("no_go", "...|...|..."))
*
"""

from collections.abc import Iterator, Mapping

from perfectplay.board import Board, Cell
from perfectplay.errors import ParseError
from perfectplay.kinds.grid import OWN, GridGame
from perfectplay.kinds.rewrite import Arrangement
from perfectplay.picture import Look
from perfectplay.players import Player


class NoGo(GridGame):
    name = "NoGo"
    section = "beyond the survey"
    source = "Chou, Teytaud & Yen 2011, Revisiting Monte-Carlo tree search on a normal form game: NoGo"
    cells = ".xo#"
    rules = "no_go"
    looks = {"x": Look("disc", "black"), "o": Look("disc", "white"), "#": Look("block")}
    sample = "..x|.o.|..."
    samples = {"strip": "............", "five": "|".join(["....."] * 5), "nine": "|".join(["........."] * 9)}

    def moves(self, state: Arrangement, player: Player) -> Iterator[tuple[str, dict[Cell, str]]]:
        board, own = state.board, OWN[player]
        for cell in board.cells:
            if state[cell] == ".":
                letters = letters_of(state) | {cell: own}
                touched = [near for near in (cell, *board.neighbours(cell)) if letters[near] in "xo"]
                if all(has_liberty(board, letters, near) for near in touched):  # all other groups are as they were
                    yield f"{board.name(cell)}={own}" if self.impartial else board.name(cell), {cell: own}

    def checked(self, state: Arrangement) -> Arrangement:
        letters = letters_of(state)
        alive: set[Cell] = set()
        for cell, letter in letters.items():
            if letter in "xo" and cell not in alive:
                if not has_liberty(state.board, letters, cell):
                    assert isinstance(cell, tuple)
                    row, column = cell
                    raise ParseError(f"the stone {letter} has no liberty", row + 1, column + 1, "one for every group")
                alive.add(cell)
        return state


def letters_of(state: Arrangement) -> dict[Cell, str]:
    return dict(zip(state.board.cells, state.cells, strict=True))


def has_liberty(board: Board, letters: Mapping[Cell, str], stone: Cell) -> bool:
    """Is there a free cell beside the group of this stone?"""
    group = [stone]
    seen = {stone}
    for here in group:
        for near in board.neighbours(here):
            if letters[near] == ".":
                return True
            if letters[near] == letters[stone] and near not in seen:
                seen.add(near)
                group.append(near)
    return False

"""Konane (Hawaiian checkers).

A stone jumps over an orthogonally adjacent stone of the opponent into the empty cell behind it and captures it; it may
continue jumping in the same direction within one move. A player who cannot move loses. (The survey says "wins", a slip:
the rest of the literature uses normal play; ``misere=True`` gives misère play.)
Letters: ``x`` Left's stones, ``o`` Right's stones, ``.`` empty, ``#`` no cell. Play begins with a chequered board
from which two adjacent stones, in the middle or at a corner, have been taken.

Complexity: PSPACE-complete (Hearn 2006); the game on a single row is not solved (Chan & Tsai 2002).

>>> pp.outcome(pp.load("konane", "xo.xo.xo"))
N
"""

from collections.abc import Iterator

from perfectplay.board import Grid
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class Konane(RewriteGame):
    name = "Konane"
    aliases = ("hawaiian checkers",)
    systems = ("S081", "S082")
    source = "Hearn 2006, Games, Puzzles, and Computation; Ernst 1995; Chan & Tsai 2002"
    cells = ".xo"
    letters = {"#": (None, "")}
    looks = {"x": Look("disc", "black"), "o": Look("disc", "white")}
    sample = "xoxo|o..x|xoxo|oxox"
    samples = {"row": "xoxo..xoxo", "six": "xoxoxo|oxoxox|xo..xo|oxoxox|xoxoxo|oxoxox"}

    def start(self, rows: int, cols: int) -> str:
        """All stones but two in the middle, which the players have removed."""
        lines = [("xo" * cols)[row % 2 :][:cols] for row in range(rows)]
        row, col = (rows - 1) // 2, max(0, cols // 2 - 1)
        lines[row] = (lines[row][:col] + ".." + lines[row][col + 2 :])[:cols]
        return "|".join(lines)

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for start in board.cells:
            for direction in board.directions:
                line = list(board.ray(start, direction))
                for length in range(2, len(line) + 1, 2):
                    jumped, landed, last = line[0:length:2], line[1 : length - 1 : 2], line[length - 1]
                    for player, own, other in ((LEFT, "x", "o"), (RIGHT, "o", "x")):
                        changes = {start: f"{own}.", last: f".{own}"}
                        changes |= dict.fromkeys(jumped, f"{other}.") | dict.fromkeys(landed, "..")
                        yield Rewrite(changes, player, piece=(start, last))

"""Peg duotaire: peg solitaire for two.

Players take turns jumping a peg over an adjacent peg into the hole behind it, which removes the peg jumped over; a
player who cannot move loses. With ``multi=True`` one move may be several jumps of the same peg.
Letters: ``o`` peg, ``.`` hole, space or ``#`` no hole; symbols separated by spaces lie on a triangular board.

Complexity: open even on a line; with multi-jumps the winning positions on a line are not a context-free language
(Moore & Eppstein 2002).

>>> pp.grundy(pp.load("duotaire", "oo.o.oo"))
1
"""

from collections.abc import Iterator

from perfectplay.board import Cell, Lattice
from perfectplay.errors import ParseError
from perfectplay.families.pegs import LETTERS, PEGS, PegBoard, jumps
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Rewrite

MOST_CHAINS = 20_000


class Duotaire(RewriteGame):
    name = "Peg duotaire"
    systems = ("S167", "S168", "S169")
    source = "Moore & Eppstein 2002, One-dimensional peg solitaire, and duotaire"
    cells = ".o"
    letters = LETTERS
    looks = PEGS
    boards = PegBoard
    impartial = True
    options = {"multi": False}
    multi: bool
    sample = "oooo|o.oo|oooo"
    samples = {"row": "ooooo.oooo", "triangle": "  .  | o o |o o o"}

    def moves(self, board: Lattice) -> Iterator[Rewrite]:
        for number, path in enumerate(self.paths(board)):
            if number >= MOST_CHAINS:
                raise ParseError(f"more than {MOST_CHAINS} chains of jumps", expected="a smaller board for multi=True")
            start, end = path[0], path[-1]
            changes = {start: "o.", end: ".o"} if start != end else {start: "oo"}
            changes |= {cell: ".." for cell in path[2:-1:2] if cell not in changes}
            changes |= dict.fromkeys(path[1::2], "o.")
            yield Rewrite(changes, piece=(start, end), name="-".join(board.name(cell) for cell in path[::2]))

    def paths(self, board: Lattice) -> Iterator[tuple[Cell, ...]]:
        """Start, jumped, landed, jumped, landed …: each peg is jumped once, and the jumper never jumps itself."""
        steps: dict[Cell, list[tuple[Cell, Cell]]] = {cell: [] for cell in board.cells}
        for a, b, c in jumps(board):
            steps[a].append((b, c))
        todo: list[tuple[Cell, ...]] = [(a,) for a in reversed(board.cells)]
        while todo:
            path = todo.pop()
            if len(path) > 1:
                yield path
            if len(path) == 1 or self.multi:
                for over, to in reversed(steps[path[-1]]):
                    if over not in path and to not in path[1::2]:
                        todo.append((*path, over, to))

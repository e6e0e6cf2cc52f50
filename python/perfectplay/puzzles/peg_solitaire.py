"""Peg solitaire (Hi-Q) on any board.

A peg jumps over an adjacent peg into the empty hole behind it, and the peg jumped over is removed. Solved when the pegs
stand exactly on the marked holes, or, if none is marked, when a single peg is left.
Letters: ``o`` peg, ``.`` hole, ``O`` and ``x`` the same on a marked hole, space or ``#`` no hole. Symbols separated by
spaces lie on a triangular board. Metrics: jumps; moves (consecutive jumps of one peg count once).

Complexity: NP-complete on n x n boards (Uehara & Iwata 1990); on a line, the solvable positions are a regular language
(Moore & Eppstein 2002).

>>> pp.solve(pp.load("peg_solitaire", "oo.o"))
a1-c1 d1-b1
"""

from collections.abc import Iterator

from perfectplay.board import Lattice
from perfectplay.families.pegs import LETTERS, PEGS, PegBoard, jumps
from perfectplay.kinds.rewrite import RewritePuzzle
from perfectplay.kinds.rulesets import Pattern, Rewrite
from perfectplay.metrics import UNIT, Metric


class PegSolitaire(RewritePuzzle):
    name = "Peg solitaire"
    aliases = ("solitaire", "pegs", "hi q")
    systems = ("S165",)
    source = "Uehara & Iwata 1990, Generalized Hi-Q is NP-complete; Beasley 1985, The Ins and Outs of Peg Solitaire"
    cells = ".o"
    letters = LETTERS | {"x": (".", "goal"), "O": ("o", "goal")}
    looks = PEGS
    boards = PegBoard
    metrics = {"jumps": UNIT, "moves": Metric(chain="piece")}
    sample = "  ...  |  .o.  |..ooo..|.ooxoo.|..ooo..|  .o.  |  ...  "
    samples = {
        "english": "  ooo  |  ooo  |ooooooo|oooxooo|ooooooo|  ooo  |  ooo  ",
        "european": "  ooo  | ooooo |ooo.ooo|ooooooo|ooooooo| ooooo |  ooo  ",
        "triangle": "    .    |   o o   |  o o o  | o o o o |o o o o o",
        "cross": "  ...  |  .o.  |..ooo..|...O...|...o...|  ...  |  ...  ",
    }

    def moves(self, board: Lattice) -> Iterator[Rewrite]:
        for a, b, c in jumps(board):
            yield Rewrite({a: "o.", b: "o.", c: ".o"}, piece=(a, c))

    def goals(self, board: Lattice) -> Iterator[Pattern]:
        wanted = board.marked("goal")
        if wanted:
            yield {cell: "o" if cell in wanted else "." for cell in board.cells}
        else:
            for last in board.cells:
                yield {cell: "o" if cell == last else "." for cell in board.cells}

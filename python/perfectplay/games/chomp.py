"""Chomp.

A bar of chocolate is eaten from the far corner: a move names a square and takes it with all squares below it and to the
right. The top left square is poisoned and nobody takes it; a player who cannot move loses. A bar may be any Young
diagram: no row is longer than the row above.
Letters: ``p`` the poisoned square, ``o`` a square, ``.`` eaten or missing; dots at the end of a row may be left out.

Complexity: the first player wins every rectangle but 1 x 1, by strategy stealing (Gale 1974), but which first move wins
is open from three rows on; Chomp on any finite partially ordered set is PSPACE-complete (Grier 2013).

>>> pp.grundy(pp.load("chomp", "poo|ooo")), pp.best(pp.load("chomp", "poo|ooo"))
(4, c2)
"""

from collections.abc import Iterator

from perfectplay.board import Grid, Letters
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Arrangement, Layout, Rewrite
from perfectplay.picture import Look


class Chomp(RewriteGame):
    name = "Chomp"
    aliases = ("chocolate bar",)
    source = "Schuh 1952, Spel van delers; Gale 1974, A curious Nim-type game"
    cells = ".o"
    letters = {"p": ("o", "poison")}
    looks = {"o": Look("block", "accent")}
    impartial = True
    placement = True
    sample = "pooo|oooo|oooo"
    samples = {"square": "poo|ooo|ooo", "hook": "pooo|o|o", "stairs": "pooo|ooo|oo"}

    def start(self, rows: int, cols: int) -> str:
        return "p" + "|".join(["o" * cols] * rows)[1:]

    def parse(self, text: str) -> Arrangement:
        letters: Letters = {".": (".", ""), "o": ("o", ""), **self.letters}
        board, cells = Grid.parse(text, letters, ragged=True, fill=".")
        above = board.cols
        for number, row in enumerate(board.lines(cells), 1):
            whole, bar = ("p" if number == 1 else "o") + "o" * above, row.rstrip(".")
            if len(bar) > above or not whole.startswith(bar) or (number == 1 and not bar):
                expected = "p in the corner" if number == 1 else "a row of o, not longer than the row above"
                raise ParseError(f"unexpected {quote(row)}", number, expected=expected)
            above = len(bar)
        return Arrangement(Layout(board, self.cells), cells)

    def moves(self, board: Grid) -> Iterator[object]:
        for row, col in board.cells[1:]:
            bite = {cell: "?." for cell in board.cells if cell[0] >= row and cell[1] >= col}
            yield Rewrite(bite | {(row, col): "o."}, name=board.name((row, col)))

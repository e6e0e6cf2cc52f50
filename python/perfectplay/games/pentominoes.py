"""Pentominoes, a two-player game.

There is one piece of each of the twelve pentominoes. A move places a remaining piece on five free cells of the board,
rotated and reflected in any way; a player who cannot move loses.
Text: the rows of the board, then a row of the pieces. A text without that row has the pieces of the option ``pieces``.
Letters: ``.`` free, ``#`` covered or missing; the pieces ``F`` ``I`` ``L`` ``N`` ``P`` ``T`` ``U`` ``V`` ``W`` ``X``
``Y`` ``Z``, or ``f`` ``i`` ``l`` ``n`` ``p`` ``t`` ``u`` ``v`` ``w`` ``x`` ``y`` ``z`` when they are used.

Complexity: not studied in general; on the 8 x 8 board the first player wins (Orman 1996).

>>> pp.outcome(pp.load("pentominoes", "....|....|....|....", pieces="FILP"))
P
"""

import re
from collections.abc import Iterator

from perfectplay.board import Cell, Grid
from perfectplay.errors import ParseError, quote
from perfectplay.families.polyominoes import PENTOMINOES, Tray, orientations
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Arrangement, Layout, Rewrite
from perfectplay.picture import Look, Picture, draw_board


class Pentominoes(RewriteGame):
    name = "Pentominoes"
    aliases = ("pentomino game",)
    systems = ("S217",)
    source = "Golomb 1965, Polyominoes; Orman 1996, Pentominoes: a first player win"
    cells = ".#"
    tile = "."
    letters = {piece: (".", piece) for piece in PENTOMINOES} | {piece.lower(): ("#", piece) for piece in PENTOMINOES}
    looks = {"#": Look("block", "black")} | {piece.lower(): Look("none") for piece in PENTOMINOES}
    impartial = True
    options = {"pieces": "".join(PENTOMINOES)}
    pieces: str
    sample = "....|....|....|....|LPV"
    samples = {"hole": ".....|..#..|.###.|..#..|.....|FNTUW", "eight": f"{'........|' * 8}IX"}

    def parse(self, text: str) -> Arrangement:
        *rows, pieces = re.split(r"[|/\n]", text.rstrip())
        if not rows or not pieces.strip().isalpha():
            rows, pieces = [text], self.pieces
        pieces = pieces.strip()
        if not pieces or len(set(pieces.upper())) < len(pieces) or not set(pieces.upper()) <= set(PENTOMINOES):
            raise ParseError(
                f"the pieces {quote(pieces)}", expected=f"letters of {''.join(PENTOMINOES)}, each at most once"
            )
        floor, cells = Grid.parse("\n".join(rows), {symbol: (symbol, "") for symbol in self.cells})
        board, cells = Tray.parse(f"{floor.text(cells)}|{pieces}", self.alphabet(text), ragged=True)
        return self.checked(Arrangement(Layout(board, self.cells), cells))

    def text(self, state: Arrangement) -> str:
        return "|".join(row.rstrip() for row in state.board.lines(state.cells))  # type: ignore[attr-defined]

    def picture(self, state: Arrangement) -> Picture:
        board, cells = Grid.parse(self.text(state), None, ragged=True)
        return draw_board(board, cells, self.looks, title=self.name)

    def moves(self, board: Tray) -> Iterator[Rewrite]:
        floor = board.floor()
        inside = set(floor)
        for piece, shape in PENTOMINOES.items():
            for slot in board.marked(piece):
                for squares in orientations(shape):
                    for row, col in floor:
                        covered: list[Cell] = [(row + down, col + right) for down, right in squares]
                        if inside.issuperset(covered):
                            name = f"{piece}:{'-'.join(map(board.name, covered))}"
                            yield Rewrite(dict.fromkeys([*covered, slot], ".#"), name=name)

"""What Snort and Col have in common: players take cells of a grid or vertices of a graph, which changes who may take
the neighbours.

Letters: ``.`` free for both players, ``x`` for Left only, ``o`` for Right only, ``#`` taken or missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from perfectplay.board import Board
from perfectplay.errors import ParseError
from perfectplay.kinds.network import GridOrGraph, NetworkGame
from perfectplay.kinds.rulesets import Arrangement, Layout, Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT

FOR_LEFT = ".xo#>xx##"
"""What a cell becomes when Right may no longer take it."""
FOR_RIGHT = ".xo#>o#o#"


class Colouring(NetworkGame):
    """A move of Left on a cell does ``after_left`` to its neighbours."""

    cells = ".xo#"
    placement = True
    looks = {"x": Look("empty", "left_tint"), "o": Look("empty", "right_tint"), "#": Look("none")}
    after_left: ClassVar[str]
    after_right: ClassVar[str]

    def moves(self, board: Board) -> Iterator[Rewrite]:
        for cell in board.cells:
            around = [other for other in board.neighbours(cell) if other != cell]
            yield Rewrite({cell: ".x>##", **dict.fromkeys(around, self.after_left)}, LEFT)
            yield Rewrite({cell: ".o>##", **dict.fromkeys(around, self.after_right)}, RIGHT)

    def parse(self, text: str) -> Arrangement:
        """Cells that are coloured already may be given as ``X`` and ``O``: they are coloured here, one by one."""
        board, cells = GridOrGraph.parse(text, {letter: (letter, "") for letter in self.cells + "XO"})
        layout = Layout(board, self.cells)
        coloured = [2 * index + "XO".index(symbol) for index, symbol in enumerate(cells) if symbol in "XO"]
        cells = cells.replace("X", ".").replace("O", ".")
        rules = self.ruleset(layout)
        for number in coloured:
            if number not in rules.legal(cells):
                raise ParseError(f"the colours at {rules.names[number]}", expected="colours that the rules allow")
            cells = rules.apply(number, cells)
        return self.checked(Arrangement(layout, cells))

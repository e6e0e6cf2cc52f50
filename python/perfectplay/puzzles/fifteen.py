"""The Fifteen Puzzle and its generalisations to any rectangle.

Numbered tiles lie on a grid with one free cell; a tile next to it may slide into it. Solved when the tiles are in
reading order with the free cell last (``blank="last"``, the default) or first (``blank="first"``).
Text: numbers by rows, ``1 2 3|4 5 6|7 0 8``; 0 is the free cell. A plain list of 4, 9, 16, ... numbers is a square, of
any other number a single row; with a mark at its end it is a row at any length: ``1 2 3 0|`` is 1 x 4, ``1 2 3 0`` is
2 x 2. A move is the number of the tile. Metric: moves.

Complexity: half of all arrangements can be solved, by parity (Johnson & Story 1879), on n x n cells in O(n^3) moves,
which some need (Parberry 1995); a shortest solution is NP-hard to find (Ratner & Warmuth 1990).

>>> pp.solve(pp.load("fifteen", "1 2 3|4 5 6|0 7 8"))
7 8
"""

import re
from collections.abc import Iterator

from perfectplay.board import Grid
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.rewrite import Arrangement, Layout, Pattern, Rewrite, RewritePuzzle
from perfectplay.picture import Picture, draw_blocks

MOST_CELLS = 100
FREE = ord("A")
"""The free cell is A, tile 1 is B, and so on."""

HARDEST = (
    "0 12 9 13|15 11 10 14|3 7 2 5|4 8 6 1",
    "0 12 10 13|15 11 14 9|3 7 2 5|4 8 6 1",
    "0 11 9 13|12 15 10 14|3 7 6 2|4 8 5 1",
    "0 15 9 13|11 12 10 14|3 7 6 2|4 8 5 1",
    "0 12 9 13|15 11 10 14|3 7 6 2|4 8 5 1",
    "0 12 14 13|15 11 9 10|3 7 6 2|4 8 5 1",
    "0 12 10 13|15 11 14 9|3 7 6 2|4 8 5 1",
    "0 12 11 13|15 14 10 9|3 7 6 2|4 8 5 1",
    "0 12 10 13|15 11 9 14|7 3 6 2|4 8 5 1",
    "0 12 9 13|15 11 14 10|3 8 6 2|4 7 5 1",
    "0 12 9 13|15 11 10 14|8 3 6 2|4 7 5 1",
    "0 12 14 13|15 11 9 10|8 3 6 2|4 7 5 1",
    "0 12 9 13|15 11 10 14|7 8 6 2|4 3 5 1",
    "0 12 10 13|15 11 14 9|7 8 6 2|4 3 5 1",
    "0 12 9 13|15 8 10 14|11 7 6 2|4 3 5 1",
    "0 12 9 13|15 11 10 14|3 7 5 6|4 8 2 1",
    "0 12 9 13|15 11 10 14|7 8 5 6|4 3 2 1",
)
"""The seventeen positions of the 4 x 4 board that take 80 moves, more than any other (Korf & Schultze 2005)."""


def tile(number: int) -> str:
    """The symbol of a tile."""
    return chr(FREE + number)


class Fifteen(RewritePuzzle):
    name = "Fifteen Puzzle"
    systems = ("S118", "S119")
    source = "Johnson & Story 1879, Notes on the 15 puzzle; Ratner & Warmuth 1990; Korf 1985 (IDA*)"
    cells = ""
    options = {"blank": "last"}
    blank: str
    sample = "1 2 3 4|5 6 0 8|9 10 7 12|13 14 11 15"
    samples = {
        "hard": "5 13 15 7|11 12 10 14|4 6 2 9|0 8 1 3",
        "eight": "8 6 7|2 5 4|3 0 1",
        "loyd": "1 2 3 4|5 6 7 8|9 10 11 12|13 15 14 0",
        **{f"hardest{number}": text for number, text in enumerate(HARDEST, 1)},
    }

    def parse(self, text: str) -> Arrangement:
        if self.blank not in ("first", "last"):
            raise ParseError(f"option blank={self.blank!r}", expected="first or last")
        if not text.strip():
            raise ParseError("empty board", expected="numbers by rows, such as 1 2 3|4 5 6|7 0 8")
        whole = re.sub(r"\s*[|/]$", "", text.strip())
        rows = [re.split(r"[\s,]+", row.strip()) for row in re.split(r"[|/\n]", whole)]
        marked = len(rows) > 1 or whole != text.strip()
        if not marked and (side := round(len(rows[0]) ** 0.5)) ** 2 == len(rows[0]) > 3:
            rows = [rows[0][i : i + side] for i in range(0, side * side, side)]
        height, width = len(rows), len(rows[0])
        if height * width > MOST_CELLS:
            raise ParseError(f"{height} x {width} cells", expected=f"at most {MOST_CELLS}")
        cells = ""
        for number, row in enumerate(rows, 1):
            if len(row) != width:
                raise ParseError(f"row {number} has {len(row)} tiles, expected {width}", number)
            for column, word in enumerate(row, 1):
                if not (word.isascii() and word.isdigit() and len(word) < 5 and int(word) < height * width):
                    raise ParseError(f"unexpected {quote(word)}", number, column, f"0 to {height * width - 1}")
                if tile(int(word)) in cells:
                    raise ParseError(f"{word} for the second time", number, column, "each number once")
                cells += tile(int(word))
        if len(cells) < 2:
            raise ParseError("a single cell", expected="at least two numbers such as 1 0")
        return Arrangement(Layout(Grid(height, width), "".join(map(tile, range(len(cells))))), cells)

    def rows(self, state: Arrangement) -> list[list[int]]:
        board = state.board
        assert isinstance(board, Grid)
        numbers = [ord(symbol) - FREE for symbol in state.cells]
        return [numbers[i : i + board.cols] for i in range(0, len(numbers), board.cols)]

    def text(self, state: Arrangement) -> str:
        rows = [" ".join(map(str, row)) for row in self.rows(state)]
        return "|".join(rows) if len(rows) > 1 else rows[0] + "|"

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        free = tile(0)
        for a in board.cells:
            for b in board.neighbours(a):
                for number in range(1, len(board.cells)):
                    yield Rewrite({a: tile(number) + free, b: free + tile(number)}, name=str(number))

    def goals(self, board: Grid) -> Iterator[Pattern]:
        order = self.order(len(board.cells))
        yield {cell: tile(number) for cell, number in zip(board.cells, order, strict=True)}

    def order(self, cells: int) -> list[int]:
        """The numbers of the solved position."""
        return list(range(cells)) if self.blank == "first" else [*range(1, cells), 0]

    def picture(self, state: Arrangement) -> Picture:
        rows = self.rows(state)
        width = max(len(str(n)) for row in rows for n in row)
        lines = [" ".join((str(n) if n else ".").rjust(width) for n in row) for row in rows]
        written = {(r, c): str(n) for r, row in enumerate(rows) for c, n in enumerate(row) if n}
        assert isinstance(state.board, Grid)
        return draw_blocks(state.board, written, (), lines, title=self.name, roles=("accent",))

"""The Fifteen Puzzle and its generalisations to any rectangle.

Numbered tiles lie on a grid with one free cell; a tile next to it may slide into it. Solved when the tiles are in
reading order with the free cell last (``blank="last"``, the default) or first (``blank="first"``).
Text: numbers by rows, ``1 2 3|4 5 6|7 0 8``; 0 is the free cell. A plain list of 4, 9, 16, ... numbers is a square, and
any other list a single row; a list that ends in ``|`` is a row of any length: ``1 2 3 0|`` is 1 x 4, ``1 2 3 0`` is
2 x 2. A move is the number of the tile. Metric: moves.

Complexity: half of all arrangements can be solved, by parity (Johnson & Story 1879), on n x n cells in O(n^3) moves,
which some need (Parberry 1995); a shortest solution is NP-hard to find (Ratner & Warmuth 1990).

>>> pp.solve(pp.load("fifteen", "1 2 3|4 5 6|0 7 8"))
7 8
"""

from collections.abc import Iterator

from perfectplay.board import Grid
from perfectplay.errors import ParseError
from perfectplay.families.tiles import HARDEST, number_of, read_tiles, tile, write_tiles
from perfectplay.kinds.rewrite import RewritePuzzle
from perfectplay.kinds.rulesets import Arrangement, Layout, Pattern, Rewrite
from perfectplay.picture import Picture, draw_blocks


class Fifteen(RewritePuzzle):
    name = "Fifteen Puzzle"
    aliases = ("15", "15 puzzle", "eight", "sliding tiles", "n puzzle")
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

    def start(self, rows: int, cols: int) -> str:
        """The tiles in order."""
        numbers = [*range(1, rows * cols)]
        numbers = [0, *numbers] if self.blank == "first" else [*numbers, 0]
        return write_tiles([numbers[row * cols : (row + 1) * cols] for row in range(rows)])

    def parse(self, text: str) -> Arrangement:
        if self.blank not in ("first", "last"):
            raise ParseError(f"option blank={self.blank!r}", expected="first or last")
        rows = read_tiles(text)
        cells = "".join(tile(number) for row in rows for number in row)
        return Arrangement(Layout(Grid(len(rows), len(rows[0])), "".join(sorted(cells))), cells)

    def rows(self, state: Arrangement) -> list[list[int]]:
        assert isinstance(state.board, Grid)
        cols, numbers = state.board.cols, [number_of(symbol) for symbol in state.cells]
        return [numbers[i : i + cols] for i in range(0, len(numbers), cols)]

    def text(self, state: Arrangement) -> str:
        return write_tiles(self.rows(state))

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

"""Atomix.

Atoms slide along a row or column until a wall, the edge of the board or another atom stops them. Solved when the
molecule lies somewhere on the board, with every atom placed as its drawing shows; other atoms do not matter.
Text: the board, ``->``, and the molecule, ``##ab|....|#..a -> a.|ba``; letters and digits are atoms, equal ones of the
same kind, ``.`` is floor (in the molecule: anything), ``#`` a wall. A move is the path of an atom, ``a1-a4``.
Metric: moves (each slide is one).

Complexity: PSPACE-complete (Holzer & Schwoon 2004); shortest solutions were known to be NP-hard (Hueffner, Edelkamp,
Fernau & Niedermeier 2001).

>>> pp.solve(pp.load("atomix", "a..b|....|.c.. -> cb"))
d1-d3 b3-c3
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from perfectplay.board import Grid, Place
from perfectplay.errors import ParseError, quote
from perfectplay.families.slides import slides
from perfectplay.kinds.goal import GoalPuzzle
from perfectplay.kinds.rulesets import Arrangement, Layout, Pattern, Rewrite
from perfectplay.picture import Picture, draw_board
from perfectplay.players import LEFT, Player

FREE, WALL = ".", "#"


class Atomix(GoalPuzzle):
    name = "Atomix"
    systems = ("S127",)
    source = "Holzer & Schwoon 2004, Assembling molecules in ATOMIX is hard; Hueffner et al. 2001"
    cells = FREE
    letters = {WALL: (None, "")}
    goal_example = "a..b -> ab"
    sample = "h....|..#..|....o|.#..h|..... -> hoh"
    samples = {"ring": "a.#..b|......|#....#|......|b.#..a -> ab|ba"}

    def alphabet(self, text: str) -> dict[str, tuple[str | None, str]]:
        atoms = sorted({letter for letter in text if letter.isascii() and letter.isalnum()})
        return {atom: (atom, "") for atom in (FREE, *atoms)} | dict(self.letters)

    def read_goal(self, text: str, start: Arrangement) -> Pattern:
        letters = {letter: meaning for letter, meaning in self.alphabet(text).items() if letter != WALL}
        drawing, cells = Grid.parse(text, letters, ragged=True, fill=FREE)
        atoms = {place: atom for place, atom in zip(drawing.cells, cells, strict=True) if atom != FREE}
        if not atoms:
            raise ParseError("the molecule has no atom")
        for atom, number in Counter(atoms.values()).items():
            if number > start.cells.count(atom):
                what = f"the molecule has {number} atoms {quote(atom)}, the board {start.cells.count(atom)}"
                raise ParseError(what, expected="no more than on the board")
        top, left = (min(place[axis] for place in atoms) for axis in (0, 1))
        return {(row - top, col - left): atom for (row, col), atom in atoms.items()}

    def drawing(self, layout: Layout) -> tuple[Grid, str]:
        """The molecule on a board of its own."""
        assert layout.goal is not None
        atoms: dict[Place, str] = dict(layout.goal.wanted)
        height, width = (1 + max(place[axis] for place in atoms) for axis in (0, 1))
        board = Grid(height, width)
        return board, "".join(atoms.get(place, FREE) for place in board.cells)

    def write_goal(self, state: Arrangement) -> str:
        board, cells = self.drawing(state.layout)
        return board.text(cells)

    def draw_goal(self, state: Arrangement) -> Picture:
        board, cells = self.drawing(state.layout)
        lines = tuple(" ".join(row) for row in board.lines(cells))
        return Picture(draw_board(board, cells, self.looks).shapes, lines)

    def rewrites(self, layout: Layout) -> Iterator[Rewrite]:
        atoms = layout.symbols.replace(FREE, "")
        assert isinstance(layout.board, Grid)
        for slide in slides(layout.board, edge_stops=True):
            for atom, other in product(atoms, atoms if slide.stopper else FREE):
                yield slide.rewrite(atom + FREE, FREE * 2, FREE + atom, other * 2)

    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Pattern]]:
        board, (molecule, _) = layout.board, self.drawing(layout)
        assert layout.goal is not None and isinstance(board, Grid)
        for top, left in product(range(1 + board.rows - molecule.rows), range(1 + board.cols - molecule.cols)):
            placed = {(row + top, col + left): atom for (row, col), atom in layout.goal.wanted}
            if all(place in board.index for place in placed):
                yield LEFT, placed

"""Atomix.

Atoms slide along a row or column until a wall, the edge of the board or another atom stops them. Solved when the
molecule lies somewhere on the board: every atom that its drawing shows, placed as shown; further atoms do not matter.
Text: the board, ``->``, and the molecule, ``##ab|....|#..a -> a.|ba``; letters and digits are atoms, equal ones of one
kind, ``.`` is floor (in the molecule: anything), ``#`` a wall. A move is the way of an atom, ``a1-a4``.
Metric: moves (each slide is one).

Complexity: PSPACE-complete (Holzer & Schwoon 2004); shortest solutions were known to be NP-hard (Hueffner, Edelkamp,
Fernau & Niedermeier 2001).

>>> pp.solve(pp.load("atomix", "a..b|....|.c.. -> cb"))
d1-d3 b3-c3
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product

from perfectplay.board import Grid, Place
from perfectplay.errors import ParseError, quote
from perfectplay.families.slides import ways
from perfectplay.kinds.rewrite import Arrangement, Layout, Pattern, Rewrite, RewritePuzzle
from perfectplay.picture import Picture, draw_board, towards
from perfectplay.players import LEFT, Player

FREE, WALL = ".", "#"


class Atomix(RewritePuzzle):
    name = "Atomix"
    systems = ("S127",)
    source = "Holzer & Schwoon 2004, Assembling molecules in ATOMIX is hard; Hueffner et al. 2001"
    cells = FREE
    letters = {WALL: (None, "")}
    sample = "h....|..#..|....o|.#..h|..... -> hoh"
    samples = {"ring": "a.#..b|......|#....#|......|b.#..a -> ab|ba"}

    def parse(self, text: str) -> Arrangement:
        start, arrow, drawing = text.partition("->")
        if not arrow or not drawing.strip():
            raise ParseError("no molecule", expected="the board, ->, and the molecule, as in a..b -> ab")
        atoms = {letter for letter in start if _is_atom(letter)}
        letters: dict[str, tuple[str | None, str]] = {letter: (letter, "") for letter in sorted({FREE, *atoms})}
        board, cells = Grid.parse(start.strip(), letters | dict(self.letters))
        molecule = _molecule(drawing)
        shown = Counter(letter for _, letter in molecule)
        for letter, number in shown.items():
            if number > cells.count(letter):
                has = f"the molecule has {number} atoms {quote(letter)}, the board {cells.count(letter)}"
                raise ParseError(has, expected="no more than on the board")
        return Arrangement(Layout(board, FREE + "".join(sorted(atoms)), molecule), cells)

    def molecule_rows(self, state: Arrangement) -> list[str]:
        shown: dict[Place, str] = dict(state.layout.extra)
        height, width = (1 + max(place[axis] for place in shown) for axis in (0, 1))
        return ["".join(shown.get((row, col), FREE) for col in range(width)) for row in range(height)]

    def text(self, state: Arrangement) -> str:
        return f"{super().text(state)} -> {'|'.join(self.molecule_rows(state))}"

    def picture(self, state: Arrangement) -> Picture:
        rows = self.molecule_rows(state)
        molecule = draw_board(Grid(len(rows), len(rows[0])), "".join(rows), self.looks)
        goal = Picture(molecule.shapes, tuple(" ".join(row) for row in rows))
        return towards(super().picture(state), goal)

    def rewrites(self, layout: Layout) -> Iterator[Rewrite]:
        atoms = layout.symbols.replace(FREE, "")
        assert isinstance(layout.board, Grid)
        for start, crossed, end, stopper, direction in ways(layout.board, edge_stops=True):
            for atom, other in product(atoms, FREE if stopper is None else atoms):  # one rewrite for each kind of stop
                held = {} if stopper is None else {stopper: other * 2}
                changes = {start: atom + FREE, **dict.fromkeys(crossed, FREE * 2), end: FREE + atom, **held}
                yield Rewrite(changes, piece=(start, end), tag=direction.value)

    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Pattern]]:
        cells = layout.board.index
        assert isinstance(layout.board, Grid)
        for row, col in layout.board.cells:
            pattern = {(row + down, col + right): letter for (down, right), letter in self.anchored(layout.extra)}
            if all(cell in cells for cell in pattern):
                yield LEFT, pattern

    @staticmethod
    def anchored(molecule: tuple[tuple[Place, str], ...]) -> list[tuple[Place, str]]:
        """The places of the atoms relative to the first one in reading order."""
        (top, left), _ = molecule[0]
        return [((row - top, col - left), letter) for (row, col), letter in molecule]


def _is_atom(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


def _molecule(drawing: str) -> tuple[tuple[Place, str], ...]:
    """The atoms in reading order, without empty rows and columns around them."""
    found: list[tuple[Place, str]] = []
    for row, line in enumerate(re.split(r"[|/\n]", drawing.strip())):
        for col, letter in enumerate(line.strip()):
            if _is_atom(letter):
                found.append(((row, col), letter))
            elif letter != FREE:
                raise ParseError(f"unexpected {quote(letter)} in the molecule", row + 1, col + 1, 'atoms and "."')
    if not found:
        raise ParseError("the molecule has no atom")
    top, left = min(row for (row, _), _ in found), min(col for (_, col), _ in found)
    return tuple(((row - top, col - left), letter) for (row, col), letter in found)

"""Polyominoes: the twelve pentominoes, a shape in all its orientations, and a board with a tray of pieces."""

from __future__ import annotations

from perfectplay.board import Grid, Place

PENTOMINOES = {
    "F": ".FF|FF.|.F.",
    "I": "IIIII",
    "L": "LLLL|L...",
    "N": "NNN.|..NN",
    "P": "PP|PP|P.",
    "T": "TTT|.T.|.T.",
    "U": "U.U|UUU",
    "V": "V..|V..|VVV",
    "W": "W..|WW.|.WW",
    "X": ".X.|XXX|.X.",
    "Y": "YYYY|.Y..",
    "Z": "ZZ.|.Z.|.ZZ",
}


def orientations(shape: str) -> list[tuple[Place, ...]]:
    """The squares of a shape, rotated and reflected in every way, as steps from its first square."""
    squares = [(r, c) for r, row in enumerate(shape.split("|")) for c, letter in enumerate(row) if letter != "."]
    found: dict[tuple[Place, ...], None] = {}
    for turn in range(8):
        squares = [(c, -r) for r, c in squares] if turn != 4 else [(r, -c) for r, c in squares]
        top, left = min(squares)
        found[tuple(sorted((r - top, c - left) for r, c in squares))] = None
    return list(found)


class Tray(Grid):
    """The board and below it the pieces, each on a marked place that no symmetry moves."""

    def floor(self) -> list[Place]:
        return [cell for cell in self.cells if not self.marks_of(cell)]

    def symmetries(self) -> list[tuple[int, ...]]:
        floor = self.floor()
        inside = set(floor)
        places = ((row, col) for row in range(self.rows) for col in range(self.cols))
        alone = Grid(self.rows, self.cols, [place for place in places if place not in inside])
        return [(*goes, *range(len(floor), len(self.cells))) for goes in alone.symmetries()]

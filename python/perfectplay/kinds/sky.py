"""Stars on a sheet: in cells, on the sides between two cells and on the corners between four."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from perfectplay.board import Place
from perfectplay.constraints import Value
from perfectplay.editing import MOST_LISTED, Editing, replaced
from perfectplay.errors import ParseError
from perfectplay.kinds.clues import EMPTY, Clues
from perfectplay.kinds.sheet import Sheet, names_of, read_sheet
from perfectplay.picture import Disc


@dataclass(frozen=True)
class Sky(Sheet):
    """An empty sheet with stars on it. Its text has a sign for each cell and one for everything between cells."""

    stars: tuple[tuple[Place, str], ...] = ()
    """Twice the place of each, and its sign."""

    @property
    def named(self) -> dict[Value, Place]:
        return {name: place for name, (place, _) in zip(names_of(len(self.stars)), self.stars, strict=True)}

    def signs(self) -> Sheet:
        """The signs as a sheet of their own.

        >>> Sky(1, 2, (".", "."), stars=(((0, 1), "o"),)).signs().text()
        '.o.'
        """
        stars, rows, cols = dict(self.stars), 2 * self.rows - 1, 2 * self.cols - 1
        return Sheet(rows, cols, tuple(stars.get((row, col), EMPTY) for row in range(rows) for col in range(cols)))

    def text(self) -> str:
        return self.signs().text()

    def editing(self, clues: Clues) -> Editing:
        """Stars are put into cells and between them."""
        signs = self.signs()

        def put(letters: Mapping[int, str]) -> str:
            return replace(signs, clues=tuple(replaced(signs.clues, letters))).text()

        places = tuple(
            (f"row {row / 2 + 1:g}, column {col / 2 + 1:g}", Disc((col / 2 + 0.5, row / 2 + 0.5), 0.2))
            for row, col in signs.cells
        )
        return Editing(clues.letters_listed(MOST_LISTED), places, put)


def read_sky(text: str, clues: Clues) -> Sky:
    signs = read_sheet(text, clues, False)
    if not signs.rows % 2 or not signs.cols % 2:
        raise ParseError(f"{signs.rows} x {signs.cols} signs", expected="odd numbers: cells and what is between")
    rows, cols = signs.rows // 2 + 1, signs.cols // 2 + 1
    return Sky(rows, cols, (EMPTY,) * (rows * cols), (), tuple(signs.clued()))


def around(star: Place) -> list[Place]:
    """The cells that a star touches."""
    row, col = star
    return [(r, c) for r in range(row // 2, (row + 1) // 2 + 1) for c in range(col // 2, (col + 1) // 2 + 1)]

"""What peg games have in common: the board, square or triangular, and the jumps on it."""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay.board import Cell, Grid, HexGrid, Lattice, Letters
from perfectplay.picture import Look

LETTERS: dict[str, tuple[str | None, str]] = {" ": (None, ""), "#": (None, "")}
PEGS = {"o": Look("disc", "accent")}


def is_triangular(text: str) -> bool:
    """Symbols separated by single spaces, as in `` o | o o``, stand on a triangular lattice."""
    rows = text.replace("|", "\n").replace("/", "\n").split("\n")
    letters = [row.strip() for row in rows]
    return any(" " in row for row in letters) and all(
        not pair.strip() or " " in pair for row in letters for pair in _pairs(row)
    )


def _pairs(row: str) -> Iterator[str]:
    return (row[i : i + 2] for i in range(len(row) - 1))


class PegBoard:
    """Square boards and triangular ones, whichever the text describes."""

    @staticmethod
    def parse(text: str, letters: Letters) -> tuple[Lattice, str]:
        if is_triangular(text):
            return HexGrid.parse(text, {letter: meaning for letter, meaning in letters.items() if letter != " "})
        return Grid.parse(text, letters, ragged=True)


def jumps(board: Lattice) -> Iterator[tuple[Cell, Cell, Cell]]:
    """From, over, to."""
    for direction in board.directions:
        yield from board.runs(direction, 3)  # type: ignore[misc]

"""Editing a position by putting letters on places, for whoever shows its picture.

A kind that has places says so by :meth:`perfectplay.system.System.editing`. What comes out is a text, which is read
like any other, so that a letter that makes no sense where it was put is refused with the reason. Several letters can be
put at once, because a piece of several cells makes no sense before all of it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perfectplay.board import Graph, Grid, Lattice, Place
from perfectplay.errors import ParseError, quote
from perfectplay.picture import Picture, Polygon
from perfectplay.picture.boards import outline_of
from perfectplay.picture.compose import moved
from perfectplay.picture.graphs import spots

if TYPE_CHECKING:
    from perfectplay.picture import Shape

MOST_LISTED = 24
"""Letters that are offered; beyond that, they are typed."""


@dataclass(frozen=True)
class Editing:
    letters: tuple[str, ...]
    """What can be put on a place, the usual background first."""
    places: tuple[tuple[str, Shape], ...]
    """The places: their names, and where they are in the picture."""
    put: Callable[[Mapping[int, str]], str]
    """The text of the position with letters put on places, which are given by their numbers."""
    typed: bool = False
    """Are there more than these letters, such as numbers?"""

    def text_with(self, letters: Mapping[int, str]) -> str:
        """The same, checked."""
        for place, letter in letters.items():
            if not 0 <= place < len(self.places):
                raise ParseError(f"no place {place}", expected=f"one of 0 to {len(self.places) - 1}")
            if letter not in self.letters and not self.typed:
                raise ParseError(f"unexpected {quote(letter)}", expected=f"one of {' '.join(self.letters)}")
        return self.put(letters)


def replaced(items: Iterable[str], letters: Mapping[int, str]) -> Iterator[str]:
    """The items with others in some places."""
    return (letters.get(number, item) for number, item in enumerate(items))


def areas(board: Lattice, places: Iterable[Place], picture: Picture) -> list[Shape]:
    """Where places of a board are in a picture of it, which may have been moved to stand to the left of another one."""
    return [moved(Polygon(outline_of(board, place)), picture.origin) for place in places]


def on_graph(board: Graph, state: str, text: str, picture: Picture) -> Editing:
    """Editing of a graph, whose letters stand behind a semicolon; a goal behind an arrow stays."""
    _, arrow, goal = text.partition(" -> ")
    alphabets = [board.alphabet, *([board.edge_alphabet] if board.edge_alphabet else [])]

    def put(letters: Mapping[int, str]) -> str:
        given = board.letters(state)
        for number, letter in letters.items():
            given[board.cells[number]] = letter
        return board.written(f"{board.name(cell)}={letter}" for cell, letter in given.items()) + arrow + goal

    letters = dict.fromkeys(letter for alphabet in alphabets for letter in alphabet.meanings)
    areas = [moved(shape, picture.origin) for shape in spots(board)]
    return Editing(tuple(letters), tuple(zip(map(board.name, board.cells), areas, strict=True)), put)


def on_squares(board: Grid, letters: Iterable[str], text: str, picture: Picture, typed: bool) -> Editing:
    """Editing of a board of squares, whose text has a letter for each; a goal behind an arrow stays."""
    before, arrow, goal = text.partition(" -> ")
    lines = [line.ljust(board.cols) for line in before.split("|")]
    places = [(row, col) for row in range(board.rows) for col in range(board.cols)]

    def put(letters: Mapping[int, str]) -> str:
        for letter in letters.values():
            if len(letter) != 1:
                raise ParseError(f"unexpected {quote(letter)}", expected="one letter for each place")
        written = "".join(replaced("".join(lines), letters))
        rows = [written[start : start + board.cols] for start in range(0, len(written), board.cols)]
        return "|".join(rows) + arrow + goal

    names = [Grid(board.rows, board.cols).name(place) for place in places]
    return Editing(tuple(letters), tuple(zip(names, areas(board, places, picture), strict=True)), put, typed)

"""What theorems about switching games share; and Bridg-it as such a game: the crossings of its links are the edges of a
graph.

The graph is Left's dots, those on the left side being one terminal and those on the right side the other. In rows of n
crossings Left's links lie across, in rows of n - 1 they lie upright; Right's links lie the other way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from perfectplay.board import Graph, column_letters
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.connection import Claims, ConnectionGame
from perfectplay.picture import Disc, Label, Picture, Point, Shape, Stroke
from perfectplay.players import Player
from perfectplay.position import Move, Position

MOST_DOTS = 100
"""In a row: 19,801 crossings."""
NAMED = 12
"""Crossings are named in pictures of boards up to this size."""


def any_move(position: Position, player: Player) -> Move | None:
    """Some move, without listing all."""
    if position.winner is not None:
        return None
    step = next(iter(position.system.legal(position.state, player)), None)
    return None if step is None else Move(step.text, player, Position(position.system, step.state))


@lru_cache(maxsize=16)
def places(size: int) -> tuple[tuple[int, int], ...]:
    """The rows and columns of all crossings, as they are written."""
    return tuple((row, col) for row in range(2 * size - 1) for col in range(size - row % 2))


@lru_cache(maxsize=16)
def graph_of(size: int) -> Graph:
    """Left's dots, each side being one vertex, and an edge for each crossing."""

    def dot(row: int, col: int) -> str:
        return "A" if col == 0 else "B" if col == size else f"d{row}_{col}"

    dots = [dot(row, col) for row in range(size) for col in range(1, size)]
    edges = [
        (dot(row // 2, col), dot(row // 2, col + 1))
        if row % 2 == 0
        else (dot(row // 2, col + 1), dot(row // 2 + 1, col + 1))
        for row, col in places(size)
    ]
    board = Graph(["A", *dots, "B"], edges, marks={"goal": ["A", "B"]})
    return board.with_edges_as_cells({letter: (letter, "") for letter in Crossings.letters})


@lru_cache(maxsize=64)
def size_of(board: Graph) -> int:
    """The dots in a row, from the number of crossings."""
    return next(size for size in range(1, MOST_DOTS + 1) if size**2 + (size - 1) ** 2 == len(board.edges))


class Crossings(ConnectionGame):
    """A board of crossings."""

    letters = ".xo"
    vertices = {".": (".", ""), "T": (".", "goal")}
    edges = {letter: (letter, "") for letter in ".xo"}

    def start(self, rows: int, cols: int) -> str:
        return str(rows) if rows == cols else ""

    def from_object(self, source: object) -> Claims:
        raise ParseError(f"a {type(source).__name__}", expected="text")

    def parse(self, text: str) -> Claims:
        number = re.fullmatch(r"\s*([1-9][0-9]{0,2})\s*", text, re.ASCII)
        rows = [row.strip() for row in re.split(r"[|/\n]", text.strip())]
        size = int(number[1]) if number else (len(rows) + 1) // 2
        if size > MOST_DOTS:
            raise ParseError(f"{size} dots in a row", expected=f"at most {MOST_DOTS}")
        if number:
            return Claims(graph_of(size))
        if len(rows) % 2 == 0:
            raise ParseError(f"{len(rows)} rows", expected="an odd number")
        for row, letters in enumerate(rows):
            if len(letters) != size - row % 2:
                raise ParseError(f"row {row + 1} has {len(letters)} crossings", expected=f"{size - row % 2}")
            for col, letter in enumerate(letters):
                if letter not in self.letters:
                    what = f"unexpected {quote(letter)} in row {row + 1}, column {col + 1}"
                    raise ParseError(what, expected=f'one of "{self.letters}"')
        held = "".join(rows)
        short, cut = (sum(1 << n for n, letter in enumerate(held) if letter == own) for own in self.letters[1:])
        return Claims(graph_of(size), short, cut)

    @property
    def forms(self) -> tuple[str, ...]:
        return ()

    def text(self, state: Claims) -> str:
        return "|".join(self.rows(state))

    def rows(self, state: Claims) -> list[str]:
        size = size_of(state.board)
        held = [self.letters[owner] for owner in state.owners(len(state.board.edges))]
        rows = [""] * (2 * size - 1)
        for (row, _), letter in zip(places(size), held, strict=True):
            rows[row] += letter
        return rows

    def name_of(self, board: Graph, number: int) -> str:
        row, col = places(size_of(board))[number]
        return f"{column_letters(col)}{row + 1}"

    def picture(self, state: Claims) -> Picture:
        return Picture(tuple(_shapes(self, state)), _lines(self, state), self.name or self.title)


def _crossings(game: Crossings, state: Claims) -> Iterator[tuple[int, int, str, bool]]:
    """Where each crossing lies, the letter on it, and whether Left's link lies across."""
    for row, letters in enumerate(game.rows(state)):
        for col, letter in enumerate(letters):
            yield 2 * col + 1 + row % 2, row + 1, letter, row % 2 == 0


def _dots(size: int) -> Iterator[tuple[int, int, bool]]:
    """Where the dots lie, and whether they are Left's."""
    for row in range(size):
        yield from ((2 * col, 2 * row + 1, True) for col in range(size + 1))
    for row in range(size + 1):
        yield from ((2 * col + 1, 2 * row, False) for col in range(size))


def _shapes(game: Crossings, state: Claims) -> Iterator[Shape]:
    size = size_of(state.board)

    def at(x: float, y: float) -> Point:
        return 0.5 * x, 0.5 * y

    for (x, y, letter, across), number in zip(_crossings(game, state), range(len(state.board.edges)), strict=True):
        if letter != ".":
            role, flat = ("left", across) if letter == "x" else ("right", not across)
            ends = (at(x - 1, y), at(x + 1, y)) if flat else (at(x, y - 1), at(x, y + 1))
            yield Stroke(ends, role, 0.12)
        elif size <= NAMED:
            yield Label(at(x, y), game.name_of(state.board, number), "faint", 0.2)
        else:
            yield Disc(at(x, y), 0.04, "faint")
    for x, y, left in _dots(size):
        yield Disc(at(x, y), 0.14, "left" if left else "right")


def _lines(game: Crossings, state: Claims) -> tuple[str, ...]:
    """Left's dots are x and Right's o; a link is a line between two of them."""
    size = size_of(state.board)
    rows = [[" "] * (2 * size + 1) for _ in range(2 * size + 1)]
    for x, y, left in _dots(size):
        rows[y][x] = "x" if left else "o"
    for x, y, letter, across in _crossings(game, state):
        rows[y][x] = "." if letter == "." else "-" if (letter == "x") == across else "|"
    return tuple("".join(row).rstrip() for row in rows)

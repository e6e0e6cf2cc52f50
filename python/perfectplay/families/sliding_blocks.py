"""Sliding-block puzzles: pieces of any shape that slide on a grid without overlapping.

A piece is written with one letter on each of its cells. Pieces of the same shape that no goal tells apart are
interchangeable, so states hold shapes, not letters: a cell is empty (``.``), the *anchor* of a piece (its first cell in
reading order, one symbol for each class of pieces) or its body (``#``). A unit step of a piece is one rewrite; metrics
count whole moves of a piece, straight slides, or steps.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.board import Direction, Grid, Lattice
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.rewrite import Arrangement, Layout, Pattern, Rewrite, RewritePuzzle
from perfectplay.metrics import UNIT, Metric
from perfectplay.picture import Picture, draw_blocks
from perfectplay.players import LEFT, Player

Place = tuple[int, int]

EMPTY, BODY = ".", "#"
FIRST_CLASS = ord("A")
MOST_CLASSES = 1000


@dataclass(frozen=True)
class PieceShape:
    """A class of interchangeable pieces: the cells relative to the anchor, and the letters of its pieces."""

    offsets: tuple[Place, ...]
    letters: tuple[str, ...]
    goal: Place | None = None
    """Where the anchor must come to stand."""
    away: bool = False
    """The other way round: the anchor must stand anywhere but there."""
    lane: tuple[int | None, int | None] = (None, None)
    """The row or the column that the anchor never leaves, if any."""

    def at(self, anchor: Place) -> list[Place]:
        return [(anchor[0] + row, anchor[1] + col) for row, col in self.offsets]


class BlockPuzzle(RewritePuzzle):
    """``directions_of`` says how a piece may slide; ``read_text`` where the text form differs from rows of letters."""

    cells = EMPTY + BODY
    walls: ClassVar[str] = "#"
    blanks: ClassVar[str] = "."
    """Letters for an empty cell, the written one first."""
    metrics = {"moves": Metric(chain="piece"), "slides": Metric(chain="line"), "steps": UNIT}

    @abstractmethod
    def directions_of(self, shape: PieceShape) -> Iterable[Direction]:
        """The directions in which pieces of this shape may slide."""

    @abstractmethod
    def read_text(self, text: str) -> tuple[str, dict[str, list[Place]], bool]:
        """The rows of the board, the places where each piece with a goal must come, and whether it must leave them
        instead."""

    @abstractmethod
    def interchangeable(self, letter: str) -> bool:
        """May this piece be exchanged with others of its shape (unless it has a goal)?"""

    # text

    def parse(self, text: str) -> Arrangement:
        rows, goals, away = self.read_text(text)
        found: dict[str, tuple[str | None, str]] = {wall: (None, "") for wall in self.walls}
        found |= {letter: (EMPTY, "") for letter in self.blanks}
        found |= {letter: (letter, "") for letter in sorted(set(rows)) if letter.isalpha() and letter not in found}
        board, letters = Grid.parse(rows, found)
        plain = Grid(board.rows, board.cols, dict(board.voids), letters={wall: (None, "") for wall in self.walls})
        return self.arranged(plain, self._pieces(board, letters), goals, away)

    def arranged(
        self,
        board: Lattice,
        pieces: Mapping[str, list[Place]],
        goals: Mapping[str, list[Place]],
        away: bool = False,
    ) -> Arrangement:
        """The state with these pieces, after a look at the goals."""
        for letter, places in goals.items():
            if letter not in pieces:
                raise ParseError(f"the goal names piece {quote(letter)}, which is not on the board")
            if offsets(places) != offsets(pieces[letter]):
                raise ParseError(f"piece {quote(letter)} has another shape in the goal")
            if any(place not in board.index for place in places):
                raise ParseError(f"piece {quote(letter)} does not fit its place in the goal")
        shapes = self._shapes(pieces, {letter: min(places) for letter, places in goals.items()}, away)
        return self._place(Layout(board, "", shapes), pieces)

    def _pieces(self, board: Lattice, letters: str) -> dict[str, list[Place]]:
        pieces: dict[str, list[Place]] = {}
        for cell, letter in zip(board.cells, letters, strict=True):
            if letter != EMPTY:
                pieces.setdefault(letter, []).append(cell)
        for letter, cells in pieces.items():
            reached, todo = {cells[0]}, [cells[0]]
            while todo:
                for near in board.neighbours(todo.pop()):
                    if near in cells and near not in reached:
                        reached.add(near)
                        todo.append(near)
            if len(reached) < len(cells):
                row, col = next(cell for cell in cells if cell not in reached)
                raise ParseError(f"piece {quote(letter)} is in two parts", row + 1, col + 1, "a connected piece")
        return pieces

    def _shapes(
        self, pieces: Mapping[str, list[Place]], goals: Mapping[str, Place], away: bool
    ) -> tuple[PieceShape, ...]:
        classes: dict[object, list[str]] = {}
        for letter, cells in pieces.items():
            alone = letter in goals or not self.interchangeable(letter)
            classes.setdefault((offsets(cells), letter if alone else ""), []).append(letter)
        if len(classes) > MOST_CLASSES:
            raise ParseError(f"{len(classes)} different pieces", expected=f"at most {MOST_CLASSES}")
        return tuple(
            PieceShape(offsets(cells), tuple(sorted(letters)), goals.get(letters[0]), away, self.lane(cells))
            for letters in sorted(classes.values(), key=min)
            for cells in [pieces[letters[0]]]
        )

    def lane(self, cells: list[Place]) -> tuple[int | None, int | None]:
        """The row or column that the first cell of a piece never leaves."""
        return None, None

    def _place(self, layout: Layout, pieces: Mapping[str, list[Place]]) -> Arrangement:
        shapes: tuple[PieceShape, ...] = layout.extra
        symbols = "".join(chr(FIRST_CLASS + n) for n in range(len(shapes)))
        layout = Layout(layout.board, EMPTY + BODY + symbols, shapes)
        cells = [EMPTY] * len(layout.board.cells)
        for number, shape in enumerate(shapes):
            for letter in shape.letters:
                for cell in pieces[letter]:
                    cells[layout.board.index[cell]] = BODY
                cells[layout.board.index[pieces[letter][0]]] = chr(FIRST_CLASS + number)
        return self.checked(Arrangement(layout, "".join(cells)))

    def lettered(self, state: Arrangement) -> dict[Place, str]:
        """The letter on each occupied cell; interchangeable pieces take their letters in reading order."""
        shapes: tuple[PieceShape, ...] = state.layout.extra
        left = [iter(shape.letters) for shape in shapes]
        written: dict[Place, str] = {}
        for cell, symbol in zip(state.board.cells, state.cells, strict=True):
            if symbol not in (EMPTY, BODY):
                number = ord(symbol) - FIRST_CLASS
                written |= dict.fromkeys(shapes[number].at(cell), next(left[number]))  # type: ignore[arg-type]
        return written

    def rows(self, state: Arrangement) -> list[str]:
        board = state.board
        assert isinstance(board, Grid)
        written = dict(board.voids) | self.lettered(state)
        return [
            "".join(written.get((row, col), self.blanks[0]) for col in range(board.cols)) for row in range(board.rows)
        ]

    def text(self, state: Arrangement) -> str:
        return "|".join(self.rows(state))

    # rules

    def rewrites(self, layout: Layout) -> Iterator[Rewrite]:
        shapes: tuple[PieceShape, ...] = layout.extra
        for number, shape in enumerate(shapes):
            symbol = chr(FIRST_CLASS + number)
            for direction in self.directions_of(shape):
                yield from _steps(layout.board, shape, symbol, direction)

    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Pattern]]:
        aims = {chr(FIRST_CLASS + number): shape for number, shape in enumerate(layout.extra) if shape.goal}
        for symbol, shape in aims.items():
            if shape.away:
                index = layout.board.index
                elsewhere = [cell for cell in layout.board.cells if all(place in index for place in shape.at(cell))]
                yield from ((LEFT, {cell: symbol}) for cell in elsewhere if cell != shape.goal)
        if aims and not any(shape.away for shape in aims.values()):
            yield LEFT, {shape.goal: symbol for symbol, shape in aims.items()}

    def picture(self, state: Arrangement) -> Picture:
        assert isinstance(state.board, Grid)
        goals = [place for shape in state.layout.extra if shape.goal for place in shape.at(shape.goal)]
        return draw_blocks(state.board, self.lettered(state), goals, self.rows(state), title=self.name)


def offsets(cells: Iterable[Place]) -> tuple[Place, ...]:
    ordered = sorted(cells)
    top, left = ordered[0]
    return tuple((row - top, col - left) for row, col in ordered)


def _steps(board: object, shape: PieceShape, symbol: str, direction: Direction) -> Iterator[Rewrite]:
    assert isinstance(board, Lattice)
    row, col = shape.lane
    for anchor in board.cells:
        if (row is not None and anchor[0] != row) or (col is not None and anchor[1] != col):
            continue
        old = shape.at(anchor)
        steps = [board.step(cell, direction) if cell in board.index else None for cell in old]
        new = [cell for cell in steps if cell is not None]
        if len(new) < len(old):
            continue
        after = {cell: symbol if cell == new[0] else BODY for cell in new}
        changes = {
            cell: (symbol if cell == anchor else BODY if cell in old else EMPTY) + after.get(cell, EMPTY)
            for cell in sorted({*old, *new})
        }
        yield Rewrite(changes, piece=(anchor, new[0]), tag=direction.value)

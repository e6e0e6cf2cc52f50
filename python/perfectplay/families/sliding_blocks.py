"""Sliding-block puzzles: pieces of any shape that slide on a grid without overlapping.

A piece is written with one letter on each of its cells. Pieces of the same shape that no goal distinguishes are
interchangeable, so states hold shapes, not letters: a cell is empty (``.``), the *anchor* of a piece (its first cell in
reading order, one symbol for each class of pieces) or its body (``#``). A unit step of a piece is one rewrite; metrics
count whole moves of a piece, straight slides, or steps.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from perfectplay.board import Direction, Grid, HexGrid, Lattice, Place
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.goal import GoalPuzzle
from perfectplay.kinds.rewrite import RewritePuzzle
from perfectplay.kinds.rulesets import Arrangement, Goal, Layout, Pattern, Rewrite
from perfectplay.metrics import UNIT, Metric
from perfectplay.picture import PIECES, Look, Picture, draw_blocks, draw_board
from perfectplay.records import dataclass

EMPTY, BODY = ".", "#"
FIRST_CLASS = ord("A")
MOST_CLASSES = 1000

Pieces = Mapping[str, list[Place]]
"""The cells of each piece in reading order, by its letter."""


def class_symbol(number: int) -> str:
    """The symbol on the anchors of a class of pieces."""
    return chr(FIRST_CLASS + number)


@dataclass(frozen=True)
class PieceShape:
    """A class of interchangeable pieces: the cells relative to the anchor, and the letters of its pieces."""

    offsets: tuple[Place, ...]
    letters: tuple[str, ...]
    lane: tuple[Place, ...] = ()
    """The cells that the anchor never leaves; empty: it may go anywhere."""

    def at(self, anchor: Place) -> list[Place]:
        return [(anchor[0] + row, anchor[1] + col) for row, col in self.offsets]


class BlockPuzzle(RewritePuzzle):
    """``directions_of`` says how a piece may slide."""

    cells = EMPTY + BODY
    boards: ClassVar[type[Grid] | type[HexGrid]] = Grid
    walls: ClassVar[str] = "#"
    blanks: ClassVar[str] = "."
    """Letters for an empty cell, the written one first."""
    interchangeable: ClassVar[bool] = True
    """Is a piece interchangeable with others of its shape, unless it has a goal?"""
    metrics = {"moves": Metric(chain="piece"), "slides": Metric(chain="line"), "steps": UNIT}

    @abstractmethod
    def directions_of(self, shape: PieceShape) -> Iterable[Direction]:
        """The directions in which pieces of this shape may slide."""

    def lane(self, board: Lattice, cells: list[Place]) -> tuple[Place, ...]:
        """The cells that the first cell of a piece never leaves; empty: it may go anywhere."""
        return ()

    def step_name(self, shape: PieceShape, direction: Direction) -> str:
        """The text form of a step; empty: the cells of the anchor before and after."""
        return ""

    # text

    def tidied(self, text: str) -> str:
        """Rows of letters without spaces around them."""
        return "|".join(row.strip() for row in re.split(r"[|/\n]", text.strip()))

    def alphabet(self, text: str) -> dict[str, tuple[str | None, str]]:
        letters: dict[str, tuple[str | None, str]] = {blank: (EMPTY, "") for blank in self.blanks}
        letters |= {wall: (None, "") for wall in self.walls}
        return letters | {piece: (piece, "") for piece in sorted({*text}) if piece.isalpha() and piece not in letters}

    def parse(self, text: str) -> Arrangement:
        return self.arranged(*self.read_pieces(text))

    def read_pieces(self, text: str) -> tuple[Lattice, Pieces]:
        rows = self.tidied(text)
        board, letters = self.boards.parse(rows, self.alphabet(rows))
        pieces = by_letter(zip(board.cells, letters, strict=True))
        for letter, cells in pieces.items():
            apart, reached = set(cells[1:]), cells[:1]
            for cell in reached:
                near = apart.intersection(board.neighbours(cell))
                reached += near
                apart -= near
            if apart:
                row, col = min(apart)
                raise ParseError(f"piece {quote(letter)} is in two parts", row + 1, col + 1, "a connected piece")
        return board, pieces

    def arranged(self, board: Lattice, pieces: Pieces, aims: Pieces | None = None, away: bool = False) -> Arrangement:
        """The state with these pieces, some of which have to go to the places of ``aims``, or to leave them. As long as
        there is no goal, all pieces are distinguished."""
        for letter, places in (aims or {}).items():
            if letter not in pieces:
                raise ParseError(f"piece {quote(letter)} is not on the board")
            if offsets(places) != offsets(pieces[letter]):
                raise ParseError(f"piece {quote(letter)} has another shape")
            if any(place not in board.index for place in places):
                raise ParseError(f"piece {quote(letter)} does not fit its place")
        classes: dict[object, list[str]] = {}
        for letter, cells in pieces.items():
            alone = aims is None or letter in aims or not self.interchangeable
            classes.setdefault((offsets(cells), letter if alone else ""), []).append(letter)
        if aims is not None and len(classes) > MOST_CLASSES:
            raise ParseError(f"{len(classes)} different pieces", expected=f"at most {MOST_CLASSES}")
        shapes: list[PieceShape] = []
        wanted: list[tuple[Place, str]] = []
        placed = dict.fromkeys(board.cells, EMPTY)
        for number, letters in enumerate(sorted(classes.values(), key=min)):
            first = pieces[letters[0]]
            shapes.append(PieceShape(offsets(first), tuple(sorted(letters)), self.lane(board, first)))
            wanted += [(min(aims[letter]), class_symbol(number)) for letter in letters if aims and letter in aims]
            for letter in letters:
                placed |= dict.fromkeys(pieces[letter], BODY) | {pieces[letter][0]: class_symbol(number)}
        symbols = EMPTY + BODY + "".join(map(class_symbol, range(len(shapes))))
        goal = Goal(tuple(wanted), away) if wanted else None
        return self.checked(Arrangement(Layout(board, symbols, tuple(shapes), goal), "".join(placed.values())))

    def lettered(self, state: Arrangement) -> dict[Place, str]:
        """The letter on each occupied cell; interchangeable pieces take their letters in reading order."""
        shapes: tuple[PieceShape, ...] = state.layout.extra
        left = [iter(shape.letters) for shape in shapes]
        written: dict[Place, str] = {}
        assert isinstance(state.board, Lattice)
        for cell, symbol in zip(state.board.cells, state.cells, strict=True):
            if symbol not in (EMPTY, BODY):
                number = ord(symbol) - FIRST_CLASS
                written |= dict.fromkeys(shapes[number].at(cell), next(left[number]))
        return written

    def symbols_of(self, board: Lattice, letters: Mapping[Place, str]) -> str:
        """Letters in the order of the cells."""
        return "".join(letters.get(cell, EMPTY) for cell in board.cells)

    def text(self, state: Arrangement) -> str:
        assert isinstance(state.board, Lattice)
        return state.board.text(self.symbols_of(state.board, self.lettered(state)))

    def aims(self, layout: Layout) -> dict[Place, str]:
        """The letters on the places of the goal."""
        shapes: tuple[PieceShape, ...] = layout.extra
        found: dict[Place, str] = {}
        for anchor, symbol in layout.goal.wanted if layout.goal else ():
            shape = shapes[ord(symbol) - FIRST_CLASS]
            found |= dict.fromkeys(shape.at(anchor), shape.letters[0])
        return found

    # rules

    def rewrites(self, layout: Layout) -> Iterator[Rewrite]:
        shapes: tuple[PieceShape, ...] = layout.extra
        for number, shape in enumerate(shapes):
            for direction in self.directions_of(shape):
                name = self.step_name(shape, direction)
                for anchor, there, changes in _steps(layout.board, shape, class_symbol(number), direction):
                    yield Rewrite(changes, piece=(anchor, there), tag=direction.value, name=name)

    def picture(self, state: Arrangement) -> Picture:
        board, letters = state.board, self.lettered(state)
        assert isinstance(board, Lattice)
        cells = self.symbols_of(board, letters)
        if isinstance(board, Grid):
            return draw_blocks(board, letters, self.aims(state.layout), board.lines(cells), title=self.name)
        roles = {letter: PIECES[n % len(PIECES)] for n, letter in enumerate(sorted({*letters.values()}))}
        looks = {letter: Look("block", role, letter) for letter, role in roles.items()}
        return draw_board(board, cells, {EMPTY: Look("empty"), **looks}, title=self.name)


class BoxPuzzle(GoalPuzzle, BlockPuzzle):
    """A box of pieces, and after the arrow the same box with those that have a goal, where they have to go."""

    goal_example = "ab|a. -> ..|.b or ab|a. -> move b"
    leaves = True

    def read_goal(self, text: str, start: Arrangement) -> Pattern:
        box, rows = start.board, self.tidied(text)
        assert isinstance(box, Grid)
        if [len(row) for row in rows.split("|")] != [box.cols] * box.rows:
            expected = "as many rows and columns, or move and the letter of a piece"
            raise ParseError("another size than the box", expected=expected)
        board, letters = Grid.parse(rows, self.alphabet(rows))
        for row, col in sorted(board.voids.keys() - box.voids.keys()):
            raise ParseError("a wall where the box has none", row + 1, col + 1)
        shown = {place: letter for place, letter in zip(board.cells, letters, strict=True) if letter != EMPTY}
        if not shown:
            raise ParseError("it shows no piece")
        return shown

    def standing(self, start: Arrangement, piece: str) -> Pattern | None:
        if len(piece) != 1:
            return None
        here = {place: letter for place, letter in self.lettered(start).items() if letter == piece}
        if not here:
            raise ParseError(f"piece {quote(piece)} is not on the board")
        return here

    def aimed(self, start: Arrangement, wanted: Pattern, away: bool) -> Arrangement:
        pieces, aims = (by_letter(letters.items()) for letters in (self.lettered(start), wanted))
        if away and len(aims) > 1:
            raise ParseError(f"{len(aims)} pieces after not", expected="one")
        assert isinstance(start.board, Grid)
        return self.arranged(start.board, pieces, aims, away)

    def write_goal(self, state: Arrangement) -> str:
        assert isinstance(state.board, Grid)
        return state.board.text(self.symbols_of(state.board, self.aims(state.layout)))

    def draw_board(self, state: Arrangement) -> Picture:
        board, letters = state.board, self.lettered(state)
        assert isinstance(board, Grid)
        return draw_blocks(board, letters, (), board.lines(self.symbols_of(board, letters)), self.name, named=True)

    def draw_goal(self, state: Arrangement) -> Picture:
        board, letters = state.board, self.aims(state.layout)
        assert isinstance(board, Grid)
        lines = [" ".join(row) for row in board.lines(self.symbols_of(board, letters))]
        return draw_blocks(board, letters, (), lines, others=self.lettered(state).values())


def by_letter(letters: Iterable[tuple[Place, str]]) -> dict[str, list[Place]]:
    """The cells of each piece."""
    pieces: dict[str, list[Place]] = {}
    for cell, letter in sorted(letters):
        if letter != EMPTY:
            pieces.setdefault(letter, []).append(cell)
    return pieces


def offsets(cells: Iterable[Place]) -> tuple[Place, ...]:
    ordered = sorted(cells)
    top, left = ordered[0]
    return tuple((row - top, col - left) for row, col in ordered)


def _steps(
    board: object, shape: PieceShape, symbol: str, direction: Direction
) -> Iterator[tuple[Place, Place, dict[Place, str]]]:
    """Where the anchor may be before and after a step, and what the step does to the cells."""
    assert isinstance(board, Lattice)
    for anchor in shape.lane or board.cells:
        old = shape.at(anchor)
        steps = [board.step(cell, direction) if cell in board.index else None for cell in old]
        new = [cell for cell in steps if cell is not None]
        if len(new) < len(old):
            continue
        after = {cell: symbol if cell == new[0] else BODY for cell in new}
        yield (
            old[0],
            new[0],
            {
                cell: (symbol if cell == anchor else BODY if cell in old else EMPTY) + after.get(cell, EMPTY)
                for cell in sorted({*old, *new})
            },
        )

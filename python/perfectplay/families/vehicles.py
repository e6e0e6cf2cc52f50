"""Vehicles one cell wide that slide along their own line, one of which has to reach its end: Rush Hour and its
relatives.

A step is named after the vehicle, ``A+1`` or ``A-1``; several steps of one move are written together, ``A+3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import ClassVar

from perfectplay.board import Direction, Lattice, Place
from perfectplay.errors import ParseError, quote
from perfectplay.families.sliding_blocks import BlockPuzzle, PieceShape
from perfectplay.kinds.rulesets import Arrangement
from perfectplay.metrics import UNIT, Metric


class Vehicles(BlockPuzzle):
    """``axes`` says along which lines vehicles lie."""

    axes: ClassVar[Mapping[Place, tuple[Direction, Direction]]]
    """The step from one cell of a vehicle to the next in reading order, and the directions back and forth."""
    blanks = ".o"
    interchangeable = False
    metrics = {"moves": Metric(chain="piece"), "steps": UNIT}

    def way_out(self, board: Lattice, car: list[Place]) -> list[Place]:
        """The cells of the target at the end of its line."""
        _, forward = self.axes[_between(*car[:2])]
        return [*car, *board.ray(car[-1], forward)][-len(car) :]

    def parse(self, text: str) -> Arrangement:
        board, pieces = self.read_pieces(text)
        for letter, cells in pieces.items():
            if len(cells) < 2:
                raise ParseError(f"vehicle {quote(letter)} has one cell", expected="two or more")
            if len({_between(a, b) for a, b in pairwise(cells)}) > 1 or _between(*cells[:2]) not in self.axes:
                raise ParseError(f"vehicle {quote(letter)} has a bend", expected="a straight vehicle")
        target = "A" if "A" in pieces else "X"
        if target not in pieces:
            raise ParseError("no target car", expected="a car called A (or X)")
        place = self.way_out(board, pieces[target])
        for row, col in place:
            if (row, col) not in board.index:
                raise ParseError("the way out of the target car is walled up", row + 1, col + 1)
        return self.arranged(board, pieces, {target: place})

    def directions_of(self, shape: PieceShape) -> Iterable[Direction]:
        return self.axes[_between(*shape.offsets[:2])]

    def lane(self, board: Lattice, cells: list[Place]) -> tuple[Place, ...]:
        axis = self.axes[_between(*cells[:2])]
        return tuple(sorted([cells[0], *(cell for direction in axis for cell in board.ray(cells[0], direction))]))

    def step_name(self, shape: PieceShape, direction: Direction) -> str:
        back, _ = self.directions_of(shape)
        return f"{shape.letters[0]}{'-' if direction is back else '+'}1"

    def join(self, texts: list[str], metric: str) -> list[str]:
        joined: list[str] = []
        for text in texts:
            if joined and metric == "moves" and joined[-1][:2] == text[:2]:
                joined[-1] = f"{text[:2]}{int(joined[-1][2:]) + int(text[2:])}"
            else:
                joined.append(text)
        return joined

    def expand(self, text: str) -> list[str]:
        match = re.fullmatch(r"([^\W\d_][+-])(\d{1,3})", text)
        return [f"{match[1]}1"] * int(match[2]) if match else [text]


def _between(a: Place, b: Place) -> Place:
    """The step from one cell to another."""
    return b[0] - a[0], b[1] - a[1]

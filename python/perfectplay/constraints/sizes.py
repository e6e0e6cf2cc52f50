"""Areas of equal numbers that know their size."""

from __future__ import annotations

from perfectplay.board import Place
from perfectplay.constraints.base import Assignment, Constraint, Poster, Unknown
from perfectplay.records import dataclass

MANY = 200
"""Each cell without a number may be the first of an area that is kept connected. From so many on, walks over all these
areas cost more than they save: a 20x36 board takes 3 s in place of 14, one of 10x10 would take 1 s in place of 0.3."""
PATIENCE = 100_000
"""Conflicts after which connectedness is checked all the time in that case."""


@dataclass(frozen=True)
class SelfSized(Constraint):
    """Each number is the size of its area: of the cells with this number to which it is connected by such cells."""

    rows: int
    cols: int

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: list[Unknown] = []
        seen: set[Place] = set()
        for start in ((row, col) for row in range(self.rows) for col in range(self.cols)):
            if start in seen:
                continue
            area, number = [start], answer.get(start)
            seen.add(start)
            for row, col in area:
                for near in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
                    if number is not None and answer.get(near) == number and near not in seen:
                        seen.add(near)
                        area.append(near)
            if len(area) != number:
                wrong += area
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        """Every cell belongs to the first cell of its area. Cells whose number is known come first of all."""
        cells = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        numbers = {
            cell: sorted((int(value), poster.lit((cell, value))) for value in poster.domains[cell]) for cell in cells
        }
        cells.sort(key=lambda cell: (len(numbers[cell]) > 1, cell))
        place = {cell: number for number, cell in enumerate(cells)}
        pairs = [(place[r, c], place[near]) for r, c in cells for near in ((r, c + 1), (r + 1, c)) if near in place]
        poster.self_sized([numbers[cell] for cell in cells], pairs)
        if sum(len(row) > 1 for row in numbers.values()) > MANY:
            poster.model.patience = PATIENCE

"""A sheet divided into areas: the value of a cell is the name of its area."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from perfectplay.board import Place
from perfectplay.constraints.base import Assignment, Constraint, Lit, Poster, Unknown, Value
from perfectplay.records import dataclass


@dataclass(frozen=True)
class Rectangles(Constraint):
    """Each area is a rectangle with this many cells and, of the cells that have a number, only its own."""

    areas: Mapping[Value, tuple[Place, int]]
    """By name: a cell of the area and its number of cells, 0 for any number."""
    rows: int
    cols: int

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        found: dict[Value, list[Place]] = {name: [] for name in self.areas}
        for row in range(self.rows):
            for col in range(self.cols):
                name = answer.get((row, col))
                if name in found:
                    found[name].append((row, col))
        wrong: list[Unknown] = []
        for name, (cell, size) in self.areas.items():
            inside = found[name]
            rows, cols = {row for row, _ in inside}, {col for _, col in inside}
            full = inside and len(inside) == (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1)
            if not full or (size and len(inside) != size) or cell not in inside:
                wrong += inside or [cell]
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        """An exact cover: each area is one of the rectangles around its cell that avoid the cells of all others."""
        clauses = poster.clauses
        left = {(cell, name) for cell, names in poster.domains.items() for name in names}
        numbered = {cell for cell, _ in self.areas.values()}
        for name, (cell, size) in self.areas.items():
            if not size:
                own = {each: poster.lit((each, name)) for each, names in poster.domains.items() if name in names}
                left.difference_update((each, name) for each in own)
                self.any_size(poster, cell, own)
                continue
            fits = [each for each in self.around(cell, size) if all((corner, name) in left for corner in corners(each))]
            possible = [each for each in map(inside, fits) if len(numbered.intersection(each)) == 1]
            first = poster.variables(len(possible))
            poster.count(list(range(first, first + len(possible))), 1, 1)
            covering: dict[Place, list[Lit]] = {}
            for lit, rectangle in enumerate(possible, first):
                for each in rectangle:
                    covering.setdefault(each, []).append(lit)
            for each, over in covering.items():
                there = poster.lit((each, name))
                left.discard((each, name))
                clauses += [[-lit, there] for lit in over]
                clauses.append([-there, *over])
        clauses += [[-poster.lit(atom)] for atom in left]

    def around(self, cell: Place, size: int) -> Iterator[tuple[Place, Place]]:
        """The rectangles of this many cells that a cell is in, by their first and last cells."""
        row, col = cell
        for height in range(1, min(size, self.rows) + 1):
            width = size // height
            if height * width == size and width <= self.cols:
                for top in range(max(0, row - height + 1), min(row, self.rows - height) + 1):
                    for left in range(max(0, col - width + 1), min(col, self.cols - width) + 1):
                        yield (top, left), (top + height - 1, left + width - 1)

    def any_size(self, poster: Poster, cell: Place, reach: Mapping[Any, Lit]) -> None:
        """A rectangle of any size: it has the cells whose row and column both belong to it."""
        row, col = cell
        rows, cols = poster.variables(self.rows), poster.variables(self.cols)
        clauses = poster.clauses
        clauses += [[rows + row], [cols + col]]
        clauses += [[-(rows + r), rows + (r + 1 if r < row else r - 1)] for r in range(self.rows) if r != row]
        clauses += [[-(cols + c), cols + (c + 1 if c < col else c - 1)] for c in range(self.cols) if c != col]
        beyond = set()
        for (r, c), there in reach.items():
            clauses += [[-there, rows + r], [-there, cols + c], [there, -(rows + r), -(cols + c)]]
            beyond |= {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} - reach.keys()
        inside = ((r, c) for r, c in beyond if 0 <= r < self.rows and 0 <= c < self.cols)
        clauses += [[-(rows + r), -(cols + c)] for r, c in inside]


def corners(rectangle: tuple[Place, Place]) -> tuple[Place, ...]:
    (top, left), (bottom, right) = rectangle
    return (top, left), (top, right), (bottom, left), (bottom, right)


def inside(rectangle: tuple[Place, Place]) -> list[Place]:
    (top, left), (bottom, right) = rectangle
    columns = range(left, right + 1)
    return [(row, col) for row in range(top, bottom + 1) for col in columns]


@dataclass(frozen=True)
class HalfTurn(Constraint):
    """A half-turn of the sheet about a point maps the area to itself."""

    name: Value
    twice: Place
    """Row and column of the point, both doubled; a whole number is the middle of a cell."""
    cells: tuple[Place, ...]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        area = {cell for cell in self.cells if answer.get(cell) == self.name}
        turned = {(self.twice[0] - row, self.twice[1] - col) for row, col in area}
        return tuple(cell for cell in self.cells if cell in area - turned) or None

    def post(self, poster: Poster) -> None:
        lits = {cell: poster.lit((cell, self.name)) for cell in self.cells if self.name in poster.domains[cell]}
        clauses = poster.clauses
        for (row, col), lit in lits.items():
            twin = lits.get((self.twice[0] - row, self.twice[1] - col))
            clauses.append([-lit, twin] if twin else [-lit])

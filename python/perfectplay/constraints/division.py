"""A sheet divided into areas: the value of a cell is the name of its area."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product, takewhile

from perfectplay.constraints.base import Answer, Constraint, Lit, Poster, Unknown, Value

Cell = tuple[int, int]


@dataclass(frozen=True)
class Rectangles(Constraint):
    """Each area is a rectangle that has this many cells and, of the cells that have a number, its own one alone."""

    areas: Mapping[Value, tuple[Cell, int]]
    """By name: a cell of the area and how many it has, 0 for any number."""
    rows: int
    cols: int

    def faults(self, answer: Answer) -> tuple[Unknown, ...] | None:
        found: dict[Value, list[Cell]] = {name: [] for name in self.areas}
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
        model = poster.model
        clauses: list[list[Lit]] = []
        left = {(cell, name) for cell, names in poster.domains.items() for name in names}
        numbered = {cell for cell, _ in self.areas.values()}
        for name, (cell, size) in self.areas.items():
            reach = {each for each, names in poster.domains.items() if not size and name in names}
            fitting = self.around(cell, size) if size else self.spanned(cell, reach)
            possible = [each for each in fitting if len(numbered.intersection(each)) == 1]
            first = model.variables(len(possible))
            model.count(list(range(first, first + len(possible))), 1, 1)
            covering: dict[Cell, list[Lit]] = {}
            for lit, rectangle in enumerate(possible, first):
                for each in rectangle:
                    covering.setdefault(each, []).append(lit)
            for each, over in covering.items():
                there = poster.lit((each, name))
                left.discard((each, name))
                clauses += [[-lit, there] for lit in over]
                clauses.append([-there, *over])
        clauses += [[-poster.lit(atom)] for atom in left]
        model.clauses(clauses)

    def around(self, cell: Cell, size: int) -> Iterator[list[Cell]]:
        """The rectangles of so many cells that a cell is in."""
        row, col = cell
        for height in range(1, min(size, self.rows) + 1):
            width = size // height
            if height * width == size and width <= self.cols:
                for top in range(max(0, row - height + 1), min(row, self.rows - height) + 1):
                    for left in range(max(0, col - width + 1), min(col, self.cols - width) + 1):
                        columns = range(left, left + width)
                        yield [(r, c) for r in range(top, top + height) for c in columns]

    def spanned(self, cell: Cell, reach: set[Unknown]) -> Iterator[list[Cell]]:
        """The rectangles of any size that a cell is in and whose corners are among these cells."""
        row, col = cell
        for top in takewhile(lambda r: (r, col) in reach, range(row, -1, -1)):
            for bottom in takewhile(lambda r: (r, col) in reach, range(row, self.rows)):
                ends = {c for c in range(self.cols) if {(top, c), (bottom, c)} <= reach}
                lefts = takewhile(ends.__contains__, range(col, -1, -1))
                rights = takewhile(ends.__contains__, range(col, self.cols))
                for left, right in product(lefts, rights):
                    yield [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]


@dataclass(frozen=True)
class HalfTurn(Constraint):
    """The cells of an area change places with each other when the sheet is turned upside down about a point."""

    name: Value
    twice: Cell
    """Row and column of the point, both doubled; a whole number is the middle of a cell."""
    cells: tuple[Cell, ...]

    def faults(self, answer: Answer) -> tuple[Unknown, ...] | None:
        area = {cell for cell in self.cells if answer.get(cell) == self.name}
        turned = {(self.twice[0] - row, self.twice[1] - col) for row, col in area}
        return tuple(cell for cell in self.cells if cell in area - turned) or None

    def post(self, poster: Poster) -> None:
        lits = {cell: poster.lit((cell, self.name)) for cell in self.cells if self.name in poster.domains[cell]}
        clauses = []
        for (row, col), lit in lits.items():
            twin = lits.get((self.twice[0] - row, self.twice[1] - col))
            clauses.append([-lit, twin] if twin else [-lit])
        poster.model.clauses(clauses)

"""Rules about all cells of a rectangle, which are stated by its size and posted at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from perfectplay.constraints.areas import Connected
from perfectplay.constraints.base import Assignment, Constraint, Poster, Unknown, Value
from perfectplay.constraints.bulk import Place, places
from perfectplay.records import dataclass

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
AROUND = (*STEPS, (-1, -1), (-1, 1), (1, -1), (1, 1))


@dataclass(frozen=True)
class OnSheet:
    """About the cells of a rectangle that have a value."""

    rows: int
    cols: int
    value: Value

    def having(self, answer: Assignment) -> list[Place]:
        """The cells that have the value."""
        return [cell for cell in places(self.rows, self.cols) if answer.get(cell) == self.value]

    def lits(self, poster: Poster) -> list[int]:
        """Of all cells, 0 where one cannot have the value."""
        return poster.cells(self.rows, self.cols, self.value)

    def by_place(self, numbers: Mapping[Place, int]) -> list[tuple[int, int]]:
        return [(row * self.cols + col, number) for (row, col), number in numbers.items()]


@dataclass(frozen=True)
class Apart(OnSheet, Constraint):
    """No two cells with the value share a side."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        cells = set(self.having(answer))
        wrong = [(r, c) for r, c in sorted(cells) if any((r + down, c + right) in cells for down, right in STEPS)]
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        poster.apart(self.lits(poster), self.cols)


@dataclass(frozen=True)
class OneArea(OnSheet, Constraint):
    """The cells with the value are connected by their sides."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        cells = places(self.rows, self.cols)
        pairs = [((r, c), (r + down, c + right)) for r, c in cells for down, right in ((0, 1), (1, 0))]
        return Connected({cell: (cell, self.value) for cell in cells}, dict.fromkeys(pairs)).faults(answer)

    def post(self, poster: Poster) -> None:
        poster.area(self.lits(poster), self.cols)


@dataclass(frozen=True)
class ToBorder(OnSheet, Constraint):
    """Each cell with the value is connected to the border by such cells."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        left = dict.fromkeys(self.having(answer))
        reached = [(r, c) for r, c in left if r in (0, self.rows - 1) or c in (0, self.cols - 1)]
        for cell in reached:
            del left[cell]
        for r, c in reached:
            for down, right in STEPS:
                near = (r + down, c + right)
                if near in left:
                    del left[near]
                    reached.append(near)
        return tuple(left) or None

    def post(self, poster: Poster) -> None:
        poster.area(self.lits(poster), self.cols, border=True)


@dataclass(frozen=True)
class Around(OnSheet, Constraint):
    """A number tells how many cells with the value are around its cell: of the four that share a side with it, or if
    ``diagonal`` of all eight."""

    numbers: Mapping[Place, int]
    diagonal: bool = False

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: dict[Unknown, None] = {}
        fine = True
        for (r, c), number in self.numbers.items():
            near = [(r + down, c + right) for down, right in (AROUND if self.diagonal else STEPS)]
            if sum(answer.get(cell) == self.value for cell in near) != number:
                fine = False
                wrong.update((cell, None) for cell in near if cell in answer)
        return None if fine else tuple(wrong)

    def post(self, poster: Poster) -> None:
        poster.around(self.lits(poster), self.cols, self.by_place(self.numbers), self.diagonal)


@dataclass(frozen=True)
class OnceInLine(OnSheet, Constraint):
    """In each row and column the signs of the cells with the value are all different; None is no sign."""

    signs: Sequence[str | None]
    """Row by row."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: dict[Unknown, None] = {}
        seen: dict[tuple[str, int, str], Place] = {}
        for row, col in self.having(answer):
            sign = self.signs[row * self.cols + col]
            if sign is None:
                continue
            for line in (("row", row, sign), ("column", col, sign)):
                first = seen.setdefault(line, (row, col))
                if first != (row, col):
                    wrong |= {first: None, (row, col): None}
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        names: dict[str | None, int] = {None: 0}
        poster.once(self.lits(poster), self.cols, [names.setdefault(sign, len(names)) for sign in self.signs])


@dataclass(frozen=True)
class InSight(OnSheet):
    """What is seen along rows and columns, up to walls."""

    walls: frozenset[Place]

    def seen(self, cell: Place) -> list[Place]:
        """From a cell, which is not included."""
        found = []
        for down, right in STEPS:
            row, col = cell[0] + down, cell[1] + right
            while 0 <= row < self.rows and 0 <= col < self.cols and (row, col) not in self.walls:
                found.append((row, col))
                row, col = row + down, col + right
        return found

    def walls_by_place(self) -> list[int]:
        return [row * self.cols + col for row, col in self.walls]


@dataclass(frozen=True)
class NoneInSight(InSight, Constraint):
    """No cell with the value sees another one; walls have none."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        cells = set(self.having(answer)) - self.walls
        return tuple(cell for cell in sorted(cells) if cells.intersection(self.seen(cell))) or None

    def post(self, poster: Poster) -> None:
        poster.in_sight(self.lits(poster), self.cols, self.walls_by_place(), apart=True)


@dataclass(frozen=True)
class SomeInSight(InSight, Constraint):
    """Each cell that is no wall has the value, or sees a cell that has it."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        lit = set(self.having(answer)) - self.walls
        for cell in sorted(lit):
            lit.update(self.seen(cell))
        wrong = [cell for cell in places(self.rows, self.cols) if cell not in lit and cell not in self.walls]
        return tuple(dict.fromkeys(near for cell in wrong for near in (cell, *self.seen(cell)))) or None

    def post(self, poster: Poster) -> None:
        poster.in_sight(self.lits(poster), self.cols, self.walls_by_place(), apart=False)


@dataclass(frozen=True)
class Sights(OnSheet, Constraint):
    """Each cell with a number has the value, and the number tells how many cells with the value are seen from it along
    its row and column, itself included, up to others; with None for a number it only has the value."""

    numbers: Mapping[Place, int | None]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: dict[Unknown, None] = {}
        for cell, number in self.numbers.items():
            seen: list[Place] = []
            for down, right in STEPS if answer.get(cell) == self.value else ():
                row, col = cell[0] + down, cell[1] + right
                while answer.get((row, col)) == self.value:
                    seen.append((row, col))
                    row, col = row + down, col + right
            if answer.get(cell) != self.value or number not in (None, len(seen) + 1):
                wrong |= dict.fromkeys((cell, *seen))
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        lits = self.lits(poster)
        poster.sights(lits, self.cols, [(row * self.cols + col, n) for (row, col), n in self.numbers.items()])


@dataclass(frozen=True)
class InRegions(OnSheet, Constraint):
    """So many cells of each of these regions have the value."""

    regions: tuple[int, ...]
    """Of the cells, row by row."""
    numbers: Mapping[int, int]
    """By region."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: dict[Unknown, None] = {}
        fine = True
        for region, number in self.numbers.items():
            cells = [divmod(n, self.cols) for n, each in enumerate(self.regions) if each == region]
            if sum(answer.get(cell) == self.value for cell in cells) != number:
                fine = False
                wrong |= dict.fromkeys(cells)
        return None if fine else tuple(wrong)

    def post(self, poster: Poster) -> None:
        poster.in_regions(self.lits(poster), self.cols, self.regions, list(self.numbers.items()))


@dataclass(frozen=True)
class NoneAcross(OnSheet, Constraint):
    """No straight strip of cells with the value crosses two borders between regions."""

    regions: tuple[int, ...]
    """Of the cells, row by row."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: dict[Unknown, None] = {}
        rows, cols = range(self.rows), range(self.cols)
        for line in [*([(r, c) for c in cols] for r in rows), *([(r, c) for r in rows] for c in cols)]:
            for has, strip in groupby(line, lambda cell: answer.get(cell) == self.value):
                cells = list(strip)
                names = [self.regions[r * self.cols + c] for r, c in cells]
                if has and sum(a != b for a, b in pairwise(names)) > 1:
                    wrong |= dict.fromkeys(cells)
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        poster.none_across(self.lits(poster), self.cols, self.regions)


@dataclass(frozen=True)
class Given(Constraint):
    """These unknowns have these numbers."""

    numbers: Mapping[Any, int]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        return tuple(unknown for unknown, number in self.numbers.items() if answer.get(unknown) != number) or None

    def post(self, poster: Poster) -> None:
        poster.fix(self.numbers)


@dataclass(frozen=True)
class Total(Constraint):
    """The numbers of a few unknowns add up to this."""

    unknowns: tuple[Unknown, ...]
    number: int

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        total = sum(int(answer.get(unknown, 0)) for unknown in self.unknowns)
        return None if total == self.number else self.unknowns

    def post(self, poster: Poster) -> None:
        poster.total(self.unknowns, self.number)

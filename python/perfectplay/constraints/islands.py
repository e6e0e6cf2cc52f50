"""Areas with one number each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perfectplay.constraints.base import Answer, Atom, Constraint, Poster, Unknown, true_in


@dataclass(frozen=True)
class Islands(Constraint):
    """Each area of land has one cell with a number, and as many cells as the number says; such cells are land."""

    land: Mapping[Any, Atom]
    """By cell."""
    beside: Mapping[Any, list[Any]]
    """The cells that touch each cell."""
    sizes: Mapping[Any, int]
    """The cells with a number."""

    def faults(self, answer: Answer) -> tuple[Unknown, ...] | None:
        wrong = [self.land[cell][0] for cell in self.sizes if not true_in(answer, self.land[cell])]
        left = {cell for cell, atom in self.land.items() if true_in(answer, atom)}
        while left:
            area = [left.pop()]
            for cell in area:
                for near in self.beside[cell]:
                    if near in left:
                        left.remove(near)
                        area.append(near)
            numbers = [self.sizes[cell] for cell in area if cell in self.sizes]
            if numbers != [len(area)]:
                wrong += [self.land[cell][0] for cell in area]
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        """A literal for each number and cell that its island can reach: the cell is part of this island."""
        land = {cell: poster.lit(atom) for cell, atom in self.land.items()}
        clauses = [[land[cell]] for cell in self.sizes]
        parts: dict[Any, list[int]] = {cell: [] for cell in land}
        for start, size in self.sizes.items():
            far = self._far(start, size)
            first = poster.model.variables(len(far))
            part = dict(zip(far, range(first, first + len(far)), strict=True))
            clauses.append([part[start]])
            within = part
            for steps in range(size - 1, 0, -1):
                # within so many steps of the number: a cell beside is within one step less
                nearer = {cell: poster.model.variables(1) for cell in within if far[cell] < steps}
                for cell, lit in within.items():
                    if cell != start:
                        clauses.append([-lit, *(nearer[each] for each in self.beside[cell] if each in nearer)])
                clauses += [[-lit, within[cell]] for cell, lit in nearer.items()]
                within = nearer
            for cell, lit in part.items():
                parts[cell].append(lit)
                for each in self.beside[cell]:
                    clauses.append([-lit, -land[each], part[each]] if each in part else [-lit, -land[each]])
            poster.model.count(list(part.values()), size, size)
        for cell, lits in parts.items():
            clauses.append([-land[cell], *lits])
            clauses += [[land[cell], -lit] for lit in lits]
            if len(lits) > 1:
                poster.model.count(lits, 0, 1)
        poster.model.clauses(clauses)

    def _far(self, start: Any, size: int) -> dict[Any, int]:
        """The cells that an island can reach, and in how many steps: it keeps away from the other numbers."""
        far = {start: 0}
        for cell in (queue := [start]):
            if far[cell] < size - 1:
                for near in self.beside[cell]:
                    numbers = [each for each in (near, *self.beside[near]) if each in self.sizes and each != start]
                    if near not in far and not numbers:
                        far[near] = far[cell] + 1
                        queue.append(near)
        return far

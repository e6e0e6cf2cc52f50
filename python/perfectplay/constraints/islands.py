"""Areas with one number each, and what surrounds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from perfectplay.constraints.base import Assignment, Atom, Constraint, Poster, Unknown, true_in
from perfectplay.constraints.reach import LAND, SEA, Reach, certain
from perfectplay.records import dataclass

MANY = 2_000
"""Islands that would need more literals than this are left to cuts."""
SCARCE = 3
"""Cells that are not land are counted, too, if they are no more than one in so many."""
PATIENCE = 1_000
"""Conflicts after which connectedness is checked all the time."""


def areas(cells: Iterable[Any], beside: Mapping[Any, list[Any]]) -> Iterator[list[Any]]:
    """The connected parts of some cells."""
    left = dict.fromkeys(cells)
    while left:
        area = [left.popitem()[0]]
        for cell in area:
            for near in beside[cell]:
                if near in left:
                    del left[near]
                    area.append(near)
        yield area


@dataclass(frozen=True)
class Islands(Constraint):
    """Each area of land has one cell with a number, and as many cells as the number says; such cells are land.

    By other rules each of the ``squares`` has a cell of land, and the sea is connected if ``joined`` says so. They only
    save time.
    """

    land: Mapping[Any, Atom]
    """By cell."""
    beside: Mapping[Any, list[Any]]
    """The cells that touch each cell."""
    sizes: Mapping[Any, int]
    """The cells with a number, 0 for an unknown one."""
    squares: tuple[tuple[Any, ...], ...] = ()
    joined: bool = False

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong = [self.land[cell][0] for cell in self.sizes if not true_in(answer, self.land[cell])]
        for area in areas((cell for cell, atom in self.land.items() if true_in(answer, atom)), self.beside):
            numbers = [self.sizes[cell] for cell in area if cell in self.sizes]
            if numbers not in ([len(area)], [0]):
                wrong += [self.land[cell][0] for cell in area]
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        """A literal for each number and cell that its island can reach, as far as a person sees at once: the cell is
        part of this island."""
        land = {cell: poster.lit(atom) for cell, atom in self.land.items()}
        clauses = poster.clauses
        clauses += [[land[cell]] for cell in self.sizes]
        clauses += [[land[cell] if state == LAND else -land[cell]] for cell, state in self._seen.state.items()]
        parts: dict[Any, list[int]] = {cell: [] for cell in land}
        for start, size in self.sizes.items():
            far = self._steps_to(start)
            first = poster.variables(len(far))
            part = dict(zip(far, range(first, first + len(far)), strict=True))
            clauses.append([part[start]])
            if size > len(far):
                clauses.append([])
            elif not size or size * len(far) > MANY:
                number = {cell: n for n, cell in enumerate(part)}
                links = [(0, number[a], number[b]) for a in part for b in self.beside[a] if b in part and a < b]
                poster.connected(list(part.values()), links)
            else:
                self._steps(poster, start, part, far)
            for cell, lit in part.items():
                parts[cell].append(lit)
                for each in self.beside[cell]:
                    clauses.append([-lit, -land[each], part[each]] if each in part else [-lit, -land[each]])
            if size:
                poster.count(list(part.values()), size, size)
        for cell, lits in parts.items():
            clauses.append([-land[cell], *lits])
            clauses += [[land[cell], -lit] for lit in lits]
            if len(lits) > 1:
                poster.count(lits, 0, 1)
        sea = len(land) - sum(self.sizes.values())
        if all(self.sizes.values()) and 0 <= SCARCE * sea < len(land):
            poster.count([-lit for lit in land.values()], sea, sea)

    def _steps(self, poster: Poster, start: Any, part: dict[Any, int], far: Mapping[Any, int]) -> None:
        """All cells of an island are connected: where one is within some steps of the number, another beside it is
        within one step less."""
        clauses = poster.clauses
        within = part
        for steps in range(self.sizes[start] - 1, 0, -1):
            nearer = {cell: poster.variables(1) for cell in within if far[cell] < steps}
            for cell, lit in within.items():
                if cell != start:
                    clauses.append([-lit, *(nearer[each] for each in self.beside[cell] if each in nearer)])
            clauses += [[-lit, within[cell]] for cell, lit in nearer.items()]
            within = nearer

    @cached_property
    def _seen(self) -> Reach:
        return certain(self.beside, self.sizes, self.squares, self.joined)

    def _steps_to(self, start: Any) -> dict[Any, int]:
        """The cells that an island can reach, and in how many steps."""
        within = self._seen.far[start]
        steps = {start: 0}
        for cell in (queue := [start]):
            for near in self.beside[cell]:
                if near in within and near not in steps:
                    steps[near] = steps[cell] + 1
                    queue.append(near)
        return steps

    def certain_sea(self) -> frozenset[Any]:
        """Cells that cannot be land."""
        return frozenset(cell for cell, state in self._seen.state.items() if state == SEA)


@dataclass(frozen=True)
class Sea(Constraint):
    """The cells of the sea are connected.

    ``certain`` are cells that are sea by other rules. They only save time.
    """

    sea: Mapping[Any, Atom]
    """By cell."""
    beside: Mapping[Any, list[Any]]
    certain: frozenset[Any] = frozenset()

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        parts = list(areas((cell for cell, atom in self.sea.items() if true_in(answer, atom)), self.beside))
        largest = max(parts, key=len, default=[])
        return tuple(self.sea[cell][0] for area in parts if area is not largest for cell in area) or None

    def post(self, poster: Poster) -> None:
        lits = {cell: poster.lit(atom) for cell, atom in self.sea.items()}
        pairs = [(cell, near) for cell in lits for near in self.beside[cell] if cell < near]
        # one or two cells are not the whole sea
        clauses = poster.clauses
        for few in (*((cell,) for cell in lits), *pairs):
            if self.certain - set(few):
                around = {near for cell in few for near in self.beside[cell]}.difference(few)
                clauses += [[-lits[cell], *(lits[near] for near in around)] for cell in few]
        number = {cell: n for n, cell in enumerate(lits)}
        vertices = [0 if cell in self.certain else lit for cell, lit in lits.items()]
        poster.connected(vertices, [(0, number[a], number[b]) for a, b in pairs])
        poster.model.patience = PATIENCE

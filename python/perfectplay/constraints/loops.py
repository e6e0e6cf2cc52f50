"""One closed line."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from perfectplay._native import neighbours
from perfectplay.constraints.base import Assignment, Atom, Constraint, Poster, Unknown, Value, true_in
from perfectplay.constraints.bulk import Place, places
from perfectplay.records import dataclass

Node = Hashable


@dataclass(frozen=True)
class SingleLoop(Constraint):
    """The links that are present form one closed line that neither branches nor crosses itself.

    ``needed`` are sets of links of which at least one is present by other rules: they tell the solver that a loop
    elsewhere cannot be the whole answer. They only save time.
    """

    links: Mapping[Any, Atom]
    """By the two points that each connects."""
    needed: tuple[tuple[Atom, ...], ...] = ()

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        drawn = [(ends, atom[0]) for ends, atom in self.links.items() if true_in(answer, atom)]
        if not drawn:
            return ()
        at: dict[Node, list[tuple[Node, Unknown]]] = {}
        for (a, b), unknown in drawn:
            at.setdefault(a, []).append((b, unknown))
            at.setdefault(b, []).append((a, unknown))
        wrong = tuple(dict.fromkeys(unknown for ends in at.values() if len(ends) != 2 for _, unknown in ends))
        if wrong:
            return wrong
        start = drawn[0][0][0]
        walked: set[Unknown] = set()
        here = start
        while step := next(((to, unknown) for to, unknown in at[here] if unknown not in walked), None):
            here = step[0]
            walked.add(step[1])
        return tuple(unknown for _, unknown in drawn if unknown not in walked) or None

    def post(self, poster: Poster) -> None:
        nodes = list(dict.fromkeys(node for ends in self.links for node in ends))
        number = {node: n for n, node in enumerate(nodes)}
        edges = [(poster.lit(atom), number[a], number[b]) for (a, b), atom in self.links.items()]
        poster.single_loop(len(nodes), edges, [poster.lits(atoms) for atoms in self.needed])


@dataclass(frozen=True)
class LatticeLoop(Constraint):
    """Lines between neighbouring points of a rectangle form one closed line that neither branches nor crosses itself.

    What it passes for certain is told to the solver so that a loop elsewhere is not taken for the whole answer; it only
    saves time: one of each of these sets of ``points``, and the sides of these ``cells``, each named by its upper left
    point. It passes them by other rules, by several of them together if it is ``told``.
    """

    rows: int
    cols: int
    points: tuple[tuple[Place, ...], ...] = ()
    cells: tuple[Place, ...] = ()
    told: bool = False
    inside: bool = False
    """Tell the solver what is inside of the loop, which saves time, too."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        lines = neighbours(places(self.rows, self.cols), self.cols)
        return SingleLoop({line: (line, 1) for line in lines}).faults(answer)

    def post(self, poster: Poster) -> None:
        cols = self.cols
        points = [[row * cols + col for row, col in each] for each in self.points]
        cells = [row * cols + col for row, col in self.cells]
        poster.lattice_loop(self.rows, cols, points, cells, self.told, self.inside)


@dataclass(frozen=True)
class Sides(Constraint):
    """A number tells how many lines are drawn along the four sides of a cell between points."""

    rows: int
    cols: int
    """Of the points."""
    numbers: Mapping[Place, int]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: dict[Unknown, None] = {}
        fine = True
        for (row, col), number in self.numbers.items():
            one, two, three, four = (row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)
            lines = [(one, two), (one, three), (two, four), (three, four)]
            if sum(answer.get(line) == 1 for line in lines) != number:
                fine = False
                wrong |= dict.fromkeys(lines)
        return None if fine else tuple(wrong)

    def post(self, poster: Poster) -> None:
        poster.sides(self.rows, self.cols, [(row * self.cols + col, n) for (row, col), n in self.numbers.items()])


@dataclass(frozen=True)
class Visits(Constraint):
    """Points that have the value are those that lines meet in, two at least; points without a value do not matter."""

    rows: int
    cols: int
    value: Value

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        number = dict.fromkeys(places(self.rows, self.cols), 0)
        for a, b in neighbours(list(number), self.cols):
            if answer.get((a, b)) == 1:
                number[a] += 1
                number[b] += 1
        told = [point for point in number if point in answer]
        right = [number[each] > 1 if answer[each] == self.value else not number[each] for each in told]
        return tuple(point for point, fine in zip(told, right, strict=True) if not fine) or None

    def post(self, poster: Poster) -> None:
        poster.visits(self.rows, self.cols, poster.cells(self.rows, self.cols, self.value))

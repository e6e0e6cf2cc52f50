"""Ships: straight runs of cells."""

from __future__ import annotations

from collections.abc import Mapping

from perfectplay.board import Place
from perfectplay.constraints.base import Assignment, Atom, Constraint, Poster, Unknown, true_in
from perfectplay.records import dataclass


@dataclass(frozen=True)
class Fleet(Constraint):
    """True atoms form ships, areas one cell wide, and these are their lengths in some order."""

    ship: Mapping[Place, Atom]
    lengths: tuple[int, ...]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        afloat = [cell for cell, atom in self.ship.items() if true_in(answer, atom)]
        left = set(afloat)
        found = []
        while left:
            area = [left.pop()]
            for row, col in area:
                near = {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)} & left
                left -= near
                area += near
            if len({row for row, _ in area}) > 1 and len({col for _, col in area}) > 1:
                return tuple(self.ship[cell][0] for cell in area)
            found.append(len(area))
        return None if sorted(found) == sorted(self.lengths) else tuple(self.ship[cell][0] for cell in afloat)

    def post(self, poster: Poster) -> None:
        """A literal for each run, with its ends, that could be a ship of the fleet."""
        lit = {cell: poster.lit(atom) for cell, atom in self.ship.items()}
        longest = max(self.lengths, default=0)
        clauses = poster.clauses
        runs: dict[int, list[int]] = {length: [] for length in range(1, longest + 1)}
        for row, col in lit:
            # no bend: never three of two by two cells
            square = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]
            for corner in square:
                bend = [cell for cell in square if cell != corner]
                if all(cell in lit for cell in bend):
                    clauses.append([-lit[cell] for cell in bend])
            for down, right in ((0, 1), (1, 0)):
                run: list[int] = []
                before = lit.get((row - down, col - right))
                for length in range(1, longest + 2):
                    here = lit.get((row + (length - 1) * down, col + (length - 1) * right))
                    if here is None:
                        break
                    run.append(here)
                    if length > longest:
                        clauses.append([-each for each in run])
                        break
                    ends = [before, lit.get((row + length * down, col + length * right))]
                    if length == 1:
                        if down:
                            continue  # a ship of one cell has no direction
                        ends += [lit.get((row - 1, col)), lit.get((row + 1, col))]
                    made_of = run + [-end for end in ends if end is not None]
                    whole = poster.variables(1)
                    clauses += [[-whole, each] for each in made_of]
                    clauses.append([whole, *(-each for each in made_of)])
                    runs[length].append(whole)
        for length, lits in runs.items():
            poster.count(lits, self.lengths.count(length), self.lengths.count(length))

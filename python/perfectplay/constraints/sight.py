"""How far one sees."""

from __future__ import annotations

from perfectplay.constraints.base import Assignment, Atom, Constraint, Lit, Poster, Unknown, true_in
from perfectplay.records import dataclass


@dataclass(frozen=True)
class Sight(Constraint):
    """A place is open, and this many open places, itself included, are visible from it along the rays.

    An atom is true where a place is open; a ray goes on until it meets one that is not.
    """

    here: Atom
    rays: tuple[tuple[Atom, ...], ...]
    number: int

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        if not true_in(answer, self.here):
            return (self.here[0],)
        seen = [self.here[0]]
        for ray in self.rays:
            for atom in ray:
                if not true_in(answer, atom):
                    break
                seen.append(atom[0])
        return None if len(seen) == self.number else tuple(seen)

    def post(self, poster: Poster) -> None:
        """A distance is a list of literals: that it is at least 0 (always true), at least 1, and so on as far as
        possible."""
        if self.number < 1:
            poster.clauses += [[]]
            return
        sure = poster.variables(1)
        poster.clauses += [[sure], [poster.lit(self.here)]]
        sums = [_reach(poster, sure, ray[: self.number]) for ray in self.rays]
        while len(sums) > 2:
            sums = [*sums[2:], _sum(poster, sums[0], sums[1], self.number)]
        # first + second = number - 1: if one is at least i, the other is less than number - i; and conversely
        first, second = ([*each, *[-sure] * self.number] for each in (*sums, [sure], [sure])[:2])
        clauses = poster.clauses
        clauses += [[-first[i], -second[self.number - i]] for i in range(self.number + 1)]
        clauses += [[first[i + 1], second[self.number - 1 - i]] for i in range(self.number)]


def _reach(poster: Poster, sure: Lit, ray: tuple[Atom, ...]) -> list[Lit]:
    """How many places of a ray are visible."""
    distance = [sure]
    clauses = poster.clauses
    first = poster.variables(len(ray))
    for far, lit in enumerate(poster.lits(ray), first):
        clauses += [[-far, lit], [-far, distance[-1]], [far, -lit, -distance[-1]]]
        distance.append(far)
    return [*distance, -sure]


def _sum(poster: Poster, one: list[Lit], other: list[Lit], most: int) -> list[Lit]:
    """The sum of two distances, capped at ``most``."""
    top = min(len(one) + len(other) - 4, most)
    first = poster.variables(top)
    total = [one[0], *range(first, first + top), -one[0]]
    clauses = poster.clauses
    for i in range(len(one) - 1):
        for j in range(min(len(other) - 1, top - i + 1)):
            clauses.append([-one[i], -other[j], total[i + j]])
            if i + j < top:
                clauses.append([one[i + 1], other[j + 1], -total[i + j + 1]])
    return total

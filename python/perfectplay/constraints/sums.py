"""Numbers that add up."""

from __future__ import annotations

from itertools import combinations

from perfectplay.constraints.base import Assignment, Constraint, Poster, Unknown
from perfectplay.records import dataclass


@dataclass(frozen=True)
class DistinctSum(Constraint):
    """The unknowns have different numbers that add up to ``total``. Meant for few numbers, such as digits."""

    unknowns: tuple[Unknown, ...]
    total: int

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        numbers = [int(answer[unknown]) for unknown in self.unknowns if unknown in answer]
        right = len(numbers) == len(set(numbers)) == len(self.unknowns) and sum(numbers) == self.total
        return None if right else self.unknowns

    def post(self, poster: Poster) -> None:
        """One of the sets with this sum is chosen; exactly its numbers are used, each of them once."""
        size = len(self.unknowns)
        numbers = sorted({int(value) for unknown in self.unknowns for value in poster.domains[unknown]})
        sets = [chosen for chosen in combinations(numbers, size) if sum(chosen) == self.total]
        if not sets:
            poster.clauses += [[]]
            return
        used = {number: first for first, number in enumerate(numbers, poster.variables(len(numbers)))}
        chosen_first = poster.variables(len(sets))
        clauses = poster.clauses
        clauses += [list(range(chosen_first, chosen_first + len(sets)))]
        for lit, chosen in enumerate(sets, chosen_first):
            clauses += [[-lit, used[number] if number in chosen else -used[number]] for number in numbers]
        for number in numbers:
            lits = [poster.lit((unknown, number)) for unknown in self.unknowns if number in poster.domains[unknown]]
            poster.count(lits, 0, 1)
            clauses += [[-lit, used[number]] for lit in lits]
            fitting = [lit for lit, chosen in enumerate(sets, chosen_first) if number in chosen]
            clauses += [[-used[number], *lits], [-used[number], *fitting]]

"""Numbers that add up."""

from __future__ import annotations

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
        domains = [poster.domains[unknown] for unknown in self.unknowns]
        numbers = sorted({int(value) for domain in domains for value in domain})
        rows = []
        for unknown, domain in zip(self.unknowns, domains, strict=True):
            lits = dict(zip(map(int, domain), poster.lits([(unknown, value) for value in domain]), strict=True))
            rows.append([lits.get(number, 0) for number in numbers])
        poster.distinct_sum(numbers, rows, self.total)

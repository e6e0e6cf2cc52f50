"""Numbers that keep their distance."""

from __future__ import annotations

from perfectplay.constraints.base import Assignment, Constraint, Poster, Unknown
from perfectplay.records import dataclass


@dataclass(frozen=True)
class Spread(Constraint):
    """Between two equal numbers in a line there are at least as many unknowns as the number says."""

    line: tuple[Unknown, ...]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: dict[Unknown, None] = {}
        for here, first in enumerate(self.line):
            for there, second in enumerate(self.line):
                number = answer.get(first)
                equal = number is not None and number == answer.get(second)
                if here < there and equal and there - here - 1 < int(answer[first]):
                    wrong |= {first: None, second: None}
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        lits = [{int(value): poster.lit((each, value)) for value in poster.domains[each]} for each in self.line]
        clauses = poster.clauses
        for here, own in enumerate(lits):
            furthest = max(own, default=0)
            for distance, other in enumerate(lits[here + 1 : here + 1 + furthest], 1):
                clauses += [[-lit, -other[n]] for n, lit in own.items() if n >= distance and n in other]

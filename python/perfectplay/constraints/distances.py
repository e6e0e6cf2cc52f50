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
        places = poster.placed(self.line)
        if places is None:
            raise KeyError("an unknown of the line is no number")
        poster.spread(places)

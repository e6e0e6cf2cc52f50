"""One of several answers that look the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perfectplay.constraints.base import Assignment, Constraint, Poster, Unknown, Value
from perfectplay.records import dataclass


@dataclass(frozen=True)
class Foremost(Constraint):
    """The values, read in order, do not come after what any of the maps makes of them."""

    unknowns: tuple[Unknown, ...]
    maps: tuple[Mapping[Any, Value], ...]
    """From values to values: the ways to view the same answer."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        known = [unknown for unknown in self.unknowns if unknown in answer]
        if known != list(self.unknowns[: len(known)]):
            return None  # what comes before is undetermined
        own = [str(answer[unknown]) for unknown in known]
        seen = [[str(look.get(answer[unknown], answer[unknown])) for unknown in known] for look in self.maps]
        return tuple(known) if any(each < own for each in seen) else None

    def post(self, poster: Poster) -> None:
        """For each map: as long as the earlier values are unchanged by it, the next one does not come after its
        image."""
        clauses = poster.clauses
        for look in self.maps:
            first = poster.variables(len(self.unknowns) + 1)
            clauses.append([first])
            for same, unknown in enumerate(self.unknowns, first):
                for value in poster.domains[unknown]:
                    lit, image = poster.lit((unknown, value)), look.get(value, value)
                    if str(image) < str(value):
                        clauses.append([-same, -lit])
                    elif image == value:
                        clauses.append([-same, -lit, same + 1])

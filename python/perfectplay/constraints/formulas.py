"""Formulas whose variables are unknowns with the values 0 and 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from perfectplay.constraints.base import Assignment, Constraint, Poster, Unknown
from perfectplay.records import dataclass

if TYPE_CHECKING:
    from perfectplay.formulas import Formula


@dataclass(frozen=True)
class Holds(Constraint):
    """The formula is true."""

    formula: Formula

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        return None if self.formula.decided(cast(Any, answer)) else self.formula.names

    def post(self, poster: Poster) -> None:
        from perfectplay.formulas.clauses import encode

        number = {name: poster.lit((name, 1)) for name in self.formula.names}
        encode(self.formula, number, lambda: poster.variables(1), poster.clauses.append)

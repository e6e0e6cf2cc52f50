"""What a check says, and how far checks go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SMALL = 3000
"""Positions up to which checks are complete."""
PLAYS = 30
"""Random plays where they are not."""
PAIRS = 10 * SMALL
"""Comparisons of a position with a value up to which they are complete."""
PLACES = 40
"""Positions at which a definition is tested where it cannot be unfolded."""
PATIENCE = 10.0
"""Seconds after which a check that cannot be complete is content with what it has tested."""


@dataclass(frozen=True)
class Verified:
    """Whether a result stands, how it was checked, and whether the check covered everything."""

    holds: bool
    how: str
    complete: bool

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        extent = "" if self.complete or not self.holds else " (in part)"
        return f"{'verified' if self.holds else 'REFUTED'}{extent}: {self.how}"

    def __repr__(self) -> str:
        return str(self)

    def to_json(self) -> dict[str, Any]:
        return {"holds": self.holds, "how": self.how, "complete": self.complete}


class TooMany(Exception):
    """More positions than a complete check may take."""

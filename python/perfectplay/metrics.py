"""What "shortest" counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Metric:
    """What "shortest" counts: the cost of each tag (1 by default), and which moves chain into one."""

    costs: Mapping[str, int] | None = None
    chain: str = ""
    """"piece": consecutive moves of one piece count once; "line": as long as the tag stays the same."""

    def cost(self, tag: str) -> int:
        return 1 if self.costs is None else self.costs.get(tag, 1)


UNIT = Metric()

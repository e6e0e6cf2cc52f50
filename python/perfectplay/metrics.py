"""What "shortest" counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Metric:
    """What "shortest" counts: the cost of each tag (1 by default), and which moves chain into one.

    A puzzle has a table of them: ``metrics = {"pushes": Metric({"walk": 0}), "moves": Metric()}``.

    >>> pp.Metric({"walk": 0}).cost("walk"), pp.Metric({"walk": 0}).cost("push")
    (0, 1)
    """

    costs: Mapping[str, int] | None = None
    chain: str = ""
    """"piece": consecutive moves of one piece count once; "line": as long as the tag stays the same."""

    def cost(self, tag: str) -> int:
        """Of a move with this tag.

        >>> pp.Metric().cost("push")
        1
        """
        return 1 if self.costs is None else self.costs.get(tag, 1)


UNIT = Metric()

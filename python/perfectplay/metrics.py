"""What "shortest" counts."""

from __future__ import annotations

from collections.abc import Mapping

from perfectplay.errors import RulesError, shown
from perfectplay.records import dataclass

CHAINS = ("", "piece", "line")
MOST = 1_000_000
"""What one move may cost."""


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

    def __post_init__(self) -> None:
        if self.costs is not None and not isinstance(self.costs, Mapping):
            raise RulesError(f"Metric: costs {shown(self.costs)} (expected a mapping from tags, such as {{'walk': 0}})")
        for tag, cost in (self.costs or {}).items():
            if not isinstance(cost, int) or isinstance(cost, bool) or not 0 <= cost <= MOST:
                raise RulesError(f"Metric: {shown(tag)} costs {shown(cost)} (expected a number from 0 to {MOST})")
        if self.chain not in CHAINS:
            raise RulesError(f"Metric: chain {shown(self.chain)} (expected one of {', '.join(map(repr, CHAINS))})")

    def cost(self, tag: str) -> int:
        """Of a move with this tag.

        >>> pp.Metric().cost("push")
        1
        """
        return 1 if self.costs is None else self.costs.get(tag, 1)


UNIT = Metric()

"""How much work the conformance suite has with each system, and which systems cost it more than their budget.

Seconds depend on the machine and on what else it does; positions do not. Two things are counted: positions made
in Python, and positions that native searches say to have visited, of which a hundred cost about as much as one of the
others. A run in which a system goes beyond its budget fails and says so. The remedy is a smaller sample, or fewer of
them. The full suite has no budget, and other folders are not counted.

Workers count what they run, and whoever started them adds it up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

from perfectplay import Position, Result

MADE = 200_000
VISITED = 1_000_000
"""The budget of a system."""


class Work:
    """A plugin of pytest."""

    def __init__(self, shown: str | None) -> None:
        self.shown = shown
        """The system whose work is told though it is within its budget."""
        self.made: Counter[str] = Counter()
        self.visited: Counter[str] = Counter()
        self.now = [0, 0]

    def count(self) -> None:
        """From now on everything is counted."""
        make, answer, now = Position.__init__, Result.__init__, self.now

        def made(self: Position, *arguments: Any, **keywords: Any) -> None:
            now[0] += 1
            make(self, *arguments, **keywords)

        def answered(self: Result[Any], *arguments: Any, **keywords: Any) -> None:
            answer(self, *arguments, **keywords)
            now[1] += self.stats.positions

        Position.__init__ = made  # type: ignore[method-assign]
        Result.__init__ = answered  # type: ignore[method-assign]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        before = tuple(self.now)
        done = yield
        key = item.callspec.params.get("key") if hasattr(item, "callspec") else None
        if "conformance" in item.path.parts and isinstance(key, str):
            self.made[key] += self.now[0] - before[0]
            self.visited[key] += self.now[1] - before[1]
        return done

    def beyond(self) -> list[str]:
        """The systems that cost more than their budget."""
        return sorted(key for key in self.made if self.made[key] > MADE or self.visited[key] > VISITED)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        sent = getattr(session.config, "workeroutput", None)
        if sent is not None:
            sent["work"] = [dict(self.made), dict(self.visited)]
        elif self.beyond() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        made, visited = getattr(node, "workeroutput", {}).get("work", ({}, {}))
        self.made.update(made)
        self.visited.update(visited)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for key in [self.shown] if self.shown is not None else self.beyond():
            terminalreporter.write_line(
                f"conformance of {key}: {self.made[key]:,} positions made (budget {MADE:,}), "
                f"{self.visited[key]:,} visited by searches (budget {VISITED:,})",
                red=key in self.beyond(),
            )

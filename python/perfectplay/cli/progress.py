"""A line of progress on a terminal, for questions that take longer than half a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from perfectplay.limits import Progress

PATIENCE = 0.5


@contextmanager
def shown(quiet: bool) -> Iterator[Progress | None]:
    """A progress callback while a question is asked; None when nobody would see it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    status: Any = None

    def report(positions: int, seconds: float, depth: int) -> None:
        nonlocal status
        if seconds < PATIENCE:
            return
        text = f"{positions:,} positions, {seconds:.0f} s" + (f", depth {depth}" if depth else "")
        if status is None:
            from rich.console import Console

            status = Console(stderr=True).status(text)
            status.start()
        status.update(text)

    try:
        yield report
    finally:
        if status is not None:
            status.stop()

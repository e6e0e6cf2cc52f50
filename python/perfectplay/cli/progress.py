"""A line of progress on a terminal, for questions that take longer than half a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from perfectplay.limits import Progress

PATIENCE = 0.5


@contextmanager
def status_line(quiet: bool) -> Iterator[Callable[[str, float], None] | None]:
    """Something to call with a text and the seconds so far; None when nobody would see it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    status: Any = None

    def show(text: str, seconds: float) -> None:
        nonlocal status
        if seconds < PATIENCE:
            return
        if status is None:
            from rich.console import Console

            status = Console(stderr=True).status(text)
            status.start()
        status.update(text)

    try:
        yield show
    finally:
        if status is not None:
            status.stop()


@contextmanager
def shown(quiet: bool) -> Iterator[Progress | None]:
    """A progress callback while a question is asked; None when nobody would see it."""
    with status_line(quiet) as show:
        if show is None:
            yield None
            return

        def report(positions: int, seconds: float, depth: int) -> None:
            show(f"{positions:,} positions, {seconds:.0f} s" + (f", depth {depth}" if depth else ""), seconds)

        yield report

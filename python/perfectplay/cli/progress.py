"""A line on standard error while a question takes its time; nothing where standard error is not a terminal."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.status import Status

PATIENCE = 0.5
"""Seconds before anything is shown."""


class Waiting:
    """Pass it as ``progress``; it is shown from within a ``with`` block that lasts longer than half a second.

    The numbers come from the search about twenty times a second; they are drawn by a thread of their own, so that the
    line is alive even while plain Python code is at work.
    """

    def __init__(self, what: str, quiet: bool = False) -> None:
        self.what = what
        self.shown = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._status: Status | None = None
        self._timer: threading.Timer | None = None
        self._over = False
        self._lock = threading.Lock()

    def __call__(self, positions: int, seconds: float, depth: int) -> None:
        status = self._status
        if status is not None:
            status.update(self._line(positions, seconds, depth))

    def _line(self, positions: int = 0, seconds: float = 0, depth: int = 0) -> str:
        if not positions:
            return self.what
        return f"{self.what}: {positions:,} positions, {seconds:.0f} s" + (f", depth {depth}" if depth else "")

    def _start(self) -> None:
        from rich.console import Console

        with self._lock:
            if not self._over:
                self._status = Console(stderr=True, markup=False, highlight=False).status(self._line(), speed=0.8)
                self._status.start()

    def __enter__(self) -> Waiting:
        if self.shown:
            self._timer = threading.Timer(PATIENCE, self._start)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._over = True
            if self._status is not None:
                self._status.stop()
                self._status = None

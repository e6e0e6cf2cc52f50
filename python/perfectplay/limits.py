"""Limits on a question, and how to stop one."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from perfectplay._native import Cancel
from perfectplay.errors import LimitReached, ParseError

Progress = Callable[[int, float, int], None]
"""Called about twenty times a second with positions visited, seconds elapsed and depth."""

_SECONDS = {"": 1.0, "s": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}
_BYTES = {"": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "g": 1 << 30, "gb": 1 << 30}
_COUNTS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


def _read(text: str, units: dict[str, float] | dict[str, int], what: str) -> float:
    match = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-zA-Z]*)\s*", text if len(text) <= 64 else "")
    if not match or match[2].lower() not in units:
        names = ", ".join(unit for unit in units if unit)
        raise ParseError(f"{what} limit {text[:40]!r}", expected=f"a number, optionally with one of {names}")
    return float(match[1]) * units[match[2].lower()]


@dataclass(frozen=True)
class Limits:
    """How much a question may take. ``None`` is no limit.

    >>> Limits.of(time="2m", memory="1.5GB")
    Limits(time=120.0, memory=1610612736, positions=None)
    """

    time: float | None = None
    """Seconds."""
    memory: int | None = None
    """Bytes of search tables."""
    positions: int | None = None
    """Positions visited."""
    cancel: Cancel | None = field(default=None, compare=False, repr=False)
    """Another thread may call ``cancel.set()`` to stop the question."""

    def __post_init__(self) -> None:
        for name in ("time", "memory", "positions"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not value >= 0 or value != value):
                raise ParseError(f"{name} limit {value!r}", expected="a number that is not negative")

    @classmethod
    def of(cls, time: str | None = None, memory: str | None = None, positions: str | None = None) -> Limits:
        """From words such as ``10s``, ``2GB``, ``5M``."""
        return cls(
            time=None if time is None else _read(time, _SECONDS, "time"),
            memory=None if memory is None else int(_read(memory, _BYTES, "memory")),
            positions=None if positions is None else int(_read(positions, _COUNTS, "position")),
        )

    def watch(self) -> Callable[[], None]:
        """For work in Python: a function that raises :class:`LimitReached` once the time, counted from now, is over."""
        begun = time.monotonic()

        def look() -> None:
            if self.cancel is not None and self.cancel.is_set():
                raise LimitReached("cancelled")
            if self.time is not None and time.monotonic() - begun > self.time:
                raise LimitReached(f"time limit of {self.time} s reached")

        return look


NO_LIMITS = Limits()

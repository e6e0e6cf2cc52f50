"""Limits on a question, and how to stop one."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

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

    def watch(self) -> Watch:
        """These limits, counted from now."""
        return Watch(self)


NO_LIMITS = Limits()


class Watch:
    """Limits counted from a moment. Work in Python calls it now and then, and it raises :class:`LimitReached` once the
    time is over; what is handed to native code gets the time that is left.

    A question is asked under its watch (:func:`watching`), so that whatever it needs first, the reading of rules,
    clauses, tables, can look at the same clock (:func:`watch_now`) without being told of it. A question inside another
    one, as in a check, has to keep the limits of both.
    """

    def __init__(self, limits: Limits = NO_LIMITS, outer: Watch | None = None) -> None:
        self.limits = limits
        self.outer = outer
        self.begun = time.monotonic()
        self.weight = 0

    @property
    def cancelled(self) -> bool:
        cancel = self.limits.cancel
        return (cancel is not None and cancel.is_set()) or (self.outer is not None and self.outer.cancelled)

    def __call__(self) -> None:
        limits = self.limits
        if limits.cancel is not None and limits.cancel.is_set():
            raise LimitReached("cancelled")
        if limits.time is not None and time.monotonic() - self.begun > limits.time:
            raise LimitReached(f"time limit of {limits.time:g} s reached")
        if self.outer is not None:
            self.outer()

    def weigh(self, more: int) -> None:
        """Count bytes that are about to be taken, against the limit or else against what the machine has."""
        self.weight += more
        memory = self.limits.memory
        if memory is not None and self.weight > memory:
            raise LimitReached(f"memory limit of {memory} bytes reached")
        if self.outer is not None:
            self.outer.weigh(more)

    @property
    def seconds(self) -> float | None:
        """What is left of the time, None if it is not limited."""
        own = None if self.limits.time is None else max(0.0, self.limits.time - (time.monotonic() - self.begun))
        other = None if self.outer is None else self.outer.seconds
        return own if other is None else other if own is None else min(own, other)

    def left(self) -> Limits:
        """The limits of what is still to be done."""
        memory = self.limits.memory
        cancel = self.limits.cancel or (self.outer.left().cancel if self.outer is not None else None)
        return Limits(
            self.seconds, None if memory is None else max(0, memory - self.weight), self.limits.positions, cancel
        )

    def control(self, progress: Progress | None = None) -> tuple[Any, ...]:
        """The same for native code."""
        left = self.left()
        return left.time, left.memory, left.positions, left.cancel, progress


_NOW: ContextVar[Watch | None] = ContextVar("watch", default=None)


@contextmanager
def watching(limits: Limits) -> Iterator[Watch]:
    """Do something under limits, and under those that hold already."""
    watch = Watch(limits, _NOW.get())
    token = _NOW.set(watch)
    try:
        yield watch
    finally:
        _NOW.reset(token)


def watch_now() -> Watch:
    """The watch of the question that is being answered; without one, nothing is limited."""
    return _NOW.get() or Watch()

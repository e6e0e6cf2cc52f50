"""Limits on a question, and how to stop one."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from perfectplay._native import Cancel, available_memory
from perfectplay.errors import LimitReached, ParseError
from perfectplay.records import dataclass, field

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

    Questions take them as ``limits=``. Anything else, such as an operation on values, is limited by ``with``:

    >>> with Limits(time=10):
    ...     pp.Value("^").ordinal_sum(2)
    ^[3]
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
        """From words such as ``10s``, ``2GB``, ``5M``.

        >>> pp.Limits.of(time="10s", positions="5M")
        Limits(time=10.0, memory=None, positions=5000000)
        """
        return cls(
            time=None if time is None else _read(time, _SECONDS, "time"),
            memory=None if memory is None else int(_read(memory, _BYTES, "memory")),
            positions=None if positions is None else int(_read(positions, _COUNTS, "position")),
        )

    def __enter__(self) -> Watch:
        """Everything inside ``with`` keeps these limits, counted from now, in addition to those already in force."""
        watch = Watch(self, _NOW.get())
        _NOW.set(watch)
        return watch

    def __exit__(self, *exception: object) -> None:
        watch = _NOW.get()
        _NOW.set(None if watch is None else watch.outer)


NO_LIMITS = Limits()

Control = tuple[tuple[float, float] | None, int | None, int | None, Cancel | None, Progress | None]
"""Limits for native code: seconds left and given, bytes, positions; a flag, and a callback for progress."""
UNLIMITED: Control = (None, None, None, None, None)


MODEST = 1 << 28
"""Bytes that may be taken before the memory of the machine is checked."""


def megabytes(size: int) -> str:
    """Few of them with a decimal, so that a small limit is not said to be nothing."""
    whole = size >> 20
    return f"{size / (1 << 20):.1f} MB" if whole < 10 else f"{whole} MB"


class Watch:
    """Limits counted from a moment. Work in Python calls it now and then, and it raises :class:`LimitReached` once the
    time is up; native code is given the time that is left.

    A question is asked under its watch (``with limits:``), so that whatever it needs first, the reading of rules,
    clauses, tables, can use the same clock (:func:`watch_now`) without being passed it. A question inside another one,
    as in a check, has to keep the limits of both.
    """

    def __init__(self, limits: Limits = NO_LIMITS, outer: Watch | None = None) -> None:
        self.limits = limits
        self.outer = outer
        self.begun = time.monotonic()
        self.weight = self.visited = 0
        self.free: bool = (outer is None or outer.free) and limits == NO_LIMITS and limits.cancel is None
        """Nothing is limited."""
        self.ceiling: int | None = None
        """What the machine has, if no limit was given; requested when it begins to matter."""

    @property
    def cancelled(self) -> bool:
        cancel = self.limits.cancel
        return (cancel is not None and cancel.is_set()) or (self.outer is not None and self.outer.cancelled)

    def __call__(self) -> None:
        limits = self.limits
        if limits.cancel is not None and limits.cancel.is_set():
            raise LimitReached("cancelled", kind="cancelled")
        if limits.time is not None and time.monotonic() - self.begun > limits.time:
            raise LimitReached(f"time limit of {limits.time:g} s reached", kind="time")
        if self.outer is not None:
            self.outer()

    def weigh(self, more: int) -> None:
        """Count bytes that are about to be taken, against the limit or else against what the machine has."""
        self.weight += more
        memory = self.limits.memory
        if memory is not None and self.weight > memory:
            what = f"memory limit reached: {megabytes(self.weight)} needed, {megabytes(memory)} allowed"
            raise LimitReached(what, kind="memory")
        if self.outer is not None:
            self.outer.weigh(more)
        elif memory is None and self.weight > MODEST:
            if self.ceiling is None:
                self.ceiling = available_memory() or sys.maxsize
            if self.weight > self.ceiling:
                what = f"the memory of this machine does not suffice: {megabytes(self.weight)} needed"
                raise LimitReached(what, kind="memory")

    def release(self, less: int) -> None:
        """Bytes that were counted are free again."""
        self.weight -= less
        if self.outer is not None:
            self.outer.release(less)

    def visit(self, positions: int) -> None:
        """Count positions that one of several searches has visited."""
        self.visited += positions
        if self.outer is not None:
            self.outer.visit(positions)

    def left(self) -> Limits:
        """The limits of the remaining work."""
        clock, memory, positions, cancel = self._left()
        return Limits(None if clock is None else clock[0], memory, positions, cancel)

    def control(self, progress: Progress | None = None) -> Control:
        """The same for native code, which reports the time given when it is up."""
        if self.free and progress is None:
            return UNLIMITED
        self()
        return *self._left(), progress

    def _left(self) -> tuple[tuple[float, float] | None, int | None, int | None, Cancel | None]:
        """Seconds that are left and that were given, by the limit that is reached first; bytes; positions; the flag."""
        limits, clock = self.limits, None
        if limits.time is not None:
            clock = (max(0.0, limits.time - (time.monotonic() - self.begun)), limits.time)
        memory = None if limits.memory is None else max(0, limits.memory - self.weight)
        positions = None if limits.positions is None else max(0, limits.positions - self.visited)
        if self.outer is None or self.outer.free:
            return clock, memory, positions, limits.cancel
        other, bytes_, places, cancel = self.outer._left()
        clock = other if clock is None else clock if other is None else min(clock, other)
        return clock, _least(memory, bytes_), _least(positions, places), limits.cancel or cancel


def _least(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)


_NOW: ContextVar[Watch | None] = ContextVar("watch", default=None)
"""The current work is done under this watch."""


def watch_now() -> Watch:
    """The watch of the question that is being answered; without one, nothing is limited."""
    return _NOW.get() or Watch()


def within_question() -> bool:
    """Is a question being answered, or anything else that has limits?"""
    return _NOW.get() is not None


@contextmanager
def unwatched() -> Iterator[None]:
    """For what has to be brought to its end although the limits are reached, such as keeping what is done."""
    token = _NOW.set(None)
    try:
        yield
    finally:
        _NOW.reset(token)


def control_now() -> Control:
    """The same for native code; cheap where nothing is limited."""
    watch = _NOW.get()
    return UNLIMITED if watch is None else watch.control()


T = TypeVar("T")


def watched(items: Iterable[T], every: int = 64) -> Iterator[T]:
    """The same items; the clock is checked between them."""
    look = watch_now()
    for number, item in enumerate(items):
        if number % every == 0:
            look()
        yield item

"""Universes: where values live.

Values are canonical forms in an arena; equal values are one record. All values belong to the *current* universe unless
another is made current:

>>> with pp.Universe(memory=2**30) as universe:
...     g = pp.Value("{2|-1}") + pp.Value("^")
>>> g in universe
True

When a universe and all values in it are gone, its memory is freed. Values of different universes can be compared and
added: the second is copied into the universe of the first.
"""

from __future__ import annotations

from contextvars import ContextVar

from perfectplay import _native


class Universe:
    """An arena of values, with or without a limit in bytes for its records and caches.

    >>> with pp.Universe(memory=2**26) as universe:
    ...     hot = pp.Value("{5|-5}")
    >>> hot in universe
    True
    """

    def __init__(self, memory: int | None = None) -> None:
        self.native = _native.Universe(memory)

    @property
    def bytes(self) -> int:
        """Bytes that records, tables and caches take.

        >>> pp.Universe().bytes
        0
        """
        return self.native.bytes()

    @property
    def records(self) -> int:
        """Canonical forms that are stored; numbers, ups and stars need no record.

        >>> with pp.Universe() as universe:
        ...     values = pp.Value("1/2"), pp.Value("^*"), pp.Value("{2|-1}")
        >>> universe.records
        1
        """
        return self.native.records()

    def __contains__(self, value: object) -> bool:
        game = getattr(value, "_game", None)
        return isinstance(game, _native.Game) and game.is_in(self.native)

    def __enter__(self) -> Universe:
        _entered.set((*_entered.get(), self))
        return self

    def __exit__(self, *exception: object) -> None:
        _entered.set(_entered.get()[:-1])

    def __repr__(self) -> str:
        return f"<Universe of {self.records} values, {self.bytes / 2**20:.1f} MB>"


_EVERYONE = Universe()
_entered: ContextVar[tuple[Universe, ...]] = ContextVar("universes", default=())


def current() -> Universe:
    """The universe in which new values are made."""
    entered = _entered.get()
    return entered[-1] if entered else _EVERYONE

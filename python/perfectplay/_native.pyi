"""The native module: what crosses the border between Python and Rust.

Positions cross it as bytes, winners as "left", "right" or "nobody". Every search takes ``asked``: limits in seconds,
bytes and positions, a cancel flag and a progress callback, each or None; and returns its answer with statistics:
positions visited, seconds, bytes of tables. ``LimitReached`` is raised at a limit, ``ValueError`` for unusable data.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, final

__version__: str

Asked = tuple[float | None, int | None, int | None, "Cancel | None", Callable[[int, float, int], None] | None]
Stats = tuple[int, float, int]
RewriteData = tuple[
    Sequence[tuple[int, int | None, int]],  # cell, symbol before (None: any), symbol after
    bool,  # may Left make it
    bool,  # may Right
    bool,  # the same player moves on
    int,  # points for whoever makes it
    int,  # rank
    tuple[int, int] | None,  # where the piece stands before and after
    int,  # tag
]
GoalData = tuple[str, Sequence[tuple[int, Sequence[int]]]]  # winner; cell and the symbols allowed there
MetricData = tuple[Sequence[int], str]  # cost of each rewrite; "", "piece" or "line"

class Source(Protocol):
    """Rules in Python, for the callback kernel: positions are numbers."""

    def moves(self, number: int, left: bool, /) -> list[int]: ...
    def goal(self, number: int, /) -> str | None: ...
    def split(self, number: int, /) -> list[int] | None: ...

@final
class Cancel:
    """A flag with which another thread stops a question."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

@final
class Kernel:
    """Rules in native form, with the tables of the questions asked so far."""

    @staticmethod
    def masks(
        *,
        cells: int,
        symbols: int,
        rewrites: Sequence[RewriteData],
        goals: Sequence[GoalData],
        symmetries: Sequence[Sequence[int]],
        rectangle: tuple[int, int] | None,
        stuck: str,
        game: bool,
        start: Sequence[int] | None = None,
        plain: bool = False,
    ) -> Kernel:
        """Cell rewrites. ``start`` restricts the kernel to what can follow it; ``plain`` switches symmetries and
        splitting off."""
    @staticmethod
    def heaps(code: str, stuck: str) -> Kernel: ...
    @staticmethod
    def callback(source: Source, *, impartial: bool, stuck: str, splits: bool) -> Kernel: ...
    @property
    def symmetries(self) -> int: ...
    @property
    def bits(self) -> int: ...
    def encode(self, symbols: Sequence[int]) -> bytes: ...
    def decode(self, code: bytes) -> list[int]: ...
    def moves(self, code: bytes, left: bool) -> list[bytes]: ...
    def goal(self, code: bytes) -> str | None: ...
    def split(self, code: bytes) -> list[bytes] | None: ...
    def winner(self, code: bytes, left: bool, method: str, asked: Asked) -> tuple[str, Stats]: ...
    def best(self, code: bytes, left: bool, method: str, asked: Asked) -> tuple[tuple[bytes, str] | None, Stats]: ...
    def remoteness(self, code: bytes, left: bool, asked: Asked) -> tuple[tuple[str, int | None], Stats]: ...
    def score(self, code: bytes, left: bool, asked: Asked) -> tuple[int, Stats]: ...
    def nimber(self, code: bytes, method: str, asked: Asked) -> tuple[int, Stats]: ...
    def solve(
        self, code: bytes, metric: MetricData | None, method: str, asked: Asked
    ) -> tuple[list[bytes] | None, Stats]: ...
    def solutions(
        self, code: bytes, metric: MetricData | None, limit: int, asked: Asked
    ) -> tuple[list[list[bytes]], Stats]: ...
    def count(self, code: bytes, metric: MetricData | None, asked: Asked) -> tuple[tuple[int, int] | None, Stats]: ...
    def reachable(
        self, code: bytes, players: int, asked: Asked
    ) -> tuple[tuple[int, int, list[int], int, list[bytes]], Stats]: ...
    def clear(self) -> None: ...

@final
class Tiles:
    """Optimal solutions of sliding tiles towards one goal."""

    def __init__(self, rows: int, cols: int, goal: Sequence[int], cache: Path | None, asked: Asked) -> None: ...
    def solve(self, start: Sequence[int], asked: Asked) -> tuple[list[int] | None, Stats]: ...
    @staticmethod
    def solvable(rows: int, cols: int, start: Sequence[int], goal: Sequence[int]) -> bool: ...

"""A result: the plain answer, with the method that found it, a witness that can be checked, and statistics.

Some questions look for something that need not exist, a solution or a move. If it was proved that there is none, the
answer is None, `found` is False, and any other use of the answer fails with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from perfectplay.errors import LimitReached, NoAnswer
from perfectplay.position import Line, Move, Position

if TYPE_CHECKING:
    from perfectplay.question import Question

T = TypeVar("T")


@dataclass(frozen=True)
class Stats:
    """What the answer cost."""

    positions: int = 0
    seconds: float = 0.0
    memory: int = 0

    def __str__(self) -> str:
        memory = f", {self.memory / 2**20:.1f} MB" if self.memory else ""
        return f"{self.positions:,} positions, {self.seconds:.3f} s{memory}"


@dataclass(frozen=True, eq=False, repr=False)
class Result(Generic[T]):
    """Prints, compares and behaves like ``answer``; attributes that it does not have are those of the answer.

    It is true if something was looked for and found, be it a line without moves, and otherwise if its answer is true.

    >>> if result := pp.solve(pp.load("fifteen", "1 2 3|4 5 6|7 8 0")):
    ...     print("solved in", result.cost)
    solved in 0
    """

    question: str
    position: Position
    answer: T
    method: str
    witness: Any = None
    stats: Stats = field(default_factory=Stats)
    details: dict[str, Any] = field(default_factory=dict)
    """What was asked besides the position: the metric, the player …"""

    @property
    def found(self) -> bool:
        """Was there what was asked for? False for "there is no solution", "there is no move", "not unique" …; a nimber
        or a value is always found, even if it is 0."""
        asked = _record(self.question)
        return asked is None or not (asked.none or asked.no) or bool(self)

    @property
    def reason(self) -> str:
        """Why nothing was found, if known."""
        given = self.witness.get("reason", "") if isinstance(self.witness, dict) else ""
        return "" if self.found else str(given)

    def _there(self) -> Any:
        """The answer, where there is one."""
        if self.answer is None:
            asked = _record(self.question)
            said = (asked.none if asked is not None else "") or "there is no answer"
            why = f": {self.reason}" if self.reason not in ("", said) else ""
            raise NoAnswer(f"{self.position.system.title}: {said}{why}")
        return self.answer

    def to_json(self) -> dict[str, Any]:
        """The stable machine-readable form; :func:`perfectplay.verify` reads it back."""
        return {
            "question": self.question,
            **self.position.to_json(),
            **{name: plain(value) for name, value in self.details.items()},
            "answer": plain(self.answer),
            "method": self.method,
            "witness": _witness(self.witness),
            "stats": {
                "positions": self.stats.positions,
                "seconds": round(self.stats.seconds, 6),
                "memory": self.stats.memory,
            },
        }

    def _repr_svg_(self) -> str:
        """The answer if it can be drawn, such as a thermograph; otherwise the position."""
        shown = getattr(self.answer, "_repr_svg_", None)
        return str(shown()) if shown else self.position.picture().svg()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._there(), name)

    def __eq__(self, other: object) -> bool:
        return bool(self.answer == _answer(other))

    def __hash__(self) -> int:
        return hash(self.answer)

    def __bool__(self) -> bool:
        asked = _record(self.question)
        return self.answer is not None if asked is not None and asked.none else bool(self.answer)

    def __int__(self) -> int:
        return int(self._there())

    __index__ = __int__

    def __add__(self, other: object) -> Any:
        return self._there() + _answer(other)

    def __radd__(self, other: object) -> Any:
        return other + self._there()

    def __sub__(self, other: object) -> Any:
        return self._there() - _answer(other)

    def __rsub__(self, other: object) -> Any:
        return other - self._there()

    def __mul__(self, other: object) -> Any:
        return self._there() * _answer(other)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return -self._there()

    def __len__(self) -> int:
        return len(self._there())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._there())

    def __getitem__(self, index: Any) -> Any:
        return self._there()[index]

    def __lt__(self, other: Any) -> bool:
        return bool(self._there() < _answer(other))

    def __le__(self, other: Any) -> bool:
        return bool(self._there() <= _answer(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self._there() > _answer(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self._there() >= _answer(other))

    def __format__(self, spec: str) -> str:
        return format(self.answer, spec) if spec else str(self)

    def __str__(self) -> str:
        return str(self.answer)

    def __repr__(self) -> str:
        return repr(self.answer)


@dataclass(frozen=True, eq=False, repr=False)
class Solution(Result[Line | None]):
    """The result of :func:`perfectplay.solve`: like that of any question, with the attributes of a line.

    >>> loyd = pp.solve(pp.load("fifteen", "@loyd"))
    >>> loyd.solved, loyd.reason
    (False, 'parity: the permutation of the tiles has the wrong sign')
    >>> loyd.cost
    Traceback (most recent call last):
        ...
    perfectplay.errors.NoAnswer: fifteen: there is no solution: parity: the permutation of the tiles has the wrong sign
    """

    @property
    def solved(self) -> bool:
        """Is there a solution? The same as `found`."""
        return self.found

    @property
    def cost(self) -> int:
        """The length of the solution under its metric."""
        cost: int = self._there().cost
        return cost

    @property
    def metric(self) -> str:
        metric: str = self._there().metric
        return metric

    @property
    def moves(self) -> tuple[Move, ...]:
        moves: tuple[Move, ...] = self._there().moves
        return moves

    @property
    def end(self) -> Position:
        """The position after the last move."""
        end: Position = self._there().end
        return end


def _record(name: str) -> Question[Any] | None:
    """The record of the question; None if the result answers none of ours."""
    from perfectplay.questions import names, record

    return record(name) if name in names() else None


def _answer(value: Any) -> Any:
    return value.answer if isinstance(value, Result) else value


def _witness(value: Any) -> Any:
    """A witness may be a value whose text is too long to write; it is not needed then."""
    try:
        return plain(value)
    except LimitReached:
        return None


def plain(value: Any) -> Any:
    if hasattr(value, "to_json"):
        return value.to_json()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Line):
        return {"moves": [move.text for move in value], "text": str(value), "cost": value.cost, "metric": value.metric}
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return str(value)

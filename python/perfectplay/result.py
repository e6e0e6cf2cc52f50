"""A result: the plain answer, with the method that found it, a witness that can be checked, and statistics.

Some questions look for something that need not exist, a solution or a move. If it was proved that there is none, the
answer is None, `found` is False, and any other use of the answer fails with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from perfectplay.errors import LimitReached, NoAnswer
from perfectplay.position import Line, Move, Position
from perfectplay.records import dataclass, field
from perfectplay.shown import Shown

if TYPE_CHECKING:
    from perfectplay.notebook.display import Part
    from perfectplay.question import Question

T = TypeVar("T")

VERSION = 1
"""Of the machine-readable form. It changes when a field is renamed, goes away or means something else; a further field
changes nothing."""


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
class Result(Shown, Generic[T]):
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
    entry: Any = None
    """Where the position stood in its collection, if it was one of a batch (:func:`perfectplay.batch`)."""

    @property
    def found(self) -> bool:
        """Was there what was asked for? False for "there is no solution", "there is no move", "not unique" …; a nimber
        or a value is always found, even if it is 0.

        >>> pp.grundy(pp.load("nim", "3 3")).found, pp.best(pp.load("nim", "0")).found
        (True, False)
        """
        asked = _record(self.question)
        return asked is None or not (asked.none or asked.no) or bool(self)

    @property
    def reason(self) -> str:
        """Why nothing was found, if known.

        >>> pp.solve(pp.load("fifteen", "@loyd")).reason
        'parity: the permutation of the tiles has the wrong sign'
        """
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
        """The stable machine-readable form; :func:`perfectplay.verify` reads it back.

        >>> data = pp.grundy(pp.load("nim", "3 5")).to_json()
        >>> data["version"], data["question"], data["position"], data["answer"]
        (1, 'grundy', '3 5', 6)
        >>> bool(pp.verify(data))
        True
        """
        return {
            "version": VERSION,
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

    def _shown(self) -> Iterable[Part]:
        from perfectplay.notebook.display import result_parts

        return result_parts(self)

    def _repr_latex_(self) -> str | None:
        """For exports that have no HTML: the answer, if it is mathematics."""
        written = getattr(self.answer, "_repr_latex_", None)
        return None if written is None else str(written())

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "_repr_", "_ipython_")):  # how a result is shown, it says itself
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
        if not spec:
            return str(self)
        try:
            return format(self.answer, spec)
        except TypeError:  # None and most other answers are formatted as their text
            return format(str(self), spec)

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

    A sheet that is filled in is a solution without moves and cost.

    >>> sheet = pp.solve(pp.load("slitherlink", "33|.."))
    >>> sheet.solved, hasattr(sheet, "cost")
    (True, False)
    """

    @property
    def solved(self) -> bool:
        """Is there a solution? The same as `found`.

        >>> pp.solve(pp.load("fifteen", "@loyd")).solved
        False
        """
        return self.found

    @property
    def cost(self) -> int:
        """The length of the solution under its metric.

        >>> pp.solve(pp.load("fifteen", "1 2 3|4 5 6|0 7 8")).cost
        2
        """
        cost: int = self._there().cost
        return cost

    @property
    def metric(self) -> str:
        """What the cost counts.

        >>> pp.solve(pp.load("sokoban", "#####|#@$.#|#####")).metric
        'pushes'
        """
        metric: str = self._there().metric
        return metric

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the solution.

        >>> pp.solve(pp.load("fifteen", "1 2 3|4 5 6|0 7 8")).moves
        (7, 8)
        """
        moves: tuple[Move, ...] = self._there().moves
        return moves

    @property
    def end(self) -> Position:
        """The position after the last move.

        >>> pp.solve(pp.load("fifteen", "1 2 3|4 5 6|0 7 8")).end
        load('fifteen', '1 2 3|4 5 6|7 8 0')
        """
        end: Position = self._there().end
        return end

    def __getattr__(self, name: str) -> Any:
        """What has no moves has no cost either; this is also where the properties above end that found none."""
        if name in ("cost", "metric", "moves", "end") and self.answer is not None:
            what = f"{self.position.system.title}: the solution has no {name}"
            raise NoAnswer(f"{what}, since it is not made of moves")
        return super().__getattr__(name)


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

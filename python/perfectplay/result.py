"""A result: the plain answer, with the method that found it, a witness that can be checked, and statistics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from perfectplay.errors import LimitReached
from perfectplay.system import Line, Position

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
    """Prints, compares and behaves like ``answer``; an attribute that it does not have itself is the answer's."""

    question: str
    position: Position
    answer: T
    method: str
    witness: Any = None
    stats: Stats = field(default_factory=Stats)
    details: dict[str, Any] = field(default_factory=dict)
    """What was asked besides the position: the metric, the player …"""

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
        """The answer where it is a drawing, such as a thermograph; otherwise the position."""
        shown = getattr(self.answer, "_repr_svg_", None)
        return str(shown()) if shown else self.position.picture().svg()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.answer, name)

    def __eq__(self, other: object) -> bool:
        return bool(self.answer == _answer(other))

    def __hash__(self) -> int:
        return hash(self.answer)

    def __bool__(self) -> bool:
        return bool(self.answer)

    def __int__(self) -> int:
        return int(self.answer)  # type: ignore[call-overload, no-any-return]

    __index__ = __int__

    def __add__(self, other: object) -> Any:
        return self.answer + _answer(other)

    def __radd__(self, other: object) -> Any:
        return other + self.answer  # type: ignore[operator]

    def __sub__(self, other: object) -> Any:
        return self.answer - _answer(other)

    def __rsub__(self, other: object) -> Any:
        return other - self.answer  # type: ignore[operator]

    def __mul__(self, other: object) -> Any:
        return self.answer * _answer(other)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return -self.answer  # type: ignore[operator]

    def __len__(self) -> int:
        return len(self.answer)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.answer)  # type: ignore[call-overload, no-any-return]

    def __getitem__(self, index: Any) -> Any:
        return self.answer[index]  # type: ignore[index]

    def __lt__(self, other: Any) -> bool:
        return bool(self.answer < _answer(other))

    def __le__(self, other: Any) -> bool:
        return bool(self.answer <= _answer(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self.answer > _answer(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self.answer >= _answer(other))

    def __format__(self, spec: str) -> str:
        return format(self.answer, spec) if spec else str(self)

    def __str__(self) -> str:
        return str(self.answer)

    def __repr__(self) -> str:
        return repr(self.answer)


def _answer(value: Any) -> Any:
    return value.answer if isinstance(value, Result) else value


def _witness(value: Any) -> Any:
    """A witness may be a value whose text is too long to write, and is not needed then."""
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

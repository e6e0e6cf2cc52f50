"""Positions, moves and lines: a system and a state, and what can be played or filled in from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic

from perfectplay.errors import IllegalMove, NotApplicable, PerfectPlayError
from perfectplay.limits import watched
from perfectplay.players import LEFT, Player, Winner

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from perfectplay.picture import Picture
    from perfectplay.system import System

    S = TypeVar("S", bound=System, default=Any, covariant=True)
else:
    from typing import TypeVar

    S = TypeVar("S", covariant=True)


@dataclass(frozen=True)
class Move:
    """One move: who makes it, its text form and the position after it."""

    text: str
    player: Player
    after: Position
    again: bool = False
    points: int = 0

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


class Position(Generic[S]):
    """A position of a system; it can be compared, hashed, printed and played."""

    __slots__ = ("__dict__", "__weakref__", "state", "system")

    def __init__(self, system: S, state: Any) -> None:
        self.system = system
        self.state = state

    def moves(self, player: Player | None = None) -> list[Move]:
        """Every legal move of ``player`` (of Left in a puzzle; by default of both players)."""
        system = self._played()
        if self.winner is not None:
            return []
        return [
            Move(step.text, each, Position(system, step.state), step.again, step.points)
            for each in self._movers(player)
            for step in watched(system.legal(self.state, each))
        ]

    def _played(self) -> Any:
        """The system, if it has moves at all."""
        if not self.system.played:
            raise NotApplicable(f"{self.system.title}: there are no moves")
        return self.system

    def _movers(self, player: Player | None) -> list[Player]:
        player = player or self.to_move
        if player is not None:
            return [player]
        return [LEFT] if self.system.players == 1 or self.impartial else list(Player)

    @property
    def to_move(self) -> Player | None:
        """Whose move it is, if the position says so; None if either may start."""
        mover: Player | None = self._played().to_move(self.state)
        return mover

    def move(self, text: str, player: Player | None = None) -> Move:
        """The legal move with this text form."""
        system = self._played()
        if not isinstance(text, str):
            raise IllegalMove(f"{system.title}: a move that is a {type(text).__name__} (expected its text)")
        for each in self._movers(player) if self.winner is None else ():
            for step in watched(system.named(self.state, each, text)):
                return Move(step.text, each, Position(system, step.state), step.again, step.points)
        legal = self.moves(player)
        shown = ", ".join(move.text for move in legal[:12]) + (", …" if len(legal) > 12 else "")
        whose = f" for {player}" if player else ""
        raise IllegalMove(
            f"{self.system.title}: no legal move {text[:40]!r}{whose} (expected one of: {shown or 'none'})"
        )

    def play(self, move: Move | str, player: Player | None = None) -> Position:
        return (self.move(move, player) if isinstance(move, str) else move).after

    def __add__(self, other: Position) -> Position:
        """The disjunctive sum: a player moves in one of the two (see :mod:`perfectplay.kinds.sum`)."""
        from perfectplay.kinds.sum import add

        return add([self, other]) if isinstance(other, Position) else NotImplemented

    def __neg__(self) -> Position:
        """The same with Left and Right exchanged."""
        from perfectplay.kinds.sum import negative

        return negative(self)

    def __sub__(self, other: Position) -> Position:
        return self + -other if isinstance(other, Position) else NotImplemented

    def __mul__(self, n: int) -> Position:
        """n copies side by side, n at least 1."""
        from perfectplay.kinds.sum import add

        if isinstance(n, bool) or not isinstance(n, int) or n == 0:
            return NotImplemented
        return add([self if n > 0 else -self] * abs(n))

    __rmul__ = __mul__

    @cached_property
    def winner(self) -> Winner | None:
        """Who has won, if the position itself ends play."""
        system: Any = self.system
        winner: Winner | None = system.won(self.state) if system.played else None
        return winner

    @property
    def impartial(self) -> bool:
        """May either player make any move?"""
        system: Any = self.system
        return system.players == 2 and bool(system.impartial)

    def picture(self) -> Picture:
        return self.system.picture(self.state)

    def _repr_svg_(self) -> str:
        return self.picture().svg()

    def to_json(self) -> dict[str, Any]:
        if not self.system.key:
            raise PerfectPlayError(f"{self.system.title} is not in the catalogue, so its positions have no JSON form")
        return {"system": self.system.key, "position": str(self), "options": changed_options(self.system)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bool(self.state == other.state) and (self.system is other.system or self.system == other.system)

    def __hash__(self) -> int:
        return hash((self.system.key, self.state))

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.system, self.state)

    def __str__(self) -> str:
        return self.system.text(self.state)

    def __repr__(self) -> str:
        options = "".join(f", {n}={v!r}" for n, v in changed_options(self.system).items())
        return f"load({self.system.title!r}, {str(self)!r}{options})"


def changed_options(system: System) -> dict[str, Any]:
    """The options that differ from their defaults, those with a JSON form only."""
    defaults = system.all_options()
    return {name: value for name, value in system.settings.items() if value != defaults[name] and _is_plain(value)}


def _is_plain(value: object) -> bool:
    import json

    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


class Line(Sequence[Move]):
    """A sequence of moves from a position. ``cost`` is its length under ``metric`` (by default the system's first),
    counted by the plain rules."""

    def __init__(self, start: Position, moves: Iterable[Move], metric: str | None = None) -> None:
        self.start = start
        self.moves = tuple(moves)
        self.metric: str = start.system.metric_named(metric)
        self.cost: int = start.system.cost_of(start.state, [move.text for move in self.moves], self.metric)

    @classmethod
    def replay(cls, start: Position, texts: Iterable[str], metric: str | None = None) -> Line:
        """The line with these move texts; :class:`IllegalMove` says which one cannot be made."""
        moves = []
        position = start
        single = (each for text in texts for each in start.system.expand(text))
        for number, text in enumerate(single, 1):
            try:
                moves.append(position.move(text))
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None
            position = moves[-1].after
        return cls(start, moves, metric)

    @property
    def end(self) -> Position:
        return self.moves[-1].after if self.moves else self.start

    def positions(self) -> Iterator[Position]:
        yield self.start
        for move in self.moves:
            yield move.after

    def __getitem__(self, index: Any) -> Any:
        return self.moves[index]

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        """A line without moves is a line: a puzzle that is already solved has a solution."""
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and (self.start, self.moves) == (other.start, other.moves)

    def __hash__(self) -> int:
        return hash((self.start, self.moves))

    def __str__(self) -> str:
        system = self.start.system
        text: str = system.move_separator.join(system.join([move.text for move in self.moves], self.metric))
        return text

    def __repr__(self) -> str:
        return str(self)


class Filled(Mapping[Any, Any]):
    """An answer to a puzzle: a value for each unknown. It prints as its text form and draws itself."""

    def __init__(self, puzzle: Position, values: Mapping[Any, Any]) -> None:
        self.puzzle = puzzle
        self._values = dict(values)

    def __getitem__(self, unknown: Any) -> Any:
        return self._values[unknown]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return str(self) == other
        return isinstance(other, Filled) and (self.puzzle, self._values) == (other.puzzle, other._values)

    def __hash__(self) -> int:
        return hash((self.puzzle, str(self)))

    def __str__(self) -> str:
        text: str = self.puzzle.system.write(self.puzzle.state, self)
        return text

    __repr__ = __str__

    def picture(self) -> Picture:
        picture: Picture = self.puzzle.system.draw(self.puzzle.state, self)
        return picture

    def _repr_svg_(self) -> str:
        return self.picture().svg()

    def to_json(self) -> str:
        return str(self)

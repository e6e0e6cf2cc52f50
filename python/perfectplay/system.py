"""What every system has in common: systems, positions, moves and lines.

A *system* is the rules, with its options fixed; a *position* is a system and a state; both are immutable. A kind
(:mod:`perfectplay.kinds`) implements the members below that say "each kind"; a game file writes rules only.
"""

from __future__ import annotations

import inspect
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar, cast

from perfectplay.errors import IllegalMove, ParseError, PerfectPlayError, RulesError
from perfectplay.identity import is_ours, own_attributes, seen_by
from perfectplay.limits import watched
from perfectplay.players import LEFT, Player, Winner

if TYPE_CHECKING:
    from perfectplay._native import Kernel
    from perfectplay.picture import Picture

State = Hashable
MAX_TEXT = 65536


class Step(NamedTuple):
    """A legal move as the rules give it: text form, state after it, whether the same player moves on, points."""

    text: str
    state: Any
    again: bool = False
    points: int = 0


class Kept:
    """What caches of one system's rules are filed under. Equal to itself alone: rules that are read again get another.

    A system of the catalogue has one for good. A user's own gets a new one when anything changed that its rules depend
    on (:mod:`perfectplay.identity`), so that nothing found for the old rules is used for the new ones.
    """

    __slots__ = ("source", "system")

    def __init__(self, system: Any) -> None:
        self.system = system
        self.source: Any = None
        """The states of a game in plain Python, numbered."""


class Section:
    """The section of the survey that a system belongs to: that of its first row.

    It is looked up when it is asked for, of a class or of an instance, so that no game reads the survey to be played.
    """

    def __get__(self, system: System | None, cls: type[System]) -> str:
        from perfectplay.survey import row

        return row(cls.systems[0]).section if cls.systems else "beyond the survey"


class System(ABC):
    """The rules of one system. Class attributes describe it; instance attributes are the values of its options."""

    key: ClassVar[str] = ""
    """The registry key: the name of the file. Other classes have none, a class that inherits from one of the catalogue
    included: what theorems say of its base need not hold of it."""
    name: ClassVar[str] = ""
    kind: ClassVar[str] = ""
    systems: ClassVar[tuple[str, ...]] = ()
    """Rows of the survey's list of systems (:mod:`perfectplay.survey`)."""
    section: ClassVar[Section] = Section()
    source: ClassVar[str] = ""
    """Where the rules come from, and who settled the complexity."""
    sample: ClassVar[str] = ""
    samples: ClassVar[Mapping[str, str]] = {}
    """Named samples, each a text form, written ``@name`` on the command line."""
    tile: ClassVar[str] = ""
    """What the text ``4x6`` stands for: 4 rows of 6 cells, filled with this over and over. Empty: for nothing."""
    longest: ClassVar[int] = MAX_TEXT
    """Characters of text that are read."""
    players: ClassVar[int] = 2
    options: ClassVar[Mapping[str, Any]] = {}
    """Rule options with their defaults; a value given to :meth:`with_options` must have the default's type."""
    move_separator: ClassVar[str] = " "

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "key" not in cls.__dict__:
            package, _, name = cls.__module__.rpartition(".")
            ours = package.startswith("perfectplay.") and cls.__name__.lower() == name.replace("_", "")
            cls.key = name if ours else ""
        elif not is_ours(cls.__module__):
            raise RulesError(f"{cls.__name__}: key = {cls.key!r} (expected none: keys are the names of our own files)")

    def __init__(self, /, **options: Any) -> None:
        self.settings: dict[str, Any] = {}
        self._set({**self.all_options(), **self._usable(options)})

    def _usable(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        known = self.all_options()
        for name, value in options.items():
            if name not in known:
                expected = ", ".join(sorted(known)) or "none"
                raise ParseError(f"{self.title} has no option {name!r}", expected=expected)
            default = known[name]
            if default is not None and type(value) is not type(default):
                raise ParseError(f"option {name}={value!r}", expected=f"a value like {default!r}")
        return options

    def _set(self, options: Mapping[str, Any]) -> None:
        self.settings = {**self.settings, **options}
        for name, value in options.items():
            setattr(self, name, value)

    def with_options(self, **options: Any) -> Self:
        """The same system with other values of some options."""
        if self._is_catalogued():
            return cast(Self, _reload(self.key, {**self.settings, **options}))
        other = self.fresh()
        other._set(other._usable(options))
        return other

    def _is_catalogued(self) -> bool:
        """Do the key and the options say everything?"""
        return bool(self.key) and own_attributes(self) == {"settings": self.settings, **self.settings}

    def fresh(self) -> Self:
        """An equal system that has read nothing yet: for whoever wants to read the rules anew."""
        return _restore(type(self), own_attributes(self))

    @property
    def kept(self) -> Kept:
        if "_kept" not in self.__dict__:
            self.renew()
            self.__dict__.setdefault("_kept", Kept(self))
        return cast(Kept, self.__dict__["_kept"])

    def renew(self, state: Any = None) -> None:
        """Forget what was kept if the rules of a user's own class depend on something that has changed since. This is
        called when a position is loaded, and before a question about a state is answered."""
        if self.key:
            return
        seen = seen_by(self)
        if self.__dict__.get("_seen") != seen:
            self.__dict__["_seen"] = seen
            self.__dict__["_kept"] = Kept(self)

    def reread(self, state: Any) -> Position:
        """The position with a system that has read nothing yet."""
        return Position(self.fresh(), state)

    @classmethod
    def all_options(cls) -> dict[str, Any]:
        """Options of the class and of all that it inherits from; a class attribute of the same name is the default."""
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            found.update(base.__dict__.get("options", {}))
        return {name: getattr(cls, name, default) for name, default in found.items()}

    @property
    def title(self) -> str:
        return self.key or type(self).__name__

    # Each kind --------------------------------------------------------------------------------------------------

    @abstractmethod
    def parse(self, text: str) -> State:
        """The state that a text form describes, or :class:`ParseError`."""

    @abstractmethod
    def text(self, state: Any) -> str:
        """The canonical text form; ``parse`` is its inverse."""

    @abstractmethod
    def legal(self, state: Any, player: Player) -> Iterable[Step]:
        """Every legal move, by plain Python code that shares nothing with the kernels."""

    def named(self, state: Any, player: Player, text: str) -> Iterable[Step]:
        """The legal moves with this text form."""
        return (step for step in self.legal(state, player) if step.text == text)

    def winner(self, state: Any) -> Winner | None:
        """Who has won, when the position itself ends the play. (In a puzzle Left has won when it is solved.)"""
        return None

    def won(self, state: Any) -> Winner | None:
        """The same, if it is an answer at all."""
        winner = self.winner(state)
        if winner is not None and not isinstance(winner, Winner):
            raise RulesError(
                f"{self.title}: winner of {str(state)[:40]} is {winner!r} "
                "(expected pp.LEFT, pp.RIGHT, pp.DRAW, or None while the play goes on)"
            )
        return winner

    @abstractmethod
    def kernel(self, state: Any) -> tuple[Kernel, bytes]:
        """The native rules for this state and everything that can follow, and the state's code there."""

    @abstractmethod
    def decode(self, state: Any, code: bytes) -> Any:
        """The state behind a code of the kernel that belongs to ``state``."""

    def encode(self, start: Any, state: Any) -> bytes:
        """The code of a state in the kernel that belongs to ``start``; ValueError if it can have none there."""
        return self.kernel(state)[1]

    @abstractmethod
    def picture(self, state: Any) -> Picture:
        """The state as a drawing."""

    # Shared -----------------------------------------------------------------------------------------------------

    def load(self, source: object) -> Position:
        """A position from its text form (or from another source that the kind understands)."""
        self.renew()
        try:
            return Position(self, self.read(source))
        except ParseError as error:
            raise error.within(self.title) from None

    def read(self, source: object) -> State:
        if not isinstance(source, str):
            raise ParseError(f"a {type(source).__name__}", expected="text")
        if len(source) > self.longest:
            raise ParseError(f"{len(source)} characters of text", expected=f"at most {self.longest}")
        return self.parse(self._filled(source))

    def _filled(self, text: str) -> str:
        size = re.fullmatch(r"\s*([1-9]\d{0,2})x([1-9]\d{0,2})\s*", text) if self.tile else None
        if not size:
            return text
        rows, cols = map(int, size.groups())
        tile = self.tile.split("|")
        return "|".join((tile[row % len(tile)] * cols)[:cols] for row in range(rows))

    def join(self, texts: list[str], metric: str) -> list[str]:
        """The moves of a line as they are written, where several make up one move of the metric."""
        return texts

    def expand(self, text: str) -> list[str]:
        """The moves that one written move stands for: the inverse of :meth:`join`."""
        return [text]

    def explain(self, position: Position, move: Move) -> str:
        """What a move does, in the words of those who play the game; empty where there is nothing to say."""
        return ""

    def position(self, state: Any) -> Position:
        return Position(self, state)

    @classmethod
    def rules_text(cls) -> str:
        """The docstring, which states the rules."""
        import sys

        module = sys.modules.get(cls.__module__)
        return inspect.cleandoc(cls.__doc__ or (module.__doc__ if module and cls.key else "") or "")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and own_attributes(self) == own_attributes(other)

    def __hash__(self) -> int:
        return hash((type(self), tuple(sorted(self.settings.items(), key=lambda item: item[0]))))

    def __reduce__(self) -> tuple[Any, ...]:
        if self._is_catalogued():
            return _reload, (self.key, self.settings)
        return _restore, (type(self), own_attributes(self))

    def __repr__(self) -> str:
        defaults = {"settings": self.settings, **self.all_options()}
        changed = {n: v for n, v in own_attributes(self).items() if n not in defaults or v != defaults[n]}
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in changed.items())})"


def _reload(key: str, settings: dict[str, Any]) -> System:
    from perfectplay.registry import rules_of

    return rules_of(key, **settings)


AnySystem = TypeVar("AnySystem", bound=System)


def _restore(cls: type[AnySystem], attributes: dict[str, Any]) -> AnySystem:
    """An instance with these attributes; ``__init__`` may want others."""
    system = object.__new__(cls)
    system.__dict__.update(attributes)
    return system


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


class Position:
    """A position of a system; compare, hash, print and play from it."""

    __slots__ = ("__dict__", "__weakref__", "state", "system")

    def __init__(self, system: System, state: Any) -> None:
        self.system = system
        self.state = state

    def moves(self, player: Player | None = None) -> list[Move]:
        """Every legal move of ``player`` (of Left in a puzzle; of both players when left out)."""
        if self.winner is not None:
            return []
        system = self.system
        return [
            Move(step.text, each, Position(system, step.state), step.again, step.points)
            for each in self._movers(player)
            for step in watched(system.legal(self.state, each))
        ]

    def _movers(self, player: Player | None) -> list[Player]:
        if player is not None:
            return [player]
        return [LEFT] if self.system.players == 1 or self.impartial else list(Player)

    def move(self, text: str, player: Player | None = None) -> Move:
        """The legal move with this text form."""
        system = self.system
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
        """Who has won, if the position itself ends the play."""
        return self.system.won(self.state)

    @property
    def impartial(self) -> bool:
        return bool(getattr(self.system, "impartial", False))

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
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


class Line(Sequence[Move]):
    """A sequence of moves from a position. ``cost`` is its length under ``metric``."""

    def __init__(self, start: Position, moves: Iterable[Move], metric: str = "moves", cost: int | None = None) -> None:
        self.start = start
        self.moves = tuple(moves)
        self.metric = metric
        self.cost = len(self.moves) if cost is None else cost

    @classmethod
    def replay(cls, start: Position, texts: Iterable[str], metric: str = "moves", cost: int | None = None) -> Line:
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
        return cls(start, moves, metric, cost)

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
        """A line without moves is a line: a puzzle that is solved already has a solution."""
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and (self.start, self.moves) == (other.start, other.moves)

    def __hash__(self) -> int:
        return hash((self.start, self.moves))

    def __str__(self) -> str:
        system = self.start.system
        return system.move_separator.join(system.join([move.text for move in self.moves], self.metric))

    def __repr__(self) -> str:
        return str(self)

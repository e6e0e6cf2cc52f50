"""The ladder of systems: what each rung has, and what a kind has to provide.

    System                      key, options, text, picture, samples, sources
      Played                    moves
        Game                    two players, Left and Right, and a play convention
        Puzzle                  one player, a goal, and metrics of what is shortest
      Posed                     unknowns and rules, to be filled in
      Automaton                 nobody moves: one step follows from the state
      Strategic                 whole strategies can be written down; a game may be that besides

A *system* is the rules, with its options fixed; a *position* (:mod:`perfectplay.position`) is a system and a state;
both are immutable. A kind (:mod:`perfectplay.kinds`) implements the members that say "each kind"; a game file writes
rules only.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar, cast

from perfectplay.convention import Stated
from perfectplay.errors import NotApplicable, ParseError, RulesError
from perfectplay.identity import is_ours, own_attributes, seen_by
from perfectplay.limits import watched
from perfectplay.metrics import UNIT, Metric
from perfectplay.players import Player, Winner
from perfectplay.position import Filled, Move, Position

if TYPE_CHECKING:
    from perfectplay._native import Kernel
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.constraints import Assignment, Constraint, Poster, Unknown, Value
    from perfectplay.picture import Picture
    from perfectplay.result import Result

State = Hashable
MAX_TEXT = 65536


class Step(NamedTuple):
    """A legal move as the rules give it: text form, state after it, whether the same player moves on, points."""

    text: str
    state: Any
    again: bool = False
    points: int = 0


class Kept:
    """The key of all caches of one system's rules. Equal only to itself: rules that are read again get another.

    A system of the catalogue keeps its own for good. A user's own system gets a new one when anything that its rules
    depend on has changed (:mod:`perfectplay.identity`), so that nothing found for the old rules is used for the new
    ones.
    """

    __slots__ = ("source", "system")

    def __init__(self, system: Any) -> None:
        self.system = system
        self.source: Any = None
        """The states of a game in plain Python, numbered."""


class Section:
    """The section of the survey that a system belongs to: that of its first row.

    It is looked up on demand, for a class or an instance, so that playing a game does not read the survey.
    """

    def __get__(self, system: System | None, cls: type[System]) -> str:
        from perfectplay.survey import row

        return row(cls.systems[0]).section if cls.systems else "beyond the survey"


class System(ABC):
    """The rules of one system. Class attributes describe it; instance attributes are the values of its options."""

    key: ClassVar[str] = ""
    """The registry key: the name of the file. Other classes have none, not even a class that inherits from one of the
    catalogue: what theorems say about its base need not hold for it."""
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
    """What the text ``4x6`` stands for: 4 rows of 6 cells, filled with this repeatedly. Empty: such a text is not
    read."""
    longest: ClassVar[int] = MAX_TEXT
    """Characters of text that are read."""
    players: ClassVar[int] = 0
    played: ClassVar[bool] = False
    """By moves?"""
    options: ClassVar[Mapping[str, Any]] = {}
    """Rule options with their defaults; a value given to :meth:`with_options` must have the default's type."""

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
        """An equal system that has read nothing yet, for reading the rules anew."""
        return _restore(type(self), own_attributes(self))

    @property
    def kept(self) -> Kept:
        if "_kept" not in self.__dict__:
            self.renew()
            self.__dict__.setdefault("_kept", Kept(self))
        return cast(Kept, self.__dict__["_kept"])

    def renew(self, state: Any = None) -> None:
        """Discard what was kept if something has changed since on which the rules of a user's own class depend. This is
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
    def picture(self, state: Any) -> Picture:
        """The state as a drawing."""

    # Shared -----------------------------------------------------------------------------------------------------

    def hindrance(self, state: Any, means: Callable[[System], bool]) -> str:
        """What about this state, rather than about the system, keeps a question from having a meaning; empty: nothing.
        ``means`` says for which systems the question has one."""
        return ""

    def load(self, source: object) -> Position:
        """A position from its text form (or from another source that the kind understands)."""
        self.renew()
        try:
            position = Position(self, self.read(source))
            if not isinstance(source, str) and len(str(position)) > self.longest:
                raise ParseError("what has a text of more characters", expected=f"at most {self.longest}")
            return position
        except ParseError as error:
            raise error.within(self.title) from None

    def read(self, source: object) -> State:
        if not isinstance(source, str):
            return self.from_object(source)
        if len(source) > self.longest:
            raise ParseError(f"{len(source)} characters of text", expected=f"at most {self.longest}")
        return self.parse(self._filled(source))

    def from_object(self, source: object) -> State:
        """The state that something other than text describes, such as a graph of another library; a system that reads
        text only refuses it."""
        raise ParseError(f"a {type(source).__name__}", expected="text")

    def _filled(self, text: str) -> str:
        size = re.fullmatch(r"\s*([1-9]\d{0,2})x([1-9]\d{0,2})\s*", text) if self.tile else None
        if not size:
            return text
        rows, cols = map(int, size.groups())
        tile = self.tile.split("|")
        return "|".join((tile[row % len(tile)] * cols)[:cols] for row in range(rows))

    def position(self, state: Any) -> Position:
        return Position(self, state)

    @property
    def forms(self) -> tuple[str, ...]:
        """Formats of other programs that :func:`perfectplay.export` writes, the usual one first."""
        return ()

    def exported(self, state: Any, form: str, answer: Assignment | None = None) -> str:
        """A state, or an answer to it, in one of :attr:`forms`."""
        raise NotApplicable(f"{self.title}: only its text can be exported")

    @classmethod
    def rules_text(cls) -> str:
        """The docstring, which states the rules."""
        import inspect
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


class Played(System):
    """Systems that are played by moves."""

    played: ClassVar[bool] = True
    move_separator: ClassVar[str] = " "
    metrics: ClassVar[Mapping[str, Metric]] = {"moves": UNIT}
    """What the length of a line may count; the first is the default."""

    # Each kind --------------------------------------------------------------------------------------------------

    @abstractmethod
    def legal(self, state: Any, player: Player) -> Iterable[Step]:
        """Every legal move, by plain Python code that shares nothing with the kernels."""

    def named(self, state: Any, player: Player, text: str) -> Iterable[Step]:
        """The legal moves with this text form."""
        return (step for step in self.legal(state, player) if step.text == text)

    def winner(self, state: Any) -> Winner | None:
        """Who has won, if the position itself ends play. (A puzzle is won by Left when it is solved.)"""
        return None

    def won(self, state: Any) -> Winner | None:
        """The same, checked to be a valid answer."""
        winner = self.winner(state)
        if winner is not None and not isinstance(winner, Winner):
            raise RulesError(
                f"{self.title}: winner of {str(state)[:40]} is {winner!r} "
                "(expected pp.LEFT, pp.RIGHT, pp.DRAW, or None while play continues)"
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

    # Shared -----------------------------------------------------------------------------------------------------

    def to_move(self, state: Any) -> Player | None:
        """Whose move it is, if the state says so (as a FEN does); None if it does not, and either may start."""
        return None

    def metric_named(self, metric: str | None) -> str:
        """The metric that was asked for, or the first."""
        if metric is None:
            return next(iter(self.metrics))
        if metric not in self.metrics:
            raise NotApplicable(f"{self.title}: no metric {metric!r} (expected one of: {', '.join(self.metrics)})")
        return metric

    def cost_of(self, state: Any, texts: Sequence[str], metric: str) -> int:
        """The cost of these moves under a metric, by the plain rules."""
        return len(texts)

    def join(self, texts: list[str], metric: str) -> list[str]:
        """The moves of a line as they are written, where several make up one move of the metric."""
        return texts

    def expand(self, text: str) -> list[str]:
        """The moves that one written move stands for: the inverse of :meth:`join`."""
        return [text]

    def explain(self, position: Position, move: Move) -> str:
        """What a move does, in the terms of players of the game; empty if there is nothing to say."""
        return ""


class Game(Played):
    """Two players, Left and Right.

    Variants are options of every game, not classes of their own: ``misere`` (a player who cannot move wins),
    ``impartial`` (either player may make any move), ``mirrored`` (Left and Right change places: the negative game). A
    game that *is* a variant of another says so with one class attribute, as Cram does: ``class Cram(Domineering):
    impartial = True``.
    """

    players: ClassVar[int] = 2
    options: ClassVar = {"misere": False, "impartial": False, "mirrored": False}
    misere: bool = False
    impartial: bool = False
    mirrored: bool = False
    draws: ClassVar[bool] = False
    """A player without a move ends the game in a draw (unless somebody has won)."""
    scored: ClassVar[bool] = False
    """The game is played for points: the player who gets more of them from here on wins, equal numbers are a draw."""
    loopy: bool = False
    """Positions can repeat."""
    endless: ClassVar[Player | None] = None
    """Who has won a play that goes on for ever, as a robber has who is never caught; None: it is a draw. Where somebody
    has, there are no other draws."""
    decided: bool | None = None
    """May a position end play while there are moves? None: if the class has a method that says so."""
    moves_on: ClassVar[bool] = False
    """A move may oblige the player to move again."""
    preferred: ClassVar[str] = ""
    """The search to try first, where it is not the usual one."""
    compliments: ClassVar[bool] = False
    """Do the native rules find nimbers quickly although moves go on?"""
    convention = Stated()
    """All of the above as one value, which questions use."""

    @classmethod
    def ends_early(cls) -> bool:
        """May a position end play while there are moves?"""
        return cls.winner is not Played.winner

    def counted(self, points: int) -> int:
        """Points as they count: in misère play fewer are better."""
        return -points if self.misere else points

    def acts_for(self, owner: Player | None) -> tuple[Player, ...]:
        """The players who may make a move that the rules give to ``owner`` (None: to either), variants applied."""
        if owner is None or self.impartial:
            return tuple(Player)
        return (owner.opponent if self.mirrored else owner,)


class Strategic(System):
    """A whole strategy can be written down: functions of what was played before, or a plan of what everybody does who
    knows only some of it. To solve such a system is to find one that wins."""

    @abstractmethod
    def read_strategy(self, state: Any, raw: Any) -> Any:
        """A strategy from its JSON form; KeyError, TypeError or ValueError where it cannot be read."""

    @abstractmethod
    def check_strategy(self, result: Result[Any], room: Room) -> Fields:
        """Verify a solution: that its strategy wins, or that there is none."""


class Puzzle(Played):
    """One player, who counts as Left, and a goal."""

    players: ClassVar[int] = 1

    def metric_data(self, state: Any, metric: str) -> tuple[list[int], str] | None:
        """The cost of each move and the chain rule in the kernel's terms; None: every move costs 1."""
        return None


class Posed(System):
    """Unknowns and rules: an answer gives every unknown a value, and breaks no rule."""

    players: ClassVar[int] = 1

    @abstractmethod
    def unknowns(self, state: Any) -> Mapping[Unknown, Sequence[Value]]:
        """The unknowns, and the values that each may have."""

    @abstractmethod
    def rules(self, state: Any) -> Iterator[tuple[str, Constraint]]:
        """Sentences, and what they require; a sentence may occur as often as there are cells."""

    @abstractmethod
    def write(self, state: Any, answer: Assignment) -> str:
        """The text form of an answer."""

    @abstractmethod
    def read_answer(self, state: Any, text: str) -> dict[Unknown, Value]:
        """The answer that a text form describes; unknowns that it leaves open are absent."""

    @abstractmethod
    def draw(self, state: Any, answer: Assignment) -> Picture:
        """A state with an answer, perhaps a partial one."""

    def filled(self, position: Position, answer: object) -> Filled:
        """An answer from its text form, a result, or a mapping."""
        answer = getattr(answer, "answer", answer)
        if isinstance(answer, Filled):
            return answer
        if isinstance(answer, str):
            try:
                return Filled(position, self.read_answer(position.state, answer))
            except ParseError as error:
                raise error.within(self.title) from None
        if isinstance(answer, Mapping):
            return Filled(position, answer)
        raise NotApplicable(f"{self.title}: expected an answer, got a {type(answer).__name__}")

    def posted(self, state: Any) -> Poster:
        """The rules, posted to the solver."""
        from perfectplay.constraints import Poster

        poster = Poster(self.unknowns(state))
        for _, constraint in watched(self.rules(state), 1):
            constraint.post(poster)
        return poster

    def broken(self, state: Any, answer: Assignment) -> list[tuple[str, tuple[Any, ...]]]:
        """The sentences that an answer breaks, each with the unknowns at fault, by the plain definitions of the
        constraints; unknowns that it leaves open come first."""
        found: dict[str, dict[Any, None]] = {}
        domains = self.unknowns(state)
        open_ones = [unknown for unknown in domains if unknown not in answer]
        if open_ones:
            found["Everything is filled in."] = dict.fromkeys(open_ones)
        for sentence, constraint in self.rules(state):
            faults = constraint.faults(answer)
            if faults is not None:
                found.setdefault(sentence, {}).update(dict.fromkeys(faults))
        if not found:  # domains may omit what the rules exclude anyway
            strange = [unknown for unknown, values in domains.items() if answer[unknown] not in values]
            if strange:
                found["Only possible values are used."] = dict.fromkeys(strange)
        return [(sentence, tuple(unknowns)) for sentence, unknowns in found.items()]


class Automaton(System):
    """Nobody moves: what follows a state is determined by it."""

    @abstractmethod
    def step(self, state: Any) -> State:
        """The next state, which may be the same."""

    def awaited(self, state: Any) -> str:
        """What a run from here is watched for, in words; empty if for nothing."""
        return ""

    def happened(self, state: Any) -> bool:
        """Is this a state that it is watched for?"""
        return False


def is_a(system: type[System] | System, rung: type[Any]) -> bool:
    """Does a system, or the class of one, stand on this rung of the ladder?"""
    return issubclass(system, rung) if isinstance(system, type) else isinstance(system, rung)


def has_value(system: type[System] | System) -> bool:
    """Is this a game in the sense of Conway: normal play, nothing but moves, and an end?"""
    return is_a(system, Game) and cast(Game, system).convention.valued


def _reload(key: str, settings: dict[str, Any]) -> System:
    from perfectplay.registry import rules_of

    return rules_of(key, **settings)


AnySystem = TypeVar("AnySystem", bound=System)


def _restore(cls: type[AnySystem], attributes: dict[str, Any]) -> AnySystem:
    """An instance with these attributes; ``__init__`` may want others."""
    system = object.__new__(cls)
    system.__dict__.update(attributes)
    return system

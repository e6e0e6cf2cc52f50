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
from perfectplay.declared import misdeclared
from perfectplay.errors import NotApplicable, ParseError, PerfectPlayError, RulesError, kind_of, shown
from perfectplay.identity import is_ours, own_attributes, seen_by
from perfectplay.limits import watch_now, watched, within_question
from perfectplay.metrics import UNIT, Metric
from perfectplay.mistakes import in_one_line, refuse_answer
from perfectplay.objects import text_of
from perfectplay.players import Player, Winner
from perfectplay.position import Filled, Move, Position

if TYPE_CHECKING:
    from perfectplay._native import Kernel
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.constraints import Assignment, Constraint, Poster, Unknown, Value
    from perfectplay.editing import Editing
    from perfectplay.picture import Picture, Shape
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
    alias: ClassVar[str] = ""
    """A name under which a system outside the catalogue is found (:func:`perfectplay.registry.adopt`)."""
    name: ClassVar[str] = ""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names that people use, of this class alone; the name of a sample among them stands for that sample."""
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
    """What the text ``4x6`` stands for: 4 rows of 6 cells, filled with this repeatedly (see :meth:`start`)."""
    lists: ClassVar[str] = ""
    """What a list or a tuple in place of text holds: ``numbers`` or ``rows``; empty: it is refused."""
    row: ClassVar[str] = ""
    """How a row of a board looks, as a regular expression, where collections have titles and remarks between boards
    (:mod:`perfectplay.collection`); empty: collections have nothing but positions."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    """How the names of files end that hold collections of its positions and of no others', in one line of the file."""
    longest: ClassVar[int] = MAX_TEXT
    """Characters of text that are read."""
    players: ClassVar[int] = 0
    played: ClassVar[bool] = False
    """By moves?"""
    impartial: bool = False
    """May either of two players make any move?"""
    options: ClassVar[Mapping[str, Any]] = {}
    """Rule options with their defaults; a value given to :meth:`with_options` must have the default's type."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "aliases" not in cls.__dict__:
            cls.aliases = ()
        if "key" not in cls.__dict__:
            package, _, name = cls.__module__.rpartition(".")
            ours = package.startswith("perfectplay.") and cls.__name__.lower() == name.replace("_", "")
            cls.key = name if ours else ""
        elif not is_ours(cls.__module__):
            raise RulesError(f"{cls.__name__}: key = {cls.key!r} (expected none: keys are the names of our own files)")

    settings: dict[str, Any]
    """The options with their values."""

    def __new__(cls, *arguments: Any, **options: Any) -> Self:
        """The options have their defaults before ``__init__`` begins, which may be an author's own."""
        for name in sorted(cls.__abstractmethods__):
            import inspect

            method = getattr(cls, name)
            said = (inspect.getdoc(method) or "").partition("\n\n")[0].replace("\n", " ")
            given = ", ".join(inspect.signature(method).parameters)
            raise RulesError(f"{cls.__name__} has no method {name} (expected {name}({given}): {said})")
        system = super().__new__(cls)
        system.settings = {}
        defaults = cls.all_options()
        cls._check_options(defaults)
        fault = "" if cls.key else misdeclared(system)
        if fault:
            raise RulesError(fault)
        if arguments and cls.__init__ is System.__init__:
            made = f"{cls.__name__}().{'position' if hasattr(cls, 'play') else 'load'}({shown(arguments[0])})"
            raise ParseError(f"{system.title} takes options by name only", expected=f"for a position: {made}")
        system._set(defaults)
        return system

    def __init__(self, /, **options: Any) -> None:
        self._set(self._usable(options))

    def _usable(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        known = self.all_options()
        for name, value in options.items():
            if name not in known:
                expected = ", ".join(sorted(known)) or "none"
                more = "" if self.key else f"; options = {{{name!r}: {shown(value)}}} in the class would declare it"
                raise ParseError(f"{self.title} has no option {name!r}", expected=expected + more)
            default = known[name]
            if default is not None and type(value) is not type(default):
                raise ParseError(f"{self.title}: option {name}={value!r}", expected=f"a value like {default!r}")
        self._check_options(options)
        return options

    @classmethod
    def _check_options(cls, options: Mapping[str, Any]) -> None:
        """Options are part of what a system is, so that they must not change; and they are attributes, so that they
        must not hide others."""
        for name, value in options.items():
            try:
                hash(value)
            except TypeError:
                instead = f"such as {shown(tuple(value))}" if isinstance(value, list | set) else "such as a tuple"
                raise RulesError(
                    f"{cls.__name__}: option {name} = {shown(value)} (expected a value that cannot change, {instead})"
                ) from None
            if callable(getattr(cls, name, None)):
                raise RulesError(f"{cls.__name__}: option {name!r} hides the method {name} (expected another name)")

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
        """What is kept for the rules as they are. Within a question they do not change; outside of one they may have
        changed since."""
        if "_kept" not in self.__dict__ or (not self.key and not within_question()):
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

    def authored(self, state: Any) -> list[Position]:
        """The positions that rules of a user's own class are about: this one, or components of a sum."""
        return [] if self.key else [Position(self, state)]

    def reread(self, state: Any) -> Position:
        """The position with a system that has read nothing yet."""
        return Position(self.fresh(), state)

    @classmethod
    def all_options(cls) -> dict[str, Any]:
        """Options of the class and of all that it inherits from; a class attribute of the same name is the default."""
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            declared = base.__dict__.get("options", {})
            if not isinstance(declared, Mapping) or not all(isinstance(name, str) for name in declared):
                expected = "expected a mapping from names to defaults, such as {'size': 3}"
                raise RulesError(f"{base.__name__}: options = {shown(declared)} ({expected})")
            found.update(declared)
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

    def editing(self, state: Any) -> Editing | None:
        """How letters are put on the places of its picture; None if it is edited as text only."""
        return None

    @in_one_line
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
        """The state that something other than text describes, such as a graph of another library; by default a list is
        read as the text that says the same, if ``lists`` says what it means."""
        return self.parse(text_of(source, self.lists))

    def _filled(self, text: str) -> str:
        """The text, or the start that a size such as ``4x6`` or ``4 × 6`` stands for."""
        if len(text.strip()) > len("100 x 100"):
            return text
        size = re.fullmatch(r"\s*([1-9]\d{0,2}) ?[xX\u00d7] ?([1-9]\d{0,2})\s*", text)
        return (size and self.start(int(size[1]), int(size[2]))) or text

    def start(self, rows: int, cols: int) -> str:
        """The usual start on a board of this size, as text: the whole board filled with ``tile``, or what a game says
        instead. Empty: there is none."""
        tile = self.tile.split("|")
        return "|".join((tile[row % len(tile)] * cols)[:cols] for row in range(rows)) if self.tile else ""

    @property
    def sized(self) -> bool:
        """Is a size a position?"""
        return bool(self.start(4, 4) or self.start(6, 6))

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

    def step_to(self, state: Any, player: Player, after: Any) -> Step | None:
        """The first legal move that leads to a state."""
        return next((step for step in watched(self.legal(state, player)) if step.state == after), None)

    def winner(self, state: Any) -> Winner | None:
        """Who has won, if the position itself ends play. (A puzzle is won by Left when it is solved.)"""
        return None

    def won(self, state: Any) -> Winner | None:
        """The same, checked to be a valid answer."""
        winner = self.winner(state)
        if winner is not None and not isinstance(winner, Winner):
            raise refuse_answer(self, "winner", (state,), winner)
        return winner

    def turn_of(self, state: Any) -> Player | None:
        """The player to move, checked to be one."""
        player = self.to_move(state)
        if player is not None and not isinstance(player, Player):
            raise refuse_answer(self, "to_move", (state,), player)
        return player

    renaming: ClassVar[str] = ""
    """How an author gives a move another text, for a message."""

    @abstractmethod
    def kernel(self, state: Any) -> tuple[Kernel, bytes]:
        """The native rules for this state and everything that can follow, and the state's code there."""

    @abstractmethod
    def decode(self, state: Any, code: bytes) -> Any:
        """The state behind a code of the kernel that belongs to ``state``."""

    def decoded(self, state: Any, codes: Sequence[bytes]) -> Iterator[Any]:
        """The states behind several codes."""
        return (self.decode(state, code) for code in codes)

    def encode(self, start: Any, state: Any) -> bytes:
        """The code of a state in the kernel that belongs to ``start``; ValueError if it can have none there."""
        return self.kernel(state)[1]

    # Shared -----------------------------------------------------------------------------------------------------

    def seen_after(self, state: Any, text: str, after: Any) -> Iterator[Picture]:
        """The picture after a move, in which all that stays is where it was; several if several things look the same
        and the move may be made with each of them."""
        yield self.picture(after)

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
    entailing: ClassVar[bool] = False
    """A move may oblige the opponent to answer in the same component: the method ``entailed`` says where."""
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

    def entailed(self, state: Any) -> bool:
        """Must the player to move answer here, whatever other components there are? (With ``entailing = True``.)"""
        return False

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

    def writable(self, state: Any) -> Mapping[Unknown, Sequence[Value]]:
        """What may be written for each unknown, right or wrong."""
        return self.unknowns(state)

    def given(self, state: Any) -> Assignment:
        """What is printed and stays: the part of every answer that nobody has to fill in."""
        return {}

    def sketch(self, state: Any, answer: Assignment) -> Picture:
        """A state while somebody fills it in: nothing is shown where nothing was written yet, and what was ruled out is
        shown, too."""
        return self.draw(state, answer)

    def spots(self, state: Any) -> Mapping[Unknown, Shape]:
        """Where each unknown is in these pictures, a polygon or a stroke between two points; those that have no place
        of their own are absent."""
        return {}

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
        raise NotApplicable(f"{self.title}: expected an answer, got {kind_of(answer)}")

    def posted(self, state: Any, least: bool = False) -> Poster:
        """The rules, posted to the solver; if ``least``, without answers that others stand for
        (:meth:`Constraint.post_least`)."""
        from perfectplay.constraints import Poster

        poster = Poster(self.domains(state))
        if not self.key:
            for sentence, constraint in watched(self.stated(state), 1):
                self._post(state, sentence, constraint, poster)
            return poster
        look = watch_now()
        for number, (_, constraint) in enumerate(self.rules(state)):
            if number % 8 == 0:
                look()
            if least:
                constraint.post_least(poster)
            else:
                constraint.post(poster)
        return poster

    def _post(self, state: Any, sentence: str, constraint: Constraint, poster: Poster) -> None:
        """The same for an author's rules, which may speak of what there is not."""
        fault = ""
        seen = len(poster.strange)
        try:
            constraint.post(poster)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, PerfectPlayError):
                raise
            fault = f"{shown(constraint)} raised {type(error).__name__}: {error}"
        if not fault and len(poster.strange) == seen:
            return
        domains = (*poster.domains.values(), *self.writable(state).values())
        values = dict.fromkeys(value for each in domains for value in each)
        for unknown, value in poster.strange[seen:]:
            if not self.has_place(state, unknown) or value not in values:
                fault = f"{shown(unknown)} is {shown(value)}"
        if fault:
            some = ", ".join(shown(unknown) for unknown in list(poster.domains)[:2])
            expected = f"unknowns such as {some} with values such as {', '.join(map(shown, list(values)[:3]))}"
            where = f"{self.title}: rules({shown(self.text(state))}) yields {sentence!r}"
            raise RulesError(f"{where}: {fault} (expected {expected})")

    def has_place(self, state: Any, unknown: Unknown) -> bool:
        """May rules speak of this, if only to find that it has no value?"""
        return unknown in self.writable(state)

    def domains(self, state: Any) -> Mapping[Unknown, Sequence[Value]]:
        """The unknowns with their values, checked to be a mapping."""
        domains: Any = self.unknowns(state)
        if not isinstance(domains, Mapping):
            raise refuse_answer(self, "unknowns", (state,), domains)
        return domains

    def stated(self, state: Any) -> Iterator[tuple[str, Constraint]]:
        """The rules, each checked to be a sentence and a constraint."""
        from perfectplay.constraints import Constraint

        rules: Any = self.rules(state)
        if not isinstance(rules, Iterable):
            raise refuse_answer(self, "rules", (state,), rules)
        for item in rules:
            pair = isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str) and item[0]
            if not pair or not isinstance(item[1], Constraint):
                example = "'No two neighbours are black.', AnyOf(…)"
                expected = f"pairs of a sentence and a constraint, such as {example}"
                raise RulesError(
                    f"{self.title}: rules({shown(self.text(state))}) yields {shown(item)} (expected {expected})"
                )
            yield item

    def broken(self, state: Any, answer: Assignment) -> list[tuple[str, tuple[Any, ...]]]:
        """The sentences that an answer breaks, each with the unknowns at fault, by the plain definitions of the
        constraints; unknowns that it leaves open come first."""
        found: dict[str, dict[Any, None]] = {}
        domains = self.unknowns(state)
        open_ones = [unknown for unknown in domains if unknown not in answer]
        if open_ones:
            found["Everything is filled in."] = dict.fromkeys(open_ones)
        for sentence, constraint in self.stated(state):
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


def has_sides(system: type[System] | System) -> bool:
    """The same, or one in which play may go on for ever without a winner: then positions have an onside and an
    offside."""
    return is_a(system, Game) and cast(Game, system).convention.summed


def _reload(key: str, settings: dict[str, Any]) -> System:
    from perfectplay.registry import rules_of

    return rules_of(key, **settings)


AnySystem = TypeVar("AnySystem", bound=System)


def _restore(cls: type[AnySystem], attributes: dict[str, Any]) -> AnySystem:
    """An instance with these attributes; ``__init__`` may want others."""
    system = object.__new__(cls)
    system.__dict__.update(attributes)
    return system

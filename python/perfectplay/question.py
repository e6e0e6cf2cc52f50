"""A question as a record: everything about it is in one file of ``questions/``.

Its name, what it is for, for which systems it has a meaning, its arguments, its searches, how its answer is written,
read, described and verified. The Python function, the command, the machine-readable form with its schema, and the check
are derived from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from perfectplay.errors import NotApplicable, kind_of
from perfectplay.forms import ANYTHING, Form, integer, text
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.log import listening
from perfectplay.method import Asked, Method, methods_by_theory
from perfectplay.mistakes import in_one_line, refused_natively, vet
from perfectplay.players import LEFT, Player
from perfectplay.position import Position
from perfectplay.records import dataclass, field
from perfectplay.result import Result
from perfectplay.system import Game, Played, Puzzle, System, is_a

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said


# what is asked besides the position ---------------------------------------------------------------------------------


def _unchanged(position: Position, value: Any) -> Any:
    return value


def _every(system: type[System] | System) -> bool:
    return True


@dataclass(frozen=True, eq=False, repr=False)
class Detail:
    """Something that a result states besides its answer."""

    name: str
    form: Form
    needed: Callable[[type[System] | System], bool] = _every
    """The systems for which a result makes no sense without it."""


@dataclass(frozen=True, eq=False, repr=False)
class Argument(Detail):
    """Something that a question takes besides the position, and that its result repeats."""

    help: str = ""
    default: Any = None
    """False: on the command line its name alone says yes."""
    choices: tuple[str, ...] = ()
    typed: Callable[[str], Any] = str
    """What a word on the command line stands for; ValueError if nothing."""
    word: str = ""
    """What stands for it in a help text."""
    settle: Callable[[Position, Any], Any] = _unchanged
    """What the given value means, :class:`NotApplicable` if nothing; None: nothing was given."""
    positional: bool = False
    """Text on the command line, without a name."""
    offered: bool = True
    """On the command line at all?"""


@dataclass(frozen=True, eq=False, repr=False)
class Output:
    """A file that the command line writes if it is asked to."""

    name: str
    help: str
    text: Callable[[Result[Any]], str | None]
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """What the question must be asked with."""
    instead: bool = False
    """On standard output it replaces the answer."""


def _mover(position: Position, player: Any) -> Player:
    """The player who was named, else the one to move, else Left."""
    if player is None:
        return position.to_move or LEFT
    if not isinstance(player, Player):
        raise NotApplicable(f"{position.system.title}: player {player!r} (expected pp.LEFT or pp.RIGHT)")
    return player


def _read_player(position: Position, raw: Any, details: Mapping[str, Any]) -> Player:
    return Player(raw)


def _metric(position: Position, metric: str | None) -> str:
    """The metric that was asked for, or the system's first; none where there are no moves."""
    system = position.system
    if not isinstance(system, Puzzle):
        if metric is not None:
            raise NotApplicable(f"{system.title}: no metric {metric!r}: its answers are not made of moves")
        return ""
    return system.metric_named(metric)


def _read_metric(position: Position, raw: Any, details: Mapping[str, Any]) -> str:
    return "" if raw == "" and not isinstance(position.system, Puzzle) else _metric(position, text(raw))


def _has_metrics(system: type[System] | System) -> bool:
    return is_a(system, Puzzle)


MOST = 1 << 62
"""No limit on the number of answers is higher: native code has to count that far, and one more."""


def _positive(position: Position, limit: Any) -> int | None:
    if limit is not None and (type(limit) is not int or not 1 <= limit <= MOST):
        given = "a larger one" if type(limit) is int and limit > MOST else repr(limit)
        raise NotApplicable(f"{position.system.title}: limit must be a positive number up to 2**62, not {given}")
    return limit


PLAYER = Argument(
    "player",
    Form({"enum": [player.value for player in Player]}, _read_player),
    help="who is to move (default: the player to move, if the position says so, else left)",
    choices=("left", "right"),
    typed=lambda word: Player(word.capitalize()),
    settle=_mover,
)
METRIC = Argument(
    "metric",
    Form({"type": "string"}, _read_metric),
    help="what 'shortest' counts",
    settle=_metric,
    needed=_has_metrics,
)


def limit_of(help: str, default: int | None, needed: Callable[[type[System] | System], bool]) -> Argument:
    """At most this many."""
    form = Form({"type": "integer", "minimum": 1}, lambda position, raw, details: _positive(position, integer(raw)))
    return Argument("limit", form, needed, help, default, typed=int, word="N", settle=_positive)


# the record ---------------------------------------------------------------------------------------------------------

Check = Callable[[Result[Any], "Room"], "Fields"]
"""Decides for every field of a result whether it holds, by the plain rules."""


def is_played(system: type[System] | System) -> bool:
    return is_a(system, Played)


R = TypeVar("R", bound=Result[Any])
"""The results of a question."""


@dataclass(frozen=True, eq=False, repr=False)
class Question(Generic[R]):
    name: str
    help: str
    """One line to help find the right question."""
    rank: int
    """Its place in lists."""
    means: Callable[[type[System] | System], bool]
    needs: str
    """What a system must be for the question to have a meaning."""
    check: Check
    """Verifies a result by the plain rules, and shares nothing with what found it."""
    describe: Callable[[Result[Any]], Iterable[Said]]
    """The answer in words, line by line."""
    answer: Form = ANYTHING
    """How the answer is written and read."""
    witness: Form = ANYTHING
    """The same for a witness, where there is one."""
    searches: Sequence[Method] = ()
    arguments: tuple[Argument, ...] = ()
    details: tuple[Detail, ...] = ()
    """What a result claims besides its answer and its witness."""
    options: Callable[[str], Mapping[str, Any]] = lambda key: {}
    """What else may be asked for of the system with a key, with defaults; in a result it claims nothing."""
    outputs: tuple[Output, ...] = ()
    result: type[Result[Any]] = Result
    """The class of its results."""
    none: str = ""
    """What the answer None means, where that is an answer."""
    no: bool = False
    """Is an answer that is false (an empty list, 0, not unique) the answer "no"?"""
    limited: bool = True
    """Are there methods and limits?"""
    about: str = "position"
    """What it is asked about: a position, or a system."""

    def demand(self, position: Position) -> None:
        """:class:`NotApplicable` unless the question has a meaning there."""
        from perfectplay.questions import questions_for

        if not isinstance(position, Position):
            raise NotApplicable(
                f"{self.name}: expected a position, such as MyGame().load(text), got {kind_of(position)}"
            )
        if not self.means(position.system):
            others = ", ".join(questions_for(position.system)) or "none"
            here = position.system.hindrance(position.state, self.means)
            raise NotApplicable(
                f"{position.system.title}: {self.name} needs {self.needs}{here and f'; here {here}'} "
                f"(this system answers: {others})"
            )

    @in_one_line
    def ask(
        self,
        position: Position,
        method: str | None = None,
        limits: Limits = NO_LIMITS,
        progress: Progress | None = None,
        **arguments: Any,
    ) -> R:
        """The answer of the first method that applies, or of the one that is named, as a result."""
        self.demand(position)
        settled = ((each.name, each.settle(position, arguments[each.name])) for each in self.arguments)
        details = {name: value for name, value in settled if value is not None}
        position.system.renew(position.state)
        with limits:
            vet(position)
            try:
                return self._ask(position, method, Asked(progress, details))
            except (ValueError, NotApplicable) as error:
                told = refused_natively(position, error)
                if told is error:
                    raise
                raise told from None

    def _ask(self, position: Position, method: str | None, asked: Asked) -> R:
        log = listening()
        for each in methods(self, position.system):
            if each.name == method or (method is None and each.by_default):
                applies = each.applies(position)
                found = each.run(position, asked) if applies else None
                if found is not None:
                    value, witness, stats = found
                    if log is not None:
                        log.debug("%s of %s: answered by %s (%s)", self.name, position.system.title, each.name, stats)
                    made = self.result(self.name, position, value, each.name, witness, stats, asked.details)
                    return cast(R, made)
                if log is not None:
                    why = "found that it cannot tell" if applies else "does not apply"
                    log.debug("%s of %s: %s %s", self.name, position.system.title, each.name, why)
        names = ", ".join(each.name for each in methods_for(self, position) if each.name != method)
        wanted = "method" if method is None else f"method {method!r}"
        raise NotApplicable(
            f"{position.system.title}: no {wanted} for {self.name} here (expected one of: {names or 'none'})"
        )


def methods(question: Question[Any], system: System) -> tuple[Method, ...]:
    """Every method for a system, the preferred one first, those that must be requested by name last."""
    return _methods(question, methods_by_theory(question.name, system), _preferred(system))


def _preferred(system: System) -> str:
    return system.preferred if isinstance(system, Game) else ""


@lru_cache(maxsize=1024)
def _methods(question: Question[Any], by_theory: tuple[Method, ...], preferred: str) -> tuple[Method, ...]:
    searches = sorted(question.searches, key=lambda method: method.name != preferred)
    return tuple(sorted([*by_theory, *searches], key=lambda method: not method.by_default))


def methods_for(question: Question[Any], position: Position) -> list[Method]:
    """Every method that applies to this position, the preferred one first. No search can handle a board that is too
    large for the native rules."""
    by_theory = methods_by_theory(question.name, position.system)
    known = [method for method in by_theory if method.applies(position)]
    with suppress(NotApplicable):
        searches = sorted(question.searches, key=lambda method: method.name != _preferred(position.system))
        known += [method for method in searches if method.applies(position)]
    return sorted(known, key=lambda method: not method.by_default)

"""Games and puzzles written in plain Python: a class with ``moves`` and ``play`` over any hashable states.

>>> class Subtraction(pp.PlainGame):
...     def moves(self, n):
...         return [k for k in (1, 2, 3) if k <= n]
...     def play(self, n, k):
...         return n - k
>>> p = Subtraction().position(11)
>>> pp.outcome(p), pp.grundy(p), pp.best(p)
(N, 3, 3)

What a class may have is told by ``help(pp.PlainGame)`` and ``help(pp.PlainPuzzle)``.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Any, ClassVar, cast

from perfectplay._native import Kernel
from perfectplay.errors import ParseError, RulesError, kind_of, quote, shown
from perfectplay.kinds.faults import listed
from perfectplay.limits import watched
from perfectplay.mistakes import refuse_answer
from perfectplay.picture import Picture, picture_of_text
from perfectplay.players import LEFT, Player
from perfectplay.position import Position
from perfectplay.system import Game, Played, Puzzle, Step


class PlainSystem(Played):
    kind: ClassVar[str] = "plain"

    def moves(self, *arguments: Any, **none: Any) -> Iterable[Any]:
        """``moves(self, state)`` or ``moves(self, state, player)``: every legal move, each with a text form (``str``)
        of its own. (To type checkers this signature is one that any other may take the place of.)"""
        raise RulesError(
            f"{self.title} has no method moves (expected moves(self, state) or moves(self, state, player))"
        )

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move."""
        raise RulesError(f"{self.title} has no method play (expected play(self, state, move), the state after a move)")

    def again(self, state: Any, move: Any) -> bool:
        """Does the player who makes this move have to move on? Then the class says ``moves_on = True``."""
        return False

    def split(self, state: Any) -> Iterable[Any] | None:
        """Independent components whose sum the state is, or None."""
        return None

    def parts(self, state: Any) -> list[Any] | None:
        """What :meth:`split` returns, checked."""
        found = self.split(state)
        if found is None:
            return None

        def where() -> str:
            return f"{self.title}: split({shown(state)})"

        parts = list(listed(found, where, "a list of states, or None"))
        for part in parts:
            if part is None or not _is_hashable(part) or (part == state and len(parts) > 1):
                expected = "expected smaller states, or None if it does not come apart"
                raise RulesError(f"{where()} returned {shown(found)} ({expected})")
        return parts

    def parse(self, text: str) -> Hashable:
        try:
            state: Hashable = ast.literal_eval(text)
            hash(state)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise ParseError(f"unexpected {quote(text)}", expected="a hashable Python literal") from None
        return state

    def text(self, state: Any) -> str:
        return repr(state)

    def picture(self, state: Any) -> Picture:
        return picture_of_text(str(Position(self, state)), title=self.name or self.title)

    def read(self, source: object) -> Hashable:
        state = super().read(source)
        if state is None or not _is_hashable(state):
            raise refuse_answer(self, "parse", (source,), state)
        return state

    def from_object(self, source: object) -> Hashable:
        if self.lists:
            return super().from_object(source)
        expected = f"text; position(…) takes a state, as in {type(self).__name__}().position({shown(source)})"
        raise ParseError(kind_of(source), expected=expected)

    def _moves(self, state: Any, player: Player) -> Iterable[Any]:
        return self.moves(state) if _takes_no_player(type(self)) else self.moves(state, player)

    def legal(self, state: Any, player: Player) -> Iterator[Step]:
        def where() -> str:
            return f"{self.title}: moves({shown(state)})"

        known: dict[str, Any] = {}
        moves = listed(self._moves(state, player), where, "the legal moves, an empty list if there are none")
        for move in watched(moves, 1):
            text, after = str(move), self.play(state, move)
            if after is None or not _is_hashable(after):
                raise refuse_answer(self, "play", (state, move), after, "" if after is None else f", {_instead(after)}")
            if known.setdefault(text, after) != after:
                raise RulesError(
                    f"{where()}: two moves have the text {text!r}, one to {shown(known[text])} and one to "
                    f"{shown(after)} (expected a text of its own for each: numbers, tuples, or a class with __str__)"
                )
            again = self.again(state, move)
            if not isinstance(again, bool):
                raise refuse_answer(self, "again", (state, move), again)
            if again and not (isinstance(self, Game) and self.convention.again):
                expected = "expected moves_on = True in the class of the game, because a player may have to move on"
                raise RulesError(f"{self.title}: again({shown(state)}, {shown(move)}) returned True ({expected})")
            yield Step(text, after, again)

    def position(self, state: Any) -> Position:
        if not _is_hashable(state):
            raise RulesError(f"{self.title}: the state {shown(state)} (expected {_instead(state)})")
        return super().position(state)

    def kernel(self, state: Any) -> tuple[Kernel, bytes]:
        source = self._states()
        return source.kernel, source.number(state).to_bytes(4, "little")

    def decode(self, state: Any, code: bytes) -> Any:
        return self._states().states[int.from_bytes(code, "little")]

    def _states(self) -> _Source:
        kept = self.kept
        if kept.source is None:
            kept.source = _Source(self)
        return cast(_Source, kept.source)


def _takes_no_player(cls: type[PlainSystem]) -> bool:
    return _arguments(cls.moves, cls.__name__) == 2


@lru_cache(maxsize=256)
def _arguments(moves: Callable[..., Any], title: str) -> int:
    expected = "expected moves(self, state), or moves(self, state, player) in a partizan game"
    if not callable(moves):
        raise RulesError(f"{title}: moves = {shown(moves)} ({expected})")
    parameters = inspect.signature(moves).parameters
    if len(parameters) not in (2, 3):
        raise RulesError(f"{title}: moves({', '.join(parameters)}) ({expected})")
    return len(parameters)


def _is_hashable(state: Any) -> bool:
    try:
        hash(state)
    except TypeError:
        return False
    return True


def _instead(state: Any) -> str:
    """What a state should be that is none."""
    return f"one that can be hashed, such as {shown(tuple(state)) if isinstance(state, list | set) else 'a tuple'}"


class _Source:
    """Numbers the states of one plain system, so that native searches can refer to them."""

    def __init__(self, system: PlainSystem) -> None:
        self.system = system
        self.states: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.kernel = Kernel.callback(
            self,
            impartial=isinstance(system, Game) and system.impartial,
            stuck=system.convention.stuck.value if isinstance(system, Game) else "loses",
            splits=type(system).split is not PlainSystem.split,
        )

    def number(self, state: Any) -> int:
        found = self.numbers.get(state)
        if found is None:
            found = self.numbers[state] = len(self.states)
            self.states.append(state)
        return found

    def moves(self, number: int, left: bool) -> list[tuple[int, bool]]:
        player = LEFT if left or isinstance(self.system, PlainPuzzle) else Player.RIGHT
        return [(self.number(step.state), step.again) for step in self.system.legal(self.states[number], player)]

    def goal(self, number: int) -> str | None:
        winner = self.system.won(self.states[number])
        return None if winner is None else winner.value.lower()

    def split(self, number: int) -> list[int] | None:
        parts = self.system.parts(self.states[number])
        return None if parts is None else [self.number(part) for part in parts]


class PlainGame(PlainSystem, Game):
    """A game for two players, Left and Right, in plain Python. A class needs two methods:

        moves(self, state)          every legal move; either player may make it: an impartial game
        moves(self, state, player)  the legal moves of pp.LEFT or pp.RIGHT: a partizan game
        play(self, state, move)     the state after a move

    A state is anything that can be hashed, a move anything with a ``str`` of its own. A player who cannot move loses.
    The class may also have:

        winner(self, state)         pp.LEFT, pp.RIGHT or pp.DRAW where play is over, else None
        to_move(self, state)        whose move it is, if the state says so
        split(self, state)          independent parts, a list of states, whose sum it is; or None
        again(self, state, move)    does the same player move on? (with moves_on = True)
        entailed(self, state)       must the player to move answer here, even in a sum? (with entailing = True)
        parse(self, text), text(self, state)    a text form other than a Python literal
        picture(self, state)        a drawing other than the text
        options = {"most": 3}       options of the rules with their defaults, such as self.most
        loopy = True                positions can repeat, and an endless play is a draw
        endless = pp.RIGHT          ... or won by a player
        draws = True                a player who cannot move ends the game in a draw
        name, sample                a title, and the text of a position

    ``position(state)`` and ``load(text)`` make positions; :func:`perfectplay.check_rules` compares all readings of the
    rules on small ones.

    >>> class Subtraction(pp.PlainGame):
    ...     options = {"most": 3}
    ...     def moves(self, n):
    ...         return range(1, min(n, self.most) + 1)
    ...     def play(self, n, k):
    ...         return n - k
    >>> pp.grundy(Subtraction().position(11)), pp.best(Subtraction(most=4).position(11))
    (3, 1)
    """

    def __init_subclass__(cls, **arguments: Any) -> None:
        """The number of arguments of ``moves`` says whether the game is impartial."""
        super().__init_subclass__(**arguments)
        if "moves" in cls.__dict__ and "impartial" not in cls.__dict__:
            cls.impartial = _takes_no_player(cls)

    def legal(self, state: Any, player: Player) -> Iterator[Step]:
        if _takes_no_player(type(self)):
            yield from super().legal(state, player)
            return
        owners = Player if self.impartial else (player.opponent if self.mirrored else player,)
        seen = set()
        for owner in owners:
            for move in super().legal(state, owner):
                if move not in seen:
                    seen.add(move)
                    yield move


class PlainPuzzle(PlainSystem, Puzzle):
    """A puzzle in plain Python. A class needs three methods:

        moves(self, state)          every legal move
        play(self, state, move)     the state after a move
        solved(self, state)         is it solved? True or False

    A state is anything that can be hashed, a move anything with a ``str`` of its own. The class may also have:

        parse(self, text), text(self, state)    a text form other than a Python literal
        picture(self, state)        a drawing other than the text
        options = {"wanted": 4}     options of the rules with their defaults, such as self.wanted
        name, sample                a title, and the text of a position

    >>> class Frog(pp.PlainPuzzle):
    ...     def moves(self, n):
    ...         return [5, -3]
    ...     def play(self, n, step):
    ...         return n + step
    ...     def solved(self, n):
    ...         return n == 0
    >>> pp.solve(Frog().position(1))
    5 -3 -3
    """

    def solved(self, state: Any) -> bool:
        raise RulesError(f"{self.title} has no method solved (expected solved(self, state), True or False)")

    def winner(self, state: Any) -> Player | None:
        solved = self.solved(state)
        if solved is None:
            raise refuse_answer(self, "solved", (state,), solved)
        return LEFT if solved else None

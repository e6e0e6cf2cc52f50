"""Games and puzzles written in plain Python: a class with ``moves`` and ``play`` over any hashable states.

>>> class Subtraction(pp.PlainGame):
...     def moves(self, n):
...         return [k for k in (1, 2, 3) if k <= n]
...     def play(self, n, k):
...         return n - k
>>> p = Subtraction().position(11)
>>> pp.outcome(p), pp.grundy(p), pp.best(p)
(N, 3, 3)

``moves(self, state)`` makes the game impartial; ``moves(self, state, player)`` makes it partizan. Optional members:
``winner(state)`` for positions that end the game, ``again(state, move)`` for moves after which the same player moves on
(with ``moves_on = True``), ``split(state)`` for positions that are sums (a list of states), ``misere``/``draws``/
``loopy`` as class attributes, ``parse``/``text`` for a text form other than a Python literal.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, ClassVar, cast

from perfectplay._native import Kernel
from perfectplay.errors import ParseError, RulesError, quote
from perfectplay.kinds.faults import listed, shown
from perfectplay.limits import watched
from perfectplay.picture import Picture, picture_of_text
from perfectplay.players import LEFT, Player
from perfectplay.system import Game, Played, Puzzle, Step


class PlainSystem(Played):
    kind: ClassVar[str] = "plain"

    def moves(self, state: Any, *player: Player) -> Iterable[Any]:
        """Every legal move, each with a text form (``str``) of its own."""
        raise RulesError(f"{self.title} needs a method moves(self, state) or moves(self, state, player)")

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move."""
        raise RulesError(f"{self.title} needs a method play(self, state, move)")

    def again(self, state: Any, move: Any) -> bool:
        """Does the player who makes this move have to move on? Then the class says ``moves_on = True``."""
        return False

    def split(self, state: Any) -> Sequence[Any] | None:
        """Independent components whose sum the state is, or None."""
        return None

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
        return picture_of_text(self.text(state), title=self.name or self.title)

    def _moves(self, state: Any, player: Player) -> Iterable[Any]:
        return self.moves(state) if _takes_no_player(type(self)) else self.moves(state, player)

    def legal(self, state: Any, player: Player) -> Iterator[Step]:
        where = f"{self.title}: moves of {shown(state)}"
        known: dict[str, Any] = {}
        moves = listed(self._moves(state, player), where, "the legal moves, none if there are none")
        for move in watched(moves, 1):
            text, after = str(move), self.play(state, move)
            if after is None:
                raise RulesError(f"{self.title}: play({shown(state)}, {shown(move)}) returned None (expected a state)")
            if known.setdefault(text, after) != after:
                raise RulesError(f"{where}: two have the text {text!r} (expected a text of its own for each)")
            again = self.again(state, move)
            if again and not (isinstance(self, Game) and self.convention.again):
                expected = "expected moves_on = True in the class of the game, because a player may have to move on"
                raise RulesError(f"{self.title}: again({shown(state)}, {shown(move)}) returned True ({expected})")
            yield Step(text, after, again)

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
    return _arguments(cls.moves) == 2


@lru_cache(maxsize=256)
def _arguments(moves: Callable[..., Any]) -> int:
    parameters = list(inspect.signature(moves).parameters.values())
    if len(parameters) not in (2, 3):
        names = ", ".join(parameter.name for parameter in parameters)
        raise RulesError(
            f"{moves.__qualname__}({names}) (expected moves(self, state), or moves(self, state, player) in a game)"
        )
    return len(parameters)


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
        try:
            found = self.numbers.get(state)
        except TypeError:
            raise RulesError(
                f"{self.system.title}: {shown(state)} as a state (expected something hashable, such as a tuple)"
            ) from None
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
        parts = self.system.split(self.states[number])
        if parts is None:
            return None
        where = f"{self.system.title}: split({shown(self.states[number])})"
        return [self.number(part) for part in listed(parts, where, "a list of states, or None")]


class PlainGame(PlainSystem, Game):
    """A two-player game in plain Python."""

    def __init_subclass__(cls, **arguments: Any) -> None:
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
    """A puzzle in plain Python; ``solved(state)`` says when it is solved."""

    def solved(self, state: Any) -> bool:
        raise RulesError(f"{self.title} needs a method solved(self, state)")

    def winner(self, state: Any) -> Player | None:
        return LEFT if self.solved(state) else None

"""What to play?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.kinds.game import has_value
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.players import DRAW, LEFT, Player
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask
from perfectplay.questions.outcome import is_game
from perfectplay.questions.strategy import APPLIES, Strategy, best_move
from perfectplay.questions.value import value
from perfectplay.result import Result
from perfectplay.system import Move, Position
from perfectplay.values.notation import brief
from perfectplay.values.value import Value


@dataclass(frozen=True)
class Why:
    """What a move does: in the system's own words (:meth:`System.explain`), or else by the values before and after it,
    where they are found soon."""

    position: Position
    move: Move
    limits: Limits = NO_LIMITS
    """Those of the question whose answer is explained."""

    @cached_property
    def words(self) -> str:
        return self.position.system.explain(self.position, self.move)

    @cached_property
    def _values(self) -> tuple[Value, Value] | None:
        if not has_value(self.position.system):
            return None
        try:
            with self.limits:
                return value(self.position, limits=SOON).answer, value(self.move.after, limits=SOON).answer
        except (LimitReached, NotApplicable):
            return None

    @property
    def before(self) -> Value | None:
        return self._values[0] if self._values else None

    @property
    def after(self) -> Value | None:
        return self._values[1] if self._values else None

    @property
    def incentive(self) -> Value | None:
        """What the mover gains: G^L - G for Left, G - G^R for Right (*Winning Ways*, chapter 6)."""
        if not self._values:
            return None
        before, after = self._values
        return after - before if self.move.player is LEFT else before - after

    def __str__(self) -> str:
        if self.words or not self._values:
            return self.words
        before, after = (brief(each, width=40) for each in self._values)
        assert self.incentive is not None
        return f"from {before} to {after}, incentive {brief(self.incentive, width=40)}"

    def to_json(self) -> str | None:
        return str(self) or None


SOON = Limits(positions=50_000, time=5.0)
"""What may be spent on the reasons for a move."""


def _search(name: str) -> Method:
    def run(position: Position, asked: Asked) -> Answer:
        player: Player = asked.details["player"]
        move, winner, stats = best_move(position, player, name, asked.control)
        if move is None or winner is None:
            return Answer(None)
        keeper = player if winner is DRAW else winner
        assert isinstance(keeper, Player)
        return Answer(move, Strategy(position, keeper, player, draw=winner is DRAW), stats)

    return Method(name, run, APPLIES[name])


_SEARCHES = [_search(name) for name in APPLIES if name != "proof-number"]
BEST = Question("best", is_game, "a game for two players", _SEARCHES)


def best(
    position: Position,
    player: Player | None = None,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Move | None]:
    """A best move for ``player``: one that wins, else one that draws, else any; None where there is no move. In a game
    that is played for points it is one that gets the most.

    The player may be left out in an impartial game. The witness is the strategy of whoever wins from here.
    ``details["why"]`` says why in the words of the game, or, in a game with values, by the value before and after the
    move, and the incentive.

    >>> board = pp.load("domineering", "...|...")
    >>> print(pp.best(board, pp.LEFT).details["why"])
    from {2|-1/2} to 2, incentive {5/2|0}

    >>> pp.best(pp.load("nim", "3 5 7"))
    3:2
    """
    BEST.check(position)
    if player is None:
        if not position.impartial:
            raise NotApplicable(f"{position.system.title}: best needs the player to move, LEFT or RIGHT")
        player = LEFT
    details: dict[str, Any] = {"player": player}
    result = ask(BEST, position, method, Asked(limits, progress, details))
    if result.answer is None:
        return result
    result.details["why"] = Why(position, result.answer, limits)
    if result.witness.player is player:
        return replace(result, witness=replace(result.witness, opening=result.answer.text))
    return result

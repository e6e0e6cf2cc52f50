"""Strategies: the witness of an outcome, and the searches that find them.

A strategy promises a result to one player and says what to reply. It is computed on demand, from the tables of the
search; it need not be trusted, since following it against every reply shows whether it keeps its promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from perfectplay.convention import Stuck
from perfectplay.errors import LimitReached
from perfectplay.limits import NO_LIMITS, Control, Limits, control_now, watch_now
from perfectplay.players import DRAW, Outcome, Player, Winner
from perfectplay.position import Move, Position
from perfectplay.records import dataclass
from perfectplay.result import Stats
from perfectplay.values.universe import current

TABLE_SIZE = 256
PATIENCE = Limits(time=1)
"""For one reply while a strategy is written down."""
WHOLE = Limits(time=10)
"""For all of it; stricter limits of the caller hold as well."""
_WITHIN: ContextVar[Limits] = ContextVar("within")


@contextmanager
def written_within(limits: Limits) -> Iterator[None]:
    """Strategies that are written down inside take no longer than this, each; nothing else is limited."""
    before = _WITHIN.set(limits)
    try:
        yield
    finally:
        _WITHIN.reset(before)


def _is_sum(position: Position) -> bool:
    return _is_short(position) and position.system.kernel(position.state)[0].sums


def _is_short(position: Position) -> bool:
    return bool(position.system.convention.short)


def _is_scored(position: Position) -> bool:
    return bool(position.system.convention.points)


def _has_loony(position: Position) -> bool:
    """Is this a game with nimbers, but not a game in the sense of Conway, because moves may continue?"""
    play = position.system.convention
    known = position.impartial and position.system.compliments
    return known and play.short and play.again and play.stuck is Stuck.LOSES


APPLIES: dict[str, Callable[[Position], bool]] = {
    "points": _is_scored,
    "sums": _is_sum,
    "nimbers": _has_loony,
    "alpha-beta": _is_short,
    "proof-number": _is_short,
    "retrograde": lambda position: not _is_scored(position),
}
"""The searches for outcomes and moves, the preferred one first (but see ``Game.preferred``), and where they apply."""


@dataclass(frozen=True)
class Strategy:
    position: Position
    player: Player
    """For whom."""
    starter: Player
    draw: bool = False
    """The promise: not to lose, instead of to win."""
    lead: int = 0
    """Left's points less Right's so far, where points decide."""
    opening: str | None = None
    """The move to begin with, where there are several."""
    proved: bool = False
    """A certificate proves the promise, so that nobody needs the replies in writing."""

    def reply(self, position: Position, limits: Limits = NO_LIMITS) -> Move | None:
        """The move to make here, None if there is none."""
        from perfectplay.questions.best import best

        if self.opening is not None and position == self.position:
            return position.move(self.opening, self.player)
        return best(position, self.player, limits=limits).answer

    def says(self, position: Position) -> str | None:
        """The text of the move to make here, None if there is none."""
        move = self.reply(position)
        return None if move is None else move.text

    def table(self, size: int = TABLE_SIZE) -> dict[str, str] | None:
        """The whole strategy as a table from positions to moves, or None if it has more than ``size`` entries."""
        moves: dict[str, str] = {}
        seen: set[tuple[Position, Player]] = set()
        todo = [(self.position, self.starter)]
        while todo:
            watch_now()()
            position, player = todo.pop()
            if (position, player) in seen or position.winner is not None:
                continue
            seen.add((position, player))
            if len(seen) > 4 * size:
                return None
            if player is not self.player:
                todo.extend((move.after, player if move.again else player.opponent) for move in position.moves(player))
                continue
            move = self.reply(position, PATIENCE)
            if move is not None:
                moves[str(position)] = move.text
                if len(moves) > size:
                    return None
                todo.append((move.after, player if move.again else player.opponent))
        return moves

    def _in_writing(self) -> tuple[str | None, dict[str, str] | None]:
        """The first move and the table, as far as they are found quickly; following the strategy computes the rest."""
        first = None
        try:
            with _WITHIN.get(WHOLE):
                if self.player is self.starter:
                    move = self.reply(self.position, PATIENCE)
                    first = move.text if move else None
                return first, self.table()
        except LimitReached:
            return first, None

    def to_json(self) -> dict[str, Any]:
        first, table = (None, None) if self.proved else self._in_writing()
        return {
            "player": str(self.player),
            "starter": str(self.starter),
            "promise": "draw" if self.draw else "win",
            "first": first,
            "replies": table,
        }


@dataclass(frozen=True)
class Written:
    """A strategy as it was written down: a table of replies, or only a first move."""

    position: Position
    player: Player
    starter: Player
    draw: bool
    first: str | None
    replies: Mapping[str, str] | None
    """From positions to moves. None: there are more than were written; following the strategy computes them."""

    @classmethod
    def from_json(cls, position: Position, data: Mapping[str, Any]) -> Written:
        """KeyError, TypeError or ValueError where the data cannot be read."""
        replies = data["replies"]
        if data["promise"] not in ("win", "draw"):
            raise ValueError(f"a promise of {data['promise']!r}")
        if replies is not None and not all(isinstance(text, str) for pair in replies.items() for text in pair):
            raise TypeError("replies that are not texts")
        player, starter = Player(data["player"]), Player(data["starter"])
        return cls(position, player, starter, data["promise"] == "draw", data["first"], replies)

    def says(self, position: Position) -> str | None:
        if self.first is not None and position == self.position:
            return self.first if self.replies is None else self.replies.get(str(position), self.first)
        if self.replies is None:
            return Strategy(self.position, self.player, self.starter, self.draw).says(position)
        return self.replies.get(str(position))

    def to_json(self) -> dict[str, Any]:
        return {
            "player": str(self.player),
            "starter": str(self.starter),
            "promise": "draw" if self.draw else "win",
            "first": self.first,
            "replies": None if self.replies is None else dict(self.replies),
        }


def starters(position: Position) -> list[Player]:
    """Who may start: only the player to move, if the position says so."""
    return list(Player) if position.to_move is None else [position.to_move]


def promises(position: Position, found: Outcome, *, proved: bool = False) -> dict[str, Strategy]:
    """A strategy for the winner (for both players if it is a draw), depending on who starts."""
    strategies = {}
    for starter in starters(position):
        winner = found.when(starter)
        for player in Player if winner is DRAW else (winner,):
            assert isinstance(player, Player)
            strategies[f"{player} when {starter} starts"] = Strategy(
                position, player, starter, draw=winner is DRAW, proved=proved
            )
    return strategies


def best_move(
    position: Position, player: Player, method: str | None = None, control: Control | None = None
) -> tuple[Move | None, Winner | None, Stats]:
    """A best move by search, who wins with it, and what it cost; tables of earlier questions are reused."""
    legal = position.moves(player)
    kernel, code = position.system.kernel(position.state)
    method = method or next(name for name, applies in APPLIES.items() if applies(position))
    if not legal:
        return None, None, Stats()
    found, stats = kernel.best(code, player is Player.LEFT, method, current().native, control or control_now())
    if found is None:
        return None, None, Stats(*stats)
    state = position.system.decode(position.state, found[0])
    for move in legal:
        if move.after.state == state:
            return move, position.system.convention.named(found[1]), Stats(*stats)
    raise AssertionError("the kernel found a move that the rules do not have")

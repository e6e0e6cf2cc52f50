"""How play ends and what that is worth: one value, from which every question takes what it needs.

An author says in class attributes what is unusual about a game (``draws``, ``scored``, ``loopy``, ``endless``,
``moves_on``, ``entailing``, a method ``winner``); the option ``misere`` may reverse the rest. All of it together is the
game's :class:`Convention`, for the class as for each instance: ``Domineering.convention``,
``position.system.convention``.
"""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import Any

from perfectplay.errors import RulesError
from perfectplay.players import DRAW, Player, Winner
from perfectplay.records import dataclass


class Stuck(enum.Enum):
    """What happens to a player who must move and cannot."""

    LOSES = "loses"
    """Normal play."""
    WINS = "wins"
    """Misère play."""
    DRAWS = "draws"
    """Play ends without a winner."""


@dataclass(frozen=True)
class Convention:
    stuck: Stuck = Stuck.LOSES
    goals: bool = False
    """A position may end play while there are moves."""
    points: bool = False
    """Points decide: the player who gets more of them wins, and equal numbers are a draw."""
    loops: bool = False
    """Positions can repeat."""
    endless: Winner = DRAW
    """Who has won a play that goes on for ever."""
    again: bool = False
    """A move may oblige the player to move again."""
    entails: bool = False
    """A move may oblige the opponent to answer in the same component."""

    @property
    def misere(self) -> bool:
        return self.stuck is Stuck.WINS

    @property
    def draws(self) -> bool:
        """May a player who cannot move get a draw?"""
        return self.stuck is Stuck.DRAWS

    @property
    def plain(self) -> bool:
        """Does nothing but moves matter: no points, no goals, nobody moves twice in a row, no answer is
        entailed, no draws?"""
        return not (self.points or self.again or self.entails or self.goals or self.draws)

    @property
    def short(self) -> bool:
        """Does every play end, and is it decided by its end alone?"""
        return not (self.loops or self.points)

    @property
    def summed(self) -> bool:
        """May it be a component of a sum: normal play, nothing but moves, and nobody wins an endless play?"""
        return self.plain and self.stuck is Stuck.LOSES and self.endless is DRAW

    @property
    def valued(self) -> bool:
        """Is it a game in the sense of Conway: normal play, nothing but moves, and an end?"""
        return self.summed and not self.loops

    def named(self, winner: str) -> Winner:
        """The winner in the kernel's terms, in which an endless play is won by nobody. (A game in which somebody wins
        an endless play has no other draws.)"""
        return self.endless if winner == "nobody" else Player(winner.capitalize())

    def when_stuck(self, player: Player) -> Winner:
        """The winner when ``player`` must move and cannot."""
        if self.draws:
            return DRAW
        return player if self.misere else player.opponent


@lru_cache(maxsize=64)
def _convention(
    draws: bool,
    misere: bool,
    goals: bool,
    points: bool,
    loops: bool,
    endless: Player | None,
    again: bool,
    entails: bool,
) -> Convention:
    stuck = Stuck.DRAWS if draws else Stuck.WINS if misere else Stuck.LOSES
    return Convention(stuck, goals, points, loops, endless or DRAW, again, entails)


def _check_endless(of: Any) -> None:
    """Who wins an endless play must be a player, and there is no other draw that could be taken for one."""
    name = getattr(of, "title", None) or getattr(of, "__name__", "")
    title = name if isinstance(name, str) else of.__name__
    if not isinstance(of.endless, Player):
        raise RulesError(f"{title}: endless = {of.endless!r} (expected pp.LEFT, pp.RIGHT or None)")
    if of.draws:
        raise RulesError(f"{title}: endless = {of.endless!r} and draws = True (expected one of them)")


class Stated:
    """The convention that a game's attributes state, read from the class or from an instance."""

    def __get__(self, system: Any, owner: Any = None) -> Convention:
        of = owner if system is None else system
        goals = of.ends_early() if of.decided is None else of.decided
        endless = of.endless
        if endless is not None:
            _check_endless(of)
            endless = endless.opponent if of.mirrored else endless
        return _convention(of.draws, of.misere, goals, of.scored, of.loopy, endless, of.moves_on, of.entailing)

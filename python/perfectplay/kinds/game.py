"""What all two-player games share: the play convention and the variants of Winning Ways.

Variants are options of every game, not classes of their own: ``misere`` (who cannot move wins), ``impartial`` (either
player may make any move), ``mirrored`` (Left and Right change places: the negative game). A game that *is* a variant of
another says so with one class attribute, as Cram does: ``class Cram(Domineering): impartial = True``.
"""

from __future__ import annotations

from typing import ClassVar

from perfectplay.players import DRAW, Player, Winner
from perfectplay.system import System


class Game(System):
    """Two players, Left and Right."""

    players: ClassVar[int] = 2
    options: ClassVar = {"misere": False, "impartial": False, "mirrored": False}
    misere: bool = False
    impartial: bool = False
    mirrored: bool = False
    draws: ClassVar[bool] = False
    """A player without a move ends the game in a draw (unless somebody has won)."""
    scored: ClassVar[bool] = False
    """The game is played for points: who gets more of them from here on wins, as many are a draw."""
    loopy: ClassVar[bool] = False
    """Positions can repeat."""
    moves_on: ClassVar[bool] = False
    """A move may oblige its maker to move again."""

    def when_stuck(self, player: Player) -> Winner:
        """The winner when ``player`` must move and cannot."""
        if self.draws:
            return DRAW
        return player if self.misere else player.opponent

    def counted(self, points: int) -> int:
        """Points as they count: in misère play fewer are better."""
        return -points if self.misere else points

    def stuck_rule(self) -> str:
        """The convention in the kernel's words."""
        return "draws" if self.draws else "wins" if self.misere else "loses"

    def acts_for(self, owner: Player | None) -> tuple[Player, ...]:
        """The players who may make a move that the rules give to ``owner`` (None: to either), variants applied."""
        if owner is None or self.impartial:
            return tuple(Player)
        return (owner.opponent if self.mirrored else owner,)

    @classmethod
    def ends_early(cls) -> bool:
        """May a position end the play while there are moves?"""
        return cls.winner is not System.winner


def has_value(system: type[System] | System) -> bool:
    """Is this a game in the sense of Conway: normal play, nothing but moves, and an end?"""
    if not (isinstance(system, Game) or (isinstance(system, type) and issubclass(system, Game))):
        return False
    other = system.misere or system.draws or system.loopy or system.scored or system.moves_on
    return not (other or system.ends_early())

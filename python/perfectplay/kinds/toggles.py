"""Games of switches: things with two positions each, owned by the players, and a condition that ends play.

A move switches one of the player's own things, or passes. The first player whose move makes the condition true wins:
nobody can move from a position where it holds, so this is normal play (Demaine & Hearn 2009). Things that nobody owns
never move and belong to the frame.

A game gives the condition twice: ``over`` is its definition, for one state; ``endings`` lists for all states of a frame
what must be on and off, which is what native searches are told.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from perfectplay._native import Kernel
from perfectplay.limits import watched
from perfectplay.players import LEFT, Player
from perfectplay.system import Game, Kept, Step

MOST_SWITCHES = 32
"""Things that move: a position is a number of 32 bits."""
PASS = "pass"


@dataclass(frozen=True)
class Setting:
    """A state: the frame, which never changes, and a bit for each thing that is on."""

    frame: Any
    on: int

    def is_on(self, switch: int) -> bool:
        return bool(self.on >> switch & 1)


class ToggleGame(Game):
    kind: ClassVar[str] = "toggles"
    loopy = True
    options: ClassVar = {"passing": True}
    passing: bool

    @abstractmethod
    def switches(self, frame: Any) -> Sequence[tuple[str, Player]]:
        """The name of each thing that moves, and its owner."""

    @abstractmethod
    def over(self, state: Setting) -> bool:
        """Has the last move ended play?"""

    @abstractmethod
    def endings(self, frame: Any) -> Iterable[tuple[int, int]]:
        """The same for all states: play is over if of these things (the first number, in bits) exactly those (the
        second number) are on."""

    def legal(self, state: Setting, player: Player) -> Iterator[Step]:
        if self.over(state):
            return
        for switch, (name, owner) in enumerate(self.switches(state.frame)):
            if player in self.acts_for(owner):
                yield Step(name, Setting(state.frame, state.on ^ 1 << switch))
        if self.passing:
            yield Step(PASS, state)

    def kernel(self, state: Setting) -> tuple[Kernel, bytes]:
        return _kernel(self.kept, state.frame), state.on.to_bytes(4, "little")

    def decode(self, state: Setting, code: bytes) -> Setting:
        return Setting(state.frame, int.from_bytes(code, "little"))

    def encode(self, start: Setting, state: Setting) -> bytes:
        if state.frame != start.frame:
            raise ValueError("another frame")
        return state.on.to_bytes(4, "little")


class _Source:
    """The rules for native searches: a position is the number whose bits are the things that are on."""

    def __init__(self, system: ToggleGame, frame: Any) -> None:
        self.endings = list(dict.fromkeys(watched(system.endings(frame))))
        self.flips: dict[bool, list[int]] = {
            player is LEFT: [
                1 << switch
                for switch, (_, owner) in enumerate(system.switches(frame))
                if player in system.acts_for(owner)
            ]
            for player in Player
        }
        if system.passing:
            for flips in self.flips.values():
                flips.append(0)

    def moves(self, number: int, left: bool) -> list[int]:
        for asked, wanted in self.endings:
            if number & asked == wanted:
                return []
        return [number ^ flip for flip in self.flips[left]]

    def goal(self, number: int) -> str | None:
        return None

    def split(self, number: int) -> list[int] | None:
        return None


@lru_cache(maxsize=16)
def _kernel(kept: Kept, frame: Any) -> Kernel:
    system: ToggleGame = kept.system
    stuck = system.convention.stuck.value
    return Kernel.callback(_Source(system, frame), impartial=system.impartial, stuck=stuck, splits=False)

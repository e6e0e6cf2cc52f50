"""What Strings-and-Coins, Dots-and-Boxes and Nimstring have in common: a web of strings, and the rule of capture.

A move cuts a string. Coins that have no string left are captured, and a player who captures moves again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from perfectplay._native import Kernel
from perfectplay.families.dots_and_boxes.web import Tangle, Web
from perfectplay.families.dots_and_boxes.words import explain
from perfectplay.players import Player
from perfectplay.position import Move, Position
from perfectplay.system import Game, Step


class StringsGame(Game):
    """A game on a web. A game file says how a web is written and drawn."""

    kind: ClassVar[str] = "strings"
    impartial = True
    moves_on = True
    compliments = True
    noun: ClassVar[tuple[str, str]] = ("coin", "coins")

    def legal(self, state: Tangle, player: Player) -> Iterator[Step]:
        for string in sorted(state.left):
            freed = state.freed_by(string)
            points = self.counted(freed) if self.scored else 0
            yield Step(state.web.strings[string], state.cut(string), freed > 0, points)

    def kernel(self, state: Tangle) -> tuple[Kernel, bytes]:
        bits = sum(1 << string for string in state.left)
        code = bits.to_bytes((len(state.web.strings) + 7) // 8, "little")
        return _kernel(state.web, self.scored, self.misere), code

    def decode(self, state: Tangle, code: bytes) -> Tangle:
        bits = int.from_bytes(code, "little")
        return Tangle(state.web, frozenset(n for n in range(len(state.web.strings)) if bits >> n & 1))

    def explain(self, position: Position, move: Move) -> str:
        if self.misere:
            return ""
        (string,) = position.state.left - move.after.state.left
        return explain(position.state, string, self.noun)


@lru_cache(maxsize=16)
def _kernel(web: Web, scored: bool, misere: bool) -> Kernel:
    return Kernel.strings(coins=len(web.coins), ends=web.ends, scored=scored, misere=misere)

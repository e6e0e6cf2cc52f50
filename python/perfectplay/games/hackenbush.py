"""Hackenbush.

A picture of blue, red and green edges stands on the ground. Left cuts a blue edge and Right a red one, and either
player may cut a green one; what is then no longer connected to the ground falls. A player who cannot move loses.
Letters: ``l`` (or ``b``) blue, ``r`` red, ``e`` (or ``g``) green, ``.`` an edge that is gone. A position is written as
stalks, the letters from the ground upwards: ``lrl``, with branches ``l(l;rl)``, several as ``lrl + rr``, and with names
for vertices that are reached twice, ``ee:Aeee:A``. Or as a graph, green unless said otherwise, with ``#`` for the
ground: ``a-b b-c c-a; a=# a-b=l b-c=r``. The move ``3`` cuts the third edge, in a graph ``b-c`` the edge between these.
Blue is Left's colour, as in Winning Ways and in CGSuite; the survey has it the other way round. For the nimber of a
green picture set ``impartial=True``; colours do not matter then.

Complexity: the value of a red-blue picture is NP-hard to find even for redwood beds, and easy for stalks, red-blue
trees and green graphs (Berlekamp, Conway & Guy 1982).

>>> pp.value(pp.load("hackenbush", "lrlrrllr"))
77/128
>>> pp.value(pp.load("hackenbush", "el + el"))
^^
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from perfectplay._native import Kernel
from perfectplay.families.hackenbush import MOST_CHARACTERS, Bush, Frame, falling, read
from perfectplay.picture import Picture
from perfectplay.players import LEFT, Player
from perfectplay.system import Game, Step


class Hackenbush(Game):
    name = "Hackenbush"
    kind: ClassVar[str] = "graph"
    systems = ("S066", "S067", "S068")
    source = "Berlekamp, Conway & Guy, Winning Ways (1982), chapters 1, 2 and 7"
    longest = MOST_CHARACTERS
    sample = "l:Ar(l;e:A) + e(r;l)"
    samples = {
        "tree": "l(l;r(l;lr);rrl)",
        "lantern": "ee(ee:A;e:Ae(e;e:Bee:B))",
        "triangle": "a-b b-c c-a b-d d-d; a=# a-b=l b-c=r",
        "bed": "(lr:A(rr:B;rr:C;rr:E);lr:B(rr:C;rr:D);lr:C(rr:D);lr:D(rr:E);lr:E)",
    }

    def parse(self, text: str) -> Bush:
        return read(text)

    def from_object(self, source: object) -> Bush:
        return read(source)

    def text(self, state: Bush) -> str:
        return str(state)

    def picture(self, state: Bush) -> Picture:
        return state.picture(self.name)

    def owned(self, state: Bush) -> tuple[int, int]:
        """The edges that Left may cut and those that Right may cut, variants applied."""
        if self.impartial:
            return state.alive, state.alive
        return (state.right, state.left) if self.mirrored else (state.left, state.right)

    def legal(self, state: Bush, player: Player) -> Iterator[Step]:
        own = self.owned(state)[0 if player is LEFT else 1]
        falls = falling(state)
        for edge in sorted(falls):
            if own >> edge & 1:
                yield Step(state.frame.names[edge], state.keeping(~falls[edge]))

    def kernel(self, state: Bush) -> tuple[Kernel, bytes]:
        size = (len(state.frame.ends) + 7) // 8
        sides = (state.right, state.left) if self.mirrored else (state.left, state.right)
        code = b"".join(side.to_bytes(size, "little") for side in sides)
        return _kernel(state.frame, self.impartial, self.convention.stuck.value), code

    def decode(self, state: Bush, code: bytes) -> Bush:
        half = len(code) // 2
        left, right = (int.from_bytes(side, "little") for side in (code[:half], code[half:]))
        return Bush(state.frame, right, left) if self.mirrored else Bush(state.frame, left, right)


@lru_cache(maxsize=32)
def _kernel(frame: Frame, impartial: bool, stuck: str) -> Kernel:
    return Kernel.hackenbush(frame.ends, impartial=impartial, stuck=stuck)

"""Fair Shares and Varied Pairs.

A move divides a heap of almonds into two or more equal heaps (fair shares), or unites two heaps of different sizes (a
varied pair). A player who cannot move loses: then all heaps have one almond. Play that goes on for ever is a draw.
A position is the sizes of the heaps, such as ``4 3``. A move is ``6/3``, a heap of six becomes three, or ``4+3``.

Complexity: no hardness is known; small positions are in a table of Berlekamp, Conway & Guy 1982, chapter 12.

>>> pp.grundy(pp.load("fair_shares", "6 1")), pp.value(pp.load("fair_shares", "2 1"))
(3, *2)
"""

from collections.abc import Iterator
from itertools import combinations

from perfectplay.kinds.heap import read_heaps
from perfectplay.kinds.plain import PlainGame
from perfectplay.picture import Picture, draw_heaps

Heaps = tuple[int, ...]
"""Sizes, the largest first."""

MOST_ALMONDS = 200


class FairShares(PlainGame):
    name = "Fair Shares and Varied Pairs"
    aliases = ("fair shares and varied pairs",)
    source = "Winning Ways 1982, chapter 12"
    loopy = True
    sample = "4 2"
    samples = {"five": "5", "pairs": "3 2 2"}

    def parse(self, text: str) -> Heaps:
        return self.sorted(read_heaps(text, MOST_ALMONDS))

    def text(self, state: Heaps) -> str:
        return " ".join(map(str, state)) or "0"

    def sorted(self, heaps: list[int]) -> Heaps:
        return tuple(sorted((heap for heap in heaps if heap), reverse=True))

    def moves(self, state: Heaps) -> Iterator[str]:
        sizes = sorted(set(state), reverse=True)
        for size in sizes:
            yield from (f"{size}/{shares}" for shares in range(2, size + 1) if size % shares == 0)
        yield from (f"{one}+{other}" for one, other in combinations(sizes, 2))

    def play(self, state: Heaps, move: str) -> Heaps:
        heaps = list(state)
        one, other = (int(number) for number in move.replace("/", "+").split("+"))
        heaps.remove(one)
        if "/" in move:
            return self.sorted(heaps + [one // other] * other)
        heaps.remove(other)
        return self.sorted([*heaps, one + other])

    def picture(self, state: Heaps) -> Picture:
        return draw_heaps(state, title=self.name)

"""Take and break: heaps that are broken into any number of heaps, under conditions.

A move takes tokens from one heap and breaks the rest as the option ``code`` allows; its digits are those of octal games
and more: ``{2,5+}`` is two heaps, or five and more, ``*`` any number, and ``!``, ``?``, ``=`` after a digit demand that
no two heaps are equal, that not all are, that all are. A player who cannot move loses (in misère play: wins).
A position is a list of heaps such as ``5 9``; the move ``9:2+3+4`` breaks a heap of 9 into heaps of 2, 3 and 4.

Complexity: polynomial in the heap sizes where the number of heaps is bounded, by dynamic programming (Guy & Smith
1956).

>>> p = pp.load("take_and_break", "9", code="{2+}!.0")     # into two or more heaps, no two of them equal
>>> [str(move) for move in p.moves()]
['9:1+8', '9:2+7', '9:3+6', '9:4+5', '9:1+2+6', '9:1+3+5', '9:2+3+4']
>>> pp.grundy(p)
5
"""

from collections.abc import Iterator

from perfectplay.families.breaking import BreakingGame, GeneralCode, read_general
from perfectplay.kinds.heap import Heaps


class TakeAndBreak(BreakingGame):
    name = "Take and break"
    aliases = ("taking and breaking with conditions",)
    source = "Guy & Smith 1956, The G-values of various games; Winning Ways, chapter 4"
    sample = "5 7"
    samples = {"one": "11"}
    options = {"code": "{2,3}!.0"}
    code: str

    def codes(self, player: object) -> GeneralCode:
        return read_general(self.code)

    def parse(self, text: str) -> Heaps:
        read_general(self.code)
        return super().parse(text)

    def moves(self, state: Heaps) -> Iterator[str]:
        return self.steps(state, None)

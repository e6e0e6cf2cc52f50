"""Subtraction games.

A move takes from one heap as many tokens as the option ``taken`` allows, such as ``1 3 4``; with the option ``all_but``
it may take any other positive number. With the option ``splits`` the rest may also be split into two heaps. A player
who cannot move loses (in misère play: wins).
A position is a list of heaps such as ``5 9``; the move ``9:5`` takes four tokens from a heap of 9.

Complexity: polynomial in the digits of the heaps for a fixed set: the nimbers are periodic (Guy & Smith
1956; Winning Ways, chapter 4).

>>> pp.load("subtraction", "9", taken="2 3").system.code
'0.033'
>>> pp.grundy(pp.load("subtraction", "1000000000", taken="1 3 4"))
2
"""

from perfectplay.errors import ParseError
from perfectplay.kinds.heap import HeapGame, read_heaps

MOST_TAKEN = 100_000
"""By one move."""


class Subtraction(HeapGame):
    name = "Subtraction games"
    aliases = ("subtraction game", "splittles")
    source = "Winning Ways, chapter 4; Golomb 1966, A mathematical investigation of games of take-away"
    sample = "7 10"
    samples = {"one": "13"}
    options = {"taken": "1 2 3", "all_but": False, "splits": False}
    taken: str
    all_but: bool
    splits: bool

    @property
    def code(self) -> str:
        numbers = set(read_heaps(self.taken, MOST_TAKEN))
        if 0 in numbers:
            raise ParseError(f"option taken={self.taken!r}", expected="positive numbers such as 1 3 4")
        digit = "7" if self.splits else "3"
        inside, outside = ("0", digit) if self.all_but else (digit, "0")
        written = "".join(inside if n in numbers else outside for n in range(1, max(numbers) + 1))
        return f"0.{written}({outside})" if self.all_but else f"0.{written}"

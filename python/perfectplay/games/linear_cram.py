"""Linear Cram: Cram on a row.

Players place dominoes on two adjacent free cells of a row, or, with the option ``k``, pieces that cover k cells; a
player who cannot move loses (in misère play: wins).
A position is a list of free stretches such as ``5 9``, or the row itself such as ``..#.....``; the move ``9:3+4``
covers two cells of a stretch of 9 and leaves 3 and 4.

Complexity: polynomial for dominoes: this is Dawson's Kayles, octal game 0.07, of period 34 (Guy & Smith 1956). For
k = 3, octal game 0.007 or Treblecross, it is not known whether the nimbers are periodic; misère play is open too.

>>> pp.grundy(pp.load("linear_cram", ".......")), pp.grundy(pp.load("linear_cram", "11", k=3))
(1, 1)
"""

import re

from perfectplay.errors import ParseError, quote
from perfectplay.kinds.heap import HeapGame, Heaps

MOST_CELLS = 1000
"""Of one piece."""


class LinearCram(HeapGame):
    name = "Linear Cram"
    aliases = ("dawsons kayles",)
    systems = ("S071", "S072", "S073")
    source = "Guy & Smith 1956, The G-values of various games; Winning Ways, chapter 4"
    sample = "13"
    options = {"k": 2}
    k: int

    @property
    def code(self) -> str:
        if not 1 <= self.k <= MOST_CELLS:
            raise ParseError(f"option k={self.k}", expected=f"1 to {MOST_CELLS}")
        return f"0.{'0' * (self.k - 1)}7"

    def parse(self, text: str) -> Heaps:
        row = text.strip()
        if not row or row[0] not in ".#":
            return super().parse(text)
        strange = re.search(r"[^.#]", row)
        if strange:
            raise ParseError(f"unexpected {quote(strange[0])}", 1, strange.start() + 1, 'one of ".#"')
        return super().parse(" ".join(str(len(run)) for run in re.findall(r"\.+", row)) or "0")

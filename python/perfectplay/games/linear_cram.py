"""Linear Cram: Cram on a row.

Players place dominoes on two adjacent free cells of a row; who cannot move loses.
A position is a list of free stretches such as ``5 9``, or the row itself such as ``..#.....``; the move ``9:3+4``
covers two cells of a stretch of 9 and leaves 3 and 4.

Complexity: polynomial; this is Dawson's Kayles, octal game 0.07, of period 34 (Guy & Smith 1956).

>>> pp.grundy(pp.load("linear_cram", "......."))
1
"""

import re

from perfectplay.errors import ParseError, quote
from perfectplay.kinds.heap import HeapGame, Heaps


class LinearCram(HeapGame):
    name = "Linear Cram"
    section = "Domineering (Crosscram) and Cram"
    systems = ("S071",)
    source = "Guy & Smith 1956, The G-values of various games; Winning Ways, chapter 4"
    code = "0.07"
    sample = "13"

    def parse(self, text: str) -> Heaps:
        row = text.strip()
        if not row or row[0] not in ".#":
            return super().parse(text)
        strange = re.search(r"[^.#]", row)
        if strange:
            raise ParseError(f"unexpected {quote(strange[0])}", 1, strange.start() + 1, 'one of ".#"')
        return super().parse(" ".join(str(len(run)) for run in re.findall(r"\.+", row)) or "0")

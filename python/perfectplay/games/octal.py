"""Octal games: taking and breaking by a code.

A move takes tokens from one heap and leaves what the option ``code`` allows: its k-th digit after the point says what
may remain when k tokens are taken, as a sum of 1 (nothing), 2 (one heap), 4 (two heaps) and 8 (three heaps, in
hexadecimal codes). A digit before the point is for splitting without taking; after ``!`` no two of the heaps may be
equal; digits in parentheses repeat for ever. A player who cannot move loses (in misère play: wins).
A position is a list of heaps such as ``5 9``; the move ``9:3+4`` turns a heap of 9 into heaps of 3 and 4.

Complexity: polynomial in the heap sizes, by dynamic programming, and in their digits where the nimbers are periodic;
whether all octal games of finitely many digits are is open (Guy & Smith 1956).

>>> p = pp.load("octal", "5 12", code="0.137")
>>> pp.grundy(p), pp.best(p), pp.periodicity("0.137").period
(1, 12:10, 34)
"""

from perfectplay.kinds.heap import HeapGame


class Octal(HeapGame):
    name = "Octal games"
    aliases = ("octal game", "hexadecimal games", "taking and breaking")
    systems = ("S008",)
    source = "Guy & Smith 1956, The G-values of various games; Winning Ways, chapter 4"
    code = "0.15"
    sample = "5 8"
    samples = {"one": "13"}
    options = {"code": "0.15"}

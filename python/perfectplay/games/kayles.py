"""Kayles.

Players knock down one pin or two adjacent pins of a row, which may break the row in two; a player who cannot move
loses.
A position is a list of rows such as ``5 9``; the move ``9:3+4`` breaks a row of 9 pins into rows of 3 and 4.

Complexity: polynomial; the nimbers have period 12 from 71 on (Guy & Smith 1956).

>>> [int(pp.grundy(pp.load("kayles", str(n)))) for n in range(1, 13)]
[1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
"""

from perfectplay.kinds.heap import HeapGame


class Kayles(HeapGame):
    name = "Kayles"
    systems = ("S007",)
    source = "Dudeney 1908; Guy & Smith 1956, The G-values of various games"
    code = "0.77"
    sample = "13"

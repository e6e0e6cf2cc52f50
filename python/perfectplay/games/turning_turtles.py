"""Turning Turtles.

A move turns one coin of a row from heads to tails, and perhaps one other coin to the left of it; a player who cannot
move loses.
Letters: ``H`` heads, ``T`` tails. The move ``5+2`` turns coins 5 and 2, of which 5 showed heads.

Complexity: polynomial: coin n has nimber n, and coins are added (Berlekamp, Conway & Guy 1982).

>>> [int(pp.grundy(pp.load("turning_turtles", "T" * n + "H"))) for n in range(8)]
[1, 2, 3, 4, 5, 6, 7, 8]
>>> pp.best(pp.load("turning_turtles", "HTHHT"))
4+2
"""

from perfectplay.families.coin_turning import RowOfCoins, SomeCoins


class TurningTurtles(RowOfCoins):
    name = "Turning Turtles"
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 14 (the theory: H. W. Lenstra)"
    sample = "HTHHT"
    samples = {"ten": "THHTHTTHHT"}
    turns = SomeCoins(1, 2)

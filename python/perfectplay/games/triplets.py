"""Triplets.

A move turns three coins of a row, the one furthest right from heads to tails; a player who cannot move loses.
Letters: ``H`` heads, ``T`` tails. The move ``5+2+1`` turns coins 5, 2 and 1, of which 5 showed heads.

Complexity: polynomial: the first two coins have nimber 0, and those after them the odious numbers, as in Mock Turtles
(Berlekamp, Conway & Guy 1982).

>>> [int(pp.grundy(pp.load("triplets", "T" * n + "H"))) for n in range(8)]
[0, 0, 1, 2, 4, 7, 8, 11]
"""

from perfectplay.families.coin_turning import RowOfCoins, SomeCoins


class Triplets(RowOfCoins):
    name = "Triplets"
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 14"
    sample = "HTHHT"
    samples = {"ten": "THHTHTTHHT"}
    turns = SomeCoins(3)

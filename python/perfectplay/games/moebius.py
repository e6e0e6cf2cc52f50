"""Moebius.

A move turns up to five coins of a row, the one furthest right from heads to tails; a player who cannot move loses.
Letters: ``H`` heads, ``T`` tails. The move ``5+2+1`` turns coins 5, 2 and 1, of which 5 showed heads.

Complexity: polynomial in the number of coins, by the nim sums of up to four of them (Berlekamp, Conway & Guy 1982).

>>> [int(pp.grundy(pp.load("moebius", "T" * n + "H"))) for n in range(8)]
[1, 2, 4, 8, 16, 31, 32, 64]
"""

from perfectplay.families.coin_turning import RowOfCoins, SomeCoins


class Moebius(RowOfCoins):
    name = "Moebius"
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 14"
    sample = "THH"
    samples = {"other": "HTH"}
    turns = SomeCoins(1, 2, 3, 4, 5)

"""Twins.

A move turns two coins of a row, the right one from heads to tails; a player who cannot move loses.
Letters: ``H`` heads, ``T`` tails. The move ``5+2`` turns coins 5 and 2, of which 5 showed heads.

Complexity: polynomial: coins have the nimbers 0, 1, 2 … from the left, and are added (Berlekamp, Conway & Guy 1982).

>>> [int(pp.grundy(pp.load("twins", "T" * n + "H"))) for n in range(8)]
[0, 1, 2, 3, 4, 5, 6, 7]
"""

from perfectplay.families.coin_turning import RowOfCoins, SomeCoins


class Twins(RowOfCoins):
    name = "Twins"
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 14"
    sample = "HTHHT"
    samples = {"ten": "THHTHTTHHT"}
    turns = SomeCoins(2)

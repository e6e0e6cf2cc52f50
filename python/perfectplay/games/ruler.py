"""The Ruler game.

A move turns any number of consecutive coins of a row, the one furthest right from heads to tails; a player who cannot
move loses.
Letters: ``H`` heads, ``T`` tails. The move ``5+4+3`` turns coins 3 to 5, of which 5 showed heads.

Complexity: polynomial: coin n has as nimber the largest power of two that divides n, as on a ruler, and coins are added
(Berlekamp, Conway & Guy 1982).

>>> [int(pp.grundy(pp.load("ruler", "T" * n + "H"))) for n in range(12)]
[1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]
"""

from perfectplay.families.coin_turning import Consecutive, RowOfCoins


class Ruler(RowOfCoins):
    name = "Ruler"
    aliases = ("ruler game",)
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 14"
    sample = "HTHHT"
    samples = {"twelve": "THHTHTTHHTHH"}
    turns = Consecutive()

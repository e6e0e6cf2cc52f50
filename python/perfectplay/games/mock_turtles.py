"""Mock Turtles.

A move turns up to three coins of a row, the one furthest right from heads to tails; a player who cannot move loses.
Letters: ``H`` heads, ``T`` tails. The move ``5+2+1`` turns coins 5, 2 and 1, of which 5 showed heads.

Complexity: polynomial: the nimbers of single coins are the odious numbers, which have an odd number of ones in binary,
and coins are added (Berlekamp, Conway & Guy 1982).

>>> [int(pp.grundy(pp.load("mock_turtles", "T" * n + "H"))) for n in range(8)]
[1, 2, 4, 7, 8, 11, 13, 14]
"""

from perfectplay.families.coin_turning import RowOfCoins, SomeCoins


class MockTurtles(RowOfCoins):
    name = "Mock Turtles"
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 14"
    sample = "THH"
    samples = {"other": "HTH"}
    turns = SomeCoins(1, 2, 3)

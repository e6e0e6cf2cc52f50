"""Mogul.

A move turns up to seven coins of a row, the one furthest right from heads to tails; a player who cannot move loses.
Letters: ``H`` heads, ``T`` tails. The move ``5+2+1`` turns coins 5, 2 and 1, of which 5 showed heads.

Complexity: polynomial in the number of coins, by the nim sums of up to six of them (Berlekamp, Conway & Guy 1982). With
24 coins the P-positions are the words of the extended Golay code (Conway & Sloane 1986).

>>> [int(pp.grundy(pp.load("mogul", "T" * n + "H"))) for n in range(9)]
[1, 2, 4, 8, 16, 32, 64, 127, 128]
"""

from perfectplay.families.coin_turning import RowOfCoins, SomeCoins


class Mogul(RowOfCoins):
    name = "Mogul"
    source = (
        "Winning Ways, chapter 14; Conway & Sloane 1986, Lexicographic codes: error-correcting codes from game theory"
    )
    sample = "THH"
    samples = {"other": "HTH"}
    turns = SomeCoins(1, 2, 3, 4, 5, 6, 7)

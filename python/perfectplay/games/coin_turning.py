"""Coin turning by a code.

A move turns over some coins of a row, the one furthest right from heads to tails. The option ``code`` says how many and
how they lie: ``1-3`` up to three coins, ``2+C`` two or more consecutive ones, ``3E`` three equally spaced ones,
``1-3C(5)`` up to three within five consecutive places, ``4S`` four that lie symmetrically, ``2F`` two, of which the
first coin is one; commas separate alternatives. A player who cannot move loses.
Letters: ``H`` heads, ``T`` tails. The move ``5+2`` turns coins 5 and 2, of which 5 showed heads.

Complexity: polynomial in the number of coins where a move turns a bounded number of them (Berlekamp, Conway & Guy
1982).

>>> [int(pp.grundy(pp.load("coin_turning", "T" * n + "H", code="3E"))) for n in range(12)]
[0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1]
"""

from functools import lru_cache

from perfectplay.families.coin_turning import Coded, RowOfCoins, Turns


class CoinTurning(RowOfCoins):
    name = "Coin turning"
    aliases = ("turning games",)
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 14"
    sample = "HTHHT"
    samples = {"eight": "THHTHTTH"}
    options = {"code": "3E"}
    code: str

    @property
    def turns(self) -> Turns:
        return coded(self.code)

    def settle(self) -> None:
        coded(self.code)


coded = lru_cache(maxsize=64)(Coded)

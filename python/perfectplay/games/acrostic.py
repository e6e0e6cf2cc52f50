"""Acrostic games: a coin-turning game along the lines of a rectangle.

Coins lie on a rectangle. A move is a turn of the game ``game`` within one row or within one column; the coin furthest
right or furthest down must go from heads to tails. A player who cannot move loses. The option is the key of a
coin-turning game in a row, by default ``twins``.
Letters: ``H`` heads, ``T`` tails. The move ``2,3+1,3`` turns the coins in column 3 of rows 2 and 1.

Complexity: polynomial for Acrostic Twins: the coin in row x and column y, counted from 0, has the nim sum of x and y
(Berlekamp, Conway & Guy 1982).

>>> [[int(pp.grundy(pp.load("acrostic", "|".join(["TTTT"] * y + ["T" * x + "H" + "T" * (3 - x)])))) for x in range(4)]
...  for y in range(3)]
[[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1]]
"""

from collections.abc import Iterator

from perfectplay.families.coin_turning import Cell, CoinGame, alone_by_definition, turns_named


class Acrostic(CoinGame):
    name = "Acrostic games"
    aliases = ("acrostic twins",)
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 14"
    sample = "HTH|THH"
    samples = {"square": "HTT|THT|TTH"}
    options = {"game": "twins"}
    game: str
    rectangle = True

    def settle(self) -> None:
        turns_named(self.game)

    def turned(self, leader: Cell) -> Iterator[tuple[Cell, ...]]:
        row, col = leader
        turns = turns_named(self.game)
        for others in turns.others(col):
            yield tuple((row, other) for other in others)
        for others in turns.others(row):
            if others:  # the leader alone is there already
                yield tuple((other, col) for other in others)

    def alone(self, rows: int, cols: int) -> list[list[int]]:
        return alone_by_definition(self, rows, cols)

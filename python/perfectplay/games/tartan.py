"""Tartan games: the product of two coin-turning games.

Coins lie on a rectangle. A move takes a turn of the game ``down``, which is a set of rows, and a turn of the game
``across``, a set of columns, and turns all coins where they cross; the one furthest down and right must go from heads
to tails. A player who cannot move loses. The options are keys of coin-turning games in a row: with ``twins`` twice it
is Turning Corners, where the four corners of a rectangle are turned.
Letters: ``H`` heads, ``T`` tails. The move ``2,3+1,3`` turns the coins in column 3 of rows 2 and 1.

Complexity: polynomial in the nimbers of the two games: a coin has the nim product of them (Berlekamp, Conway & Guy
1982).

>>> p = pp.load("tartan", "TTTT|TTTT|TTTH")
>>> pp.grundy(p), pp.Nimber(2) * pp.Nimber(3)
(1, *1)
>>> pp.grundy(pp.load("tartan", "TTT|TTH", down="mock_turtles", across="ruler"))
2
"""

from collections.abc import Iterator

from perfectplay.families.coin_turning import Cell, CoinGame, alone_by_definition, turns_named


class Tartan(CoinGame):
    name = "Tartan games"
    aliases = ("turning corners", "rugs")
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 14"
    sample = "HTH|THH"
    samples = {"corners": "HTT|THT|TTH"}
    options = {"down": "twins", "across": "twins"}
    down: str
    across: str
    rectangle = True

    def settle(self) -> None:
        turns_named(self.down)
        turns_named(self.across)

    def turned(self, leader: Cell) -> Iterator[tuple[Cell, ...]]:
        row, col = leader
        for rows in turns_named(self.down).others(row):
            for cols in turns_named(self.across).others(col):
                crossings = ((y, x) for y in (row, *rows) for x in (col, *cols))
                yield tuple(cell for cell in crossings if cell != leader)

    def alone(self, rows: int, cols: int) -> list[list[int]]:
        return alone_by_definition(self, rows, cols)

"""Grundy's game.

A move splits a heap into two unequal heaps; a player who cannot move loses (heaps of 1 and 2 are stuck).
A position is a list of heaps such as ``7 9``; the move ``9:2+7`` splits a heap of 9 into heaps of 2 and 7.

Complexity: polynomial in the heap sizes; whether the nimbers become periodic is open since Grundy 1939 (Flammenkamp has
computed 2^35 of them without finding a period).

>>> [int(pp.grundy(pp.load("grundys_game", str(n)))) for n in range(3, 15)]
[1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2]
"""

from perfectplay.kinds.heap import HeapGame


class GrundysGame(HeapGame):
    name = "Grundy's game"
    aliases = ("grundy game",)
    source = "Grundy 1939, Mathematics and games; Winning Ways, chapter 4"
    code = "4!.0"
    sample = "13"
    samples = {"three": "6 7 8"}

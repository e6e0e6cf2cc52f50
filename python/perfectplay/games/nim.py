"""Nim.

A move reduces one heap; a player who cannot move loses (in misère play: wins).
A position is a list of heaps such as ``3 5 7``; the move ``5:2`` reduces a heap of 5 to 2.

Complexity: polynomial, by the nim sum (Bouton 1901).

>>> pp.grundy(pp.load("nim", "3 5 7"))
1
"""

from perfectplay.kinds.heap import HeapGame


class Nim(HeapGame):
    name = "Nim"
    systems = ("S006",)
    source = "Bouton 1901, Nim, a game with a complete mathematical theory"
    code = "0.(3)"
    sample = "3 5 7"
    samples = {"marienbad": "1 3 5 7"}

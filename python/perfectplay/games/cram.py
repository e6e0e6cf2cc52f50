"""Cram: impartial Domineering.

Either player places a domino, vertical or horizontal, on two free cells; a player who cannot move loses.
Letters: ``.`` free, ``#`` covered or missing.

Complexity: open; the second player wins even by even boards and the first player even by odd ones, by point reflection
(Gardner 1974).

>>> pp.grundy(pp.load("cram", "....|....|...."))
1
"""

from perfectplay.games.domineering import Domineering


class Cram(Domineering):
    name = "Cram"
    systems = ("S070",)
    source = "Gardner 1974, Mathematical Games (the symmetry argument); Lemoine & Viennot 2012 (nimbers)"
    impartial = True
    sample = ".....|.....|....."
    samples = {}

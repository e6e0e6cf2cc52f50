"""Bridg-it, or Gale.

Two lattices of dots lie between each other. Left links neighbouring blue dots and wants to join the left side to the
right side, Right links red dots and wants to join top and bottom; links must not cross. So each crossing of two
possible links is claimed by one player.
Text: the crossings row by row, n and n - 1 by turns: ``...|..|...|..|...`` for n = 3; just ``3`` is the empty board.
Letters: ``.`` free, ``x`` Left's, ``o`` Right's.

Complexity: polynomial, as a special case of Shannon's switching game (Bruno & Weinberg 1970); the first player wins
by a pairing (Gross, in Gardner 1961).

>>> pp.outcome(pp.load("bridgit", "3")), pp.best(pp.load("bridgit", "3"), pp.LEFT)
(N, a5)
"""

from perfectplay.families.switching import Crossings


class Bridgit(Crossings):
    name = "Bridg-it"
    aliases = ("bridg it", "gale")
    systems = ("S026",)
    source = "Gale, in Gardner 1958; Gross, in Gardner 1961, New mathematical diversions"
    sample = "...|..|...|..|..."
    samples = {"begun": "..x|.o|...|x.|o..", "small": "..|.|.."}

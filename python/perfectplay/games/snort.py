"""Snort.

Players colour the free cells of a grid or the free vertices of a graph, Left black and Right white; neighbours may not
have different colours. A player who cannot move loses. (Invented by Simon Norton.)
Letters: ``.`` free for both, ``x`` free for Left only (a neighbour is Left's), ``o`` free for Right only, ``#`` taken
or missing. Coloured cells may be given too: ``X`` is Left's and ``O`` is Right's.

Complexity: PSPACE-complete (Schaefer 1978), even on planar graphs (Burke & Hearn 2018); on boards with a point symmetry
that leaves one cell in place the first player wins by symmetry.

>>> pp.value(pp.load("snort", "..."))
+-2
"""

from perfectplay.families.colouring import FOR_LEFT, FOR_RIGHT, Colouring


class Snort(Colouring):
    name = "Snort"
    systems = ("S037",)
    source = "Winning Ways, chapter 6; Schaefer 1978, On the complexity of some two-person perfect-information games"
    after_left = FOR_LEFT
    after_right = FOR_RIGHT
    tile = "."
    sample = "...|..."
    samples = {"tinted": "x....x", "farm": "....|....|....|....", "graph": "a-b b-c c-a c-d d-e; e=x"}

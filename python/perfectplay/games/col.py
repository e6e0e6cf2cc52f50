"""Col.

Players colour the free cells of a grid or the free vertices of a graph, Left black and Right white; neighbours may not
have the same colour. A player who cannot move loses. (Invented by Colin Vout.)
Letters: ``.`` free for both, ``x`` free for Left only (a neighbour is Right's), ``o`` free for Right only, ``#`` taken
or missing. Coloured cells may be given too: ``X`` is Left's and ``O`` is Right's.

Complexity: PSPACE-complete, even on planar graphs (Burke & Hearn 2018). Every value is a number, or a number and star
(Winning Ways, chapter 2).

>>> pp.value(pp.load("col", "x..x.")), pp.value(pp.load("col", "a-b b-c c-a c-d; a=x"))
(3/4, 1/4)
"""

from perfectplay.families.colouring import FOR_LEFT, FOR_RIGHT, Colouring


class Col(Colouring):
    name = "Col"
    aliases = ("coloring game",)
    source = "Winning Ways 1982, chapter 2; Burke & Hearn 2018, PSPACE-complete two-color planar placement games"
    after_left = FOR_RIGHT
    after_right = FOR_LEFT
    tile = "."
    sample = "...|..."
    samples = {"tinted": "x....o", "map": "....|....|....|....", "graph": "a-b b-c c-a c-d d-e e-a; e=x"}

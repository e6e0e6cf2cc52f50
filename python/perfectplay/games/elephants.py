"""Elephants and Rhinos: Toads and Frogs without jumps.

Left's elephants step to the right and Right's rhinos to the left, along rows, into the next cell if that is empty; a
player who cannot move loses.
Letters: ``x`` or ``t`` elephant, ``o`` or ``f`` rhino, ``.`` empty, ``#`` no cell.

Complexity: no hardness is known; the game is an exercise in Albert, Nowakowski & Wolfe 2007.

>>> pp.value(pp.load("elephants", "x...o")), pp.value(pp.load("elephants", "x.x.o"))
(*, {2|1})
"""

from perfectplay.games.toads_and_frogs import ToadsAndFrogs


class Elephants(ToadsAndFrogs):
    name = "Elephants and Rhinos"
    source = "Albert, Nowakowski & Wolfe 2007, Lessons in Play"
    jump = 0
    sample = "x.x..o.o"
    samples = {"herd": ".......x.....o..x.....o......."}

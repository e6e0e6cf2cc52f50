"""Peek.

Perforated plates lie in a box, one above the other, each pushed in or pulled out by one place. A player slides one of
his own plates to its other position, or passes (unless ``passing`` is set to false); the first player after whose move
there is a hole through all plates wins. Plates of nobody, such as the cover, stay where they are. Where a hole is
there from the beginning, play is over, and the player to move has lost. Play that goes on for ever is a draw.
Text: the plates from top to bottom, each with its owner ``L``, ``R`` or ``-`` (nobody), ``in`` or ``out``, and its
places: ``o`` a hole, ``.`` none. A plate that slides has one place more than the box: pushed in, its last place is
hidden behind the window, and pulled out, its first place sticks out: ``L in o.o|R out ..o|- oo``. A move is called
after the number of the plate.

Complexity: EXPTIME-complete, with passing (Stockmeyer & Chandra 1979). Without it a player who has no plate loses when
he must move.

>>> position = pp.load("peek", "L in o.o|R in .oo|L out ..o")
>>> pp.outcome(position), pp.best(position)
(L, 1)
>>> print(position.picture())
1 L  |o.|o
2 R  |.o|o
3 L .|.o|
     |  |
"""

from collections.abc import Iterator

from perfectplay.families.plates import Box, PlateGame
from perfectplay.kinds.toggles import Setting


class Peek(PlateGame):
    name = "Peek"
    systems = ("S038",)
    source = "Stockmeyer & Chandra 1979, Provably difficult combinatorial games"
    sample = "L in .oo.o|R in o..oo|L in .oo.o|R in .o.o.|L out o.oo."
    samples = {
        "cover": "- o.oo|L in .o..o|L in o.o.o|R out oo.o.|R in o.oo.",
        "corner": "L out ooo.o.|R in .oooo.|L out oooo.o|R out o.oo.o|L out oooooo|R out o.....",
        "tower": (
            "L out ..oo.o..o|R out ..oo.oo..|L out ..oooo.oo|R out o..o.ooo.|"
            "L out o.oooo...|R in o..oooooo|L in ......o..|R in .o.o.ooo."
        ),
    }

    def over(self, state: Setting) -> bool:
        return bool(self.open_places(state))

    def endings(self, frame: Box) -> Iterator[tuple[int, int]]:
        for place in range(frame.width):
            if not all(plate.is_open(place, False) for plate in frame.plates if plate.owner == "-"):
                continue
            asked = wanted = 0
            for switch, number in enumerate(frame.moving):
                inside, outside = (frame.plates[number].is_open(place, out) for out in (False, True))
                if not inside and not outside:
                    break
                asked |= (inside != outside) << switch
                wanted |= (outside and not inside) << switch
            else:
                yield asked, wanted

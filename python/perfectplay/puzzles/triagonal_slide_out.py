"""Triagonal Slide-Out: Rush Hour on a triangular grid.

Vehicles lie on a triangular grid along one of its three axes, one cell wide and at least two long, and slide along
their own line. Solved when the target (``A``, or ``X`` if there is no ``A``) reaches the end of its line, at the right,
or at the bottom where its line rises or falls.
Letters: capitals and small letters for vehicles, ``.`` or ``o`` empty, ``x`` or ``#`` wall; letters one space apart and
every other row shifted by one, rows by ``|``. A move such as ``B-2`` takes vehicle B two cells back (left, or up),
``A+1`` takes A one cell forward. Metrics: moves (any distance at once), steps (single cells).

Complexity: PSPACE-complete (Hearn 2006).

>>> pp.solve(pp.load("triagonal_slide_out", "  . . B .| . C B . .|. C A A D .| E E . D .|  . . F F"))
F-2 D+1 A+2
"""

from perfectplay.board import EAST, NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST, WEST, HexGrid
from perfectplay.families.vehicles import Vehicles


class TriagonalSlideOut(Vehicles):
    name = "Triagonal Slide-Out"
    systems = ("S144",)
    source = "Hearn 2006, Games, Puzzles, and Computation"
    boards = HexGrid
    axes = {(0, 2): (WEST, EAST), (1, 1): (NORTHWEST, SOUTHEAST), (1, -1): (NORTHEAST, SOUTHWEST)}
    walls = "x#"
    sample = "  . . B .| . C B . .|. C A A D .| E E . D .|  . . F F"
    samples = {
        "hexagon": "   . C H H|  D . C L L| . D . F F E|. A A . I E .| G G J I E .|  . J K K .|   B B . .",
    }

    def tidied(self, text: str) -> str:
        return text

"""Rush Hour.

Cars and trucks, one cell wide and at least two long, slide along their own line on a grid, forwards and backwards.
Solved when the target car (``A``, or ``X`` if there is no ``A``) reaches the end of its line, at the right or at the
bottom.
Letters: capitals and small letters for vehicles, ``o`` or ``.`` empty, ``x`` wall; rows by ``|``, or 36 letters in one
row for 6 x 6, also as in lists of boards, between the number of moves and the number of positions. A move such as
``B-2`` takes vehicle B two cells back (left or up), ``A+1`` takes A one cell forward.
Metrics: moves (any distance at once), steps (single cells).

Complexity: PSPACE-complete (Flake & Baum 2002), even with cars of length two only (Tromp & Cilibrasi 2004).

>>> pp.solve(pp.load("rush_hour", "..B|AAB|...|..."))
B+2 A+1
"""

import re

from perfectplay.board import EAST, NORTH, SOUTH, WEST, Lattice, Place
from perfectplay.families.vehicles import Vehicles


class RushHour(Vehicles):
    name = "Rush Hour"
    aliases = ("unblock me",)
    systems = ("S141", "S142")
    source = (
        "Flake & Baum 2002, Rush Hour is PSPACE-complete; Tromp & Cilibrasi 2004, Limits of Rush Hour logic complexity"
    )
    axes = {(0, 1): (WEST, EAST), (1, 0): (NORTH, SOUTH)}
    walls = "x"
    sample = "BBC.D.|E.C.D.|EAAGD.|E..G..|..HHHI|JJ...I"
    samples = {
        "cars": ".CHHG.|.CLLGB|.AAK.B|IIEKDJ|..EFDJ|...F..",
        "wall": "...xJJ|.CC.BB|AA.E.D|GG.E.D|.FHII.|.FH...",
    }

    def tidied(self, text: str) -> str:
        listed = re.fullmatch(r"(?:\d{1,9}\s+)?([A-Za-z.]{36})(?:\s+\d{1,9})?", text.strip())
        return "|".join(listed[1][i : i + 6] for i in range(0, 36, 6)) if listed else super().tidied(text)

    def way_out(self, board: Lattice, car: list[Place]) -> list[Place]:
        row, col = car[-1]
        down, right = (0, board.cols - 1 - col) if car[0][0] == row else (board.rows - 1 - row, 0)
        return [(row + down, col + right) for row, col in car]

"""Rubik's cube, 3 x 3 x 3 and k x k x k.

A move turns a layer by a quarter turn or a half turn; solved when every sticker is at home. Option ``size`` is k: 2 and
3 are solved exactly, larger ones as groups (``position.system.group(position)`` has the order, members, and words). On
a 2 x 2 x 2 cube the corner DBL stays fixed: moves are turns of U, R and F. With ``half_turns=False`` moves are quarter
turns.
Text: moves from the solved cube, ``R U2 F'`` (Singmaster, also with rotations ``x y z``, middle layers ``M E S`` and
wide turns ``r`` or ``Rw``; the cube is then held with its centres at home) or ``R1U2F3``; 54 facelets in the order
``URFDLB``; Reid's cubies, ``UF UR UB …``; cycles of stickers numbered like facelets. A position prints as facelets
where these determine it, otherwise as cycles. Moves are written as ``U``, ``U2``, ``U'``, on inner layers of large
cubes ``2U``. Metrics: htm (a half turn is one move), qtm (it is two).

``solve`` gives a shortest solution, by IDA* with a table of 563 MB that is built once (under a minute) and kept, or
with a smaller one if ``Limits(memory=…)`` requires it. ``method="two phase"``
takes milliseconds and gives about twenty moves; ``method="schreier sims"`` gives a long solution of any size.

Complexity: every position of 3 x 3 x 3 can be solved in 20 moves (Rokicki, Kociemba, Davidson & Dethridge 2010), in 26
quarter turns (2014); a shortest solution of k x k x k is NP-hard to find (Demaine, Eisenstat & Rudoy 2018).

>>> pp.solve(pp.load("rubik", "R U2 F'"))
F U2 R'
"""

from functools import cache

from perfectplay.errors import ParseError
from perfectplay.families.cubes import FACES, net, read, turns, written
from perfectplay.kinds.permutation import Moving, PermutationSystem, Placement
from perfectplay.metrics import UNIT, Metric
from perfectplay.picture import Picture

MOST = 13


@cache
def _moving(size: int, half_turns: bool) -> Moving:
    faces = "URF" if size == 2 else FACES
    return Moving(6 * size * size, turns(size, faces, half_turns), extra=size)


class Rubik(PermutationSystem):
    name = "Rubik's Cube"
    aliases = ("rubiks cube", "cube")
    systems = ("S131", "S132")
    source = "Rubik 1974; Kociemba 1992 (two phases); Korf 1997; Reid 1997; Rokicki et al. 2010"
    options = {"size": 3, "half_turns": True}
    size: int
    half_turns: bool
    metrics = {"htm": UNIT, "qtm": Metric(costs={"quarter": 1, "half": 2})}
    sample = "R U R' F2"
    samples = {
        "superflip": "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
        "twisted": "UUUUUUUUFURRRRRRRRFFRFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
    }

    def parse(self, text: str) -> Placement:
        if not 2 <= self.size <= MOST:
            raise ParseError(f"option size={self.size}", expected=f"2 to {MOST}")
        return Placement(_moving(self.size, self.half_turns), read(self.size, text))

    def text(self, state: Placement) -> str:
        return written(self.size, state.places)

    def picture(self, state: Placement) -> Picture:
        return net(self.size, state.places, self.name)

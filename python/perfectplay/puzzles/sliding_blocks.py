"""Sliding blocks: pieces of any shape in a box.

Each piece may slide in all four directions; pieces never overlap. Solved when every piece that the goal shows stands as
shown there; the other pieces do not matter. Pieces of the same shape are interchangeable, and take their letters in
reading order.
Text: the box and the goal as rows of letters, ``ab|a. -> ..|.b``; ``.`` is empty (in the goal: anything), ``#`` a wall.
To ask whether a piece can move at all, write ``-> move a``, or ``-> not a.|a.``: solved once a stands elsewhere.
A move such as ``b2-b3-c3`` is the path of the piece whose first cell in reading order is b2.
Metrics: moves (any motion of one piece), slides (straight ones), steps (single cells).

Complexity: PSPACE-complete (Hopcroft, Schwartz & Sharir 1984), even to decide whether a piece can move at all when all
pieces are dominoes (Hearn & Demaine 2005). When all are unit squares, solvability is polynomial (tokens on a graph:
Kornhauser, Miller & Spirakis 1984), and a shortest solution is NP-hard to find (Ratner & Warmuth 1990).

>>> pp.solve(pp.load("sliding_blocks", "ab|c. -> ..|.a"))
b1-b2 a1-b1 a2-a1 b2-a2 b1-b2
>>> pp.solve(pp.load("sliding_blocks", "aab|ccb|d.e -> move b"))
c3-b3 c1-c2
"""

from collections.abc import Iterable

from perfectplay.board import EAST, NORTH, SOUTH, WEST, Direction
from perfectplay.families.sliding_blocks import BoxPuzzle, PieceShape


class SlidingBlocks(BoxPuzzle):
    name = "Sliding blocks"
    aliases = ("klotski",)
    systems = ("S136", "S137", "S138", "S139", "S140")
    source = "Hordern 1986, Sliding Piece Puzzles; Hearn & Demaine 2005, PSPACE-completeness of sliding-block puzzles"
    sample = "abc|a.d|efd|e.g -> ...|...|..a|..a"
    samples = {
        "thirty_four": ".ab|.ac|dde|ffg -> ...|...|..a|..a",
        "klotski": "abbc|abbc|deef|dghf|i..j -> ....|....|....|.bb.|.bb.",
        "dads": "aabb|aacc|de..|fghh|fgii -> ....|....|....|aa..|aa..",
        "warehouse": "dddbg|ccfb.|ccfbh|aaa..|aaaee -> cc...|ccddd|aaagb|aaafb|eehfb",
        "dominoes": "cebbf|ce..f|ghidd|ghi.a|jjkka -> move a",
        "siding": "abcd...|###.### -> dcba...|###.###",
    }

    def directions_of(self, shape: PieceShape) -> Iterable[Direction]:
        return NORTH, EAST, SOUTH, WEST

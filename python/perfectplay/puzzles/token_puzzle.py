"""Token puzzles on graphs with one hole.

Every vertex of a graph but one has a token, and each token its own label. A token next to the hole slides into it.
Solved when every token is where the goal says.
Text: the graph, then after ``;`` the token on each vertex, ``->``, and the same for the goal, as in
``a-b b-c c-a; a=1 b=2 -> b=1 c=2``. A move such as ``a-b`` takes the token on a to b. Metric: moves.

The Fifteen Puzzle is one of these; others are balls in circular tracks, such as Lucky Seven (a ring of eight places
with one track across) and Tricky Six (a ring of six and a place in its middle, next to two opposite ones).

Complexity: solvability is easy to decide (Wilson 1974); a shortest solution is NP-hard to find (Ratner & Warmuth 1990).

>>> pp.solve(pp.load("token_puzzle", "a-b b-c c-d d-a a-c; a=1 b=2 c=3 -> a=1 b=3 c=2"))
a-d b-a c-b a-c d-a
"""

from perfectplay.errors import ParseError
from perfectplay.families.pebbles.puzzle import EMPTY, TokenMotion
from perfectplay.kinds.rulesets import Arrangement


class TokenPuzzle(TokenMotion):
    name = "Token puzzle with one hole"
    systems = ("S120", "S121", "S122")
    source = (
        "Wilson 1974, Graph puzzles, homotopy, and the alternating group; Ratner & Warmuth 1990, The (n^2-1)-puzzle"
    )
    sample = "a-b b-c c-d d-e e-a a-c; a=1 b=2 c=3 d=4 -> a=1 b=2 c=4 d=3"
    samples = {
        "tricky_six": "a-b b-c c-d d-e e-f f-a g-a g-d; a=3 b=2 c=6 d=5 e=4 g=1 -> a=1 b=2 c=3 d=4 e=5 f=6",
        "two_exchanged": "a-b b-c c-d d-e e-f f-a g-a g-d; a=2 b=1 c=3 d=4 e=5 f=6 -> a=1 b=2 c=3 d=4 e=5 f=6",
        "lucky_seven": "a-b b-c c-d d-e e-f f-g g-h h-a a-e; b=1 c=2 d=3 e=4 f=5 g=6 h=7 -> "
        "b=7 c=6 d=5 e=4 f=3 g=2 h=1",
        "cycle": "a-b b-c c-d d-e e-a; a=1 b=2 c=3 d=4 -> a=2 b=3 c=4 d=1",
        "cut_vertices": "a-b b-c c-a c-d d-e e-f f-g g-e; a=2 c=1 d=3 e=4 f=6 g=5 -> a=1 b=2 d=3 e=4 f=5 g=6",
    }

    def checked(self, state: Arrangement) -> Arrangement:
        if state.cells.count(EMPTY) != 1:
            raise ParseError(f"{state.cells.count(EMPTY)} holes", expected="one")
        return state

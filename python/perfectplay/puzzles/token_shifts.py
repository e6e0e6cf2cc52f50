"""Token shifts.

Tokens without labels stand on a graph. A move shifts one of them along a path of empty vertices, however long. Solved
when the tokens are on the marked vertices, of which there are as many as tokens.
Letters: ``.`` empty, ``o`` token, ``x`` marked vertex, ``O`` token on a marked vertex; as in ``a-b b-c; a=o c=x``, or
rows such as ``oo.|..x|x..`` for a grid. A move such as ``a-b-c`` shifts the token on a to c.
Metrics: shifts; steps (edges along which tokens move).

Complexity: APX-hard on graphs, NP-hard on the infinite square grid, linear on trees; three times the fewest shifts can
be found in polynomial time (Calinescu, Dumitrescu & Pach 2006).

>>> pp.solve(pp.load("token_shifts", "a-b b-c c-d; a=o b=O d=x"))
b-c-d a-b
"""

from collections.abc import Iterator

from perfectplay.board import Board
from perfectplay.errors import ParseError
from perfectplay.kinds.network import NetworkPuzzle
from perfectplay.kinds.rulesets import Arrangement, Pattern, Rewrite
from perfectplay.metrics import UNIT, Metric
from perfectplay.picture import Look


class TokenShifts(NetworkPuzzle):
    name = "Token shifts"
    systems = ("S124",)
    source = "Calinescu, Dumitrescu & Pach 2006, Reconfigurations in graphs and grids"
    cells = ".o"
    letters = {"x": (".", "goal"), "O": ("o", "goal")}
    looks = {"o": Look("disc", "left")}
    metrics = {"shifts": Metric(chain="piece"), "steps": UNIT}
    sample = "a-b b-c c-d d-e c-f; a=o b=O d=o e=x f=x"
    samples = {
        "ring": "a-b b-c c-d d-e e-f f-a; a=o b=O c=x d=O",
        "grid": "oo.x|.O.x|x..o",
    }

    def checked(self, state: Arrangement) -> Arrangement:
        tokens, marked = state.cells.count("o"), len(state.board.marked("goal"))
        if tokens != marked:
            raise ParseError(f"{tokens} tokens and {marked} marked vertices", expected="as many of both")
        return state

    def moves(self, board: Board) -> Iterator[Rewrite]:
        for a in board.cells:
            for b in board.neighbours(a):
                if a != b:
                    yield Rewrite({a: "o.", b: ".o"}, piece=(a, b))

    def goals(self, board: Board) -> Iterator[Pattern]:
        wanted = board.marked("goal")
        yield {cell: "o" if cell in wanted else "." for cell in board.cells}

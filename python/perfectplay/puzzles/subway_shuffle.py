"""Subway Shuffle.

Coloured cars stand on the stations of a graph with coloured lines. A car moves along a line of its own colour to an
empty station next to it. Solved when the car that you have boarded reaches your exit.
Letters: ``r`` ``b`` ``g`` ``y`` for the colours of lines (``r`` unless another is given) and cars, capitals ``R`` ``B``
``G`` ``Y`` for the one car that you have boarded, ``.`` an empty station; after ``->`` the exit, as in
``a-b b-c c-d; b-c=b a=R b=b -> d``. Two stations may be joined by lines of several colours: ``b-c#2=g``. To ask whether
your car can move at all, write ``-> move``, or ``-> not a``: solved once it stands elsewhere. A move such as ``a-b``
takes the car on a to b. Metrics: moves; trips (consecutive moves of one car count once).

Complexity: whether a car can ever move is easy to decide (Hearn 2005); whether it can reach the exit is
PSPACE-complete, even on planar graphs (De Biasi & Ophelders 2015).

>>> pp.solve(pp.load("subway_shuffle", "a-b b-c b-d; b-d=b a=R b=b -> c"))
b-d a-b b-c
>>> pp.solve(pp.load("subway_shuffle", "a-b b-c b-d; b-d=b a=R b=b -> move"))
b-d a-b
"""

from collections.abc import Iterator

from perfectplay.board import Graph
from perfectplay.families.cars import CarPuzzle
from perfectplay.kinds.goal import GraphGoalPuzzle
from perfectplay.kinds.rulesets import Arrangement, Layout, Rewrite
from perfectplay.metrics import UNIT, Metric
from perfectplay.picture import Look

COLOURS = {"r": "right", "b": "left", "g": "green", "y": "yellow"}
LINES = dict(zip("rbgy", "1234", strict=True))
"""The symbol of a line of each colour."""


class SubwayShuffle(CarPuzzle, GraphGoalPuzzle):
    name = "Subway Shuffle"
    systems = ("S126",)
    source = "Hearn 2005, The subway shuffle puzzle; De Biasi & Ophelders 2015 (complexity)"
    cells = ".rbgyRBGY"
    looks = (
        {colour: Look("disc", role) for colour, role in COLOURS.items()}
        | {colour.upper(): Look("disc", role, "@") for colour, role in COLOURS.items()}
        | {LINES[colour]: Look("block", role) for colour, role in COLOURS.items()}
    )
    metrics = {"moves": UNIT, "trips": Metric(chain="piece")}
    goal_example = "a-b b-c; a=R -> c"
    sample = "a-b a-d b-c b-f c-e c-h d-e d-g e-f g-h; b=r e=r f=b g=R a-d=b b-f=b d-e=b d-g=b -> a"
    samples = {
        "three_lines": "a-b a-c b-d b-e b-j c-f d-g d-i e-k f-k g-h g-k; "
        "b=r c=r e=b f=b h=R i=r j=r k=b a-c=g b-e=b c-f=b e-k=b -> j",
        "both_colours": "a-b a-b b-c c-d; a-b#2=b b-c=b c-d=b a=R b=b -> b",
    }

    def read_graph(self, source: object) -> Arrangement:
        lines = {colour: (symbol, "") for colour, symbol in LINES.items()}
        board, cells = Graph.parse(source, {symbol: (symbol, "") for symbol in self.cells}, lines, directed=False)
        return self.checked(Arrangement(Layout(board, self.cells + "".join(LINES.values())), cells))

    def moves(self, board: Graph) -> Iterator[Rewrite]:
        for line in board.edges:
            for a, b in (line[:2], line[1::-1]):
                for colour, symbol in LINES.items() if a != b else ():
                    for car in (colour, colour.upper()):
                        yield Rewrite({a: f"{car}.", b: f".{car}", line: symbol * 2}, piece=(a, b))

"""Unit Rush Hour: 1 x 1 cars that drive along one axis only.

Each car fills one cell and drives either along its row or along its column, to a free cell next to it. Solved when the
target reaches the end of its line: the last column if it drives along its row, the last row if along its column.
Letters: ``h`` and ``v`` cars that drive horizontally and vertically, ``H`` or ``V`` the target, ``.`` empty, ``#``
fixed block. After the board another goal cell for the target may be given, ``-> c1``; to ask whether it can move at
all, write ``-> move``, or ``-> not a1``: solved once it stands elsewhere. A move is the path of a car, ``a1-b1-c1``.
Metrics: moves (any distance at once), steps (single cells).

Complexity: PSPACE-complete with fixed blocks (Brunner, Chung, Demaine, Hendrickson, Hesterberg, Suhl & Zeff 2020), open
without them; whether a car can move at all is decided in polynomial time (Tromp & Cilibrasi 2004).

>>> pp.solve(pp.load("unit_rush_hour", "Hv.|hv.|v.h"))
b2-b3 b1-b2 a1-b1-c1
>>> pp.solve(pp.load("unit_rush_hour", "Hh|vv -> move")).reason
'frozen: the car on a1 can never move'
"""

from collections.abc import Iterator

from perfectplay.board import EAST, NORTH, SOUTH, WEST, Grid
from perfectplay.families.cars import CarPuzzle
from perfectplay.kinds.rulesets import Pattern, Rewrite
from perfectplay.metrics import UNIT, Metric
from perfectplay.picture import Look

AXES = {"h": (WEST, EAST), "v": (NORTH, SOUTH)}


class UnitRushHour(CarPuzzle):
    name = "Unit Rush Hour"
    systems = ("S143",)
    source = "Tromp & Cilibrasi 2004, Limits of Rush Hour logic complexity; Brunner et al. 2020"
    cells = ".hvHV"
    letters = {"#": (None, "")}
    looks = {
        "h": Look("block", "right", "-"),
        "v": Look("block", "accent", "|"),
        "H": Look("block", "left", "-"),
        "V": Look("block", "left", "|"),
    }
    metrics = {"moves": Metric(chain="piece"), "steps": UNIT}
    goal_example = "Hh|vv -> move"
    goal_optional = True
    sample = "Hvv.|vhvv|.vvv|vhhv"
    samples = {"blocks": "#vhh|#hvh|Hv.v|hh.h", "at_all": "Hhvvhh|hvhhvh|hhhhvh|vvhhvh|hvvhh. -> move"}

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for axis, directions in AXES.items():
            for direction in directions:
                for a, b in board.runs(direction, 2):
                    for car in (axis, axis.upper()):
                        yield Rewrite({a: f"{car}.", b: f".{car}"}, piece=(a, b), tag=direction.value)

    def goals(self, board: Grid) -> Iterator[Pattern]:
        for row, col in board.cells:
            if col == board.cols - 1:
                yield {(row, col): "H"}
            if row == board.rows - 1:
                yield {(row, col): "V"}

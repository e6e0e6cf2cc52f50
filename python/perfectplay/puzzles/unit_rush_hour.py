"""Unit Rush Hour: 1 x 1 cars that drive along one axis only.

Each car fills one cell and drives either along its row or along its column, to a free cell next to it. Solved when the
target reaches the end of its line: the last column if it drives along its row, the last row if along its column.
Letters: ``h`` and ``v`` cars that drive horizontally and vertically, ``H`` or ``V`` the target, ``.`` empty, ``#``
fixed block. To ask whether the target can move at all, write ``-> move`` after the board, or ``-> not a1``: solved
once it stands elsewhere. A move is the way of a car, ``a1-b1-c1``. Metrics: moves (any distance at once), steps (single
cells).

Complexity: PSPACE-complete with fixed blocks (Brunner, Chung, Demaine, Hendrickson, Hesterberg, Suhl & Zeff 2020), open
without them; whether a car can move at all is polynomial (Tromp & Cilibrasi 2004).

>>> pp.solve(pp.load("unit_rush_hour", "Hv.|hv.|v.h"))
b2-b3 b1-b2 a1-b1-c1
>>> pp.solve(pp.load("unit_rush_hour", "Hh|vv -> move")).reason
'frozen: the car on a1 can never move'
"""

from collections.abc import Iterator

from perfectplay.board import EAST, NORTH, SOUTH, WEST, Grid
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.rewrite import Arrangement, Layout, Pattern, Rewrite, RewritePuzzle
from perfectplay.metrics import UNIT, Metric
from perfectplay.picture import Look, Picture, picture_of_text, towards
from perfectplay.players import LEFT, Player

AXES = {"h": (WEST, EAST), "v": (NORTH, SOUTH)}


class UnitRushHour(RewritePuzzle):
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
    sample = "Hvv.|vhvv|.vvv|vhhv"
    samples = {"blocks": "#vhh|#hvh|Hv.v|hh.h", "at_all": "Hhvvhh|hvhhvh|hhhhvh|vvhhvh|hvvhh. -> move"}

    def parse(self, text: str) -> Arrangement:
        """The place that the target is to leave, if any, is part of the layout."""
        head, arrow, goal = text.partition("->")
        state = super().parse(head)
        if not arrow:
            return state
        target = state.board.cells[next(n for n, symbol in enumerate(state.cells) if symbol.isupper())]
        words = goal.split()
        names = {state.board.name(cell): cell for cell in state.board.cells}
        if words != ["move"] and (len(words) != 2 or words[0] != "not" or words[1] not in names):
            raise ParseError(f"the goal {quote(goal.strip())}", expected="move, or not and a cell, such as not a1")
        left = target if words == ["move"] else names[words[1]]
        return Arrangement(Layout(state.board, self.cells, left), state.cells)

    def text(self, state: Arrangement) -> str:
        board = super().text(state)
        return f"{board} -> not {state.board.name(state.layout.extra)}" if self.leaves(state) else board

    def picture(self, state: Arrangement) -> Picture:
        drawn = super().picture(state)
        if not self.leaves(state):
            return drawn
        return towards(drawn, picture_of_text(state.board.name(state.layout.extra)), away=True)

    def leaves(self, state: Arrangement) -> bool:
        """Is the goal that the target leaves a cell?"""
        return bool(state.layout.extra)

    def checked(self, state: Arrangement) -> Arrangement:
        targets = sum(state.cells.count(target) for target in "HV")
        if targets != 1:
            raise ParseError(f"{targets} target cars", expected="one, written H or V")
        return state

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for axis, directions in AXES.items():
            for direction in directions:
                for a, b in board.runs(direction, 2):
                    for car in (axis, axis.upper()):
                        yield Rewrite({a: f"{car}.", b: f".{car}"}, piece=(a, b), tag=direction.value)

    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Pattern]]:
        if not layout.extra:
            yield from super().goal_patterns(layout)
        else:
            yield from ((LEFT, {cell: car}) for cell in layout.board.cells if cell != layout.extra for car in "HV")

    def goals(self, board: Grid) -> Iterator[Pattern]:
        for row, col in board.cells:
            if col == board.cols - 1:
                yield {(row, col): "H"}
            if row == board.rows - 1:
                yield {(row, col): "V"}

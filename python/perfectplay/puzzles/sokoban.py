"""Sokoban.

The player walks on free floor and pushes boxes, one at a time, never pulling. Solved when every box stands on a goal.
Letters (XSB): ``#`` wall, ``@`` player, ``$`` box, ``.`` goal, ``*`` box on goal, ``+`` player on goal, space, ``-`` or
``_`` floor; rows by line ends or ``|``, runs as numbers (``4#|#@$.#``). A solution is written in LURD notation: small
letters walk, capitals push. Metrics: pushes (walking is free), moves.

Complexity: PSPACE-complete (Culberson 1998), also without fixed walls (Hearn & Demaine 2005).

>>> pp.solve(pp.load("sokoban", "#######|#@ $ .#|#######"))
rRR
"""

import re
from collections.abc import Iterator

from perfectplay.board import EAST, NORTH, SOUTH, WEST, Grid
from perfectplay.errors import ParseError
from perfectplay.kinds.rewrite import RewritePuzzle
from perfectplay.kinds.rulesets import Arrangement, Layout, Pattern, Rewrite
from perfectplay.metrics import UNIT, Metric
from perfectplay.picture import Look

LONGEST_RUN = 1000


class Sokoban(RewritePuzzle):
    name = "Sokoban"
    aliases = ("warehouse keeper",)
    systems = ("S151",)
    source = "Imabayashi 1981 (the game); Culberson 1998, Sokoban is PSPACE-complete"
    cells = " $@"
    letters = {
        "-": (" ", ""),
        "_": (" ", ""),
        ".": (" ", "goal"),
        "*": ("$", "goal"),
        "+": ("@", "goal"),
        "#": (None, ""),
    }
    looks = {" ": Look("empty"), "$": Look("block", "goal"), "@": Look("disc", "left")}
    metrics = {"pushes": Metric({"walk": 0}), "moves": UNIT}
    move_separator = ""
    suffixes = (".xsb", ".sok")
    row = r"(?=[^#]*#)(\d*[-_#@$.*+ |])+"  # a wall in it, and nothing that is not a letter of a level
    sample = "#######|#  .  #|# $#$ #|#. @  #|#######"
    samples = {"nine": "#######|#    ##|#  $ ##|#.$$ @#|#. #. #|#######"}

    def parse(self, text: str) -> Arrangement:
        level = re.sub(r"(\d+)([^\d\n|/])", lambda run: run[2] * min(int(run[1][:5]), LONGEST_RUN), text[:65536])
        if len(level) > 65536:
            raise ParseError("the level is too large")
        board, cells = Grid.parse(level, self.alphabet(level), ragged=True)
        return self.checked(Arrangement(Layout(board, self.cells), cells))

    def checked(self, state: Arrangement) -> Arrangement:
        players, boxes, goals = state.cells.count("@"), state.cells.count("$"), len(state.board.marked("goal"))
        if players != 1:
            raise ParseError(f"{players} players", expected="one, written @ (or + on a goal)")
        if boxes != goals:
            raise ParseError(f"{boxes} boxes for {goals} goals", expected="as many boxes as goals")
        return state

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for direction, letter in ((WEST, "l"), (NORTH, "u"), (EAST, "r"), (SOUTH, "d")):
            for a, b in board.runs(direction, 2):
                yield Rewrite({a: "@ ", b: " @"}, tag="walk", name=letter)
            for a, b, c in board.runs(direction, 3):
                yield Rewrite({a: "@ ", b: "$@", c: " $"}, piece=(b, c), tag="push", name=letter.upper())

    def goals(self, board: Grid) -> Iterator[Pattern]:
        goals = board.marked("goal")
        yield {cell: "$" if cell in goals else " @" for cell in board.cells}

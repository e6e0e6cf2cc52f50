"""Cross Purposes.

Crates of 1 x 1 x 2 stand upright on cells of a grid. A move topples one of them onto the next two cells in a direction,
which must be vacant; they stay covered, and the cell where it stood becomes vacant. Left topples up and down, Right to
the left and to the right. A player who cannot move loses. (Invented by Michael Albert as a two-player version of the
puzzle TipOver; on a Go board a black stone is replaced by two white ones beside it.)
Letters: ``x`` an upright crate, ``o`` half of a toppled one, ``.`` vacant, ``#`` no cell.

Complexity: PSPACE-complete (Hearn 2009).

>>> pp.value(pp.load("cross_purposes", "x..|...|.x."))
{1|0}
"""

from collections.abc import Iterator

from perfectplay.board import EAST, NORTH, SOUTH, WEST, Grid
from perfectplay.kinds.rewrite import RewriteGame
from perfectplay.kinds.rulesets import Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT


class CrossPurposes(RewriteGame):
    name = "Cross Purposes"
    systems = ("S164",)
    source = "Hearn 2009, Amazons, Konane, and Cross Purposes are PSPACE-complete"
    cells = ".xo"
    letters = {"#": (None, "")}
    looks = {"x": Look("block", "black"), "o": Look("block", "white")}
    sample = "x..x|....|.x..|...x"
    samples = {"yard": "x...x.|..x...|.x..x.|...x..|x....x|..x...", "one": "..x..|.....|..x.."}

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for player, directions in ((LEFT, (NORTH, SOUTH)), (RIGHT, (EAST, WEST))):
            for direction in directions:
                for crate, near, far in board.runs(direction, 3):
                    changes = {crate: "x.", near: ".o", far: ".o"}
                    yield Rewrite(changes, player, name=f"{board.name(crate)}-{board.name(far)}")

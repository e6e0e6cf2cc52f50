"""Lunar Lockout (UFO, Pete's Pike).

A robot slides along a row or column until another robot, or a fixed block, stops it; without a stopper ahead it would
leave the board, so it may not move. Solved when the target robot has stopped on a marked cell.
Letters: ``x`` target, ``o`` other robot, ``.`` empty, ``#`` fixed block; ``+`` a marked cell, ``X`` and ``O`` robots on
it. A move is the path of a robot, ``a1-a4``. Metric: moves (each slide is one).
With ``revisits="stops"`` the target never stops twice on one cell; with ``revisits="cells"`` it does not even cross a
cell on which it has been. In these variants ``,`` and ``q`` are ``.`` and ``o`` on a cell where the target has been,
``:`` and ``Q`` the same on a marked one.

Complexity: NP-hard (Hock 2001), NP-complete without revisits; PSPACE-complete with fixed blocks (Hartline &
Libeskind-Hadas 2003).

>>> pp.solve(pp.load("lunar_lockout", ".....|..x..|..+..|.....|.o.oo"))
d5-c5 c5-c3 e5-c5 c3-c4 c2-c3
"""

from collections.abc import Iterator

from perfectplay.board import Grid
from perfectplay.errors import ParseError
from perfectplay.families.slides import slides
from perfectplay.kinds.rewrite import RewritePuzzle
from perfectplay.kinds.rulesets import Arrangement, Pattern, Rewrite
from perfectplay.picture import Look

STOPPERS = "oqx>oqx"
WAYS = ("free", "stops", "cells")


class LunarLockout(RewritePuzzle):
    name = "Lunar Lockout"
    aliases = ("ufo",)
    systems = ("S128", "S129", "S130")
    source = "Hock 2001, Exploring the complexity of the UFO puzzle; Hartline & Libeskind-Hadas 2003"
    cells = ".ox,q"
    letters = {
        "#": (None, ""),
        "+": (".", "goal"),
        "O": ("o", "goal"),
        "X": ("x", "goal"),
        ":": (",", "goal"),
        "Q": ("q", "goal"),
    }
    looks = {",": Look("empty"), **dict.fromkeys("oq", Look("disc", "accent")), "x": Look("disc", "left")}
    options = {"revisits": "free"}
    revisits: str
    sample = ".....|.o...|..+o.|x....|..o.o"
    samples = {
        "blocks": "o..o.|.x...|#.+..|....#|.o...",
        "crossing": "oox.o|.....|..+..|.....|..o..",
    }

    def checked(self, state: Arrangement) -> Arrangement:
        if self.revisits not in WAYS:
            raise ParseError(f"option revisits={self.revisits!r}", expected=", ".join(WAYS))
        if state.cells.count("x") != 1:
            raise ParseError(f"{state.cells.count('x')} target robots", expected="one, written x (or X on a mark)")
        if not state.board.marked("goal"):
            raise ParseError("no marked cell", expected="a cell for the target, written + (or X, O)")
        if self.revisits == "free" and set(state.cells) & {",", "q"}:
            raise ParseError("cells where the target has been", expected="none, unless revisits are restricted")
        return state

    def moves(self, board: Grid) -> Iterator[Rewrite]:
        for slide in slides(board, edge_stops=False):
            if self.revisits == "free":
                yield slide.rewrite("o.", "..", ".o", STOPPERS)
                yield slide.rewrite("x.", "..", ".x", STOPPERS)
            else:  # the target leaves a trail
                yield slide.rewrite("oq>.,", ".,>.,", ".,>oq", STOPPERS)
                yield slide.rewrite("x,", ".,>.," if self.revisits == "stops" else ".,", ".x", STOPPERS)

    def goals(self, board: Grid) -> Iterator[Pattern]:
        for cell in board.marked("goal"):
            yield {cell: "x"}

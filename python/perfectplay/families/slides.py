"""What puzzles whose pieces slide until something stops them have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from perfectplay.board import Direction, Grid, Place
from perfectplay.kinds.rulesets import Rewrite


class Slide(NamedTuple):
    """The first cell of a slide, those that it crosses, its last cell, the cell whose piece stops it (None: a place
    that is not a cell stops it, or the edge, if edges do), and the direction."""

    start: Place
    crossed: tuple[Place, ...]
    end: Place
    stopper: Place | None
    direction: Direction

    def rewrite(self, leaves: str, crosses: str, enters: str, stops: str) -> Rewrite:
        """The slide with what it does to its first cell, to those that it crosses, to its last, and to the stopper."""
        changes = {self.start: leaves, **dict.fromkeys(self.crossed, crosses), self.end: enters}
        if self.stopper is not None:
            changes[self.stopper] = stops
        return Rewrite(changes, piece=(self.start, self.end), tag=self.direction.value)


def slides(board: Grid, *, edge_stops: bool) -> Iterator[Slide]:
    """Every slide on a board.

    >>> [(slide.start, slide.end, slide.stopper) for slide in slides(Grid(1, 3), edge_stops=False)]
    [((0, 0), (0, 1), (0, 2)), ((0, 2), (0, 1), (0, 0))]
    """
    for start in board.cells:
        for direction in board.directions:
            crossed: list[Place] = []
            here = start
            while (end := board.step(here, direction)) is not None:
                down, right = board.offsets[direction]
                stopper = board.step(end, direction)
                if stopper is not None or edge_stops or (end[0] + down, end[1] + right) in board.voids:
                    yield Slide(start, tuple(crossed), end, stopper, direction)
                crossed.append(end)
                here = end

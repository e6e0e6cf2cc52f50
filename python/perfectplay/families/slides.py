"""What puzzles share whose pieces slide until something stops them."""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay.board import Direction, Grid, Place

Way = tuple[Place, tuple[Place, ...], Place, Place | None, Direction]


def ways(board: Grid, *, edge_stops: bool) -> Iterator[Way]:
    """Every slide: its first cell, those that it crosses, its last cell, the cell whose piece stops it (None: a place
    that is no cell stops it, or the edge, if edges do), and the direction.

    >>> [(a, b, stopper) for a, _, b, stopper, _ in ways(Grid(1, 3), edge_stops=False)]
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
                    yield start, tuple(crossed), end, stopper, direction
                crossed.append(end)
                here = end

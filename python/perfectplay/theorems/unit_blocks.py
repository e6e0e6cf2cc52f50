"""Blocks of one cell, in a box of any form: whether the goal can be reached is decided in polynomial time.

Blocks of one cell are tokens on the graph of the cells. Without a free cell nothing moves; on a single line or round a
ring of cells the blocks keep their order. Otherwise, with one free cell each part of the box that no single cell cuts
in two keeps its blocks, which undergo even permutations (Johnson & Story 1879 for rectangles, Wilson 1974; the
exception, Tricky Six, is in no grid). With two or more free cells blocks fall into classes, and within a class
everything is possible (Kornhauser, Miller & Spirakis 1984); a box that no cell cuts in two has one class. Exact
statements are in :mod:`perfectplay.families.pebbles.feasible`. Blocks that the goal does not show may end up anywhere,
and :mod:`perfectplay.families.pebbles.partial` says how their places are found.

The theorem answers where there is no solution. A shortest one is left to search, and some solution to the method
``token exchanges``. A block can move at all (``-> move a``) if and only if its part of the box has a free cell.

Checked against search for all goals on boxes of up to 6 cells, on all boxes of 3 x 3 with walls, and on samples of
larger ones.
"""

from functools import lru_cache
from itertools import pairwise

from perfectplay.board import Grid
from perfectplay.families.pebbles.feasible import sign
from perfectplay.families.pebbles.loops import can_reach_some
from perfectplay.families.pebbles.partial import complete
from perfectplay.families.pebbles.puzzle import web
from perfectplay.families.pebbles.webs import Web, colours, parts, restricted
from perfectplay.families.sliding_blocks import EMPTY
from perfectplay.kinds.rulesets import Arrangement
from perfectplay.position import Position

systems = ("sliding_blocks",)

MOST_BLOCKS = 50
"""The most blocks whose group is found from the loops of the free cells."""

SAID = {
    "components": "components: a block would have to change to another part of the box",
    "no hole": "order: there is no free cell",
    "order": "order: on a single line the blocks keep their order",
    "cyclic order": "order: round a ring the blocks keep their cyclic order",
    "parity": "parity: with one free cell only even permutations of the blocks can be made",
    "blocks": "cut cells: with one free cell a block cannot pass a cell that cuts the box in two",
    "classes": "classes: there are too few free cells for a block to change to another part of the box",
}


def is_unit(position: Position) -> bool:
    return isinstance(position.state.board, Grid) and all(
        len(shape.offsets) == 1 for shape in position.state.layout.extra
    )


def configurations(state: Arrangement) -> tuple[Web, list[int], list[int]]:
    """The graph of the cells, the number of the block on each of them, and where the goal shows a block; otherwise 0.
    The blocks that the goal shows have the highest numbers."""
    index = state.board.index
    aims = {symbol: cell for cell, symbol in state.layout.goal.wanted} if state.layout.goal else {}
    placed = [(aims.get(symbol), cell) for cell, symbol in enumerate(state.cells) if symbol != EMPTY]
    start, goal = [0] * len(state.cells), [0] * len(state.cells)
    for number, (aim, cell) in enumerate(sorted(placed, key=lambda block: block[0] is not None), 1):
        start[cell] = number
        if aim is not None:
            goal[index[aim]] = number
    return web(state.board), start, goal


def is_left(state: Arrangement) -> bool:
    """Is the goal that a block leaves its cell?"""
    return state.layout.goal is not None and state.layout.goal.away


@lru_cache(maxsize=256)
def completed(state: Arrangement) -> list[int] | str | None:
    """The block on each cell of a solved arrangement that can be reached; or why there is none; or None if it is not
    known."""
    graph, start, goal = configurations(state)
    found: list[int] | tuple[str, list[int]] | None
    if is_left(state):
        (part,) = (part for part in parts(graph) if any(goal[v] for v in part))
        solved = any(goal[v] not in (0, token) for v, token in enumerate(start))
        found = None if solved or any(not start[v] for v in part) else ("no hole", part)
    else:
        found = complete(graph, start, goal)
    if not isinstance(found, tuple):
        return found
    said = SAID[found[0].partition(":")[0]]
    names = [state.board.name(state.board.cells[v]) for v in sorted(found[1])]
    return said if len(names) == len(start) else f"{said} ({' '.join(names)})"


def refusal(position: Position) -> str:
    """Why the goal cannot be reached; empty if it can, or where the theorem does not apply."""
    found = completed(position.state) if is_unit(position) else None
    return found if isinstance(found, str) else ""


def confirm(position: Position) -> bool | None:
    """Does an invariant exclude it, or is it outside the group that the loops of the free cells generate? None if there
    are too many of them."""
    graph, start, goal = configurations(position.state)
    if is_left(position.state):
        cell = next(v for v, token in enumerate(goal) if token)
        return all(start[v] for part in parts(graph) if cell in part for v in part)
    for part in parts(graph):
        if _forbidden(restricted(graph, part), [start[v] for v in part], [goal[v] for v in part]):
            return True
    if max(start) > MOST_BLOCKS:
        return None
    found = can_reach_some(graph, start, goal)
    return None if found is None else not found


def _forbidden(graph: Web, start: list[int], goal: list[int]) -> bool:
    """By order or parity, in a connected part of the box."""
    if not {*goal} <= {0, *start} or (all(start) and any(goal[v] not in (0, token) for v, token in enumerate(start))):
        return True
    ends = [v for v, near in enumerate(graph) if len(near) == 1]
    if len(ends) == 2 and all(len(near) <= 2 for near in graph):
        line = parts(graph, [ends[0], *range(len(graph))])[0]
        blocks = [start[v] for v in line if start[v]]
        shown = [(blocks.index(goal[v]), place) for place, v in enumerate(line) if goal[v]]
        room = [(-1, -1), *sorted(shown), (len(blocks), len(line))]
        return any(b[1] - a[1] < b[0] - a[0] for a, b in pairwise(room))
    left = [v for v, token in enumerate(goal) if not token]
    if start.count(0) != 1 or len(left) > 2:
        return False
    colour = colours(graph)
    assert colour is not None
    goes = {token: v for v, token in enumerate(goal) if token}
    rest = [token for token in start if token not in goes]  # the free cell, and perhaps a block
    for order in (left, left[::-1]):
        to = goes | dict(zip(rest, order, strict=True))
        hole = start.index(0)
        if (sign([to[token] for token in start]) > 0) == (colour[hole] == colour[to[0]]):
            return False
    return True

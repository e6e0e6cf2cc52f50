"""Blocks of one cell in a rectangular box: which arrangements cannot be reached.

Let all blocks be single cells and the box a full rectangle of at least 2 x 2 cells. Without a free cell nothing moves.
With one free cell a move changes both the sign of the permutation of all contents (the free cell counted as one) and
the parity of the free cell's place, and everything that keeps the two in step can be reached (Johnson & Story 1879;
Wilson 1974). Blocks that the goal does not show are interchangeable; there are several ways to place them, and as soon
as there are two such blocks one of these ways has the right sign. With two free cells or more every arrangement can be
reached (Kornhauser, Miller & Spirakis 1984). In a single row or column the blocks keep their order, and every
arrangement in that order can be reached.

Checked against search for all goals on boxes of up to 6 cells, and on samples of larger ones. Boxes with walls are not
covered here: they are tokens on a graph.
"""

from itertools import combinations, pairwise

from perfectplay.board import Grid, Place
from perfectplay.kinds.blocks import EMPTY, FIRST_CLASS
from perfectplay.questions.ask import Answer, Asked
from perfectplay.system import Position

systems = ("sliding_blocks",)

Blocks = list[tuple[Place, Place | None]]
"""Where each block stands, and where the goal shows it, in reading order."""


def blocks(position: Position) -> Blocks | None:
    """None where some block is larger or the box is no full rectangle."""
    board, shapes = position.state.board, position.state.layout.extra
    if not isinstance(board, Grid) or board.voids or any(len(shape.offsets) > 1 for shape in shapes):
        return None
    return [
        (cell, shapes[ord(symbol) - FIRST_CLASS].goal)
        for cell, symbol in zip(board.cells, position.state.cells, strict=True)
        if symbol != EMPTY
    ]


def _reason(position: Position) -> str | None:
    """Why the goal cannot be reached; None if it can, or where the theorem does not apply."""
    placed = blocks(position)
    if placed is None or position.winner is not None:
        return None
    board = position.state.board
    free = [cell for cell, symbol in zip(board.cells, position.state.cells, strict=True) if symbol == EMPTY]
    if not free:
        return "order: there is no free cell"
    if min(board.rows, board.cols) == 1:
        return "order: on a single line the blocks keep their order" if _disordered(placed, len(board.cells)) else None
    shown = {goal for _, goal in placed if goal is not None}
    left = [cell for cell in board.cells if cell not in shown]
    if len(free) > 1 or len(placed) - len(shown) > 1:
        return None
    return (
        None if any(_even(placed, free[0], left, hole) for hole in left) else "parity: one free cell, and an odd swap"
    )


def _disordered(placed: Blocks, length: int) -> bool:
    """Is there too little room between two places that the goal shows, or between one and an end?"""
    fixed = [(number, max(goal)) for number, (_, goal) in enumerate(placed) if goal is not None]
    ends = [(-1, -1), *fixed, (len(placed), length)]
    return any(b[1] - a[1] < b[0] - a[0] for a, b in pairwise(ends))


def _even(placed: Blocks, free: Place, left: list[Place], hole: Place) -> bool:
    """Do sign and parity agree if the free cell ends up on ``hole`` and the block not shown on the other cell left?"""
    rest = next((cell for cell in left if cell != hole), None)
    goes = {here: rest if goal is None else goal for here, goal in placed} | {free: hole}
    sign, todo = 0, set(goes)
    while todo:
        here = first = todo.pop()
        while (there := goes[here]) != first:
            assert there is not None
            todo.discard(there)
            here, sign = there, sign + 1
    return (sign + abs(free[0] - hole[0]) + abs(free[1] - hole[1])) % 2 == 0


def applies(position: Position) -> bool:
    """Only where the theorem settles the question: the goal cannot be reached."""
    return _reason(position) is not None


def confirm(position: Position) -> bool:
    """The same by counting inversions, for each way to place what the goal leaves open: can it really not be solved?"""
    placed = blocks(position)
    assert placed is not None
    board = position.state.board
    if len(placed) == len(board.cells):
        return position.winner is None
    if len(placed) + 1 < len(board.cells) and min(board.rows, board.cols) > 1:
        return False
    left = [cell for cell in board.cells if cell not in {goal for _, goal in placed}]
    unshown = sum(goal is None for _, goal in placed)
    if min(board.rows, board.cols) == 1:  # each block as far to the front as it can stand
        cursor = 0
        for _, goal in placed:
            if goal is not None and max(goal) < cursor:
                return True
            cursor = cursor + 1 if goal is None else max(goal) + 1
        return cursor > len(board.cells)
    (start,) = {*board.cells} - {here for here, _ in placed}
    if unshown > 1:
        return False
    for chosen in combinations(left, unshown):
        rest = iter(chosen)
        order = [next(rest) if goal is None else goal for _, goal in placed]
        (end,) = {*left} - {*chosen}
        rows = start[0] - end[0] if board.cols % 2 == 0 else 0
        if (sum(a > b for a, b in combinations(order, 2)) + rows) % 2 == 0:
            return False
    return True


def solve(position: Position, asked: Asked) -> Answer:
    return Answer(None, {"reason": _reason(position)})


def solutions(position: Position, asked: Asked) -> Answer:
    return Answer([], {"reason": _reason(position)})


def count(position: Position, asked: Asked) -> Answer:
    return Answer(0, {"reason": _reason(position)})

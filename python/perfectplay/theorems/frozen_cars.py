"""Whether a car of Unit Rush Hour can move at all.

A free cell lets in a car that stands next to it and drives along their common line; the cell that it leaves is free
then, and so on. Let R be the least set of cells that holds every free cell and, with a cell, each neighbour whose car
drives along the line of both. A car can move, sooner or later, exactly if it stands in R: the cars on a shortest way
from a free cell to it move up by one each. And a cell outside R never changes: the first car to leave one would enter
a cell of R next to it along its line, and so would stand in R itself. Hence the puzzle cannot be solved when a cell
outside R, or a place that is no cell, lies on the way of the target, its own cell included. (That a single car's
motion is easy is noted by Tromp & Cilibrasi 2004; it holds as well for Subway Shuffle.)
"""

from perfectplay.board import Grid, Place
from perfectplay.questions.ask import Answer, Asked
from perfectplay.system import Position

systems = ("unit_rush_hour",)


def loose(board: Grid, cells: dict[Place, str]) -> set[Place]:
    """The set R: cells whose content can change."""
    found = {cell for cell, symbol in cells.items() if symbol == "."}
    todo = list(found)
    while todo:
        row, col = todo.pop()
        for near in board.neighbours((row, col)):
            if near not in found and cells[near].lower() == ("h" if near[0] == row else "v"):
                found.add(near)
                todo.append(near)
    return found


def _contents(position: Position) -> tuple[Grid, dict[Place, str]]:
    board = position.state.board
    return board, dict(zip(board.cells, position.state.cells, strict=True))


def obstacle(position: Position) -> Place | None:
    """A place on the way of the target that never becomes free, if there is one."""
    board, cells = _contents(position)
    (row, col), target = next((cell, symbol) for cell, symbol in cells.items() if symbol in "HV")
    way = (
        [(row, there) for there in range(col, board.cols)]
        if target == "H"
        else [(there, col) for there in range(row, board.rows)]
    )
    if len(way) == 1:
        return None
    moving = loose(board, cells)
    return next((place for place in way if place not in moving), None)


def applies(position: Position) -> bool:
    """Only where the theorem settles the question: the target cannot get out."""
    return obstacle(position) is not None


def _reason(position: Position) -> str:
    place = obstacle(position)
    board, cells = _contents(position)
    if place not in cells:
        return "frozen: a fixed block stands on the way of the target"
    return f"frozen: the car on {board.name(place)} can never move"


def confirm(position: Position) -> bool:
    """The invariant itself: the cells of the claimed frozen set neither have a free cell among them nor a car that
    could enter a cell outside it, and the target's way meets the set or leaves the board."""
    board, cells = _contents(position)
    frozen = set(cells) - loose(board, cells)
    for row, col in frozen:
        symbol = cells[row, col].lower()
        steps = [(row, col - 1), (row, col + 1)] if symbol == "h" else [(row - 1, col), (row + 1, col)]
        if symbol == "." or any(step in cells and step not in frozen for step in steps):
            return False
    row, col = next(cell for cell, symbol in cells.items() if symbol in "HV")
    while (row, col) in cells and (row, col) not in frozen:
        row, col = (row, col + 1) if "H" in position.state.cells else (row + 1, col)
    return row < board.rows and col < board.cols


def solve(position: Position, asked: Asked) -> Answer:
    return Answer(None, {"reason": _reason(position)})


def solutions(position: Position, asked: Asked) -> Answer:
    return Answer([], {"reason": _reason(position)})


def count(position: Position, asked: Asked) -> Answer:
    return Answer(0, {"reason": _reason(position)})

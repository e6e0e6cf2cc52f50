"""Which cars of Unit Rush Hour and of Subway Shuffle can move at all, and how soon.

A free cell lets in a car that stands next to it and may drive that way; the cell that it leaves is free then, and so
on. Let R be the least set of cells that holds every free cell and, with a cell, each neighbour whose car may enter it.
A car can move, sooner or later, exactly if it stands in R: the cars on a shortest way from a free cell to it move up by
one each. And a cell outside R never changes: the first car to leave one would enter a cell of R next to it, and so
would stand in R itself. Hence the puzzle cannot be solved if every way of the target to its goal meets a cell outside
R, its own cell included.

The way is also shortest, in steps as in moves: a move empties one cell only that was never empty before, and the car on
it enters one that was; so a cell at distance d from the free ones cannot change before move d.

(That a single car's motion is easy is noted by Hearn 2005 and by Tromp & Cilibrasi 2004.)
"""

from typing import Any

from perfectplay.method import Asked, Found
from perfectplay.position import Line, Position

systems = ("unit_rush_hour", "subway_shuffle")

Ways = dict[Any, list[tuple[Any, str]]]
"""The neighbours of each cell, with the colour of the cars that may drive there."""


def contents(position: Position) -> tuple[dict[Any, str], Ways]:
    """What stands on each cell, and the ways between them."""
    state = position.state
    board = state.board
    if position.system.key == "unit_rush_hour":
        return dict(zip(board.cells, state.cells, strict=True)), {
            cell: [(near, "h" if near[0] == cell[0] else "v") for near in board.neighbours(cell)]
            for cell in board.cells
        }
    ways: Ways = {station: [] for station in board.vertices}
    for line in board.edges:
        colour = position.system.colour_of(state[line])
        for a, b in (line[:2], line[1::-1]):
            if a != b:
                ways[a].append((b, colour))
    return {station: state[station] for station in board.vertices}, ways


def loose(cells: dict[Any, str], ways: Ways) -> dict[Any, Any]:
    """The set R in breadth-first order, each cell with the one that its car enters first."""
    found = {cell: cell for cell, symbol in cells.items() if symbol == "."}
    order = list(found)
    for cell in order:
        for near, colour in ways[cell]:
            if near not in found and cells[near].lower() == colour:
                found[near] = cell
                order.append(near)
    return found


def goals(position: Position) -> set[Any]:
    """Where the target may end."""
    ruleset = position.system.ruleset(position.state.layout)
    board = position.state.board
    car = next(symbol for symbol in position.state.cells if symbol.isupper())
    return {board.cells[cell] for _, goal in ruleset.goals for cell, allowed in goal.items() if car in allowed}


def refusal(position: Position) -> str:
    """Why the target cannot reach its goal; empty if nothing is in its way for ever."""
    if position.winner is not None:
        return ""
    cells, ways = contents(position)
    moving = loose(cells, ways)
    board = position.state.board
    target = next(cell for cell, symbol in cells.items() if symbol.isupper())
    if target not in moving:
        return f"frozen: the car on {board.name(target)} can never move"
    reach: list[Any] = [target]
    frozen: list[Any] = []
    for cell in reach:
        for near, colour in ways[cell]:
            if colour == cells[target].lower() and near not in reach:
                (reach if near in moving else frozen).append(near)
    if not goals(position).isdisjoint(reach):
        return ""
    if frozen:
        return f"frozen: the car on {board.name(frozen[0])} can never move"
    return "frozen: no way leads the target to its goal"


def applies(position: Position) -> bool:
    """Where the goal is to move at all."""
    return position.system.leaves(position.state) and position.winner is None


def confirm(position: Position) -> bool:
    """By the rewrites of the plain rules: take away car after car that may enter a cell which is or becomes free; then
    let the target drive wherever no car is left."""
    rules, cells = position.system.ruleset(position.state.layout), position.state.cells
    drives = []
    for changes in rules.changes:
        taken = [(index, becomes) for index, becomes in changes if "." not in becomes]
        (free,) = (index for index, becomes in changes if "." in becomes)
        if all(cells[index] in becomes for index, becomes in taken):
            drives.append((next(index for index, becomes in taken if "." in becomes.values()), free))
    frozen = {index for index, symbol in enumerate(cells) if symbol != "."}
    while more := {a for a, b in drives if a in frozen and b not in frozen}:
        frozen -= more
    target = next(index for index, symbol in enumerate(cells) if symbol.isupper())
    reach = set() if target in frozen else {target}
    legal = {
        (a, b)
        for changes in rules.changes
        for a, becomes in changes
        if cells[target] in becomes
        for b, other in changes
        if "." in other
        if all(cells[index] in kept for index, kept in changes if index not in (a, b))
    }
    while more := {b for a, b in legal if a in reach and b not in reach and b not in frozen}:
        reach |= more
    return all(
        cells[target] not in allowed or index not in reach for _, goal in rules.goals for index, allowed in goal.items()
    )


def solve(position: Position, asked: Asked) -> Found:
    cells, ways = contents(position)
    moving = loose(cells, ways)
    cell = next(cell for cell, symbol in cells.items() if symbol.isupper())
    texts, name = [], position.state.board.name
    while moving[cell] != cell:
        texts.append(f"{name(cell)}-{name(moving[cell])}")
        cell = moving[cell]
    line = Line.replay(position, reversed(texts), asked.details["metric"])
    return Found(line, line)

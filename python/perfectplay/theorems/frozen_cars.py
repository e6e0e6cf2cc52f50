"""Which cars of one cell can move at all, and how soon: those of Unit Rush Hour and Subway Shuffle.

A car next to a free cell may enter it if it can drive that way; the cell that it leaves is then free, and so on. Let R
be the least set of cells that contains every free cell and, with each cell, every neighbour whose car may enter it. A
car can move, sooner or later, if and only if it stands in R: the cars on a shortest path from a free cell to it move up
by one each. And a cell outside R never changes: the first car to leave one would enter a cell of R next to it, and so
would stand in R itself. Hence the puzzle cannot be solved if every path of the target to its goal meets a cell outside
R, its own cell included.

This is also shortest, in steps as in moves: a move empties only one cell that was never empty before, and the car on it
enters one that was; so a cell at distance d from the free ones cannot change before move d.

(That a single car's motion is easy is noted by Hearn 2005 and by Tromp & Cilibrasi 2004.)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from perfectplay.kinds.rulesets import Arrangement
from perfectplay.limits import watched
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT
from perfectplay.position import Line, Position
from perfectplay.system import System

FREE = "."


kinds = ("rewrite",)


def about(system: System) -> bool:
    cars = sys.modules.get("perfectplay.families.cars")  # otherwise it is none of them
    return cars is not None and bool(system.key) and isinstance(system, cars.CarPuzzle)


class Drive(NamedTuple):
    """A move on a board of which only the permanent part is known: which car goes from where to where."""

    car: str
    start: int
    end: int
    text: str


def drives(position: Position) -> list[Drive]:
    """Read from the rewrites: a car, a free cell that it enters, and cells that stay as they are."""
    state: Arrangement = position.state
    rules, index = position.system.ruleset(state.layout), state.board.index
    found = []
    for rewrite, changes, name in watched(zip(rules.rewrites, rules.changes, rules.names, strict=True)):
        start, end = (index[cell] for cell in rewrite.piece)
        if all(state.cells[cell] in becomes for cell, becomes in changes if cell not in (start, end)):
            found += [Drive(car, start, end, name) for car in dict(changes)[start]]
    return found


def loose(position: Position) -> dict[int, Drive | None]:
    """The set R in breadth-first order, each cell with the drive by which its car leaves it first."""
    cells = position.state.cells
    into: dict[int, list[Drive]] = {}
    for drive in drives(position):
        if cells[drive.start] == drive.car:
            into.setdefault(drive.end, []).append(drive)
    found: dict[int, Drive | None] = {cell: None for cell, symbol in enumerate(cells) if symbol == FREE}
    order = list(found)
    for cell in order:
        for drive in into.get(cell, ()):
            if drive.start not in found:
                found[drive.start] = drive
                order.append(drive.start)
    return found


def target(position: Position) -> int:
    return next(cell for cell, symbol in enumerate(position.state.cells) if symbol.isupper())


def goals(position: Position) -> set[int]:
    """Where the target may end."""
    car = position.state.cells[target(position)]
    patterns = position.system.ruleset(position.state.layout).goals
    return {cell for _, goal in patterns for cell, allowed in goal.items() if car in allowed}


def refusal(position: Position) -> str:
    """Why the target cannot reach its goal; empty if nothing blocks it for ever."""
    if position.winner is not None:
        return ""
    state, moving, start = position.state, loose(position), target(position)
    ways: dict[int, list[int]] = {}
    for drive in drives(position):
        if drive.car == state.cells[start]:
            ways.setdefault(drive.start, []).append(drive.end)
    reach, frozen = [start], [] if start in moving else [start]
    for cell in reach if start in moving else ():
        for near in ways.get(cell, ()):
            if near not in reach:
                (reach if near in moving else frozen).append(near)
    if not goals(position).isdisjoint(reach):
        return ""
    if frozen:
        return f"frozen: the car on {state.board.name(state.board.cells[frozen[0]])} can never move"
    return "frozen: no path leads the target to its goal"


def applies(position: Position) -> bool:
    """Where the goal is to move at all."""
    goal = position.state.layout.goal
    return goal is not None and goal.away and position.winner is None


def confirm(position: Position) -> bool:
    """By play: remove cars that have a move, one after the other, until none has one; then put the target back and let
    it drive wherever it can."""
    system, state, start = position.system, position.state, target(position)
    emptied: Arrangement = state
    while moving := {cell for cell, _ in _moves(position, emptied)}:
        left = "".join(FREE if cell in moving else symbol for cell, symbol in enumerate(emptied.cells))
        emptied = Arrangement(state.layout, left)
    if emptied.cells[start] != FREE:
        return True
    back = emptied.cells[:start] + state.cells[start] + emptied.cells[start + 1 :]
    reached, seen = [Arrangement(state.layout, back)], {back}
    for here in reached:
        for _, after in _moves(position, here):
            if after.cells not in seen:
                seen.add(after.cells)
                reached.append(after)
    return not any(system.winner(here) for here in reached)


def _moves(position: Position, state: Arrangement) -> Iterator[tuple[int, Arrangement]]:
    """The cell that each legal move leaves, and the resulting state."""
    for step in watched(position.system.legal(state, LEFT)):
        cells = zip(state.cells, step.state.cells, strict=True)
        yield next(cell for cell, (before, after) in enumerate(cells) if after == FREE != before), step.state


def solve(position: Position, asked: Asked) -> Found:
    moving, cell, texts = loose(position), target(position), []
    while (drive := moving[cell]) is not None:
        texts.append(drive.text)
        cell = drive.end
    line = Line.replay(position, reversed(texts), asked.details["metric"])
    return Found(line, line)

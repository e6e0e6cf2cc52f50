"""Cars of one cell each, which drive to free cells next to them; one of them, the target, is written as a capital.

A goal is the name of a cell for the target: ``-> d``, or ``-> not a`` and ``-> move`` if it has to leave one.
"""

from __future__ import annotations

from perfectplay.board import Board, Cell, Graph
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.goal import GoalPuzzle
from perfectplay.kinds.rulesets import Arrangement, Pattern
from perfectplay.picture import Picture, draw_board


class CarPuzzle(GoalPuzzle):
    """A rewrite takes one car from a cell to a free one, and depends on other cells only in what never changes. So
    theorems can say which cars can ever move (:mod:`perfectplay.theorems.frozen_cars`)."""

    leaves = True

    @property
    def targets(self) -> str:
        """The symbols of the target."""
        return "".join(filter(str.isupper, self.cells))

    def target(self, state: Arrangement) -> Cell:
        """Where the target is."""
        return next(cell for cell in state.board.cells if state[cell].isupper())

    def checked(self, state: Arrangement) -> Arrangement:
        targets = sum(map(state.cells.count, self.targets))
        if targets != 1:
            raise ParseError(f"{targets} target cars", expected=f"one, written as one of {' '.join(self.targets)}")
        return state

    def standing(self, start: Arrangement, piece: str) -> Pattern | None:
        if piece or "move" in _named(start.board):
            return None
        return {self.target(start): self.targets}

    def read_goal(self, text: str, start: Arrangement) -> Pattern:
        places = _named(start.board)
        if text not in places:
            raise ParseError(
                f"no place is called {quote(text)}", expected="one for the target, or not and one, or move"
            )
        return {places[text]: self.targets}

    def write_goal(self, state: Arrangement) -> str:
        return " ".join(map(state.board.name, _aims(state)))

    def draw_board(self, state: Arrangement) -> Picture:
        return draw_board(state.board, state.cells, self.looks, self.name, rings=_aims(state))


def _aims(state: Arrangement) -> list[Cell]:
    return [cell for cell, _ in state.layout.goal.wanted] if state.layout.goal else []


def _named(board: Board) -> dict[str, Cell]:
    """The places of cars by name; on a graph these are the vertices."""
    places = board.vertices if isinstance(board, Graph) else board.cells
    return {board.name(place): place for place in places}

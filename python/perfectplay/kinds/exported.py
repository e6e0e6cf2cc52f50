"""Systems on boards that other programs can read."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from perfectplay.board import Board, Graph
from perfectplay.board.foreign import plain
from perfectplay.board.writing import FORMS, write_plain
from perfectplay.errors import NotApplicable
from perfectplay.system import System

if TYPE_CHECKING:
    from perfectplay.constraints import Assignment


class Exported(System):
    """Boards that are graphs, or may be, are exported in the forms that graphs of other programs have."""

    @abstractmethod
    def on_board(self, state: Any) -> tuple[Board, str]:
        """The board, and the symbols on its cells."""

    @property
    def forms(self) -> tuple[str, ...]:
        return FORMS

    def exported(self, state: Any, form: str, answer: Assignment | None = None) -> str:
        board, cells = self.on_board(state)
        if not isinstance(board, Graph):
            raise NotApplicable(f"{self.title}: the board is a grid (expected a graph, or the form text)")
        return str(write_plain(plain(board, cells), form))

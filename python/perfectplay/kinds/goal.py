"""Puzzles whose text has the goal after an arrow: ``board -> goal``.

What a goal looks like depends on the puzzle: a place, rows of letters, tokens on vertices. Where ``leaves`` is set, two
more goals can be written: ``-> not`` and a goal, solved once that no longer holds, and ``-> move`` with the name of a
piece, solved once the piece stands elsewhere. The latter is written back as ``-> not`` with the place of the piece.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar

from perfectplay.errors import ParseError
from perfectplay.kinds.rewrite import Arrangement, Goal, Pattern, RewritePuzzle
from perfectplay.picture import Picture, picture_of_text, towards


class GoalPuzzle(RewritePuzzle):
    """``read_goal`` and ``write_goal`` handle what follows the arrow; ``read_board``, ``write_board`` and
    ``draw_board`` are needed where the text before it is not in the usual form."""

    goal_example: ClassVar[str]
    """A whole text with its goal, for error messages."""
    goal_optional: ClassVar[bool] = False
    """A text without an arrow has the goals of the rules."""
    leaves: ClassVar[bool] = False
    """May the goal be that something moves?"""

    @abstractmethod
    def read_goal(self, text: str, start: Arrangement) -> Pattern:
        """What some cells are to contain, or :class:`ParseError`."""

    @abstractmethod
    def write_goal(self, state: Arrangement) -> str:
        """The inverse of ``read_goal``."""

    def standing(self, start: Arrangement, piece: str) -> Pattern | None:
        """The goal that this piece is where it is now; None if ``move`` with this name means something else."""
        return None

    def aimed(self, start: Arrangement, wanted: Pattern, away: bool) -> Arrangement:
        """The state with a goal."""
        return Arrangement(replace(start.layout, goal=Goal(tuple(wanted.items()), away)), start.cells)

    def draw_goal(self, state: Arrangement) -> Picture:
        return picture_of_text(self.write_goal(state))

    def read_board(self, text: str) -> Arrangement:
        return super().parse(text)

    def write_board(self, state: Arrangement) -> str:
        return super().text(state)

    def draw_board(self, state: Arrangement) -> Picture:
        return super().picture(state)

    def parse(self, text: str) -> Arrangement:
        head, arrow, tail = text.rpartition("->")
        if not arrow and self.goal_optional:
            return self.read_board(text)
        if not arrow:
            raise ParseError("no goal", expected=f"one after an arrow, as in {self.goal_example}")
        start = self.read_board(head.strip())
        try:
            return self._with_goal(start, tail.strip())
        except ParseError as error:
            raise error.within("goal") from None

    def _with_goal(self, start: Arrangement, goal: str) -> Arrangement:
        named = re.fullmatch(r"move(?:\s+(\S+))?", goal) if self.leaves else None
        here = self.standing(start, named[1] or "") if named else None
        if here is not None:
            return self.aimed(start, here, True)
        # "not" alone may be a row of letters
        away = re.match(r"not[ \t]+(?=[^\s|/])", goal) if self.leaves else None
        return self.aimed(start, self.read_goal(goal[away.end() :] if away else goal, start), bool(away))

    def text(self, state: Arrangement) -> str:
        goal, board = state.layout.goal, self.write_board(state)
        if goal is None:
            return board
        return f"{board} -> {'not ' if goal.away else ''}{self.write_goal(state)}".rstrip()

    def picture(self, state: Arrangement) -> Picture:
        goal, board = state.layout.goal, self.draw_board(state)
        return board if goal is None else towards(board, self.draw_goal(state), goal.away)

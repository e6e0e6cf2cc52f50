"""Puzzles whose text has the goal after an arrow: ``board -> goal``.

What a goal looks like depends on the puzzle: a place, rows of letters, tokens on vertices. Where ``leaves`` is set, two
more goals can be written: ``-> not`` and a goal, solved once that no longer holds, and ``-> move`` with the name of a
piece, solved once the piece stands elsewhere. The latter is written back as ``-> not`` with the place of the piece.

Graphs of other programs may have their goal as an attribute ``goal`` of the graph.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import ClassVar

from perfectplay.board import Graph
from perfectplay.board.foreign import MOST_CHARACTERS, is_document, whole_graph
from perfectplay.board.graphs import MOST
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.rewrite import RewritePuzzle
from perfectplay.kinds.rulesets import Arrangement, Goal, Pattern
from perfectplay.picture import Picture, picture_of_text, towards
from perfectplay.records import replace


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
        return self.with_goal(self.read_board(head.strip()), tail.strip())

    def with_goal(self, start: Arrangement, goal: str) -> Arrangement:
        try:
            return self._with_goal(start, goal)
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


class GraphGoalPuzzle(GoalPuzzle):
    """On a graph, which ``read_graph`` reads from text or any form of other programs."""

    boards = Graph
    longest = MOST_CHARACTERS

    @abstractmethod
    def read_graph(self, source: object) -> Arrangement:
        """The state without its goal."""

    def read_board(self, text: str) -> Arrangement:
        return self.read_graph(text)

    def parse(self, text: str) -> Arrangement:
        """In DOT and GraphML arrows mean something else: what follows their end is the goal."""
        if not is_document(text):
            return super().parse(text)
        last = re.match(r".*(?:\}|</graphml\s*>)", text, re.DOTALL)
        end = last.end() if last else len(text)
        goal = text[end:].strip()
        if not goal:
            return self.from_object(text)
        if not goal.startswith("->"):
            raise ParseError(f"unexpected {quote(goal)}", expected="-> and a goal after the graph")
        return self.with_goal(self.read_graph(text[:end]), goal[2:].strip())

    def from_object(self, source: object) -> Arrangement:
        plain = whole_graph(source, MOST)
        goal = plain.graph.get("goal")
        if not isinstance(goal, str):
            raise ParseError("no goal", expected="an attribute goal of the graph")
        return self.with_goal(self.read_graph(plain), goal.strip())

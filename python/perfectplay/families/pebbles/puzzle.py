"""Tokens with labels on a graph, of which a single one moves to an empty vertex next to it.

A state gives each vertex a symbol: a dot, or that of a token. Tokens have their symbols in the order in which the goal
names them, so that the layout, which holds labels and goal, is the same throughout a play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from perfectplay.board import Graph
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.rewrite import Arrangement, Layout, Pattern, Rewrite, RewritePuzzle
from perfectplay.picture import Look, Picture, beside, draw_board
from perfectplay.players import LEFT, Player

EMPTY = "."
FIRST = 0x4E00
"""The symbol of the first token: from here on thousands of characters can be printed."""
MOST_TOKENS = 512
_GIVEN = re.compile(r"([A-Za-z0-9_]+)=([A-Za-z0-9_]{1,8})")

Web = tuple[tuple[int, ...], ...]
"""A graph as numbers: the neighbours of each vertex."""


def web(board: Any) -> Web:
    """The neighbours of each cell by number, without loops and repetitions."""
    index = board.index
    return tuple(tuple(index[near] for near in board.neighbours(cell) if near != cell) for cell in board.cells)


def token(number: int) -> str:
    """The symbol of a token, counted from 1."""
    return chr(FIRST + number - 1)


class TokenMotion(RewritePuzzle):
    """``checked`` may ask for a number of holes."""

    cells = ""
    boards = Graph

    def parse(self, text: str) -> Arrangement:
        head, _, tail = text.partition(";")
        board, _ = Graph.parse(head, directed=False)
        parts = tail.split("->")
        if len(parts) != 2:
            raise ParseError("no tokens with their goal", expected="a graph; tokens -> goal, as in a-b b-c; a=1 -> c=1")
        start, goal = (_read(board, part) for part in parts)
        if sorted(start.values()) != sorted(goal.values()):
            odd = sorted({*start.values()} ^ {*goal.values()})
            raise ParseError(f"token {quote(odd[0])} is missing on one side", expected="the same tokens twice")
        labels = tuple(goal[vertex] for vertex in board.vertices if vertex in goal)
        if len(labels) > MOST_TOKENS:
            raise ParseError(f"{len(labels)} tokens", expected=f"at most {MOST_TOKENS}")
        symbols = {label: token(number) for number, label in enumerate(labels, 1)}
        before, after = (
            "".join(symbols[given[vertex]] if vertex in given else EMPTY for vertex in board.vertices)
            for given in (start, goal)
        )
        layout = Layout(board, EMPTY + "".join(symbols.values()), (labels, after))
        return self.checked(Arrangement(layout, before))

    def text(self, state: Arrangement) -> str:
        _, goal = state.layout.extra
        head = state.board.text(EMPTY * len(state.cells))
        return f"{head}; {self.written(state, state.cells)} -> {self.written(state, goal)}".replace("  ", " ").strip()

    def written(self, state: Arrangement, cells: str) -> str:
        """Where the tokens are."""
        labels, _ = state.layout.extra
        return " ".join(
            f"{vertex}={labels[ord(symbol) - FIRST]}"
            for vertex, symbol in zip(state.board.cells, cells, strict=True)
            if symbol != EMPTY
        )

    def configurations(self, state: Arrangement) -> tuple[list[int], list[int]]:
        """Start and goal as numbers of tokens, 0 for a hole."""
        _, goal = state.layout.extra
        start, end = (
            [0 if symbol == EMPTY else ord(symbol) - FIRST + 1 for symbol in cells] for cells in (state.cells, goal)
        )
        return start, end

    def rewrites(self, layout: Layout) -> Iterator[Rewrite]:
        for a in layout.board.cells:
            for b in layout.board.neighbours(a):
                if a != b:
                    for symbol in layout.symbols[1:]:
                        yield Rewrite({a: symbol + EMPTY, b: EMPTY + symbol}, piece=(a, b))

    def goal_patterns(self, layout: Layout) -> Iterator[tuple[Player, Pattern]]:
        _, goal = layout.extra
        yield LEFT, dict(zip(layout.board.cells, goal, strict=True))

    def picture(self, state: Arrangement) -> Picture:
        labels, goal = state.layout.extra
        looks = {token(n): Look("disc", "accent", label) for n, label in enumerate(labels, 1)}
        both = beside([draw_board(state.board, cells, looks) for cells in (state.cells, goal)], sign="→")
        return Picture(both.shapes, (self.text(state),), self.name or self.title)


def _read(board: Graph, text: str) -> dict[str, str]:
    """The token on each vertex that has one."""
    found: dict[str, str] = {}
    for word in re.split(r"[\s,]+", text.strip()) if text.strip() else ():
        match = _GIVEN.fullmatch(word)
        if not match:
            raise ParseError(f"unexpected {quote(word)}", expected="a vertex and its token, such as a=1")
        vertex, label = match.groups()
        if vertex not in board.index:
            raise ParseError(f"no vertex is called {quote(vertex)}")
        if vertex in found:
            raise ParseError(f"{quote(vertex)} has a token already")
        if label in found.values():
            raise ParseError(f"token {quote(label)} for the second time", expected="each token once")
        found[vertex] = label
    return found

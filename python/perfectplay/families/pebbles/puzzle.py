"""Labelled tokens on a graph; a move takes one of them to a neighbouring empty vertex.

A state gives each vertex a symbol: a dot, or that of a token. Tokens get their symbols in the order of their labels, so
that the layout, which holds the labels, stays the same throughout a play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from perfectplay.board import Graph
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.goal import GraphGoalPuzzle
from perfectplay.kinds.rulesets import Arrangement, Layout, Pattern, Rewrite
from perfectplay.picture import Look, Picture, draw_board

EMPTY = "."
FIRST = 0x4E00
"""The symbol of the first token: from here on thousands of characters can be printed."""
MOST_TOKENS = 512
_LABEL = re.compile(r"[A-Za-z0-9_]{1,8}")

Web = tuple[tuple[int, ...], ...]
"""A graph as numbers: the neighbours of each vertex."""


def web(board: Any) -> Web:
    """The neighbours of each cell by number, without loops and repetitions."""
    index = board.index
    return tuple(tuple(index[near] for near in board.neighbours(cell) if near != cell) for cell in board.cells)


def token(number: int) -> str:
    """The symbol of a token, counted from 1."""
    return chr(FIRST + number - 1)


class TokenMotion(GraphGoalPuzzle):
    """``checked`` may require a number of holes."""

    cells = ""
    goal_example = "a-b b-c; a=1 -> c=1"

    def read_graph(self, source: object) -> Arrangement:
        board, given = Graph.labelled(source, directed=False)
        tokens = {vertex: given[vertex] for vertex in board.vertices if vertex in given}
        _check_tokens(tokens)
        labels = tuple(sorted(tokens.values()))
        if len(labels) > MOST_TOKENS:
            raise ParseError(f"{len(labels)} tokens", expected=f"at most {MOST_TOKENS}")
        symbols = {label: token(number) for number, label in enumerate(labels, 1)}
        cells = "".join(symbols[tokens[vertex]] if vertex in tokens else EMPTY for vertex in board.vertices)
        return self.checked(Arrangement(Layout(board, EMPTY + "".join(symbols.values()), labels), cells))

    def read_goal(self, text: str, start: Arrangement) -> Pattern:
        assert isinstance(start.board, Graph)
        tokens, labels = _read(start.board, text), start.layout.extra
        odd = sorted({*tokens.values()} ^ {*labels})
        if odd:
            raise ParseError(f"token {quote(odd[0])} is missing on one side", expected="the same tokens twice")
        symbols = {vertex: token(labels.index(label) + 1) for vertex, label in tokens.items()}
        return {vertex: symbols.get(vertex, EMPTY) for vertex in start.board.vertices}

    def goal_cells(self, state: Arrangement) -> str:
        """What is to stand on each vertex."""
        assert state.layout.goal is not None
        return "".join(symbol for _, symbol in state.layout.goal.wanted)

    def written(self, state: Arrangement, cells: str) -> str:
        """Where the tokens are."""
        return " ".join(
            f"{vertex}={state.layout.extra[ord(symbol) - FIRST]}"
            for vertex, symbol in zip(state.board.cells, cells, strict=True)
            if symbol != EMPTY
        )

    def write_board(self, state: Arrangement) -> str:
        assert isinstance(state.board, Graph)
        return state.board.written(self.written(state, state.cells).split())

    def write_goal(self, state: Arrangement) -> str:
        return self.written(state, self.goal_cells(state))

    def draw_board(self, state: Arrangement) -> Picture:
        return self._drawn(state, state.cells, self.write_board(state))

    def draw_goal(self, state: Arrangement) -> Picture:
        return self._drawn(state, self.goal_cells(state), self.write_goal(state))

    def _drawn(self, state: Arrangement, cells: str, line: str) -> Picture:
        looks = {token(n): Look("disc", "accent", label) for n, label in enumerate(state.layout.extra, 1)}
        return Picture(draw_board(state.board, cells, looks).shapes, (line,), self.name or self.title)

    def configurations(self, state: Arrangement) -> tuple[list[int], list[int]]:
        """Start and goal as numbers of tokens, 0 for a hole."""
        start, end = (
            [0 if symbol == EMPTY else ord(symbol) - FIRST + 1 for symbol in cells]
            for cells in (state.cells, self.goal_cells(state))
        )
        return start, end

    def rewrites(self, layout: Layout) -> Iterator[Rewrite]:
        for a in layout.board.cells:
            for b in layout.board.neighbours(a):
                if a != b:
                    for symbol in layout.symbols[1:]:
                        yield Rewrite({a: symbol + EMPTY, b: EMPTY + symbol}, piece=(a, b))


def _read(board: Graph, text: str) -> dict[str, str]:
    """The token on each vertex that has one."""
    found: dict[str, str] = {}
    for word in re.split(r"[\s,]+", text.strip()) if text.strip() else ():
        vertex, sign, label = word.partition("=")
        if not sign:
            raise ParseError(f"unexpected {quote(word)}", expected="a vertex and its token, such as a=1")
        if vertex not in board.index:
            raise ParseError(f"no vertex is called {quote(vertex)}")
        if vertex in found:
            raise ParseError(f"{quote(vertex)} has a token already")
        found[vertex] = label
    _check_tokens(found)
    return found


def _check_tokens(tokens: Mapping[str, str]) -> None:
    seen: set[str] = set()
    for vertex, label in tokens.items():
        if not _LABEL.fullmatch(label):
            raise ParseError(f"token {quote(label)} on {vertex}", expected="at most 8 letters, digits and underscores")
        if label in seen:
            raise ParseError(f"token {quote(label)} for the second time", expected="each token once")
        seen.add(label)

"""Connection games on graphs: the players claim edges or vertices, and one of them wants to join two terminals.

Who wants to join them is called Short, the other one Cut; Short is Left, unless the game is mirrored. Short has won
when a path between the terminals is Short's throughout, Cut when every path has something of Cut's. So exactly one of
them wins, and nothing ends play before.

The plain rules here walk along the graph; the native ones (``crates/core/src/kernels/connections``) know only which
elements follow which. A native search takes up to 1,024 elements, theorems more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from perfectplay._native import Kernel
from perfectplay.board import Cell, Edge, Graph
from perfectplay.board.foreign import MOST_CHARACTERS
from perfectplay.errors import NotApplicable, ParseError
from perfectplay.kinds.exported import Exported
from perfectplay.picture import Look, Picture, draw_board
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.system import Game, Step

MOST_SEARCHED = 1024
"""As many elements as the native rules hold."""


@dataclass(frozen=True)
class Claims:
    """A state: the graph with its terminals, and a bit for each element that is Short's or Cut's. (A letter for each
    element would make the list of all moves quadratic in the size of the graph.)"""

    board: Graph
    short: int = 0
    cut: int = 0

    def owner(self, number: int) -> int:
        """0: the element is free, 1: it is Short's, 2: it is Cut's."""
        return (self.short >> number & 1) + 2 * (self.cut >> number & 1)

    def owners(self, elements: int) -> bytes:
        """The same for all."""
        short, cut = (f"{bits:0{elements}b}"[::-1] if elements else "" for bits in (self.short, self.cut))
        return bytes(int(a) + 2 * int(b) for a, b in zip(short, cut, strict=True))


class ConnectionGame(Exported, Game):
    kind: ClassVar[str] = "connection"
    preferred: ClassVar[str] = "proof-number"
    longest: ClassVar[int] = MOST_CHARACTERS
    letters: ClassVar[str]
    """A free element, one of Short's, one of Cut's."""
    vertices: ClassVar[Mapping[str, tuple[str, str]]]
    """The letters of vertices: symbol, and mark where they are terminals."""
    edges: ClassVar[Mapping[str, tuple[str, str]] | None] = None
    """The letters of edges, where these are claimed."""
    directed: ClassVar[bool] = False
    looks: ClassVar[Mapping[str, Look]] = {}

    # text

    def parse(self, text: str) -> Claims:
        return self.from_object(text)

    def from_object(self, source: object) -> Claims:
        board, cells = Graph.parse(source, self.vertices, self.edges, directed=self.directed)
        if not board.marks and len(board.vertices) > 1:
            # a bare graph, as in graph6: the terminals are the first vertex and the last
            text, (first, *_, last) = board.text(cells), board.vertices
            begin, end = [letter for letter, (_, mark) in self.vertices.items() if mark] * (1 if self.directed else 2)
            given = f"{text}{'' if ';' in text else ';'} {first}={begin} {last}={end}"
            board, cells = Graph.parse(given, self.vertices, self.edges, directed=self.directed)
        self._check_terminals(board)
        held = cells[-len(self.elements(board)) :] if self.elements(board) else ""
        short, cut = (sum(1 << n for n, letter in enumerate(held) if letter == own) for own in self.letters[1:])
        return Claims(board, short, cut)

    def _check_terminals(self, board: Graph) -> None:
        wanted = [letter for letter, (_, mark) in self.vertices.items() if mark]
        for letter in wanted:
            number = len(board.marked(self.vertices[letter][1]))
            if number != 2 // len(wanted):
                expected = "two, as in a=T b=T" if len(wanted) == 1 else "one, as in a=S b=T"
                raise ParseError(f"{number} vertices with the letter {letter}", expected=expected)

    def text(self, state: Claims) -> str:
        board, cells = self.on_board(state)
        return board.text(cells)

    def on_board(self, state: Claims) -> tuple[Graph, str]:
        held = "".join(self.letters[owner] for owner in state.owners(len(self.elements(state.board))))
        return state.board, held if self.edges is None else "." * len(state.board.vertices) + held

    def picture(self, state: Claims) -> Picture:
        return draw_board(*self.on_board(state), self.looks, title=self.name or self.title)

    # what is claimed

    def elements(self, board: Graph) -> tuple[Cell, ...]:
        """What is claimed, in the order of the bits: edges, or vertices."""
        return board.vertices if self.edges is None else board.edges

    def terminals(self, board: Graph) -> tuple[str, str]:
        marks = [mark for _, mark in self.vertices.values() if mark]
        first, *rest = (vertex for mark in marks for vertex in sorted(board.marked(mark), key=board.index.__getitem__))
        return str(first), str(rest[-1])

    def name_of(self, board: Graph, number: int) -> str:
        """The name of an element, as in moves."""
        return board.name(self.elements(board)[number])

    def numbers(self, board: Graph) -> Mapping[str, int]:
        """The elements by name."""
        return _numbers(type(self), board)

    @property
    def short(self) -> Player:
        """Who wants to join the terminals."""
        return RIGHT if self.mirrored else LEFT

    # play

    def legal(self, state: Claims, player: Player) -> Iterator[Step]:
        taken = state.short | state.cut
        for name, number in self.numbers(state.board).items():
            if not taken >> number & 1:
                yield from self._claims(state, player, name, number)

    def named(self, state: Claims, player: Player, text: str) -> Iterator[Step]:
        number = self.numbers(state.board).get(text.partition("=")[0])
        if number is not None and not state.owner(number):
            steps = self._claims(state, player, text.partition("=")[0], number)
            yield from (step for step in steps if step.text == text)

    def _claims(self, state: Claims, player: Player, name: str, number: int) -> Iterator[Step]:
        for owner, letter in zip(Player, self.letters[1:], strict=True):
            if player in self.acts_for(owner):
                # where either player may make either claim, the move says which
                text = f"{name}={letter}" if self.impartial else name
                short, cut = (1 << number, 0) if owner is LEFT else (0, 1 << number)
                yield Step(text, Claims(state.board, state.short | short, state.cut | cut))

    def winner(self, state: Claims) -> Player | None:
        everything = (1 << len(self.elements(state.board))) - 1
        if self._path(state, everything & ~state.short):
            won = LEFT
        elif not self._path(state, state.cut):
            won = RIGHT
        else:
            return None
        return won.opponent if self.mirrored != self.misere else won

    def _path(self, state: Claims, shut: int) -> bool:
        """Is there a path between the terminals without these elements?"""
        board = state.board
        number = _places(type(self), board)
        closed = f"{shut:0{len(number)}b}"[::-1]
        start, end = self.terminals(board)
        seen = {start}
        for here in (todo := [start]):  # the list grows
            for edge, there in board.arcs(here):
                if there not in seen and closed[number[self.claimed(edge, there)]] == "0":
                    seen.add(there)
                    todo.append(there)
        return end in seen

    def claimed(self, edge: Edge, there: str) -> Cell:
        """The element that a step along this edge to this vertex needs."""
        return there if self.edges is None else edge

    # the kernel

    def kernel(self, state: Claims) -> tuple[Kernel, bytes]:
        elements = len(self.elements(state.board))
        if elements > MOST_SEARCHED:
            raise NotApplicable(f"{self.title}: {elements} elements are too many to search (at most {MOST_SEARCHED})")
        return self.native(state.board), self._code(state)

    def native(self, board: Graph, plain: bool = False) -> Kernel:
        """The native rules; ``plain``: without what helps searches, for comparison."""
        joined = self.short.opponent if self.misere else self.short
        return _kernel(type(self), board, None if self.impartial else self.short, joined, plain)

    def _code(self, state: Claims) -> bytes:
        size = (len(self.elements(state.board)) + 7) // 8
        return state.short.to_bytes(size, "little") + state.cut.to_bytes(size, "little")

    def encode(self, start: Claims, state: Claims) -> bytes:
        if start.board != state.board:
            raise ValueError("another graph")
        return self._code(state)

    def decode(self, state: Claims, code: bytes) -> Claims:
        half = len(code) // 2
        return Claims(state.board, *(int.from_bytes(part, "little") for part in (code[:half], code[half:])))

    def net(self, board: Graph) -> tuple[list[list[int]], list[int], list[int]]:
        """For the native rules: which elements follow each, and which lie at either end."""
        number = _places(type(self), board)
        start, end = self.terminals(board)
        if self.edges is None:
            behind = [[number[each] for each in board.neighbours(here) if each != here] for here in board.vertices]
            return behind, [number[start]], [number[end]]
        out: dict[str, set[int]] = {vertex: set() for vertex in board.vertices}
        into: dict[str, set[int]] = {vertex: set() for vertex in board.vertices}
        for n, (tail, head, _) in enumerate(board.edges):
            for a, b in ((tail, head),) if board.directed else ((tail, head), (head, tail)):
                out[a].add(n)
                into[b].add(n)
        behind = [
            sorted((out[head] if board.directed else out[head] | out[tail]) - {n})
            for n, (tail, head, _) in enumerate(board.edges)
        ]
        return behind, sorted(out[start]), sorted(into[end])


@lru_cache(maxsize=64)
def _numbers(cls: type[ConnectionGame], board: Graph) -> Mapping[str, int]:
    game = cls()
    return {game.name_of(board, number): number for number in range(len(game.elements(board)))}


@lru_cache(maxsize=64)
def _places(cls: type[ConnectionGame], board: Graph) -> Mapping[Cell, int]:
    return {cell: number for number, cell in enumerate(cls().elements(board))}


@lru_cache(maxsize=64)
def _kernel(cls: type[ConnectionGame], board: Graph, short: Player | None, joined: Player, plain: bool) -> Kernel:
    behind, first, last = cls().net(board)
    return Kernel.connections(
        behind=behind,
        first=first,
        last=last,
        short=short and short.value.lower(),
        joined=joined.value.lower(),
        plain=plain,
    )


class EdgeConnection(ConnectionGame):
    """Edges are claimed."""

    letters = "-+x"
    vertices = {".": (".", ""), "T": (".", "goal")}
    edges = {letter: (letter, "") for letter in "-+x"}
    looks = {
        ".": Look("disc", "white"),
        "-": Look("empty", "ink"),
        "+": Look("block", "left"),
        "x": Look("empty"),
    }


class VertexConnection(ConnectionGame):
    """Vertices are claimed; the terminals are Short's."""

    letters = ".xo"
    vertices = {".": (".", ""), "x": ("x", ""), "o": ("o", ""), "T": ("x", "goal")}
    looks = {".": Look("disc", "white"), "x": Look("disc", "left"), "o": Look("disc", "right")}

"""What the games of tokens on digraphs have in common: annihilation, blocking, capture and their relatives.

A move takes one token along an arc; an edge may be used both ways, and an arc from a vertex to itself is a pass. What
happens where a token stands already is the game's own rule. Whether positions can repeat depends on the graph: reading
one with a cycle sets the option ``loopy``, so that on graphs without cycles, where every play ends, all questions about
games that end can be asked.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any, ClassVar

from perfectplay.board import Graph
from perfectplay.errors import ParseError
from perfectplay.kinds.graph import GraphGame
from perfectplay.kinds.rulesets import Arrangement, Pattern, Rewrite
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.position import Position

LONGEST_SHOWN = 12
"""Vertices of a cycle that a message names."""


def ways(board: Graph, letters: str = "") -> list[tuple[str, str]]:
    """Where each arc of these kinds begins and ends, parallel ones once; of every kind, if none is given."""
    found: dict[tuple[str, str], None] = {}
    for tail in board.vertices:
        for edge, head in board.arcs(tail):
            if not letters or board.kind(edge) in letters:
                found[tail, head] = None
    return list(found)


def cycle(board: Graph) -> list[str]:
    """Vertices of which each has an arc to the next, and the last to the first; none if the graph is acyclic."""
    try:
        TopologicalSorter({vertex: board.neighbours(vertex) for vertex in board.vertices}).prepare()
    except CycleError as error:
        return list(reversed(error.args[1][1:]))
    return []


class TokenGame(GraphGame):
    options: ClassVar = {"loopy": False}
    loopy: bool = False

    def load(self, source: object) -> Position:
        position = super().load(source)
        repeats = not self.loopy and bool(cycle(position.state.board))
        return Position(self.with_options(loopy=True), position.state) if repeats else position

    def hindrance(self, state: Arrangement, means: Callable[[Any], bool]) -> str:
        walk = cycle(state.board)  # type: ignore[arg-type]
        if not walk or not means(self.with_options(loopy=False)):
            return ""
        shown = walk if len(walk) <= LONGEST_SHOWN else [*walk[: LONGEST_SHOWN - 1], "…"]
        return f"positions repeat: {' > '.join([*shown, walk[0]])}"


def step(tail: str, head: str, token: str, met: str, player: Player | None = None) -> Iterator[Rewrite]:
    """The moves of a token along one arc; ``met`` says what becomes of a token that stands there already, as two lists
    of symbols, or nothing if none may stand there."""
    if tail == head:
        yield Rewrite({tail: token * 2}, player, (tail, head))
        return
    yield Rewrite({tail: f"{token}.", head: f".{token}"}, player, (tail, head))
    if met:
        yield Rewrite({tail: f"{token}.", head: met}, player, (tail, head))


class TypedTokens(TokenGame):
    """Both players move all tokens. A token ``@`` may use every arc, one of type 1, 2 or 3 the arcs without a letter
    and those with its own."""

    impartial = True
    cells = ".@123"
    edge_kinds = "-123"
    tokens: ClassVar[str] = "@123"
    looks = {
        "@": Look("disc", "accent"),
        "1": Look("disc", "second", "1"),
        "2": Look("disc", "green", "2"),
        "3": Look("disc", "yellow", "3"),
    }
    edge_looks = {
        "1": Look("empty", "second", "1"),
        "2": Look("empty", "green", "2"),
        "3": Look("empty", "yellow", "3"),
    }

    @abstractmethod
    def after(self, token: str) -> str:
        """What stands on an occupied vertex after a token was moved there, for each symbol of ``tokens``."""

    @staticmethod
    def arcs_of(token: str) -> str:
        """The letters of the arcs that a token may use; empty: of all."""
        return "" if token == "@" else f"-{token}"

    def moves(self, board: Graph) -> Iterator[Rewrite]:
        for token in self.tokens:
            for tail, head in ways(board, self.arcs_of(token)):
                yield from step(tail, head, token, f"{self.tokens}>{self.after(token)}")


class OwnedArcs(TokenGame):
    """Both players move all tokens, along their own arcs and those without a letter."""

    cells = ".@"
    edge_kinds = "-LR"
    looks = {"@": Look("disc", "accent")}
    edge_looks = {"L": Look("empty", "left", "L"), "R": Look("empty", "right", "R")}
    met: ClassVar[str] = ""

    def moves(self, board: Graph) -> Iterator[Rewrite]:
        left, right = (set(ways(board, letters)) for letters in ("-L", "-R"))
        for way in ways(board):
            owner = None if way in left and way in right else LEFT if way in left else RIGHT
            yield from step(*way, "@", self.met, owner)


class OwnedTokens(TokenGame):
    """Left moves the tokens x and Right the tokens o, along all arcs."""

    cells = ".xo"
    looks = {"x": Look("disc", "left"), "o": Look("disc", "right")}
    met: ClassVar[Mapping[str, str]] = {"x": "", "o": ""}

    def moves(self, board: Graph) -> Iterator[Rewrite]:
        for token, owner in (("x", LEFT), ("o", RIGHT)):
            for way in ways(board):
                yield from step(*way, token, self.met[token], owner)


class Targets(OwnedTokens):
    """Some vertices are targets of Left, of Right or of both; a player has won whose token stands on an own target."""

    letters = {
        **{"l": (".", "left"), "r": (".", "right"), "b": (".", "goal")},
        **{"X": ("x", "left"), "Y": ("x", "right"), "Z": ("x", "goal")},
        **{"O": ("o", "left"), "P": ("o", "right"), "Q": ("o", "goal")},
    }

    def targets(self, board: Graph, player: Player) -> list[str]:
        own = "left" if player is LEFT else "right"
        return [vertex for vertex in board.vertices if {own, "goal"}.intersection(board.marks_of(vertex))]

    def goals(self, board: Graph) -> Iterator[tuple[Player, Pattern]]:
        for player, token in ((LEFT, "x"), (RIGHT, "o")):
            for vertex in self.targets(board, player):
                yield player, {vertex: token}

    def checked(self, state: Arrangement) -> Arrangement:
        """A play ends as soon as one token stands on a target of its player, so two players cannot both have won."""
        board: Graph = state.board  # type: ignore[assignment]
        home = [
            vertex
            for player, token in ((LEFT, "x"), (RIGHT, "o"))
            for vertex in [vertex for vertex in self.targets(board, player) if state[vertex] == token][:1]
        ]
        if len(home) > 1:
            raise ParseError(f"tokens of both players on targets of theirs, {' and '.join(home)}", expected="of one")
        return state

"""Cops and a robber on the vertices of a graph: their text, their picture, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from perfectplay.board import Graph
from perfectplay.errors import ParseError
from perfectplay.kinds.exported import Exported
from perfectplay.kinds.plain import PlainGame
from perfectplay.picture import Look, Picture, draw_board
from perfectplay.players import LEFT, RIGHT, Player

MOST_COPS = 9
MOST_MOVES = 250_000
"""Of several cops at once."""
COPS = ".C23456789"
"""The letters of vertices by the number of cops there."""
CHOICES = {"passing": ("both", "cops", "robber", "nobody"), "mover": ("all", "one"), "stuck": ("stay", "lose")}


@dataclass(frozen=True)
class Chase:
    """Where everybody stands. Before the robber has a vertex it is the cops' turn as long as there are too few cops,
    then the robber's; ``turn`` says whose it is after that. Once the robber is caught, neither the turn matters nor who
    else stands there: both are made alike."""

    board: Graph
    cops: tuple[str, ...] = ()
    """In the order of the vertices."""
    robber: str | None = None
    turn: Player = LEFT
    """Left is the cops."""

    @property
    def caught(self) -> bool:
        return self.robber in self.cops

    def with_cops(self, vertices: Iterable[str], turn: Player = LEFT) -> Chase:
        return replace(self, cops=tuple(sorted(vertices, key=self.board.index.__getitem__)), turn=turn).settled()

    def with_robber(self, vertex: str) -> Chase:
        return replace(self, robber=vertex, turn=LEFT).settled()

    def settled(self) -> Chase:
        if not self.caught:
            return self
        others = [cop for cop in self.cops if cop != self.robber]
        cops = sorted([*others, str(self.robber)], key=self.board.index.__getitem__)
        return replace(self, cops=tuple(cops), turn=LEFT)

    @property
    def letters(self) -> str:
        def letter(vertex: str) -> str:
            if vertex != self.robber:
                return COPS[self.cops.count(vertex)]
            return "X" if self.caught else "R" if self.turn is LEFT else "r"

        return "".join(map(letter, self.board.vertices))


@dataclass(frozen=True)
class Walk:
    """A move of tokens that stand somewhere: from where to where those go that do not stay."""

    steps: tuple[tuple[str, str], ...]
    link: str

    @classmethod
    def of(cls, steps: Iterable[tuple[str, str]], link: str) -> Walk:
        return cls(tuple((start, end) for start, end in steps if start != end), link)

    def end_of(self, start: str) -> str:
        """Where a token is afterwards."""
        return dict(self.steps).get(start, start)

    def __str__(self) -> str:
        return ",".join(f"{start}{self.link}{end}" for start, end in self.steps) or "pass"


class ChaseGame(Exported, PlainGame):
    kind: ClassVar[str] = "chase"
    options: ClassVar = {"cops": 1, "passing": "both", "mover": "all", "stuck": "stay"}
    cops: int
    passing: str
    mover: str
    stuck: str
    looks: ClassVar = {
        **{letter: Look("disc", "left", letter) for letter in COPS[1:]},
        "R": Look("disc", "right", "R"),
        "r": Look("disc", "right", "r"),
        "X": Look("block", "left", "X"),
    }

    # text and picture

    def parse(self, text: str) -> Chase:
        return self.from_object(text)

    def from_object(self, source: object) -> Chase:
        if not 1 <= self.cops <= MOST_COPS:
            raise ParseError(f"option cops={self.cops}", expected=f"1 to {MOST_COPS}")
        for name, words in CHOICES.items():
            if getattr(self, name) not in words:
                raise ParseError(f"option {name}={getattr(self, name)!r}", expected=" or ".join(words))
        alphabet = {letter: (letter, "") for letter in COPS + "RrX"}
        board, letters = Graph.parse(source, alphabet)
        on = dict(zip(board.vertices, letters, strict=True))
        robbers = [vertex for vertex, letter in on.items() if letter in "RrX"]
        cops = tuple(v for v, letter in on.items() for _ in range(1 if letter == "X" else max(0, COPS.find(letter))))
        if len(robbers) > 1:
            raise ParseError(f"{len(robbers)} robbers", expected="one at most")
        if len(cops) > MOST_COPS or (robbers and not cops):
            raise ParseError(f"{len(cops) or 'no'} cops", expected=f"1 to {MOST_COPS}, written as in a-b b-c; a=C c=R")
        robber = robbers[0] if robbers else None
        self._count(board, max(len(cops), self.cops))
        return Chase(board, cops, robber, RIGHT if robber is not None and on[robber] == "r" else LEFT)

    def _count(self, board: Graph, cops: int) -> None:
        """Refuse where the moves of all cops could not be listed."""
        degree = max(len(board.neighbours(vertex)) for vertex in board.vertices) + 1
        if self.mover == "all" and degree**cops > MOST_MOVES:
            what = f"{cops} cops with up to {degree} moves each"
            raise ParseError(what, expected=f'at most {MOST_MOVES:,} moves in all, fewer cops, or mover="one"')

    def text(self, state: Chase) -> str:
        return state.board.text(state.letters)

    def on_board(self, state: Chase) -> tuple[Graph, str]:
        return state.board, state.letters

    def picture(self, state: Chase) -> Picture:
        return draw_board(state.board, state.letters, self.looks, title=self.name or self.title)

    # turns

    def turn(self, state: Chase) -> Player | None:
        """Whose turn it is before variants are applied: Left is the cops; None if the robber is caught."""
        if state.caught:
            return None
        if state.robber is None:
            return LEFT if len(state.cops) < self.cops else RIGHT
        return state.turn

    def player_of(self, side: Player) -> Player:
        """Who plays the cops (Left) or the robber (Right), variants applied."""
        return side.opponent if self.mirrored else side

    def to_move(self, state: Chase) -> Player | None:
        side = self.turn(state)
        return None if side is None else self.player_of(side)

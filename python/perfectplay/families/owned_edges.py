"""Graphs whose edges are in or out and may belong to a player: their text and their picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from perfectplay.board import Edge, Graph
from perfectplay.errors import ParseError
from perfectplay.kinds.exported import Exported
from perfectplay.kinds.toggles import MOST_SWITCHES, Setting, ToggleGame
from perfectplay.picture import Look, Picture, draw_board
from perfectplay.players import LEFT, RIGHT, Player

MOST_VERTICES = 20
EDGES = "-LlRr"


@dataclass(frozen=True)
class Net:
    """A graph and the owner of each edge: ``L``, ``R`` or ``-``."""

    board: Graph
    owners: str

    @cached_property
    def moving(self) -> tuple[Edge, ...]:
        """The edges that have an owner."""
        return tuple(edge for edge, owner in zip(self.board.edges, self.owners, strict=True) if owner != "-")


class EdgeGame(Exported, ToggleGame):
    """A game whose switches are edges; an edge is on if it is in."""

    looks = {
        "L": Look("block", "left"),
        "l": Look("label", "left"),
        "R": Look("block", "right"),
        "r": Look("label", "right"),
        "-": Look("block", "ink"),
    }

    def parse(self, text: str) -> Setting:
        return self.from_object(text)

    def from_object(self, source: object) -> Setting:
        """The edges of a graph of another program may have their letters as the attribute ``letter``."""
        vertices, edges = ({letter: (letter, "") for letter in letters} for letters in (".", EDGES))
        board, cells = Graph.parse(source, vertices, edges, directed=False)
        if not 3 <= len(board.vertices) <= MOST_VERTICES:
            raise ParseError(f"{len(board.vertices)} vertices", expected=f"3 to {MOST_VERTICES}")
        for tail, head, copy in board.edges:
            if tail == head or copy > 1:
                raise ParseError(f"edge {tail}-{head}", expected="no loops and no parallel edges")
        letters = cells[len(board.vertices) :]
        moving = letters.replace("-", "")
        if len(moving) > MOST_SWITCHES:
            raise ParseError(f"{len(moving)} edges with an owner", expected=f"at most {MOST_SWITCHES}")
        return Setting(Net(board, letters.upper()), sum(letter.isupper() << n for n, letter in enumerate(moving)))

    def _cells(self, state: Setting) -> str:
        letters, switch = [], 0
        for owner in state.frame.owners:
            letters.append(owner if owner == "-" or state.is_on(switch) else owner.lower())
            switch += owner != "-"
        return "." * len(state.frame.board.vertices) + "".join(letters)

    def edges_in(self, state: Setting) -> list[Edge]:
        board: Graph = state.frame.board
        letters = self._cells(state)[len(board.vertices) :]
        return [edge for edge, letter in zip(board.edges, letters, strict=True) if letter in "-LR"]

    def text(self, state: Setting) -> str:
        net: Net = state.frame
        return net.board.text(self._cells(state))

    def on_board(self, state: Setting) -> tuple[Graph, str]:
        return state.frame.board, self._cells(state)

    def picture(self, state: Setting) -> Picture:
        return draw_board(*self.on_board(state), self.looks, title=self.name)

    def switches(self, frame: Net) -> list[tuple[str, Player]]:
        owners = [LEFT if owner == "L" else RIGHT for owner in frame.owners if owner != "-"]
        return [(frame.board.name(edge), owner) for edge, owner in zip(frame.moving, owners, strict=True)]

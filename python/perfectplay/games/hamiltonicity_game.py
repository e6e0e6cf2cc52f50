"""The interactive Hamiltonicity game.

Edges of a graph are in or out, and some of them belong to a player. A player changes one of his own edges from out to
in or from in to out, or passes (unless ``passing`` is set to false); the first player after whose move the edges that
are in contain a Hamiltonian cycle wins. Where there is one from the beginning, play is over, and the player to move has
lost. Play that goes on for ever is a draw.
Text: edges ``a-b``, then their letters: ``a-b b-c c-a; a-b=L b-c=r``. Letters: ``L`` an edge of Left that is in, ``l``
one that is out, ``R`` and ``r`` the same for Right; an edge without a letter (``-``) belongs to nobody and is in. The
graph is simple and has 3 to 20 vertices.

Complexity: EXPTIME-complete (Stockmeyer & Chandra 1979). They let players pass; without that a player who has no edge
loses when he must move.

>>> pp.outcome(pp.load("hamiltonicity_game", "a-b b-c c-d d-a a-c b-d; a-b=L b-c=l c-d=R a-c=l b-d=l"))
L
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from perfectplay.board import Edge, Graph
from perfectplay.errors import ParseError
from perfectplay.kinds.toggles import MOST_SWITCHES, Setting, ToggleGame
from perfectplay.limits import watched
from perfectplay.picture import Look, Picture, draw_board
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.system import MAX_TEXT, State

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


class HamiltonicityGame(ToggleGame):
    name = "Interactive Hamiltonicity game"
    systems = ("S039",)
    source = "Stockmeyer & Chandra 1979, Provably difficult combinatorial games"
    sample = "a-b b-c c-d d-a a-c b-d; a-b=L b-c=l c-d=R a-c=l b-d=l"
    samples = {
        "square": "a-b b-c c-d d-a a-c b-d; a-b=L b-c=r c-d=l d-a=R a-c=l",
        "house": "a-b b-c c-d d-e e-a b-e; b-c=R c-d=l d-e=r e-a=r b-e=l",
        "tug": "a-b b-c c-d d-a a-c b-d; a-b=L b-c=l c-d=R d-a=l a-c=l b-d=l",
        "wheel": "h-a h-b h-c h-d a-b b-c c-d d-a; h-a=r h-b=r h-c=L h-d=R a-b=L b-c=r d-a=r",
        "prism": "a-b b-c c-a d-e e-f f-d a-d b-e c-f; b-c=l c-a=R e-f=l f-d=r a-d=l b-e=L c-f=l",
    }
    looks = {
        "L": Look("block", "left"),
        "l": Look("label", "left"),
        "R": Look("block", "right"),
        "r": Look("label", "right"),
        "-": Look("block", "ink"),
    }

    def read(self, source: object) -> State:
        """Text, graph6, or a graph of networkx, in which no edge has an owner."""
        return super().read(source) if isinstance(source, str) and len(source) > MAX_TEXT else self._read(source)

    def parse(self, text: str) -> Setting:
        return self._read(text)

    def _read(self, source: object) -> Setting:
        vertices, edges = ({letter: (letter, "") for letter in letters} for letters in (".", EDGES))
        board, cells = Graph.parse(source, vertices, edges, directed=False)  # type: ignore[arg-type]
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

    def text(self, state: Setting) -> str:
        net: Net = state.frame
        return net.board.text(self._cells(state))

    def picture(self, state: Setting) -> Picture:
        return draw_board(state.frame.board, self._cells(state), self.looks, title=self.name)

    def switches(self, frame: Net) -> list[tuple[str, Player]]:
        owners = [LEFT if owner == "L" else RIGHT for owner in frame.owners if owner != "-"]
        return [(frame.board.name(edge), owner) for edge, owner in zip(frame.moving, owners, strict=True)]

    def over(self, state: Setting) -> bool:
        """Paths from the first vertex by the set of their vertices and their end, one vertex longer each time."""
        board, cells = state.frame.board, self._cells(state)
        inside = [
            edge for edge, letter in zip(board.edges, cells[len(board.vertices) :], strict=True) if letter in "-LR"
        ]
        around: dict[str, set[str]] = {vertex: set() for vertex in board.vertices}
        for tail, head, _ in inside:
            around[tail].add(head)
            around[head].add(tail)
        first = board.vertices[0]
        paths = {(frozenset((first,)), first)}
        for _ in board.vertices[1:]:
            paths = {(seen | {v}, v) for seen, end in watched(paths) for v in around[end] if v not in seen}
        return any(first in around[end] for _, end in paths)

    def endings(self, frame: Net) -> Iterator[tuple[int, int]]:
        """Every Hamiltonian cycle of the whole graph, found edge by edge: its edges that have an owner must be in."""
        switch = {edge: 1 << number for number, edge in enumerate(frame.moving)}
        first = frame.board.vertices[0]
        todo: list[tuple[tuple[str, ...], int]] = [((first,), 0)]
        while todo:
            path, needed = todo.pop()
            for edge, vertex in frame.board.arcs(path[-1]):
                closes = vertex == first and len(path) == len(frame.board.vertices) and path[1] < path[-1]
                if closes:
                    yield needed | switch.get(edge, 0), needed | switch.get(edge, 0)
                elif vertex not in path:
                    todo.append(((*path, vertex), needed | switch.get(edge, 0)))

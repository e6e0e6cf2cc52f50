"""Sliding Tokens.

Tokens stand on a graph, no two of them on neighbouring vertices. A move slides a token along an edge to an empty
vertex, after which again no two may be neighbours. Solved when every vertex to be filled has a token and every vertex
to be left has none.
Letters: ``.`` empty, ``o`` token, ``x`` a vertex to be filled, ``O`` the same with a token, ``@`` a token that has to
move, ``_`` the vertex that it has left; as in ``a-b b-c; a=@``, or rows for a grid. A move such as ``a-b`` slides the
token on a to b. Metric: moves.

Complexity: PSPACE-complete, whether one token has to move or the tokens have to reach given vertices (Hearn & Demaine
2005); linear on trees (Demaine et al. 2015).

>>> pp.solve(pp.load("sliding_tokens", "a-b b-c c-d d-e; a=o c=o e=x b=x"))
c-d a-b d-e
>>> pp.solve(pp.load("sliding_tokens", "a-b b-c c-d; b=@ d=o"))
b-a
"""

from collections.abc import Iterator

from perfectplay.board import Board
from perfectplay.errors import ParseError
from perfectplay.kinds.network import NetworkPuzzle
from perfectplay.kinds.rulesets import Arrangement, Pattern, Rewrite
from perfectplay.picture import Look


class SlidingTokens(NetworkPuzzle):
    name = "Sliding Tokens"
    systems = ("S125",)
    source = (
        "Hearn & Demaine 2005, PSPACE-completeness of sliding-block puzzles; "
        "Demaine et al. 2015, Linear-time algorithm for sliding tokens on trees"
    )
    cells = ".o"
    letters = {"x": (".", "goal"), "O": ("o", "goal"), "@": ("o", "left"), "_": (".", "left")}
    looks = {"o": Look("disc", "black")}
    sample = "a-b b-c c-d d-e e-f c-g g-h; a=o d=o h=o b=x f=x g=x"
    samples = {
        "grid": "o.x|...|o.x",
        "free_a_token": "a-b b-c c-d d-e e-f f-g; a=o c=@ e=o",
        "stuck": "a-b b-c c-d d-a d-e e-f f-g; a=@ c=o g=o",
    }

    def checked(self, state: Arrangement) -> Arrangement:
        board = state.board
        for a in board.cells:
            if state[a] == "o" and any(state[b] == "o" for b in board.neighbours(a)):
                raise ParseError(f"the token on {board.name(a)} has a neighbour", expected="tokens that do not touch")
        if not board.marks:
            raise ParseError("no goal", expected="x or O where tokens have to go, or @ for one that has to move")
        return state

    def moves(self, board: Board) -> Iterator[Rewrite]:
        for a in board.cells:
            for b in board.neighbours(a):
                if a != b and b not in board.neighbours(b):
                    yield Rewrite({a: "o.", b: ".o"} | {c: ".." for c in board.neighbours(b) if c != a}, piece=(a, b))

    def goals(self, board: Board) -> Iterator[Pattern]:
        yield dict.fromkeys(board.marked("goal"), "o") | dict.fromkeys(board.marked("left"), ".")

"""Strings-and-Coins.

Strings tie coins to each other and to the ground. The players in turn cut a string; who frees a coin of its last string
captures it and cuts again. When all strings are cut, who has captured more coins from here on wins (in misère play:
fewer), and as many are a draw.
Text: strings ``a-b`` (twice for two of them) and ``a-ground``, then those that are cut: ``a-b b-ground; a-b=x``. A
string ``a-a`` is as good as one to the ground. Also read: graph6, and graphs of networkx.

Complexity: PSPACE-complete (Demaine & Diomidov 2021); endgames are NP-hard by cycle packing (Winning Ways 1982).

>>> pp.score(pp.load("strings_and_coins", "a-b b-c c-ground a-ground d-e e-ground"))
3
"""

from typing import ClassVar

from perfectplay.board import Graph
from perfectplay.errors import ParseError
from perfectplay.kinds.strings import StringsGame
from perfectplay.picture import Picture
from perfectplay.strings.drawing import draw_graph
from perfectplay.strings.web import GROUND, GROUND_NAME, Tangle, web


class StringsAndCoins(StringsGame):
    name = "Strings-and-Coins"
    systems: ClassVar[tuple[str, ...]] = ("S076",)
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 16; Demaine & Diomidov 2021"
    sample = "a-b b-c c-d d-ground a-ground b-d c-ground"
    samples = {
        "chains": "a-ground a-b b-c c-ground d-ground d-e e-f f-g g-ground",
        "loop": "a-b b-c c-d d-a e-ground e-f f-ground",
    }
    scored = True
    draws = True

    def read(self, source: object) -> Tangle:
        tangle = super().read(source) if isinstance(source, str) else self.parse(source)
        assert isinstance(tangle, Tangle)
        return tangle

    def parse(self, text: object) -> Tangle:
        letters, edge_letters = {".": (".", "")}, {"-": ("-", ""), "x": ("x", "")}
        board, cells = Graph.parse(text, letters, edge_letters, directed=False)  # type: ignore[arg-type]
        coins = [vertex for vertex in board.vertices if vertex != GROUND_NAME]
        number = {coin: n for n, coin in enumerate(coins)} | {GROUND_NAME: GROUND}
        for a, b, _ in board.edges:
            if a == b == GROUND_NAME:
                raise ParseError("a string from the ground to the ground", expected="strings that hold a coin")
        strings = [(board.name(edge), (number[edge[0]], number[edge[1]])) for edge in board.edges]
        left = (n for n, letter in enumerate(cells[len(board.vertices) :]) if letter == "-")
        return Tangle(self.checked(web(board, coins, strings)), frozenset(left))

    def text(self, state: Tangle) -> str:
        board: Graph = state.web.board
        letters = ("-" if n in state.left else "x" for n in range(len(board.edges)))
        return board.text("." * len(board.vertices) + "".join(letters))

    def picture(self, state: Tangle) -> Picture:
        return draw_graph(state, self.text(state), title=self.name)

"""Strings-and-Coins.

Strings tie coins to each other and to the ground. The players take turns cutting a string; a player who cuts the last
string of a coin captures the coin and cuts again. When all strings are cut, the player who has captured more coins (in
misère play: fewer), counted from here on, wins; equal numbers are a draw.
Text: strings ``a-b`` (twice for two of them) and ``a-ground``, then those that are cut: ``a-b b-ground; a-b=x``. A
string ``a-a`` is equivalent to one to the ground. Also read: graphs of other programs.

Complexity: PSPACE-complete (Demaine & Diomidov 2021); endgames are NP-hard by cycle packing (Winning Ways 1982).

>>> pp.score(pp.load("strings_and_coins", "a-b b-c c-ground a-ground d-e e-ground"))  # e-ground, and 3 for 2
1
"""

from perfectplay.families.dots_and_boxes.drawing import draw_graph
from perfectplay.families.dots_and_boxes.game import StringsGame
from perfectplay.families.dots_and_boxes.graphs import read_graph, write_graph
from perfectplay.families.dots_and_boxes.web import Tangle
from perfectplay.picture import Picture


class StringsAndCoins(StringsGame):
    name = "Strings-and-Coins"
    systems = ("S076",)
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 16; Demaine & Diomidov 2021"
    sample = "a-b b-c c-d d-ground a-ground b-d c-ground"
    samples = {
        "chains": "a-ground a-b b-c c-ground d-ground d-e e-f f-g g-ground",
        "loop": "a-b b-c c-d d-a e-ground e-f f-ground",
    }
    scored = True
    draws = True

    def parse(self, text: str) -> Tangle:
        return read_graph(text)

    def from_object(self, source: object) -> Tangle:
        return read_graph(source)

    def text(self, state: Tangle) -> str:
        return write_graph(state)

    def picture(self, state: Tangle) -> Picture:
        return draw_graph(state, title=self.name)

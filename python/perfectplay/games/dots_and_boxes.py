"""Dots-and-Boxes.

The players take turns drawing a line between two neighbouring dots of a grid; a player who draws the last side of a box
gets the box and draws again. When all lines are drawn, the player with more boxes (in misère play: fewer), counted from
here on, wins; equal numbers are a draw.
Text: the size in boxes, rows first, and the lines that are drawn: ``2x3: a1-b1 a1-a2``. Dots have column letters and
row numbers, counted from the top left. A drawing is read as well, in rows separated by new lines or by ``/``, with dots
``+`` and lines ``-`` and ``|``: ``+-+/| |/+ +``.

Complexity: PSPACE-complete (Buchin, Hagedoorn, Kostitsyna & van Mulken 2021); solved up to 4x5 boxes (Barker & Korf
2012).

>>> pp.score(pp.load("dots_and_boxes", "2x3"))
-2
>>> pp.load("dots_and_boxes", "+-+/| |/+-+")
load('dots_and_boxes', '1x1: a1-b1 a1-a2 b1-b2 a2-b2')
"""

from perfectplay.families.dots_and_boxes.drawing import draw_grid
from perfectplay.families.dots_and_boxes.game import StringsGame
from perfectplay.families.dots_and_boxes.grid import read_grid, write_grid
from perfectplay.families.dots_and_boxes.web import Tangle
from perfectplay.picture import Picture


class DotsAndBoxes(StringsGame):
    name = "Dots-and-Boxes"
    aliases = ("dots", "boxes")
    systems = ("S075", "S078")
    source = "Berlekamp, Conway & Guy 1982, Winning Ways, chapter 16; Barker & Korf 2012, Solving Dots-And-Boxes"
    sample = "2x2"
    samples = {
        "row": "1x5",
        "columns": "+ + + +/| | | |/+ + + +/| | | |/+ + + +/| | | |/+ + + +",
        "loop": "+-+-+ +/|   | |/+ + + +/|   | |/+-+-+ +/      |/+-+-+-+",
        "three": "3x3",
    }
    scored = True
    draws = True
    noun = ("box", "boxes")

    def parse(self, text: str) -> Tangle:
        return read_grid(text)

    def text(self, state: Tangle) -> str:
        return write_grid(state)

    def picture(self, state: Tangle) -> Picture:
        return draw_grid(state, title=self.name)

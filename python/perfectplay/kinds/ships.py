"""Ships on a chart: the fleet as an option, and how a chart is read and drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any

from perfectplay.board import Place
from perfectplay.constraints import Assignment
from perfectplay.errors import ParseError
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.edged import Chart, read_chart
from perfectplay.kinds.sheet import WAYS, Sheet, step
from perfectplay.picture import Disc, Label, Polygon, Shape

GOES_ON = {"^": "S", "v": "N", "<": "E", ">": "W"}
"""Where the rest of the ship is, seen from an end of it."""
FLEET = r"|[1-9][0-9]?(,[1-9][0-9]?){0,99}"


class Ships(Shading):
    """Shaded cells are ships. A chart has numbers beside its rows and columns, and ``fleet`` has the lengths."""

    fleet: str

    def __init__(self, **options: Any) -> None:
        """A fleet is the same in any order: the longest ship comes first."""
        super().__init__(**options)
        if re.fullmatch(FLEET, self.fleet):
            self.fleet = self.settings["fleet"] = ",".join(map(str, self.lengths()))

    def lengths(self) -> list[int]:
        return sorted((int(length) for length in self.fleet.split(",") if length), reverse=True)

    def parse(self, text: str) -> Chart:
        if not re.fullmatch(FLEET, self.fleet):
            raise ParseError(f"option fleet={self.fleet!r}", expected="lengths such as 3,2,1")
        return read_chart(text, self.clues, self.edge, self.lengths())

    def terminal(self, sheet: Sheet, answer: Assignment) -> list[str]:
        assert isinstance(sheet, Chart)
        counts = ["".join(map(str, numbers)) for numbers in sheet.strips]
        width = max(map(len, counts))
        words = [word.rjust(width) for word in self.words(sheet, answer)]
        rows = [" ".join(words[start : start + sheet.cols]) for start in range(0, len(words), sheet.cols)]
        below = " ".join(number.rjust(width) for number in counts[sheet.rows :])
        return [*(f"{row}  {number}".rstrip() for row, number in zip(rows, counts, strict=False)), below.rstrip()]

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for cell in self.marked(sheet, answer):
            goes_on = [way for way in WAYS if answer.get(step(cell, way)) == self.mark]
            sign = next((end for end, way in GOES_ON.items() if goes_on == [way]), "x" if goes_on else "o")
            yield part(cell, sign, "block")

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        assert isinstance(sheet, Chart)
        for (row, col), sign in sheet.clued():
            yield Label((col + 0.5, row + 0.5), sign, "left") if sign in "~?" else part((row, col), sign, "black")
        for place, numbers in enumerate(sheet.strips):
            below = place - sheet.rows
            spot = (sheet.cols + 0.5, place + 0.5) if below < 0 else (below + 0.5, sheet.rows + 0.5)
            yield from (Label(spot, str(number)) for number in numbers)


def part(cell: Place, sign: str, role: str) -> Shape:
    """A part of a ship: a disc, a square, or a square that is round where the ship ends."""
    x, y = cell[1] + 0.5, cell[0] + 0.5
    if sign == "o":
        return Disc((x, y), 0.36, role)
    if sign == "x":
        return Polygon(tuple((x + 0.36 * a, y + 0.36 * b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))), role)
    down, right = WAYS[GOES_ON[sign]]
    turns = [pi * n / 12 for n in range(13)]
    curve = [(0.36 * sin(turn), 0.36 * cos(turn)) for turn in turns]  # from one side around the end to the other side
    outline = [(-along, across) for along, across in curve] + [(0.36, -0.36), (0.36, 0.36)]
    return Polygon(tuple((x + right * u - down * v, y + down * u + right * v) for u, v in outline), role)

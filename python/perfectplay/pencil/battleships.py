"""Battleships (Battleship Solitaire).

A fleet lies in a rectangle: straight ships, each one cell wide, that do not touch, not even at a corner. A number
beside the rectangle tells how many cells of its row or column belong to ships, and some cells show what is there. With
``fleet="3,2,1"`` the fleet is a ship of three cells, one of two and one of a single cell.
Letters: ``~`` water, ``o`` a ship of one cell, ``x`` the inside of a longer ship, and its ends: ``<`` the left one,
``>`` the right, ``^`` the upper, ``v`` the lower; ``?`` any part of a ship, ``.`` an open cell. After ``;`` come the
numbers of the rows from above, after another ``;`` those of the columns from the left, with ``.`` where there is none.
Answers have ``#`` for ships.

Complexity: NP-complete (Sevenster 2004).

>>> pp.solve(pp.load("battleships", "..>.|....|....;201;1110", fleet="2,1"))
.##.|....|#...
"""

import re
from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any

from perfectplay.board import Place
from perfectplay.constraints import AnyOf, Assignment, Atom, Constraint, Count, Fleet
from perfectplay.errors import ParseError
from perfectplay.kinds.edged import Chart, read_chart
from perfectplay.kinds.pencil import WAYS, Shading
from perfectplay.kinds.sheet import EMPTY, Sheet
from perfectplay.picture import Disc, Label, Polygon, Shape

GOES_ON = {"<": "E", ">": "W", "^": "S", "v": "N"}
"""Where the rest of the ship is, seen from an end of it."""
FLEET = r"|[1-9][0-9]?(,[1-9][0-9]?){0,99}"


class Battleships(Shading):
    name = "Battleships"
    systems = ("S111",)
    source = "Humor & Juegos 1982; Sevenster 2004, Battleships as decision problem (ICGA Journal 27)"
    clue = "[~ox<>^v?]"
    pzpr = "battleship"
    sample = "........|........|...~....|........|........|........|.....x..|.....v..;41421143;24131414"
    options = {"fleet": "4,3,3,2,2,2,1,1,1,1"}
    fleet: str

    def __init__(self, **options: Any) -> None:
        """A fleet is the same in any order: the longest ship comes first."""
        super().__init__(**options)
        if re.fullmatch(FLEET, self.fleet):
            self.fleet = self.settings["fleet"] = ",".join(map(str, self.lengths()))

    def parse(self, text: str) -> Chart:
        if not re.fullmatch(FLEET, self.fleet):
            raise ParseError(f"option fleet={self.fleet!r}", expected="lengths such as 3,2,1")
        return read_chart(text, self.clue, tuple(self.lengths()))

    def lengths(self) -> list[int]:
        return sorted((int(length) for length in self.fleet.split(",") if length), reverse=True)

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        assert isinstance(sheet, Chart)
        for line, numbers in zip(sheet.lines(), sheet.strips, strict=True):
            ships: list[Atom] = [(cell, "#") for cell in line]
            for number in numbers:
                yield "A number tells how many cells of its line belong to ships.", Count.exactly(ships, number)
        for cell, clue in sheet.clued():
            for atoms in shown(sheet, cell, clue):
                yield "What a cell shows is there.", AnyOf(atoms)
        for a, b, c, d in sheet.squares():
            for one, other in ((a, d), (b, c)):
                yield "Ships do not touch, not even at a corner.", AnyOf(((one, EMPTY), (other, EMPTY)))
        yield "The ships are those of the fleet.", Fleet({cell: (cell, "#") for cell in sheet.cells}, sheet.fleet)

    def terminal(self, sheet: Sheet, answer: Assignment) -> list[str]:
        assert isinstance(sheet, Chart)
        counts = ["".join(map(str, numbers)) for numbers in sheet.strips]
        width = max(map(len, counts))
        words = [word.rjust(width) for word in self.words(sheet, answer)]
        rows = [" ".join(words[start : start + sheet.cols]) for start in range(0, len(words), sheet.cols)]
        below = " ".join(number.rjust(width) for number in counts[sheet.rows :])
        return [*(f"{row}  {number}".rstrip() for row, number in zip(rows, counts, strict=False)), below.rstrip()]

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for cell in sheet.cells:
            if answer.get(cell) == "#":
                goes_on = [way for way, (r, c) in WAYS.items() if answer.get((cell[0] + r, cell[1] + c)) == "#"]
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
    curve = [(0.36 * sin(turn), 0.36 * cos(turn)) for turn in turns]  # from the side over the end to the other side
    outline = [(-along, across) for along, across in curve] + [(0.36, -0.36), (0.36, 0.36)]
    return Polygon(tuple((x + right * u - down * v, y + down * u + right * v) for u, v in outline), role)


def shown(sheet: Sheet, cell: Place, clue: str) -> Iterator[tuple[Atom, ...]]:
    """What a clue demands: one of each of these."""
    near = {way: (cell[0] + row, cell[1] + col) for way, (row, col) in WAYS.items()}
    yield ((cell, EMPTY if clue == "~" else "#"),)
    if clue == "x":
        # both to the north and south, or both to the west and east
        yield from (((near[a], "#"), (near[b], "#")) for a in "NS" for b in "WE")
    elif clue not in "~?":
        for way, spot in near.items():
            if way == GOES_ON.get(clue):
                yield ((spot, "#"),)
            elif spot in sheet:
                yield ((spot, EMPTY),)

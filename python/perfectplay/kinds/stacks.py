"""Stacks of cubes with coloured faces: their rotations, and how a stack is written and drawn.

A cube is a word with the colours of its faces in the order front, right, back, left, top and bottom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from perfectplay.constraints import Assignment, Unknown, Value
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.pencil import OPEN, Pencil, square
from perfectplay.kinds.sheet import Sheet
from perfectplay.picture import Label, Polygon, Shape

SHOWN = 4
"""The sides of a stack."""
HIDDEN = OPEN * SHOWN
"""A cube that an answer leaves open."""
COLOURS = {
    "R": "right",
    "G": "green",
    "B": "left",
    "Y": "yellow",
    "W": "white",
    "K": "black",
    "P": "second",
    "O": "goal",
}


class Stack(Pencil):
    """A sheet has a row of six cells for each cube; an answer has the four faces that each cube shows."""

    def text(self, state: Sheet) -> str:
        return " ".join(cubes(state))

    def write(self, sheet: Sheet, answer: Assignment) -> str:
        return " ".join(str(answer.get(cube, HIDDEN)) for cube in range(sheet.rows))

    def read_answer(self, sheet: Sheet, text: str) -> dict[Unknown, Value]:
        words, ways = text.split(), self.unknowns(sheet)
        if len(words) != sheet.rows:
            raise ParseError(f"an answer of {len(words)} cubes", expected=f"{sheet.rows}")
        if HIDDEN not in words:
            words = min(whole(words))
        for cube, word in enumerate(words):
            if word not in ways[cube] and word != HIDDEN:
                raise ParseError(f"unexpected {quote(word)}", cube + 1, expected="four faces that the cube can show")
        return {cube: word for cube, word in enumerate(words) if word in ways[cube]}

    def terminal(self, sheet: Sheet, answer: Assignment) -> list[str]:
        shown = [str(answer.get(cube, HIDDEN if answer else "")) for cube in range(sheet.rows)]
        return [f"{cube}  {faces}".rstrip() for cube, faces in zip(cubes(sheet), shown, strict=True)]

    def paper(self, sheet: Sheet) -> Iterator[Shape]:
        """A row for each cube."""
        for name, col in zip(("front", "right", "back", "left", "top", "bottom"), range(6), strict=True):
            yield Label((col + 0.5, -0.25), name, "faint", 0.3)
        for (row, col), colour in zip(sheet.cells, sheet.clues, strict=True):
            yield from face(row, col, colour)

    def spots(self, sheet: Sheet) -> Mapping[Unknown, Shape]:
        """The row in which the four faces appear."""
        left, right = 7, 7 + SHOWN
        return {
            cube: Polygon(((left, cube), (right, cube), (right, cube + 1), (left, cube + 1)), "empty")
            for cube in range(sheet.rows)
        }

    def denials(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        return iter(())

    def borders(self, sheet: Sheet) -> Iterator[Shape]:
        return iter(())

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        return iter(())

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for cube in range(sheet.rows if answer else 0):
            for side, colour in enumerate(str(answer.get(cube, HIDDEN))):
                yield from face(cube, side + 7, colour)


def face(row: int, col: int, colour: str) -> Iterator[Shape]:
    role = COLOURS.get(colour.upper(), "empty")
    yield square((row, col), role)
    yield Label((col + 0.5, row + 0.5), colour, role, 0.5, upon=True)


def cubes(sheet: Sheet) -> list[str]:
    return ["".join(sheet.clues[start : start + 6]) for start in range(0, len(sheet.clues), 6)]


def whole(words: list[str]) -> list[list[str]]:
    """All ways to turn a stack."""
    upright = [[word[turn:] + word[:turn] for word in words] for turn in range(SHOWN)]
    return upright + [[word[:1] + word[:0:-1] for word in each] for each in upright]  # upside down


def spin(cube: str) -> str:
    """A quarter turn; top and bottom stay."""
    return cube[1:4] + cube[0] + cube[4:]


def tip(cube: str) -> str:
    """The front goes to the top."""
    return cube[5] + cube[1] + cube[4] + cube[3] + cube[0] + cube[2]


def turns(cube: str) -> list[str]:
    found = [cube]
    for each in found:
        found += [new for new in dict.fromkeys((spin(each), tip(each))) if new not in found]
    return found

"""Instant Insanity.

Cubes with coloured faces are stacked in the given order, each turned as one likes. There are as many colours as cubes,
and each of the four sides of the stack must show every colour once. Turning the whole stack, also upside down, changes
nothing: of the eight ways to write a solution down only the first in the alphabet counts, and others are understood.
Letters: a word for each cube, with the colours of its faces in the order front, right, back, left, top and bottom; any
letter is a colour. In an answer each cube has the four faces that it shows: front, right, back and left.

Complexity: NP-complete for any number of cubes and colours (Robertson & Munro 1978).

>>> pp.solve(pp.load("instant_insanity", "BBRYGR RGYYRY GRGBYR BYGRBR"))
BBRY YYGR RGYG GRBB
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from perfectplay.constraints import Assignment, Atom, Constraint, Count, Foremost, Unknown, Value
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.pencil import Pencil, square
from perfectplay.kinds.sheet import Sheet
from perfectplay.picture import Label, Shape

SHOWN = 4
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


class InstantInsanity(Pencil):
    name = "Instant Insanity"
    systems = ("S086",)
    source = "Armbruster 1967; Robertson & Munro 1978, NP-completeness, puzzles and games (Utilitas Mathematica 13)"
    sample = "BBRYGR RGYYRY GRGBYR BYGRBR"

    def parse(self, text: str) -> Sheet:
        cubes = text.split()
        for cube in cubes:
            if not re.fullmatch("[A-Za-z]{6}", cube):
                raise ParseError(f"unexpected {quote(cube)}", expected="the six letters of a cube")
        colours = len(set("".join(cubes)))
        if not cubes or colours > len(cubes):
            raise ParseError(f"{colours} colours on {len(cubes)} cubes", expected="as many colours as cubes")
        return Sheet(len(cubes), 6, tuple("".join(cubes)))

    def text(self, state: Sheet) -> str:
        return " ".join(cubes(state))

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        ways = [dict.fromkeys(turned[:SHOWN] for turned in turns(cube)) for cube in cubes(sheet)]
        return {number: tuple(faces) for number, faces in enumerate(ways)}

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        ways = [(cube, str(faces)) for cube, shown in self.unknowns(sheet).items() for faces in shown]
        for side in range(SHOWN):
            for colour in sorted(set(sheet.clues)):
                atoms: list[Atom] = [(cube, faces) for cube, faces in ways if faces[side] == colour]
                yield "Each side of the stack shows every colour once.", Count.exactly(atoms, 1)
        looks = tuple(
            dict(zip((faces for _, faces in ways), seen, strict=True)) for seen in whole([f for _, f in ways])
        )
        yield "The stack is turned to be the first in the alphabet.", Foremost(tuple(range(sheet.rows)), looks)

    def write(self, sheet: Sheet, answer: Assignment) -> str:
        return " ".join(str(answer.get(cube, "?" * SHOWN)) for cube in range(sheet.rows))

    def read_answer(self, sheet: Sheet, text: str) -> dict[Unknown, Value]:
        words, ways = text.split(), self.unknowns(sheet)
        if len(words) != sheet.rows:
            raise ParseError(f"an answer of {len(words)} cubes", expected=f"{sheet.rows}")
        if "?" * SHOWN not in words:
            words = min(whole(words))
        for cube, word in enumerate(words):
            if word not in ways[cube] and word != "?" * SHOWN:
                raise ParseError(f"unexpected {quote(word)}", cube + 1, expected="four faces that the cube can show")
        return {cube: word for cube, word in enumerate(words) if word in ways[cube]}

    def terminal(self, sheet: Sheet, answer: Assignment) -> list[str]:
        shown = [str(answer.get(cube, "?" * SHOWN if answer else "")) for cube in range(sheet.rows)]
        return [f"{cube}  {faces}".rstrip() for cube, faces in zip(cubes(sheet), shown, strict=True)]

    def paper(self, sheet: Sheet) -> Iterator[Shape]:
        """A row for each cube."""
        for name, col in zip(("front", "right", "back", "left", "top", "bottom"), range(6), strict=True):
            yield Label((col + 0.5, -0.25), name, "faint", 0.3)
        for (row, col), colour in zip(sheet.cells, sheet.clues, strict=True):
            yield from face(row, col, colour)

    def borders(self, sheet: Sheet) -> Iterator[Shape]:
        return iter(())

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        return iter(())

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for cube in range(sheet.rows if answer else 0):
            for side, colour in enumerate(str(answer.get(cube, "?" * SHOWN))):
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

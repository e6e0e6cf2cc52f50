"""Instant Insanity.

Cubes with coloured faces are stacked in the given order, each turned in any way. There are as many colours as cubes,
and each of the four sides of the stack must show every colour once. Turning the whole stack, also upside down, changes
nothing: of the eight ways to write a solution down the alphabetically first is used, and the others are read as well.
Letters: a word for each cube, with the colours of its faces in the order front, right, back, left, top and bottom; any
letter is a colour. In an answer each cube has the four faces that it shows: front, right, back and left.

Complexity: NP-complete for any number of cubes and colours (Robertson & Munro 1978).

>>> pp.solve(pp.load("instant_insanity", "BBRYGR RGYYRY GRGBYR BYGRBR"))
BBRY YYGR RGYG GRBB
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from perfectplay.constraints import Atom, Constraint, Count, Foremost, Unknown, Value
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.sheet import Sheet
from perfectplay.kinds.stacks import SHOWN, Stack, cubes, turns, whole


class InstantInsanity(Stack):
    name = "Instant Insanity"
    aliases = ("great tantalizer",)
    systems = ("S086",)
    source = "Armbruster 1967; Robertson & Munro 1978, NP-completeness, puzzles and games (Utilitas Mathematica 13)"
    tile = ""
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
        yield "The stack is turned to come alphabetically first.", Foremost(tuple(range(sheet.rows)), looks)

"""Number Link.

Each letter or number occurs in two cells. Lines through neighbouring cells connect the two by a path; paths do not
branch, cross or share a cell, and there are no other lines. Cells may stay empty, unless the option ``fill`` says
otherwise.
Letters: ``1``, ``2`` and so on the ends of paths, ``.`` a cell without one. Ends may also be letters, ``a`` to ``z``
and ``A`` to ``Z``; then all are numbered in the order in which they appear.

Complexity: NP-complete (Lynch 1975), also with all cells filled (Adcock et al. 2015) and if paths must have the fewest
corners (Kotsuma & Takenaga 2010).

>>> pp.solve(pp.load("number_link", "ab|.b|.a"))
╷╷|│╵|└╴
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from string import ascii_letters

from perfectplay.board import Place
from perfectplay.constraints import AnyOf, Constraint, Count, Paths
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.clues import EMPTY, MOST_CELLS, Clues
from perfectplay.kinds.sheet import Sheet
from perfectplay.kinds.strokes import ColouredPaths, leaving


class NumberLink(ColouredPaths):
    name = "Number Link"
    aliases = ("numberlink", "arukone", "flow free")
    systems = ("S114",)
    source = "Nikoli; Lynch 1975; Adcock et al. 2015, Zig-zag Numberlink is NP-complete"
    clues = Clues(1, MOST_CELLS, letters=ascii_letters)
    options = {"fill": False}
    fill: bool
    pzpr = "numlin"
    sample = ".4..3|13.2.|..4..|1.2..|....."

    def parse(self, text: str) -> Sheet:
        sheet = super().parse(text)
        for name, number in Counter(clue for _, clue in sheet.clued()).items():
            if number != 2:
                raise ParseError(f"{quote(name)} {number} times", expected="every letter or number twice")
        names = dict.fromkeys(clue for _, clue in sheet.clued())
        if all(name.isdecimal() for name in names):
            return sheet
        numbers = {name: str(number) for number, name in enumerate(names, 1)} | {EMPTY: EMPTY}
        return replace(sheet, clues=tuple(numbers[clue] for clue in sheet.clues))

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        ends: dict[str, list[Place]] = {}
        for cell, name in sheet.clued():
            ends.setdefault(name, []).append(cell)
            yield "One line leaves each letter and number.", Count.exactly([*leaving(cell).values()], 1)
        if self.fill:
            for cell in sheet.cells:
                yield "A line passes through every cell.", AnyOf(tuple(leaving(cell).values()))
        links = {line: (line, 1) for line in self.links(sheet)}
        pairs = tuple((a, b) for a, b in ends.values())
        sentence = "The lines are paths between equal letters or numbers and do not branch or cross."
        yield sentence, Paths(links, pairs, alone=not self.fill)

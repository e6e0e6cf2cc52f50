"""Number Link.

Each letter or number is in two cells. Lines through neighbouring cells connect the two by a path; paths do not branch,
cross or share a cell, and there are no other lines. Cells may stay empty, unless the option ``fill`` says otherwise.
Letters: ``1`` to ``9999`` the ends of paths, ``.`` a cell without one. Ends may also be letters, ``a`` to ``z`` and
``A`` to ``Z``; then all are numbered in the order in which they come.

Complexity: NP-complete (Lynch 1975), also with all cells filled (Adcock et al. 2015) and where paths must have the
fewest corners (Kotsuma & Takenaga 2010).

>>> pp.solve(pp.load("number_link", "ab|.b|.a"))
╷╷|│╵|└╴
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

from perfectplay.board import Place
from perfectplay.constraints import AnyOf, Assignment, Constraint, Count, Paths
from perfectplay.errors import ParseError, quote
from perfectplay.kinds.pencil import Lines
from perfectplay.kinds.sheet import EMPTY, Sheet
from perfectplay.kinds.strokes import leaving, step
from perfectplay.picture import Disc, Shape, Stroke

COLOURS = ("left", "right", "green", "second", "goal", "accent", "wall")


class NumberLink(Lines):
    name = "Number Link"
    systems = ("S114",)
    source = "Nikoli; Lynch 1975; Adcock et al. 2015, Zig-zag Numberlink is NP-complete"
    clue = r"[A-Za-z]|[1-9][0-9]{0,3}"
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
        yield "The lines are paths between equal letters or numbers and do not branch or cross.", Paths(links, pairs)

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """Each path in a colour of its own, as long as there are colours."""
        ends: dict[str, Place] = {name: cell for cell, name in sheet.clued()}
        colour: dict[Place, str] = {}
        for role, end in zip(cycle(COLOURS), ends.values(), strict=False):
            path = [end]
            for cell in path:
                colour[cell] = role
                near = [step(cell, way) for way, (line, _) in leaving(cell).items() if answer.get(line) == 1]
                path += [other for other in near if other not in colour]
        for stroke in super().marks(sheet, answer):
            assert isinstance(stroke, Stroke)
            (x, y), _ = stroke.points
            yield stroke if stroke.dashed else replace(stroke, role=colour.get((int(y), int(x)), stroke.role))

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for (row, col), _ in sheet.clued():
            yield Disc((col + 0.5, row + 0.5), 0.34, "empty")
        yield from super().print(sheet, answer)

"""Fillomino.

Every cell gets a number. Cells with the same number that share a side belong to the same area, and each number is the
number of cells in its area. An area may have several given numbers, or none.
Letters: numbers from ``1`` are given, ``.`` or ``?`` is a cell to be filled in.

Complexity: NP-complete, and so is finding another solution (Yato 2003).

>>> pp.solve(pp.load("fillomino", "3..|..1|.2."))
322|331|122
"""

from collections.abc import Iterator, Mapping, Sequence

from perfectplay.board import Place
from perfectplay.constraints import Assignment, Constraint, Given, SelfSized, Unknown, Value
from perfectplay.kinds.cells import Numbers
from perfectplay.kinds.clues import EMPTY, MOST_CELLS, UNKNOWN, Clues
from perfectplay.kinds.pencil import border
from perfectplay.kinds.sheet import Sheet
from perfectplay.picture import Shape, Stroke


class Fillomino(Numbers):
    name = "Fillomino"
    aliases = ("polyominous", "allied occupation")
    systems = ("S099",)
    source = (
        "Nikoli 1994; Yato 2003, Complexity and completeness of finding another solution and its application to puzzles"
    )
    clues = Clues(1, MOST_CELLS, UNKNOWN)
    pzpr = "fillomino"
    sample = ".....6|...2..|.1.5..|...6..|3..8..|.86..3"

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        """The given number, if there is one. Otherwise the numbers given near enough, and any size for which there is
        room without given numbers."""
        given = dict(sheet.numbers())
        found: dict[Unknown, set[int]] = {cell: set() for cell in sheet.cells}
        for number in set(given.values()):
            sources = [cell for cell in given if given[cell] == number]
            for cell in spread(sheet, sources, {EMPTY, UNKNOWN, str(number)}, number - 1):
                found[cell].add(number)
        room_of: dict[Unknown, range] = {}
        for start in sheet.cells:
            if start not in given and start not in room_of:
                room = spread(sheet, [start], {EMPTY, UNKNOWN}, len(sheet.cells))
                room_of |= dict.fromkeys(room, range(1, len(room) + 1))
        return {cell: _with(numbers, room_of.get(cell, range(0))) for cell, numbers in found.items()}

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        yield "Given numbers stay.", Given(dict(sheet.numbers()))
        yield "Each number is the number of cells in its area.", SelfSized(sheet.rows, sheet.cols)

    def apart(self, sheet: Sheet, answer: Assignment, pair: tuple[Place, Place]) -> bool:
        return len({answer[cell] for cell in pair if cell in answer}) == 2

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        yield from super().marks(sheet, answer)
        yield from (Stroke(border(*pair), "left", 0.08) for pair in sheet.pairs if self.apart(sheet, answer, pair))

    def writable(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        return dict.fromkeys(sheet.cells, range(1, len(sheet.cells) + 1))


def spread(sheet: Sheet, sources: list[Place], over: set[str], steps: int) -> list[Place]:
    """The cells that can be reached in this many steps over cells with these clues."""
    reached = dict.fromkeys(sources, 0)
    queue = list(sources)
    for cell in queue:
        for near in sheet.beside(cell):
            if near not in reached and reached[cell] < steps and sheet.clue(near) in over:
                reached[near] = reached[cell] + 1
                queue.append(near)
    return queue


def _with(numbers: set[int], others: range) -> Sequence[int]:
    """Both in order; a large room's numbers are not written out for each of its cells."""
    return others if all(number in others for number in numbers) else sorted(numbers.union(others))

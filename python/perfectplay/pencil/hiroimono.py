"""Hiroimono (Goishi Hiroi).

Stones lie on a grid and are picked up one by one, starting with any of them. From the last stone one moves along the
row or column to the next stone in that direction and takes it. Places of stones that were taken before may be passed,
stones that are still there may not. At each stone one may go straight on or turn left or right, but never turn back.
Letters: ``o`` a stone, ``.`` no stone. Answers give each stone its place in the order.

Complexity: NP-complete (Andersson 2007).

>>> pp.count(pp.load("hiroimono", "oo.|.oo"))
2
"""

from collections.abc import Iterator, Mapping, Sequence

from perfectplay.constraints import AllDifferent, Assignment, Constraint, NoTurningBack, StraightOn, Unknown, Value
from perfectplay.kinds.cells import Numbers
from perfectplay.kinds.clues import EMPTY, Clues
from perfectplay.kinds.sheet import Sheet
from perfectplay.picture import Disc, Label, Shape


class Hiroimono(Numbers):
    name = "Hiroimono"
    aliases = ("goishi hiroi", "goishi")
    systems = ("S106",)
    source = "traditional; Andersson 2007, Hiroimono is NP-complete"
    clues = Clues(letters="o")
    pzpr = "goishi"
    sample = "o..o.|oo...|.....|o.o.o|o...o"

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        stones = [stone for stone, _ in sheet.clued()]
        return dict.fromkeys(stones, tuple(range(1, len(stones) + 1)))

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        stones = tuple(stone for stone, _ in sheet.clued())
        yield "Every stone has a place of its own in the order.", AllDifferent(stones)
        yield "The next stone is in the same row or column, with no stone left between.", StraightOn(stones)
        yield "The path never turns back.", NoTurningBack(stones)

    def asked(self, clue: str) -> bool:
        return clue != EMPTY

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        return iter(())

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for (row, col), _ in sheet.clued():
            yield Disc((col + 0.5, row + 0.5), 0.4, "black")
            if (row, col) in answer:
                yield Label((col + 0.5, row + 0.5), str(answer[row, col]), "black", 0.45, upon=True)

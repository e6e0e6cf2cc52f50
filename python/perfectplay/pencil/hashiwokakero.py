"""Hashiwokakero (Bridges).

Islands are connected by straight bridges along rows and columns. At most two bridges connect the same two islands,
bridges do not cross each other or pass over islands, and each number tells how many bridges lead to its island. Every
island can be reached from every other one.
Letters: ``1`` to ``8`` an island, ``?`` one whose number is unknown, ``.`` water. In answers ``─`` and ``│`` are
single, ``═`` and ``║`` double bridges.

Complexity: NP-complete (Andersson 2009).

>>> pp.solve(pp.load("hashiwokakero", "4.3|...|2.1"))
4═══3|║···│|║···│|║···│|2···1
"""

from collections.abc import Iterator

from perfectplay.board import Place
from perfectplay.constraints import AnyOf, Connected, Constraint, Total, Unknown
from perfectplay.kinds.clues import UNKNOWN, Clues
from perfectplay.kinds.sheet import Sheet
from perfectplay.kinds.strokes import Bridges


class Hashiwokakero(Bridges):
    name = "Hashiwokakero"
    aliases = ("hashi", "bridges")
    systems = ("S112",)
    source = "Nikoli; Andersson 2009, Hashiwokakero is NP-complete (Information Processing Letters 109)"
    clues = Clues(1, 8, UNKNOWN)
    pzpr = "hashikake"
    sample = "3.2....|....2..|.......|3..1...|.......|2...5.2"

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        sights = self.sights(sheet)
        at: dict[Place, list[Unknown]] = {island: [] for island, _ in sheet.clued()}
        for pair in sights:
            for island in pair:
                at[island].append(pair)
        for island, number in sheet.numbers():
            yield "A number tells how many bridges lead to its island.", Total(tuple(at[island]), number)
        across = {(a[0], col): (a, b) for a, b in sights if a[0] == b[0] for col in range(a[1] + 1, b[1])}
        for a, b in sights:
            for row in range(a[0] + 1, b[0]):
                if (row, a[1]) in across:
                    yield "Bridges do not cross.", AnyOf((((a, b), 0), (across[row, a[1]], 0)))
        links = {(a, b): ((a, b), 1) for a, b in sights} | {(b, a): ((a, b), 2) for a, b in sights}
        yield "The bridges connect all islands.", Connected(dict.fromkeys(at), links)

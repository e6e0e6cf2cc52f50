"""Yajilin (Arrow Ring).

Some of the cells without a clue are shaded, no two of them side by side. Lines through neighbouring cells form one
closed loop that neither branches nor crosses itself and visits all other cells without a clue. A clue tells how many
cells in the direction of its arrow, up to the border, are shaded.
Letters: ``2>`` two shaded cells to the right, ``0<`` none to the left, ``1^`` one above, ``1v`` one below, ``?>`` or
``?`` a clue whose number is unknown, ``.`` a cell without a clue. In answers ``#`` is a shaded cell.

Complexity: NP-complete (Ishibashi, Sato & Iwata 2012).

>>> pp.solve(pp.load("yajilin", ". . . .|. 1> . .|. . . ."))
┌──┐|│·#│|└──┘
"""

from collections.abc import Iterator
from itertools import combinations

from perfectplay.constraints import Ahead, Assignment, Atom, Constraint, EachAnyOf, SureLoop
from perfectplay.kinds.clues import ARROWS, UNKNOWN, Arrowed
from perfectplay.kinds.sheet import WAYS, Sheet
from perfectplay.kinds.strokes import ShadedLines, leaving
from perfectplay.picture import Label, Shape

DRAWN = str.maketrans("^v<>", "↑↓←→")
VISITS = "The loop visits every cell but shaded cells and clues."


class Yajilin(ShadedLines):
    name = "Yajilin"
    systems = ("S117",)
    source = "Nikoli; Ishibashi, Sato & Iwata 2012"
    clues = Arrowed(0, 4095, UNKNOWN)  # three digits of base 16 in addresses
    pzpr = "yajilin"
    sample = "0< . 1v . .|. . . . .|. . . . .|. . . 1^ .|. . . . ."

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        free = set(self.free(sheet))
        told = {cell: (int(clue[:-1]), clue[-1]) for cell, clue in sheet.clued() if clue[0] != UNKNOWN}
        for cell, (number, arrow) in told.items():
            ray = list(sheet.ray(cell, WAYS[ARROWS[arrow]]))
            # the next clue with the same arrow counts the cells beyond it
            after = next((n for n, each in enumerate(ray) if each in told and told[each][1] == arrow), len(ray))
            rest = told[ray[after]][0] if after < len(ray) else 0
            places = tuple((each, "#") if each in free else None for each in ray)
            ahead = Ahead(places, number, len(ray) - after, rest)
            yield "A clue tells how many of the cells that its arrow points at are shaded.", ahead
        touching = [(a, b) for a, b in sheet.pairs if a in free and b in free]
        yield "Shaded cells do not touch.", EachAnyOf.of_pairs(touching, ".")
        links = {line: (line, 1) for line in self.links(sheet)}
        visits: list[tuple[Atom, ...]] = []
        for cell in sorted(free):
            lines = [(line, there) for line, there in leaving(cell).values() if line in links]
            visits += [((cell, "."), (line, 0)) for line, _ in lines]
            # at least two of the lines: of all but one of them, at least one
            visits += [((cell, "#"), *but_one) for but_one in combinations(lines, max(0, len(lines) - 1))]
        yield VISITS, EachAnyOf(tuple(visits))
        # of two neighbours the loop visits at least one
        some = [pair for pair in touching if pair[0][0] == pair[1][0] and pair[0][0] % 3 == pair[0][1] % 3 == 0]
        needed = tuple(tuple({atom: None for cell in pair for atom in leaving(cell).values()}) for pair in some)
        yield (
            "The lines form one closed loop that does not branch or cross.",
            SureLoop(links, needed, self.sides(sheet)),
        )

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        for (row, col), clue in sheet.clued():
            yield Label((col + 0.5, row + 0.5), clue.translate(DRAWN), size=0.5)

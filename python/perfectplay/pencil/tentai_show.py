"""Tentai Show (Spiral Galaxies).

Stars stand in cells, on the sides between two cells and on the corners between four. The sheet is divided along the
lines of the cells into connected areas: one for each star, which lies inside its area; a half-turn about the star
leaves the area unchanged.
Letters: the text has a sign for each cell and one for everything between cells, so that three cells are five signs
wide; ``o`` is a white star, ``*`` a black one, ``.`` no star. In an answer every cell has the name of its area: letters
in the order of the stars from ``a`` on, or ``1``, ``2``, ... where there are more than 52 stars.

Complexity: NP-complete (Friedman 2002).

>>> pp.solve(pp.load("tentai_show", "o....|..o..|....o"))
abb|bbc
"""

from collections.abc import Iterator, Mapping, Sequence

from perfectplay.constraints import AnyOf, Assignment, Connected, Constraint, HalfTurn, Unknown, Value
from perfectplay.editing import Editing
from perfectplay.kinds.cells import Areas
from perfectplay.kinds.clues import Clues
from perfectplay.kinds.pencil import square
from perfectplay.kinds.sheet import Sheet
from perfectplay.kinds.sky import Sky, around, read_sky
from perfectplay.picture import Disc, Shape


class TentaiShow(Areas):
    name = "Tentai Show"
    aliases = ("galaxies", "spiral galaxies")
    systems = ("S102",)
    source = "Nikoli; Friedman 2002, Spiral Galaxies puzzles are NP-complete"
    clues = Clues(letters="o*")
    pzpr = "tentaisho"
    tile = ""
    sample = (
        "...........|...........|..o...*....|o..........|...........|..........o|"
        "..*...o....|...........|o..........|.....*.....|o.........."
    )

    def parse(self, text: str) -> Sky:
        return read_sky(text, self.clues)

    def editing(self, sheet: Sheet) -> Editing:
        assert isinstance(sheet, Sky)
        return sheet.editing(self.clues)

    def to_pzpr(self, sheet: Sheet) -> Sheet:
        assert isinstance(sheet, Sky)
        return sheet.signs()

    def names(self, sheet: Sheet) -> Sequence[Value]:
        assert isinstance(sheet, Sky)
        return tuple(sheet.named)

    def given(self, sheet: Sheet) -> Assignment:
        """The cells that a star touches."""
        assert isinstance(sheet, Sky)
        return {cell: name for name, star in sheet.named.items() for cell in around(star)}

    def unknowns(self, sheet: Sheet) -> Mapping[Unknown, Sequence[Value]]:
        assert isinstance(sheet, Sky)
        taken = {cell: name for name, star in sheet.named.items() for cell in around(star)}
        found: dict[Unknown, list[Value]] = {cell: [] for cell in sheet.cells}
        for name, (row, col) in sheet.named.items():
            reached = around((row, col))
            known = set(reached)
            for cell in reached:
                found[cell].append(name)
                for r, c in sheet.beside(cell):
                    twin = (row - r, col - c)
                    free = all(taken.get(each, name) == name for each in ((r, c), twin))
                    if free and twin in sheet and (r, c) not in known:
                        known.add((r, c))
                        reached.append((r, c))
        return found

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        assert isinstance(sheet, Sky)
        for name, star in sheet.named.items():
            for cell in around(star):
                yield "A star lies inside its area.", AnyOf(((cell, name),))
        for name, star in sheet.named.items():
            yield "An area is unchanged by half a turn about its star.", HalfTurn(name, star, tuple(sheet.cells))
        links = dict.fromkeys(sheet.pairs)
        for name in sheet.named:
            yield "An area is connected.", Connected({cell: (cell, name) for cell in sheet.cells}, links)

    def terminal(self, sheet: Sheet, answer: Assignment) -> list[str]:
        return super().terminal(sheet, answer) if answer else self.text(sheet).split("|")

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """Areas around black stars are painted."""
        assert isinstance(sheet, Sky)
        dark = {name for name, (_, sign) in zip(sheet.named, sheet.stars, strict=True) if sign == "*"}
        yield from (square(cell, "block") for cell in sheet.cells if answer.get(cell) in dark)
        yield from super().marks(sheet, answer)

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        assert isinstance(sheet, Sky)
        for (row, col), sign in sheet.stars:
            yield Disc((col / 2 + 0.5, row / 2 + 0.5), 0.15, "black" if sign == "*" else "white")

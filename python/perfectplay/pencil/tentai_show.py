"""Tentai Show (Spiral Galaxies).

Stars stand in cells, on the sides between two cells and on the corners between four. The sheet is divided along the
lines of the cells into areas that hang together: one for each star, which lies inside it and about which the area is
unchanged by half a turn.
Letters: the text has a sign for each cell and one for everything between cells, so that three cells are five signs
wide; ``o`` is a white star, ``*`` a black one, ``.`` no star. In an answer every cell has the name of its area: letters
in the order of the stars from ``a`` on, or ``1``, ``2``, ... where there are more than 52 stars.

Complexity: NP-complete (Friedman 2002).

>>> pp.solve(pp.load("tentai_show", "o....|..o..|....o"))
abb|bbc
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from perfectplay.board import Place
from perfectplay.constraints import AnyOf, Assignment, Connected, Constraint, HalfTurn, Unknown, Value
from perfectplay.errors import ParseError
from perfectplay.kinds.pencil import Pencil, border, read_cells, square
from perfectplay.kinds.sheet import EMPTY, NAMES, Sheet, grid_text, read_sheet
from perfectplay.picture import Disc, Shape, Stroke


@dataclass(frozen=True)
class Sky(Sheet):
    """An empty sheet with stars on it."""

    stars: tuple[tuple[Place, str], ...] = ()
    """Twice the place of each, and its sign."""

    @property
    def named(self) -> dict[Value, Place]:
        names = NAMES if len(self.stars) <= len(NAMES) else [str(n + 1) for n in range(len(self.stars))]
        return {name: place for name, (place, _) in zip(names, self.stars, strict=False)}


class TentaiShow(Pencil):
    name = "Tentai Show"
    systems = ("S102",)
    source = "Nikoli; Friedman 2002, Spiral Galaxies puzzles are NP-complete"
    clue = r"[o*]"
    pzpr = "tentaisho"
    sample = (
        "...........|...........|..o...*....|o..........|...........|..........o|"
        "..*...o....|...........|o..........|.....*.....|o.........."
    )

    def parse(self, text: str) -> Sky:
        signs = read_sheet(text, self.clue, False)
        if not signs.rows % 2 or not signs.cols % 2:
            raise ParseError(f"{signs.rows} x {signs.cols} signs", expected="odd numbers: cells and what is between")
        rows, cols = signs.rows // 2 + 1, signs.cols // 2 + 1
        return Sky(rows, cols, (EMPTY,) * (rows * cols), (), tuple(signs.clued()))

    def text(self, state: Sheet) -> str:
        return self.to_pzpr(state).text()

    def to_pzpr(self, sheet: Sheet) -> Sheet:
        assert isinstance(sheet, Sky)
        stars, rows, cols = dict(sheet.stars), 2 * sheet.rows - 1, 2 * sheet.cols - 1
        return Sheet(rows, cols, tuple(stars.get((row, col), EMPTY) for row in range(rows) for col in range(cols)))

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
            yield "An area hangs together.", Connected({cell: (cell, name) for cell in sheet.cells}, links)

    def write(self, sheet: Sheet, answer: Assignment) -> str:
        return grid_text([str(answer.get(cell, "?")) for cell in sheet.cells], sheet.cols)

    def read_answer(self, sheet: Sheet, text: str) -> dict[Unknown, Value]:
        assert isinstance(sheet, Sky)
        return read_cells(sheet, text, dict.fromkeys(sheet.cells, tuple(sheet.named)))

    def apart(self, sheet: Sheet, answer: Assignment, pair: tuple[Place, Place]) -> bool:
        return answer.get(pair[0]) != answer.get(pair[1])

    def terminal(self, sheet: Sheet, answer: Assignment) -> list[str]:
        return super().terminal(sheet, answer) if answer else self.text(sheet).split("|")

    def marks(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        """Areas around black stars are painted."""
        assert isinstance(sheet, Sky)
        dark = {name for name, (_, sign) in zip(sheet.named, sheet.stars, strict=True) if sign == "*"}
        yield from (square(cell, "block") for cell in sheet.cells if answer.get(cell) in dark)
        yield from (Stroke(border(*pair), "left", 0.1) for pair in sheet.pairs if self.apart(sheet, answer, pair))

    def print(self, sheet: Sheet, answer: Assignment) -> Iterator[Shape]:
        assert isinstance(sheet, Sky)
        for (row, col), sign in sheet.stars:
            yield Disc((col / 2 + 0.5, row / 2 + 0.5), 0.15, "black" if sign == "*" else "white")


def around(star: Place) -> list[Place]:
    """The cells that a star touches."""
    row, col = star
    return [(r, c) for r in range(row // 2, (row + 1) // 2 + 1) for c in range(col // 2, (col + 1) // 2 + 1)]

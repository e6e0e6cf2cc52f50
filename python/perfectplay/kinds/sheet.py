"""The printed part of a pencil puzzle: a rectangle of cells with clues in some of them, perhaps divided into regions.

As text, rows are separated by ``|`` or new lines. Cells are single characters, or words with spaces between them where
a clue has more than one character; ``.`` is a cell without a clue. In a single column of words there are spaces around
the ``|``, and a single word is followed by it: ``12 | 3``, ``12 |``. Regions follow after ``;`` in the same form, each
with a name of its own.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from functools import cached_property

from perfectplay._native import grid_words, neighbours, split_region
from perfectplay.board import Place
from perfectplay.constraints.bulk import places
from perfectplay.errors import ParseError
from perfectplay.kinds.clues import EMPTY, MOST_CELLS, Clues
from perfectplay.records import dataclass

NAMES = string.ascii_letters
WAYS = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}


@dataclass(frozen=True)
class Sheet:
    rows: int
    cols: int
    clues: tuple[str, ...]
    """Row by row."""
    regions: tuple[int, ...] = ()
    """The number of each cell's region, in the order in which they appear; empty if there are none."""

    @cached_property
    def cells(self) -> list[Place]:
        return places(self.rows, self.cols)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def clue(self, cell: Place) -> str:
        return self.clues[cell[0] * self.cols + cell[1]]

    def clued(self) -> Iterator[tuple[Place, str]]:
        """The cells with a clue."""
        return iter([(cell, clue) for cell, clue in zip(self.cells, self.clues, strict=True) if clue != EMPTY])

    def numbers(self) -> Iterator[tuple[Place, int]]:
        """The cells whose clue is a number."""
        return iter([(cell, int(clue)) for cell, clue in self.clued() if clue.isdecimal()])

    def beside(self, cell: Place) -> list[Place]:
        """The cells that share a side with this one."""
        row, col = cell
        if 0 < row < self.rows - 1 and 0 < col < self.cols - 1:
            return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
        near = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
        return [each for each in near if each in self]

    def ray(self, cell: Place, step: Place) -> Iterator[Place]:
        """From a cell, which is not included, to the border."""
        (row, col), (down, right) = cell, step
        row, col = row + down, col + right
        while 0 <= row < self.rows and 0 <= col < self.cols:
            yield row, col
            row, col = row + down, col + right

    @cached_property
    def pairs(self) -> list[tuple[Place, Place]]:
        """Cells that share a side."""
        return neighbours(self.cells, self.cols)

    def lines(self) -> list[list[Place]]:
        """Rows, then columns."""
        cells, cols = self.cells, self.cols
        rows = [cells[start : start + cols] for start in range(0, len(cells), cols)]
        return rows + [cells[col::cols] for col in range(cols)]

    def squares(self) -> Iterator[list[Place]]:
        """Two by two cells."""
        for row in range(self.rows - 1):
            for col in range(self.cols - 1):
                yield [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]

    @cached_property
    def rooms(self) -> list[list[Place]]:
        """The regions, each a list of its cells."""
        found: list[list[Place]] = [[] for _ in set(self.regions)]
        for cell, number in zip(self.cells, self.regions, strict=True):
            found[number].append(cell)
        return found

    def region(self, cell: Place) -> int:
        return self.regions[cell[0] * self.cols + cell[1]]

    def text(self) -> str:
        parts = [grid_text(self.clues, self.cols)]
        if self.regions:
            names = names_of(max(self.regions) + 1)
            parts.append(grid_text([names[number] for number in self.regions], self.cols))
        return ";".join(parts)


def names_of(number: int) -> Sequence[str]:
    """Names for this many areas: letters, or numbers where there are too few letters."""
    return NAMES[:number] if number <= len(NAMES) else [str(each + 1) for each in range(number)]


def step(cell: Place, way: str) -> Place:
    row, col = WAYS[way]
    return cell[0] + row, cell[1] + col


def grid_text(words: tuple[str, ...] | list[str], cols: int) -> str:
    """
    >>> grid_text(["1", "2"], 1), grid_text(["12", "3"], 2), grid_text(["12", "3"], 1), grid_text(["12"], 1)
    ('1|2', '12 3', '12 | 3', '12 |')
    """
    between = "" if all(len(word) == 1 for word in words) else " "
    if between and len(words) == 1:
        return f"{words[0]} |"
    rows = (between.join(words[start : start + cols]) for start in range(0, len(words), cols))
    return (" | " if between and cols == 1 else "|").join(rows)


def read_grid(text: str, most: int = MOST_CELLS) -> tuple[int, int, list[str]]:
    """Rows, columns and the words."""
    usual = grid_words(text) if text.isascii() else None
    if usual is not None:
        width, words = usual
        number = len(words) // width
    else:
        stripped = text.strip()
        single = stripped[-1:] == "|" and stripped[-2:-1].isspace()
        lines = [line.strip() for line in (stripped[:-2] if single else stripped).replace("\n", "|").split("|")]
        spaced = single or " | " in text or any(len(line.split()) > 1 for line in lines)
        grid = [line.split() if spaced else list(line) for line in lines]
        width, number = len(grid[0]), len(grid)
        if not width:
            raise ParseError("a row without cells", 1, 1)
        for row, cells in enumerate(grid, 1):
            if len(cells) != width:
                raise ParseError(f"a row of {len(cells)} cells", row, expected=f"{width}, as in the first row")
        words = [word for cells in grid for word in cells]
    if width * number > most:
        raise ParseError(f"{width * number} cells", expected=f"at most {most}")
    return number, width, words


def read_sheet(text: str, clues: Clues, divided: bool) -> Sheet:
    """The sheet of a text form."""
    parts = text.split(";")
    if len(parts) != 1 + divided:
        expected = "clues; regions" if divided else "clues only"
        raise ParseError(f"{len(parts)} parts of text", expected=expected)
    rows, cols, words = read_grid(parts[0])
    read = dict.fromkeys(words, "")
    try:
        for word in read:
            read[word] = clues.read(word)
    except ParseError:
        n = words.index(word)
        clues.read(word, n // cols + 1, n % cols + 1)
        raise
    printed = tuple(map(read.__getitem__, words))
    if not divided:
        return Sheet(rows, cols, printed)
    more_rows, more_cols, names = read_grid(parts[1])
    if (more_rows, more_cols) != (rows, cols):
        raise ParseError(f"regions of {more_rows} x {more_cols} cells", expected=f"{rows} x {cols}")
    order = {name: number for number, name in enumerate(dict.fromkeys(names))}
    sheet = Sheet(rows, cols, printed, tuple(map(order.__getitem__, names)))
    check_whole(sheet)
    return sheet


def check_whole(sheet: Sheet) -> None:
    """Regions are connected."""
    cell = split_region(sheet.regions, sheet.cols)
    if cell is not None:
        row, col = divmod(cell, sheet.cols)
        raise ParseError("a region in two parts", row + 1, col + 1, "connected regions")

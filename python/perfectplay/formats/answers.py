"""From answers in files to the unknowns of a puzzle, and back.

An unknown is a cell or a pair of points. A cell that can be marked or not has two values, and ``.`` is one of them; the
other one is the mark, whatever its letter is. A cell with a given number keeps it. Where cells have the names of areas,
files have the borders between them; where the points of a pair are far apart, the lines between them.

>>> domains = {(0, 0): (".", "*"), (0, 1): (".", "*"), ((0, 0), (0, 1)): (0, 1)}
>>> sheet = Sheet(1, 2, (".", "."))
>>> found = values(domains, sheet, Pencilled(("#", "."), {((0, 0), (0, 1)): 1}))
>>> found
{(0, 0): '*', (0, 1): '.', ((0, 0), (0, 1)): 1}
>>> answer_of(domains, sheet, found).cells
('#', '.')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from perfectplay.board import Place
from perfectplay.formats.layers import MARK
from perfectplay.formats.pzprv3 import Pencilled
from perfectplay.formats.rooms import Pair, one_above_other, regions_of, side_by_side
from perfectplay.kinds.clues import EMPTY, UNKNOWN
from perfectplay.kinds.sheet import Sheet

Value: TypeAlias = int | str
Domains: TypeAlias = Mapping[Any, Sequence[Value]]


def values(domains: Domains, sheet: Sheet, answer: Pencilled) -> dict[Any, Value]:
    """A value for each unknown; an unknown that the answer leaves open, or whose value is impossible, is absent."""
    found: dict[Any, Value] = named_areas(domains, sheet, answer) if has_areas(domains) else {}
    for unknown, domain in domains.items():
        if not isinstance(unknown[0], int):
            word = str(min(answer.lines.get(step, 0) for step in steps(*unknown)))
        elif unknown in found or not answer.cells:
            continue
        else:
            word = cell_word(domain, sheet.clue(unknown), answer.cells[unknown[0] * sheet.cols + unknown[1]])
        fitting = [value for value in domain if str(value) == word]
        if fitting:
            found[unknown] = fitting[0]
    return found


def cell_word(domain: Sequence[Value], clue: str, word: str) -> str:
    if word == EMPTY and EMPTY not in domain:
        return clue
    if word == MARK and MARK not in domain and len(domain) == 2 and EMPTY in domain:
        return str(next(value for value in domain if value != EMPTY))
    return word


def has_areas(domains: Domains) -> bool:
    """Are values of cells names?"""
    return any(isinstance(value, str) for domain in domains.values() for value in domain) and not any(
        EMPTY in domain for domain in domains.values()
    )


def named_areas(domains: Domains, sheet: Sheet, answer: Pencilled) -> dict[Any, Value]:
    """An area has the name that all of its cells can have, if that is one; a border that ends inside an area leaves
    the cells beside it open."""
    rooms = dict(zip(sheet.cells, regions_of(sheet.rows, sheet.cols, answer.borders), strict=True))
    common: dict[int, set[Value]] = {}
    for cell, room in rooms.items():
        here = set(domains.get(cell, ()))
        common[room] = common[room] & here if room in common else here
    wrong = dead_ends(rooms, answer.borders)
    return {
        cell: next(iter(common[room])) for cell, room in rooms.items() if len(common[room]) == 1 and cell not in wrong
    }


def dead_ends(rooms: Mapping[Place, int], borders: Iterable[Pair]) -> set[Place]:
    """The cells beside borders that end inside a room."""
    return {cell for a, b in borders if rooms[a] == rooms[b] for cell in (a, b)}


def numbered_areas(sheet: Sheet, answer: Pencilled) -> Pencilled:
    """Where numbers are sizes of areas: with a number in cells whose own is unknown and cannot be written.

    It is the number that the area has elsewhere, or else its size. Areas end at borders and between different numbers;
    a border that ends inside an area leaves the cells beside it open.

    >>> numbered_areas(Sheet(1, 3, ("1", "?", ".")), Pencilled((".", ".", "2"))).cells
    ('1', '2', '2')
    """
    given = zip(sheet.cells, sheet.clues, answer.cells, strict=True)
    number = {cell: clue if clue.isdecimal() else word for cell, clue, word in given}
    pairs = side_by_side(sheet.rows, sheet.cols) + one_above_other(sheet.rows, sheet.cols)
    apart = {(a, b) for a, b in pairs if len({number[a], number[b], EMPTY}) == 3}
    rooms = dict(zip(sheet.cells, regions_of(sheet.rows, sheet.cols, answer.borders | apart), strict=True))
    sizes = Counter(rooms.values())
    known = {rooms[cell]: word for cell, word in number.items() if word != EMPTY}
    filled = {cell: known.get(rooms[cell], str(sizes[rooms[cell]])) for cell, clue in sheet.clued() if clue == UNKNOWN}
    wrong = dict.fromkeys(dead_ends(rooms, answer.borders), EMPTY)
    return replace(answer, cells=tuple((number | filled | wrong).values()))


def steps(a: Place, b: Place) -> list[Pair]:
    """The path from one point to another in the same row or column."""
    (row, col), (last_row, last_col) = a, b
    if row == last_row:
        return [((row, c), (row, c + 1)) for c in range(col, last_col)]
    return [((r, col), (r + 1, col)) for r in range(row, last_row)]


def answer_of(domains: Domains, sheet: Sheet, found: Mapping[Any, Value]) -> Pencilled:
    """How a file writes such values."""
    lines = {
        step: int(value)
        for unknown, value in found.items()
        if value and not isinstance(unknown[0], int)
        for step in steps(*unknown)
    }
    apart = frozenset(
        (a, b)
        for a, b in side_by_side(sheet.rows, sheet.cols) + one_above_other(sheet.rows, sheet.cols)
        if has_areas(domains) and found.get(a) != found.get(b)
    )
    if has_areas(domains):
        return Pencilled((), lines, apart)
    cells = [EMPTY] * len(sheet.clues)
    for at, (cell, clue) in enumerate(zip(sheet.cells, sheet.clues, strict=True)):
        word = str(found.get(cell, EMPTY))
        if word not in (EMPTY, clue):
            cells[at] = word if word.isdecimal() else MARK
    return Pencilled(tuple(cells), lines, apart)

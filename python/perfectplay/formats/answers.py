"""From answers in files to the unknowns of a puzzle, and back.

An unknown is a cell or a pair of points. A cell that can be marked or not has two values, and ``.`` is one of them; the
other one is the mark, whatever its letter is. A cell with a number that is given keeps it.

>>> domains = {(0, 0): (".", "*"), (0, 1): (".", "*"), ((0, 0), (0, 1)): (0, 1)}
>>> sheet = Sheet(1, 2, (".", "."))
>>> values(domains, sheet, Answer(("#", "."), {((0, 0), (0, 1)): 1}))
{(0, 0): '*', (0, 1): '.', ((0, 0), (0, 1)): 1}
>>> answer_of(sheet, _).cells
('#', '.')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from perfectplay.formats.layers import MARK
from perfectplay.formats.pzprv3 import Answer
from perfectplay.kinds.sheet import EMPTY, Sheet


def values(domains: Mapping[Any, Sequence[int | str]], sheet: Sheet, answer: Answer) -> dict[Any, int | str]:
    """A value for each unknown; one that the answer leaves open, or that it cannot have, is absent."""
    found: dict[Any, int | str] = {}
    for unknown, domain in domains.items():
        if isinstance(unknown[0], int):
            at = unknown[0] * sheet.cols + unknown[1]
            word = answer.cells[at] if answer.cells else EMPTY
            if word == EMPTY and sheet.clues[at] != EMPTY and EMPTY not in domain:
                word = sheet.clues[at]
            if word == MARK and MARK not in domain and len(domain) == 2 and EMPTY in domain:
                word = str(next(value for value in domain if value != EMPTY))
        else:
            word = str(answer.lines.get(unknown, int(unknown in answer.borders)))
        fitting = [value for value in domain if str(value) == word]
        if fitting:
            found[unknown] = fitting[0]
    return found


def answer_of(sheet: Sheet, found: Mapping[Any, int | str], borders: bool = False) -> Answer:
    """What a file says of such values; pairs are lines, or borders if so told."""
    cells = [EMPTY] * len(sheet.clues)
    drawn: dict[Any, int] = {}
    for unknown, value in found.items():
        if not isinstance(unknown[0], int):
            if value:
                drawn[unknown] = int(value)
        else:
            at = unknown[0] * sheet.cols + unknown[1]
            word = str(value)
            given = word == sheet.clues[at]
            cells[at] = EMPTY if given else word if word == EMPTY or word.isdecimal() else MARK
    return Answer(tuple(cells), {}, frozenset(drawn)) if borders else Answer(tuple(cells), drawn)

"""Lists and tuples in place of text.

A list becomes the text that says the same, so that whatever is wrong with it is found where texts are read. What lists
mean is stated by each kind (``System.lists``): ``numbers``, such as heaps, or ``rows`` of a board, each a text or a
list of letters or numbers. Lists of edges are graphs (:mod:`perfectplay.board.plain`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perfectplay.errors import ParseError, kind_of, quote

MEANT = {
    "": "text",
    "numbers": "text, or a list of numbers such as [3, 5, 7]",
    "rows": 'text, or a list of rows such as ["..", ".."] or [[1, 0], [0, 2]]',
}
MOST_ITEMS = 1 << 16
MOST_BITS = 4096
"""Of a number: Python does not write the digits of much larger ones."""


def text_of(source: object, lists: str) -> str:
    """The text that an object stands for; :class:`ParseError` says what was given and what was expected.

    >>> text_of([3, 5, 7], "numbers"), text_of(["..", ".#"], "rows"), text_of([[1, 0], [0, 12]], "rows")
    ('3 5 7', '..|.#', '1 0|0 12')
    """
    if not lists or not isinstance(source, list | tuple):
        raise ParseError(_shown(source), expected=MEANT[lists])
    if not source:
        raise ParseError(f"an empty {type(source).__name__}", expected=MEANT[lists])
    if len(source) > MOST_ITEMS:
        raise ParseError(f"{len(source)} items", expected=f"at most {MOST_ITEMS}")
    if lists == "numbers" or (lists == "rows" and all(_is_number(item) for item in source)):
        return " ".join(_number(item, f"item {n}", lists) for n, item in enumerate(source, 1))
    return "|".join(_row(item, n) for n, item in enumerate(source, 1))


def is_rows(source: object, letters: str) -> bool:
    """Are these the rows of a board with these letters, rather than edges?"""
    return isinstance(source, list | tuple) and all(
        isinstance(row, str) or (isinstance(row, list | tuple) and all(_is_letter(cell, letters) for cell in row))
        for row in source
    )


def _is_letter(cell: Any, letters: str) -> bool:
    return isinstance(cell, str) and len(cell) == 1 and cell in letters


def _is_number(item: object) -> bool:
    return isinstance(item, int) and not isinstance(item, bool)


def _number(item: Any, where: str, lists: str) -> str:
    if not _is_number(item):
        raise ParseError(f"{where} is {_shown(item)}", expected=MEANT[lists])
    if abs(item).bit_length() > MOST_BITS:
        raise ParseError(f"{where} is a number of {abs(item).bit_length()} bits", expected=f"at most {MOST_BITS}")
    return str(item)


def _row(row: Any, number: int) -> str:
    where = f"row {number}"
    if isinstance(row, str):
        if any(sign in row for sign in "|\r\n"):
            raise ParseError(f"{where} is {quote(row)}", expected="a single row, without | and line ends")
        return row
    if not isinstance(row, list | tuple):
        raise ParseError(f"{where} is {_shown(row)}", expected=MEANT["rows"])
    if len(row) > MOST_ITEMS:
        raise ParseError(f"{where} has {len(row)} items", expected=f"at most {MOST_ITEMS}")
    cells = [_cell(cell, f"{where}, column {col}") for col, cell in enumerate(row, 1)]
    words = any(_is_number(cell) for cell in row) or any(len(cell) > 1 for cell in cells)
    return (" " if words else "").join(cells)


def _cell(cell: Any, where: str) -> str:
    if not isinstance(cell, str):
        return _number(cell, where, "rows")
    if not cell or (len(cell) > 1 and any(letter.isspace() for letter in cell)) or cell in "|\r\n":
        raise ParseError(f"{where} is {quote(cell)}", expected="a letter or a number")
    return cell


def _shown(item: object) -> str:
    if item is None or isinstance(item, bool | float):
        return repr(item)
    return quote(item) if isinstance(item, str) else kind_of(item)


def edges_of(source: Sequence[Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """The edges in a list of pairs of names, each perhaps with a dictionary of attributes.

    >>> edges_of([("a", "b"), (1, 2, {"letter": "x"})])
    [('a', 'b', {}), ('1', '2', {'letter': 'x'})]
    """
    expected = 'edges such as ("a", "b")'
    found = []
    for number, edge in enumerate(source, 1):
        if not isinstance(edge, list | tuple) or not 2 <= len(edge) <= 3:
            given = f"of {len(edge)} items" if isinstance(edge, list | tuple) else ""
            raise ParseError(f"item {number} is {_shown(edge)} {given}".rstrip(), expected=expected)
        if len(edge) == 3 and not isinstance(edge[2], dict):
            raise ParseError(f"item {number} ends with {_shown(edge[2])}", expected="a dictionary of attributes")
        tail, head = (_name(end, f"item {number}", expected) for end in edge[:2])
        found.append((tail, head, dict(edge[2]) if len(edge) == 3 else {}))
    return found


def _name(end: Any, where: str, expected: str) -> str:
    if isinstance(end, str):
        return end
    if not _is_number(end):
        raise ParseError(f"an end of {where} is {_shown(end)}", expected=expected)
    return _number(end, f"an end of {where}", "")

r"""Files ``.non`` of nonograms, as Steve Simpson's solver uses them.

Lines begin with a word: ``width`` and ``height`` give the size, ``rows`` and ``columns`` are followed by that many
lines of block lengths separated by commas. A line without blocks is ``0``, in some files an empty line. Everything else
(title, author, copyright, the goal) is ignored.

>>> read("width 3\nheight 1\nrows\n1,1\ncolumns\n1\n0\n1\n").text()
'1 1/1,0,1'
"""

from __future__ import annotations

import re
from itertools import pairwise

from perfectplay.errors import ParseError, quote
from perfectplay.formats.puzzlink import read_size
from perfectplay.formats.types import edge_of
from perfectplay.kinds.edged import Edged, edged_sheet

Strips = list[list[str]]
SIDES = {"width": "columns", "height": "rows"}
"""What they are numbers of."""


def read(text: str) -> Edged:
    """The nonogram of a file."""
    lines = [line.strip() for line in text.splitlines()]
    starts = [number for number, line in enumerate(lines) if line[:1].isalpha()] + [len(lines)]
    sizes: dict[str, int] = {}
    edges: dict[str, Strips] = {}
    for start, end in pairwise(starts):
        word, _, rest = lines[start].partition(" ")
        side = SIDES.get(word.lower(), word.lower())
        if side not in ("rows", "columns"):
            continue
        known = edges if not rest else sizes
        if side in known:
            raise ParseError(f"a second line {quote(lines[start])}", start + 1)
        if rest:
            sizes[side] = read_size(rest.strip())
        elif side not in sizes:
            raise ParseError(f"{side} without their number", start + 1, expected="width and height before")
        else:
            edges[side] = read_edge(lines[start + 1 : end], sizes[side], side)
    for side in ("rows", "columns"):
        if side not in edges:
            raise ParseError(f"no {side}", expected=f"a line {quote(side)} and the blocks of each")
    rows, cols = sizes["rows"], sizes["columns"]
    return edged_sheet(rows, cols, edges["columns"], edges["rows"], edge_of("nonogram"))


def read_edge(lines: list[str], size: int, side: str) -> Strips:
    """Strips, one in each line; empty lines are strips without blocks if there are not enough others."""
    full = [line for line in lines if line]
    if len(full) != size:
        full = lines[:size] + [line for line in lines[size:] if line]
    if len(full) != size:
        raise ParseError(f"{len([line for line in lines if line])} lines of {side}", expected=f"{size}")
    if any(re.search("[a-z]", line) for line in full):
        raise ParseError("blocks of several colours are not supported", expected="numbers only")
    return [line.replace(",", " ").split() or ["0"] for line in full]

"""Files of pzpr: ``pzprv3/TYPE/HEIGHT/WIDTH/`` and then layers, row by row: what is printed, and what was filled in.

Rows end with ``/`` or a new line. :func:`read` gives the sheet and the answer, :func:`write` makes a file of them.
Pencil marks that are not part of an answer (crosses, dots, colours, small numbers) are left out, and so are history and
remarks at the end of a file.

>>> file = read("pzprv3/hitori/2/2/1 1 /1 2 /# . /. . /")
>>> file.sheet.text(), file.answer.cells
('11|12', ('#', '.', '.', '.'))
>>> write("hitori", file.sheet, file.answer)
'pzprv3/hitori/2/2/1 1 /1 2 /# . /. . /'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote

from perfectplay.errors import ParseError, quote
from perfectplay.formats.layers import LAYERS, Draft, Layer, TextRows
from perfectplay.formats.puzzlink import read_size
from perfectplay.formats.rooms import Pair
from perfectplay.formats.types import Type, check, edge_of, in_order, ours, theirs, type_of
from perfectplay.kinds.clues import EMPTY
from perfectplay.kinds.edged import Chart, Edged, chart, edged_sheet
from perfectplay.kinds.sheet import Sheet


@dataclass(frozen=True)
class Pencilled:
    """What was filled in."""

    cells: tuple[str, ...] = ()
    """Row by row: ``#`` a mark (a shaded cell, or a lamp in Light Up), a number, or ``.`` for nothing."""
    lines: Mapping[Pair, int] = field(default_factory=dict)
    """How many lines are drawn between two points, where there are any: cells, or corners in Slitherlink."""
    borders: frozenset[Pair] = frozenset()
    """The pairs of cells with a border between them."""


class File(NamedTuple):
    type: str
    sheet: Sheet
    answer: Pencilled


def type_in(text: str) -> str:
    """The name of the type."""
    return "".join(lines_of(text)[1:2]).strip()


def lines_of(text: str) -> list[str]:
    return re.split(r"/|[\t\r]*\n", re.sub(r"[/\n]$", "", file_of(text)))


def read(text: str) -> File:
    """The type, the sheet and the answer of a file; layers missing at the end are empty."""
    lines = lines_of(text)
    header = re.fullmatch(r"pzprv3(?:\.([0-9]))?", lines[0])
    if not header:
        raise ParseError(f"unexpected {quote(lines[0])}", expected="a file that begins with pzprv3")
    kind = type_of(type_in(text))
    versions = LAYERS[kind.name]
    version = int(header[1] or 0)
    if version >= len(versions):
        raise ParseError(f"{kind.name}: version {version} of its files is not known")
    try:
        return read_layers(kind, versions[version], lines[2:])
    except ParseError as error:
        raise error.within(kind.name) from None


def file_of(text: str) -> str:
    """The file itself, which may be part of an address; without history and remarks."""
    text = text.strip(" \t\r\n")
    if re.match(r"\w+://", text) and "?" in text:
        text = unquote(re.sub(r"^(?:\w+=\w+&)+", "", text.partition("?")[2]))
    return re.split(r"[/\n](?:https?:|info:\{|history:\{|__HISTORY__|TrialData)", text)[0]


def read_layers(kind: Type, layers: Sequence[Layer], lines: list[str]) -> File:
    sides = 1 if kind.square else 2
    if len(lines) < sides:
        raise ParseError("no size", expected="a number" if kind.square else "height and width")
    rows, cols = read_size(lines[0].strip()), read_size(lines[sides - 1].strip())
    table = TextRows(lines[sides:])
    if table.more() and table.lines[0].strip() in kind.flags:
        flag = table.lines[0].strip()
        raise ParseError(f"the flag {quote(flag)} ({kind.flags[flag]}) is not supported")
    draft = Draft(kind, rows, cols)
    for layer in layers:
        if table.more():
            layer.read(draft, table)
    if table.more():
        raise ParseError(f"more than expected from line {table.at + 1} after the size on")
    sheet = Sheet(draft.high, draft.wide, tuple(draft.clues), draft.regions if kind.divided else ())
    if kind.edged is Edged:
        above, left = ([strip or ["0"] for strip in edge] for edge in (draft.above, draft.left))
        sheet = edged_sheet(rows, cols, above, left, edge_of(kind.name))
    elif kind.edged is Chart:
        top, side = (["".join(strip) or EMPTY for strip in edge] for edge in (draft.above, draft.left))
        sheet = chart(sheet, top, side, edge_of(kind.name), draft.fleet)
    check(kind, sheet)
    return File(kind.name, ours(kind, sheet), Pencilled(tuple(draft.cells), draft.lines, frozenset(draft.borders)))


def write(name: str, sheet: Sheet, answer: Pencilled | None = None) -> str:
    """A file with a sheet and what was filled in."""
    kind = type_of(name)
    try:
        check(kind, sheet)
        draft = draft_of(kind, theirs(kind, sheet), answer or Pencilled())
        layers = [row for layer in LAYERS[kind.name][-1] for row in layer.write(draft)]
    except ParseError as error:
        raise error.within(kind.name) from None
    version = len(LAYERS[kind.name]) - 1
    size = [str(draft.rows)] if kind.square else [str(draft.rows), str(draft.cols)]
    return "/".join([f"pzprv3.{version}" if version else "pzprv3", kind.name, *size, *layers, ""])


def draft_of(kind: Type, sheet: Sheet, answer: Pencilled) -> Draft:
    draft = Draft(kind, kind.board_side(sheet.rows), kind.board_side(sheet.cols))
    draft.clues = list(sheet.clues)
    if kind.divided:
        draft.regions = in_order(sheet)
    if isinstance(sheet, Edged):
        draft.above, draft.left = ([list(map(str, strip)) for strip in edge] for edge in (sheet.above, sheet.left))
    if isinstance(sheet, Chart):
        draft.fleet = sheet.fleet
    if answer.cells and len(answer.cells) != len(sheet.clues):
        raise ParseError(f"an answer of {len(answer.cells)} cells", expected=f"{len(sheet.clues)}")
    draft.cells = list(answer.cells) or draft.cells
    draft.lines, draft.borders = dict(answer.lines), set(answer.borders)
    return draft

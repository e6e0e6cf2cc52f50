"""How collections are laid out, found from their first lines.

- *Addresses and files of pzpr*: an address a line, or files that begin with ``pzprv3``, one after the other.
- *Levels*: boards over several lines with titles and remarks between them, where the system says how a row looks
  (:mod:`perfectplay.collection.levels`).
- *Graphs* as ``geng`` prints them: every line is graph6, digraph6 or sparse6, perhaps with a header on the first.
- *Paragraphs*: boards over several lines with empty lines between them.
- *Lines*: one position a line. A line that begins with ``#`` and cannot be a position is a comment.

Only the first lines decide: a file may be longer than memory, and a stream comes only once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from perfectplay.board.graph6 import FORMS, form_of, read6
from perfectplay.errors import ParseError, PerfectPlayError
from perfectplay.formats import tells_type
from perfectplay.system import System

FIRST = 200
"""Lines that decide."""
LONGEST = 1 << 20
"""Characters of an entry that is written over several lines."""
_FILE = re.compile(r"\s*pzprv3")
_ADDRESS = re.compile(r"\s*(\w+://|[\w.-]+\.[a-z]+/\S*\?)")


class Line(NamedTuple):
    number: int
    text: str


class Piece(NamedTuple):
    """What stands for one position: its text or an object, where its text begins, and what is said about it."""

    source: object
    line: int | None = None
    title: str = ""
    author: str = ""
    comment: str = ""
    fault: str = ""


def pieces_in(texts: Iterator[str], rules: System | None) -> Iterator[Piece]:
    """The pieces of a collection, as far as possible without reading them."""
    lines = (Line(number, text) for number, text in enumerate(texts, 1))
    first = list(islice(lines, FIRST))
    every = chain(first, lines)
    written = [line.text for line in first if line.text.strip()]
    said = [text for text in written if not text.lstrip().startswith("#")]
    if said and (_FILE.match(said[0]) or _ADDRESS.match(said[0])):
        yield from _addresses(every)
    elif rules is None:
        if said and not any(map(tells_type, said)):
            raise ParseError("no key, and nothing that says which puzzle it is", expected="a key, or addresses")
        yield from _single(every, rules)
    elif rules.row:
        from perfectplay.collection.levels import levels

        yield from levels(every, rules.row)
    elif said and _are_graphs(said, rules):
        yield from _graphs(every)
    elif _are_paragraphs(first, rules):
        yield from _paragraphs(every, rules)
    else:
        yield from _single(every, rules)


def loads(rules: System, text: str) -> bool:
    """Is this a position?"""
    try:
        rules.load(text)
    except PerfectPlayError:
        return False
    return True


# one a line ---------------------------------------------------------------------------------------------------------


def _single(lines: Iterable[Line], rules: System | None) -> Iterator[Piece]:
    for number, text in lines:
        if text.strip() and not (text.lstrip().startswith("#") and (rules is None or not loads(rules, text))):
            yield Piece(text, number)


def _addresses(lines: Iterable[Line]) -> Iterator[Piece]:
    file: list[str] = []
    begin = 0
    for number, text in lines:
        starts, address = _FILE.match(text), _ADDRESS.match(text) and not file_remark(text, file)
        if file and (starts or address):
            yield _joined(file, begin)
            file = []
        if starts:
            file, begin = [text], number
        elif file:
            file.append(text)
        elif text.strip() and not text.lstrip().startswith("#"):
            yield Piece(text, number)
    if file:
        yield _joined(file, begin)


def file_remark(text: str, file: list[str]) -> bool:
    """Is this the address that some editors write at the end of a file?"""
    return bool(file) and bool(file[-1].strip()) and text.lstrip().startswith("http")


def _joined(rows: list[str], begin: int) -> Piece:
    text = "\n".join(rows)
    if len(text) > LONGEST:
        return Piece("", begin, fault=f"{len(text)} characters (expected at most {LONGEST})")
    return Piece(text, begin)


# graphs -------------------------------------------------------------------------------------------------------------


def _are_graphs(said: list[str], rules: System) -> bool:
    """Is every line a graph, one of them with an edge, and does the system read such graphs?"""
    joined = False
    for text in said:
        try:
            joined |= bool(read6(text, len(text) ** 2).edges)
        except ParseError:
            return False
    return joined and any(loads(rules, _headed(text.strip())) for text in said)


def _graphs(lines: Iterable[Line]) -> Iterator[Piece]:
    """Each with a header, so that its text is a graph and nothing else wherever it is read."""
    for number, text in lines:
        if text.strip():
            yield Piece(_headed(text.strip()), number)


def _headed(text: str) -> str:
    bare = re.sub(r"^>>(" + "|".join(FORMS) + ")<<", "", text)
    return bare if form_of(bare) else f">>graph6<<{bare}"


# boards over several lines ------------------------------------------------------------------------------------------


def _split(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines between empty ones; no more of each than could be read."""
    block: list[Line] = []
    size = 0
    for line in lines:
        if line.text.strip():
            size += len(line.text) + 1
            if size <= 2 * LONGEST:
                block.append(line)
        elif block:
            yield block
            block, size = [], 0
    if block:
        yield block


def _are_paragraphs(first: list[Line], rules: System) -> bool:
    """Is one of them a position? If there is only one, and one of its lines is a position already, then each line is
    meant to be one."""
    blocks = list(_split(first))
    if len(blocks) == 1 and any(loads(rules, line.text) for line in blocks[0]):
        return False
    boards = (_titled(block, rules)[1] for block in blocks if len(block) > 1)
    return any(len(rows) > 1 and loads(rules, _text(rows)) for rows in boards)


def _paragraphs(lines: Iterable[Line], rules: System) -> Iterator[Piece]:
    for block in _split(lines):
        title, rows = _titled(block, rules)
        if rows:
            yield _joined([line.text for line in rows], rows[0].number)._replace(title=title)


def _titled(block: list[Line], rules: System) -> tuple[str, list[Line]]:
    """Lines above a board that begin with ``#`` are its title, unless all is a position, as lists of edges are."""
    rows = list(block)
    while rows and rows[0].text.lstrip().startswith("#") and not loads(rules, _text(rows)):
        rows.pop(0)
    titles = [line.text.strip().lstrip("#").strip() for line in block[: len(block) - len(rows)]]
    return " ".join(filter(None, titles)), rows


def _text(rows: list[Line]) -> str:
    return "\n".join(line.text for line in rows)

"""Levels with titles and remarks between them, as in files ``.xsb`` and ``.sok`` of Sokoban.

A level is a run of rows; a row with ``|`` in it is a whole level by itself. What stands between two levels comes in
paragraphs, with empty lines between them. One that touches a level belongs to it. Of those that touch none, the one
nearest to a level belongs to it: all to the levels below them if something stands above the first level, otherwise to
the levels above them. The title of a level is what ``Title:`` says, else the line nearest to the level; ``Author:`` is
its author, and the other lines are its comment. Solutions that are kept in such a file and lines that begin with ``::``
are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from perfectplay.collection.layouts import LONGEST, Line, Piece

_FIELD = re.compile(r"\s*(title|name|author|comment|collection|set|date|email|copyright|url|difficulty)\s*:(.*)", re.I)
_PASSED = re.compile(r"\s*(::.*|(solution|snapshot|reference)\b.*|[lurdLURD0-9()*\s]{4,})", re.I)
_END = re.compile(r"\s*comment[- ]end\s*:", re.I)
MOST_LINES = 64
"""Of a paragraph that are kept."""


@dataclass
class _Block:
    """Lines that follow each other: rows, or what is said."""

    line: int
    is_level: bool
    gap: bool
    """Is there an empty line, or nothing at all, above it?"""
    lines: list[str] = field(default_factory=list)
    size: int = 0

    def add(self, text: str) -> None:
        self.size += len(text) + 1
        if self.size <= LONGEST and (self.is_level or len(self.lines) < MOST_LINES):
            self.lines.append(text)


@dataclass
class _Said:
    """What a paragraph says."""

    title: str = ""
    author: str = ""
    loose: list[str] = field(default_factory=list)
    """Lines without a field."""
    comments: list[str] = field(default_factory=list)


def levels(lines: Iterable[Line], row: str) -> Iterator[Piece]:
    """The levels of a collection; ``row`` is how a row looks."""
    level: _Block | None = None
    above: _Block | None = None  # what was said above it
    said: list[_Block] = []  # the first and the last paragraph since then
    titles_above = False
    for block in _blocks(lines, re.compile(row)):
        if not block.is_level:
            said = [*said[:1], block]
            continue
        if level is None:
            titles_above = bool(said)
        below, next_above = _shared(said, level is not None, not block.gap, titles_above)
        if level is not None:
            yield _piece(level, above, below)
        level, above, said = block, next_above, []
    if level is not None:
        yield _piece(level, above, _shared(said, True, False, titles_above)[0])


def _blocks(lines: Iterable[Line], row: re.Pattern[str]) -> Iterator[_Block]:
    block: _Block | None = None
    gap = True
    for number, text in lines:
        text = text.rstrip()
        is_level = row.fullmatch(text) is not None
        if block is not None and (not text or is_level != block.is_level or (is_level and "|" in text)):
            yield block
            block = None
        if text:
            if block is None:
                block, gap = _Block(number, is_level, gap), False
            block.add(text)
        else:
            gap = True
    if block is not None:
        yield block


def _shared(
    said: list[_Block], level_above: bool, touches_below: bool, titles_above: bool
) -> tuple[_Block | None, _Block | None]:
    """The paragraph that belongs to the level above, and the one that belongs to the level below."""
    if not said:
        return None, None
    above = said[0] if level_above and not said[0].gap else None
    below = said[-1] if touches_below else None
    if above is not None and above is below:  # it touches both
        return (None, below) if titles_above else (above, None)
    free = [block for block in said if block is not above and block is not below]
    if free and titles_above and below is None:
        below = free[-1]
    elif free and not titles_above and above is None and level_above:
        above = free[0]
    return above, below


def _piece(level: _Block, block_above: _Block | None, block_below: _Block | None) -> Piece:
    above, below = _read(block_above), _read(block_below)
    title = below.title or above.title
    if not title and above.loose:
        title = above.loose.pop()
    elif not title and below.loose:
        title = below.loose.pop(0)
    comment = " ".join([*above.loose, *above.comments, *below.loose, *below.comments])
    fault = f"{level.size} characters (expected at most {LONGEST})" if level.size > LONGEST else ""
    return Piece("\n".join(level.lines), level.line, title, below.author or above.author, comment, fault)


def _read(block: _Block | None) -> _Said:
    found = _Said()
    commenting = False
    for text in block.lines if block is not None else ():
        match = _FIELD.match(text)
        if _END.match(text):
            commenting = False
        elif match:
            name, value = match[1].lower(), match[2].strip()
            commenting = name == "comment"
            if name in ("title", "name"):
                found.title = found.title or value
            elif name == "author":
                found.author = found.author or value
            elif commenting and value:
                found.comments.append(value)
        elif commenting:
            found.comments.append(text.strip())
        elif not _PASSED.fullmatch(text):
            found.loose.append(text.strip().lstrip(";").strip().strip("'"))
    found.loose = [line for line in found.loose if line]
    return found

"""Formats of others for pencil puzzles: addresses of puzz.link and its kin, and the files of the same editors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from perfectplay.errors import NotApplicable, ParseError

if TYPE_CHECKING:
    from perfectplay.kinds.pencil import Filled
    from perfectplay.kinds.sheet import Sheet
    from perfectplay.system import Position

FORMS = ("text", "url", "pzprv3")


def is_foreign(text: str) -> bool:
    """Does this look like an address, like the part of one behind the question mark, or like a file of pzpr?"""
    text = text.strip()
    return (
        "://" in text or text.startswith("pzprv3") or bool(re.match(r"[a-z]+(_edit|_play)?/([a-z]+/)?\d+/\d+/", text))
    )


class Foreign(NamedTuple):
    """What a source of others holds."""

    sheet: Sheet
    options: dict[str, Any]
    """Options of the puzzle that it settles."""


def read_foreign(text: str, name: str) -> Foreign:
    """The sheet in an address or a file, which must be of the type with this name."""
    from perfectplay.formats import puzzlink, pzprv3
    from perfectplay.kinds.edged import Sea

    found = pzprv3.read(text) if text.strip().startswith("pzprv3") else puzzlink.read(text)
    if found.type != name:
        raise ParseError(f"a puzzle of the type {found.type}", expected=name)
    if isinstance(found.sheet, Sea):
        return Foreign(found.sheet, {"fleet": ",".join(map(str, reversed(found.sheet.fleet)))})
    return Foreign(found.sheet, {})


def read_filled(text: str, position: Position) -> dict[Any, Any]:
    """What was filled in, from a file of the same puzzle."""
    from perfectplay.formats import pzprv3
    from perfectplay.formats.answers import values

    system: Any = position.system
    if system.load(text) != position:
        raise ParseError("an answer to another puzzle of this type", expected=f"one to {position}")
    return values(system.unknowns(position.state), position.state, pzprv3.read(text).answer)


def export(puzzle: Position | Filled, form: str = "url") -> str:
    """A pencil puzzle as ``text``, as the ``url`` of puzz.link, or as a file ``pzprv3``; an answer as text or file.

    >>> pp.export(pp.load("slitherlink", "0..|2.1"))
    'https://puzz.link/p?slither/3/2/a7b'
    """
    from perfectplay.formats import puzzlink, pzprv3
    from perfectplay.formats.answers import answer_of
    from perfectplay.system import Position

    if form not in FORMS:
        raise NotApplicable(f"export: no form {form!r} (expected one of: {', '.join(FORMS)})")
    if form == "text":
        return str(puzzle)
    position, answer = (puzzle, None) if isinstance(puzzle, Position) else (puzzle.puzzle, puzzle)
    system: Any = position.system
    name = getattr(system, "pzpr", "")
    if not name:
        raise NotApplicable(f"{system.title}: only its text can be exported")
    sheet = system.to_pzpr(position.state)
    if answer is None:
        return puzzlink.write(name, sheet) if form == "url" else pzprv3.write(name, sheet)
    if form == "url":
        raise NotApplicable("export: an address holds no answer (expected one of: text, pzprv3)")
    return pzprv3.write(name, sheet, answer_of(system.unknowns(position.state), position.state, answer))

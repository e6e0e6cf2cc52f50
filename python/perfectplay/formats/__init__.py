"""Formats of other programs, for pencil puzzles in particular.

Addresses of puzz.link and related sites (``puzzlink.py``), the files of the same editors (``pzprv3.py``), game IDs of
Simon Tatham's collection (``tatham.py``), files ``.non`` of nonograms (``non.py``) and grids with their size in front
(``rows.py``) are read; addresses and files are also written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from perfectplay.errors import NotApplicable, ParseError, kind_of

if TYPE_CHECKING:
    from perfectplay.formats.types import Source
    from perfectplay.position import Filled, Position

GRAPHS = ("dot", "graphml", "graph6", "digraph6", "sparse6", "edges")
"""Those of graphs, the usual one first."""
FORMS = ("text", "url", "pzprv3", "dimacs", "aag", "qdimacs", *GRAPHS)
"""What is written; each system says which of them it has."""
LONGEST = 1 << 20
"""Characters that are read."""
LOOKS = {
    "pzprv3": r"\A(\S+\?)?pzprv3",
    "tatham": r"\Ahttps?://[^?#\s]*/[a-z]+\.html#"
    r"|\A((sgtpuzzles:)?[a-z]++:)?[0-9]++((x[0-9]++)?[A-Za-z0-9.]*+:|x[0-9]++[A-Za-z0-9.]*+#)",
    "url": r"\A(\w+://|[\w.-]+\.[a-z]+/\S*\?|[A-Za-z_-]{2,}/)",
    "non": r"(?m)^[ \t]*+(width|height)[ \t]++[0-9]",
}
"""How each format that is read begins, or how one of its lines does; besides, there are grids with their size."""


def form_of(text: str) -> str:
    """Which of these formats this looks like; empty for none.

    >>> [form_of(text) for text in ("pzprv3/slither/1/1/", "slither/3/2/a7b", "3x2t0:0b2a1", "0..|2.1")]
    ['pzprv3', 'url', 'tatham', '']
    """
    whole = text.strip()
    word = next(iter(whole.split(None, 1)), "")
    # that it is none of them can be seen at once of most texts, which are our own
    if "/" in word or ":" in word or "#" in word or "pzprv3" in word or "width" in whole or "height" in whole:
        found = next((form for form, look in LOOKS.items() if re.search(look, whole)), "")
        if found:
            return found
    if word.isdecimal():
        from perfectplay.formats.rows import is_sized

        return "rows" if is_sized(text) else ""
    return ""


def read_foreign(text: str, wanted: str = "") -> Source:
    """The puzzle in such a source; the type that is wanted says which one it is if the source does not."""
    from perfectplay.formats import non, puzzlink, pzprv3, tatham
    from perfectplay.formats.types import Source
    from perfectplay.kinds.edged import Chart

    if len(text) > LONGEST:
        raise ParseError(f"{len(text)} characters", expected=f"at most {LONGEST}")
    form = form_of(text)
    if form == "tatham":
        found = tatham.read(text, wanted)
    elif form == "non":
        found = Source("nonogram", non.read(text), {})
    else:
        file = pzprv3.read(text) if form == "pzprv3" else puzzlink.read(text)
        found = Source(file.type, file.sheet, {})
        if isinstance(file.sheet, Chart):
            found.options["fleet"] = ",".join(map(str, sorted(file.sheet.fleet, reverse=True)))
    if wanted and found.type != wanted:
        raise ParseError(f"a puzzle of the type {found.type}", expected=wanted)
    return found


def tells_type(text: str) -> bool:
    """Is this a source that may name the type of its puzzle?"""
    return form_of(text) not in ("", "rows")


def type_in(text: str) -> str:
    """The name in pzpr of the type that a source names; only that is read."""
    from perfectplay.formats import puzzlink, pzprv3, tatham
    from perfectplay.formats.types import type_of

    form = form_of(text)
    if form == "non":
        return "nonogram"
    told = {"pzprv3": pzprv3.type_in, "tatham": tatham.type_in, "url": puzzlink.type_in}[form](text)
    if not told:
        raise ParseError("no type of puzzle", expected="its name in front")
    return type_of(told).name


def read_filled(text: str, position: Position) -> dict[Any, Any]:
    """What was filled in, from a file of the same puzzle."""
    from perfectplay.formats import pzprv3
    from perfectplay.formats.answers import numbered_areas, values
    from perfectplay.formats.types import type_of

    system: Any = position.system
    if form_of(text) != "pzprv3":
        raise ParseError("an address holds no answer", expected="text or a file of pzpr")
    if system.load(text) != position:
        raise ParseError("an answer to another puzzle of this type", expected=f"one to {position}")
    file = pzprv3.read(text)
    answer = numbered_areas(file.sheet, file.answer) if type_of(file.type).sized else file.answer
    return values(system.unknowns(position.state), position.state, answer)


def export(puzzle: Position | Filled, form: str | None = None) -> str:
    """A position in a format of another program, the usual one if none is named, or as ``text``.

    A pencil puzzle is written as the ``url`` of puzz.link or as a file ``pzprv3``, and loads as the same position; a
    formula as ``dimacs``, where variables are numbers, or as a circuit, ``aag``; a position on a graph as ``dot``,
    ``graphml``, ``graph6``, ``digraph6``, ``sparse6`` or ``edges``. So are answers, in formats that hold them. What
    cannot be written in a form is refused with the reason.

    >>> pp.export(pp.load("slitherlink", "0..|2.1"))
    'https://puzz.link/p?slither/3/2/a7b'
    >>> pp.export(pp.load("sat", "(x1 | ~x2) & x2"))
    'p cnf 2 2\\n1 -2 0\\n2 0\\n'
    """
    from perfectplay.position import Position

    if form is not None and form not in FORMS:
        raise NotApplicable(f"export: no form {form!r} (expected one of: {', '.join(FORMS)})")
    position, answer = (puzzle, None) if isinstance(puzzle, Position) else (getattr(puzzle, "puzzle", None), puzzle)
    if not isinstance(position, Position):
        raise NotApplicable(f"export: expected a position or an answer, got {kind_of(puzzle)}")
    if form == "text":
        return str(puzzle)
    system = position.system
    if not system.forms:
        raise NotApplicable(f"{system.title}: only its text can be exported")
    if form is not None and form not in system.forms:
        raise NotApplicable(f"{system.title}: no form {form!r} (expected one of: {', '.join(('text', *system.forms))})")
    written: str = system.exported(position.state, form or system.forms[0], answer)
    return written


def write_pzpr(system: Any, state: Any, form: str, answer: Any) -> str:
    """A pencil puzzle as an address, or as a file, perhaps with an answer."""
    from perfectplay.formats import puzzlink, pzprv3
    from perfectplay.formats.answers import answer_of

    if answer is not None and form == "url":
        raise NotApplicable("export: an address holds no answer (expected one of: text, pzprv3)")
    name, sheet = system.pzpr, system.to_pzpr(state)
    try:
        if form == "url":
            return puzzlink.write(name, sheet)
        return pzprv3.write(name, sheet, None if answer is None else answer_of(system.unknowns(state), state, answer))
    except ParseError as error:
        why = str(error).removeprefix(f"{name}: ")
        raise NotApplicable(f"{system.title}: this board has no form {form!r}: {why}") from None

"""What an author needs first is what ``help`` says first."""

from __future__ import annotations

import pydoc

import pytest

import perfectplay as pp
from perfectplay.kinds.cells import Areas, Numbers, Shading
from perfectplay.kinds.lines import Lines

REQUIRED: dict[type, tuple[str, ...]] = {
    pp.PlainGame: ("moves(self, state)", "moves(self, state, player)", "play(self, state, move)"),
    pp.PlainPuzzle: ("moves(self, state)", "play(self, state, move)", "solved(self, state)"),
    pp.RewriteGame: ('cells = ".xo"', "moves(self, board)"),
    pp.RewritePuzzle: ('cells = ".x"', "moves(self, board)", "goals(self, board)"),
    pp.HeapGame: ('code = "0.77"',),
    Shading: ("clues = Clues(0, 4)", "rules(self, sheet)"),
    Numbers: ("clues = Clues(1, 9)", "unknowns(self, sheet)", "rules(self, sheet)"),
    Areas: ("names(self, sheet)", "unknowns(self, sheet)", "rules(self, sheet)"),
    Lines: ("clues = Clues(0, 4)", "rules(self, sheet)"),
}
FIRST = 12
"""Lines in which these are found; what may be written besides is in the next."""
SECOND = 32


@pytest.mark.parametrize("cls", REQUIRED, ids=lambda cls: cls.__name__)
def test_help_begins_with_what_has_to_be_written(cls: type) -> None:
    lines = pydoc.plain(pydoc.render_doc(cls)).splitlines()
    for member in REQUIRED[cls]:
        assert any(member in line for line in lines[:FIRST]), member
    if cls is not Areas:
        assert any(">>>" in line for line in lines[: 2 * SECOND])
    assert sum("name, sample" in line or "options, name" in line for line in lines[:SECOND]) >= (
        cls not in (Areas, Lines)
    )


@pytest.mark.parametrize("cls", [pp.PlainGame, pp.PlainPuzzle, pp.RewriteGame, pp.RewritePuzzle])
def test_what_help_names_is_there(cls: type) -> None:
    """Every method and attribute that the docstring lists exists."""
    for line in (cls.__doc__ or "").splitlines():
        words = line.strip()
        if line.startswith("        ") and words.partition("(")[0].isidentifier() and "(self" in words:
            for part in words.split("  ")[0].split("), "):
                assert callable(getattr(cls, part.partition("(")[0])), words
        elif line.startswith("        ") and " = " in words.partition("  ")[0]:
            name = words.partition(" = ")[0]
            assert name == "cells" or hasattr(cls, name), words

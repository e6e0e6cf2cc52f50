"""What must hold of any input whatever."""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from random import Random
from typing import Any

from tests.fuzz.inputs import letters, mangled, sources

import perfectplay as pp
from perfectplay.cli import main
from perfectplay.system import Posed

LIMITS = pp.Limits(positions=200, time=1.0, memory=1 << 26)
LARGEST = 400
"""Characters of texts whose positions are asked questions."""


def refused(error: pp.PerfectPlayError) -> None:
    """A refusal is one line that can be printed, not too long, and not the beginning of a sentence."""
    said = str(error)
    assert said and "\n" not in said and said.isprintable() and len(said) <= 400, repr(said)
    assert not said[0].isupper(), said


def loaded(key: str, text: str, options: dict[str, Any]) -> pp.Position | None:
    """The position, which is read again from what it writes; None where the text is refused."""
    try:
        position = pp.load(key, text, **options)
    except pp.PerfectPlayError as error:
        refused(error)
        return None
    again = pp.load(position.system.key, str(position), **options)
    assert again == position and str(again) == str(position) and hash(again) == hash(position)
    return position


def collected(key: str, text: str, options: dict[str, Any]) -> None:
    """Every entry of a collection is a position or has one line that says why not; others are not affected."""
    try:
        entries = list(pp.collection(text, key, **options))
    except pp.PerfectPlayError as error:
        refused(error)
        return
    for number, entry in enumerate(entries, 1):
        assert entry.number == number and (entry.title + entry.author + entry.comment).isprintable()
        if entry.error:
            assert entry.error.startswith(f"line {entry.line}: ")
            refused(pp.ParseError(entry.error))
        else:
            assert pp.load(entry.position.system.key, str(entry.position), **options) == entry.position


def asked(position: pp.Position, rng: Random, name: str | None = None) -> None:
    """One question, drawn from those that have a meaning here if none is named, and what its result is asked for."""
    key = position.system.key
    name = name or rng.choice([*pp.questions.questions_for(position.system), "moves", "picture", "methods"])
    player = rng.choice([pp.LEFT, pp.RIGHT])
    given = mangled(key, rng.choice([*sources(key), letters(key)[:20]]), rng)
    question: Any = getattr(pp, name, None)
    try:
        match name:
            case "moves":
                for move in position.moves()[:2]:
                    assert pp.load(key, str(move.after), **position.system.settings) == move.after
                return
            case "picture":
                assert position.picture().text() is not None and position.picture().svg()
                return
            case "methods":
                pp.methods(rng.choice(["outcome", "solve", "value", given]), position)
                return
            case "check":
                result = question(position, given)
            case "another":
                result = question(position, given, limits=LIMITS)
            case "best" | "score" | "remoteness" | "suspense":
                result = question(position, player, limits=LIMITS)
            case "count" | "solutions" if isinstance(position.system, Posed):
                result = question(position, limit=3, limits=LIMITS)
            case _:
                result = question(position, limits=LIMITS)
        assert isinstance(bool(result), bool) and result.found in (True, False) and str(result) == str(result.answer)
        with LIMITS:
            result.to_json()
    except pp.PerfectPlayError as error:
        refused(error)


def run(words: list[str]) -> None:
    """A command line ends with a code that has a meaning; what it says about wrong input is one line."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"quit\n"))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(words)
    finally:
        sys.stdin = before
    assert code in (0, 1, 2, 3), (code, err.getvalue())
    verdict = code == 3 and words[:1] == ["verify"] and not err.getvalue()  # that not everything was checked
    assert re.fullmatch(r"perfectplay: [^\n]{1,500}\n" if code > 1 and not verdict else "", err.getvalue()), (
        err.getvalue()
    )

"""How answers are written: plainly, in colour on a terminal, or as JSON."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

from perfectplay.errors import LimitReached, ParseError
from perfectplay.questions import record
from perfectplay.result import Result

if TYPE_CHECKING:
    from perfectplay.values.value import Value
    from perfectplay.words import Said

LONGEST_VALUE = 1000
"""Characters of a value shown on a terminal; elsewhere it is written in full."""


def colours(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, style: str, stream: TextIO | None = None) -> str:
    codes = {"dim": "2", "bold": "1", "good": "32", "bad": "31", "left": "34", "right": "33"}
    return f"\033[{codes[style]}m{text}\033[0m" if colours(stream or sys.stdout) else text


def write(text: str = "") -> None:
    try:
        print(text)
    except UnicodeEncodeError:
        print(text.encode("ascii", "replace").decode())


def write_json(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=True))


def write_file(path: str, text: str) -> None:
    """Write to a file, or to standard output for ``-``."""
    if path == "-":
        write(text)
        return
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise ParseError(f"cannot write {path!r}: {getattr(error, 'strerror', None) or error}") from None


def shortened(value: Value) -> str:
    """A value as people read it: with the symbols of the books on a terminal that has them, and cut if it is huge."""
    terminal = sys.stdout.isatty()
    books = terminal and (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    if not terminal:
        try:
            return str(value)
        except LimitReached:
            pass
    from perfectplay.values.writing import ASCII, UNICODE, brief

    return brief(value, LONGEST_VALUE, UNICODE if books else ASCII)


def said(line: Said) -> str:
    """A line in words as a terminal shows it."""
    if not isinstance(line, str | tuple):
        return line.text()
    parts = (line,) if isinstance(line, str) else line
    return wrapped("".join(each if isinstance(each, str) else styled(_text(each.what), each.style) for each in parts))


def _text(what: object) -> str:
    values = sys.modules.get("perfectplay.values.value")  # otherwise there is no value
    return shortened(what) if values is not None and isinstance(what, values.Value) else str(what)


def describe(result: Result[Any]) -> None:
    """The answer for people."""
    question = record(result.question)
    for line in question.describe(result):
        write(said(line))
    if question.limited:
        write(styled(f"method {result.method}; {result.stats}", "dim"))


def wrapped(text: str, indent: str = "") -> str:
    """A long line, folded to the width of the terminal; in one piece where there is none."""
    if not sys.stdout.isatty() or not text:
        return indent + text
    import shutil
    import textwrap

    width = max(40, shutil.get_terminal_size((100, 24)).columns - 1)
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)

"""How answers are written: plainly, in colour on a terminal, or as JSON."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, TextIO

from perfectplay.result import Result


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
    print(json.dumps(value, ensure_ascii=True))


def footer(result: Result[Any]) -> None:
    write(styled(f"method {result.method}; {result.stats}", "dim"))


def plural(number: int, noun: str) -> str:
    """``2 pushes``, ``1 push``: the noun is given in the plural, as metrics are."""
    if number == 1 and noun.endswith("s"):
        noun = noun[:-2] if noun.endswith(("shes", "ches", "xes")) else noun[:-1]
    return f"{number:,} {noun}"


def wrapped(text: str, indent: str = "") -> str:
    """Long lines of moves, folded to the width of the terminal; in one piece where there is none."""
    if not sys.stdout.isatty():
        return indent + text
    import shutil
    import textwrap

    width = max(40, shutil.get_terminal_size((100, 24)).columns - 1)
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)

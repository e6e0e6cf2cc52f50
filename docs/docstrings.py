"""How docstrings become Markdown, for griffe: examples are blocks of code, and references are code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import griffe

sys.path.insert(0, str(Path(__file__).parent))

from pages import fenced


class Docstrings(griffe.Extension):
    """Changes every docstring when it has been read."""

    def on_object(self, *, obj: Any, **others: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

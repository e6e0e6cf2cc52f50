"""Published facts, as rows: tests/tables/facts, whose README says what stands in a row."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "tables" / "facts"


@cache
def facts(name: str) -> tuple[dict[str, Any], ...]:
    """The rows of one file: ``values``, ``games`` or ``puzzles``."""
    return tuple(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))

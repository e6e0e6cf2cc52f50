"""Where the published facts lie, on machines that have them."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ABSENT = "the folder shared/ with the survey's systems and published facts is not beside the repository"


@cache
def shared() -> Path | None:
    """The folder ``shared`` beside the repository (or beside a folder that holds it), if there is one."""
    for parent in ROOT.parents:
        if (parent / "shared" / "systems.csv").is_file():
            return parent / "shared"
    return None


@cache
def survey_rows() -> dict[str, dict[str, str]]:
    """The survey's systems by id; empty where the folder is absent."""
    folder = shared()
    if folder is None:
        return {}
    with (folder / "systems.csv").open(newline="", encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def facts(name: str) -> list[dict[str, Any]]:
    """The rows of one file of facts; empty where it is absent."""
    folder = shared()
    path = folder / "facts" / name if folder else None
    if path is None or not path.is_file():
        return []
    rows = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(rows, list)
    return rows

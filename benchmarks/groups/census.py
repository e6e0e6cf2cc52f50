"""Sweeps: all positions of a size, each up to symmetry, in one table."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import perfectplay as pp
from groups.case import Case, Found, Setting

TITLE = "Sweeps, up to symmetry, written to a CSV file"


def sweep(size: dict[str, Any], setting: Setting, _: None) -> Found:
    """All positions of Domineering of a size, or of several."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        table = pp.census("domineering", **size, output=Path(folder) / "table.csv", limits=setting.limits)
        core = time.perf_counter() - began
        answer = f"{len(table):,} rows, {table.positions:,} positions"
        return Found(answer, len(table), core, note=f"{len(table.values):,} different values")


def cases() -> Iterator[Case]:
    run, title = partial(sweep, {"rows": range(1, 5), "cols": range(1, 5)}), "Domineering, all boards up to 4x4"
    yield Case("census-4x4", title, run, "19,231 rows, 74,954 positions")
    run, title = partial(sweep, {"rows": 5, "cols": 5, "connected": True}), "Domineering, connected regions of 5x5"
    yield Case("census-5x5-regions", title, run, "523,091 rows, 2,301,877 positions", quick=False)
    run, title = partial(sweep, {"rows": 5, "cols": 5}), "Domineering, all positions of 5x5"
    yield Case("census-5x5", title, run, "8,407,040 rows, 33,554,432 positions", quick=False)

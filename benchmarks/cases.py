"""One measurement: a case of one of the ``groups``, with the answer that is expected.

``run.py`` starts this file once for every measurement, in a process of its own, so that memory belongs to one case and
no table is warm:

    python cases.py --list          every case, as JSON
    python cases.py NAME            one measurement, as JSON

The clock runs from the text of the instance to the answer: parsing, building the kernel, the search, and finding the
line again by the plain rules. Starting Python and importing the package are not counted; nor is what a case says it
prepares (reading files, loading tables). ``core`` is the part spent in native code, as the result itself reports it.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

from groups import GROUPS
from groups.case import Case, Missing, Setting

import perfectplay as pp

FACTS = Path(__file__).resolve().parents[1] / "tests" / "tables" / "facts"
"""Known results."""


def peak_memory() -> int:
    """Bytes, the most that this process has held."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def measure(case: Case, setting: Setting) -> dict[str, Any]:
    try:
        begin = time.perf_counter()
        prepared = case.prepare(setting)
        begin, ready, cpu = time.perf_counter(), time.perf_counter() - begin, time.process_time()
        found = case.run(setting, prepared)
        wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
    except Missing as reason:
        return {"skipped": str(reason)}
    except pp.LimitReached as reason:
        return {"stopped": str(reason), "peak": peak_memory()}
    return {
        "answer": found.answer,
        "correct": found.answer == case.expected,
        "positions": found.positions,
        "core": found.core,
        "wall": wall,
        "cpu": cpu,
        "prepared": ready,
        "rate": found.positions / found.core if found.core else 0.0,
        "tables": found.tables,
        "peak": peak_memory(),
        "note": found.note,
        **found.figures,
    }


def described(group: str, case: Case) -> dict[str, Any]:
    return {
        "name": case.name,
        "group": group,
        "title": case.title,
        "expected": case.expected,
        "targets": [[target.measure, target.bound] for target in case.targets],
        "quick": case.quick,
        "named": case.named,
        "beside": case.beside,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="One measurement, as JSON.")
    found = [(group.TITLE, case) for group in GROUPS for case in group.cases()]
    by_name = {case.name: case for _, case in found}
    parser.add_argument("name", nargs="?", choices=list(by_name))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--time", type=float, help="seconds for one question")
    parser.add_argument("--facts", type=Path, default=FACTS)
    chosen = parser.parse_args()
    if chosen.list or chosen.name is None:
        json.dump({"version": pp.__version__, "cases": [described(*each) for each in found]}, sys.stdout)
        return
    setting = Setting(pp.Limits(time=chosen.time), chosen.facts)
    json.dump(measure(by_name[chosen.name], setting), sys.stdout)


if __name__ == "__main__":
    main()

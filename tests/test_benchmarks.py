"""The benchmarks can be listed and reported; what they measure is not run here."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


@pytest.fixture(scope="module")
def run() -> dict[str, Any]:
    return runpy.run_path(str(BENCHMARKS / "run.py"))


@pytest.fixture(scope="module")
def cases(run: dict[str, Any]) -> list[dict[str, Any]]:
    listed = run["script"](sys.executable, str(BENCHMARKS / "cases.py"), "--list")
    assert "failed" not in listed, listed
    found: list[dict[str, Any]] = listed["cases"]
    return found


def test_a_name_is_that_of_one_case(cases: list[dict[str, Any]]) -> None:
    names = [case["name"] for case in cases]
    assert names and sorted(set(names)) == sorted(names)


def test_cases_come_group_by_group(cases: list[dict[str, Any]]) -> None:
    groups = [case["group"] for case in cases]
    assert groups == sorted(groups, key=groups.index)


def test_every_target_is_reported(run: dict[str, Any], cases: list[dict[str, Any]]) -> None:
    usual = ("positions", "core", "wall", "cpu", "prepared", "rate", "tables", "peak")
    for case in cases:
        targets = dict(case["targets"])
        figures = dict.fromkeys((*usual, *targets), 0)  # nothing was done, in no time
        best = {"answer": case["expected"], "correct": True, "note": "", **figures}
        verdicts = run["row_of"](run["Measured"](case, best))[run["HEAD"].index("target")]
        assert verdicts.count(": **met**") == len(targets.keys() - {"rate"}), case["name"]
        assert verdicts.count(": **not met**") == len(targets.keys() & {"rate"}), case["name"]


def test_an_earlier_version_is_compared_and_what_became_slower_is_named(
    run: dict[str, Any], cases: list[dict[str, Any]]
) -> None:
    def measured(case: dict[str, Any], wall: float, earlier: dict[str, Any]) -> Any:
        figures = dict.fromkeys(("positions", "core", "wall", "cpu", "prepared", "rate", "tables", "peak"), wall)
        best = {"answer": case["expected"], "correct": True, "note": "", **figures}
        return run["Measured"]({**case, "targets": ()}, best, 1, earlier)

    slower, same, new = (measured(case, 2.0, {}) for case in cases[:3])
    slower.earlier, same.earlier = {"wall": 1.0}, {"wall": 1.9}
    text = run["report"]([slower, same, new], [], "1.0", 0.0, [], before=True)
    assert f"Slower than before by more than 10 %: {slower.case['title']} (0.50).\n" in text
    assert "| before |" in text and "| 0.95 |" in text
    assert "| before |" not in run["report"]([slower, same, new], [], "1.0", 0.0, [])

"""The choice of tests: what is about a system is found, by a parameter or a mark, and what costs too much is named."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.interrupts import HANGS, ROOT
from tests.work import MADE, VISITED, Work

from perfectplay.method import modules
from perfectplay.registry import keys

TESTS = Path(__file__).parent


def marked(folder: Path) -> dict[str, set[str]]:
    """The systems that each file says to be about, as far as they are written there."""
    return {
        str(path.relative_to(folder)): {
            key
            for mark in re.findall(r"mark\.about\(([^)]*)\)", path.read_text(encoding="utf-8"))
            for key in re.findall(r'(?<!\[)"(\w+)"', mark)
        }
        for path in sorted(folder.glob("**/test_*.py"))
    }


def test_marks_name_systems_of_the_catalogue() -> None:
    assert not set().union(*marked(TESTS).values()) - set(keys())


def test_every_file_about_theorems_says_which_systems_it_is_about() -> None:
    assert not [name for name, found in marked(TESTS / "theorems").items() if not found]


def test_every_system_with_a_theorem_has_tests_of_its_own() -> None:
    """Beyond those that every system has."""
    needed = {key for name, about in modules().items() if ".theorems." in name for key in about if key in keys()}
    assert not needed - set().union(*marked(TESTS).values())


def collected(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", "--no-header", *words],
        capture_output=True,
        text=True,
        timeout=HANGS,
        cwd=ROOT,
        check=False,
    )


def test_the_tests_of_one_system_are_chosen_at_either_depth() -> None:
    files = ["tests/theorems/test_cakes.py", "tests/theorems/test_col.py", "tests/test_token_puzzles.py"]
    names = collected(*files, "-v", "--system", "cutcake").stdout
    chosen = re.findall(r"<Function (\w+)(?:\[([\w-]+)\])?>", names)
    assert chosen and all("cutcake" in key for _, key in chosen if key)
    assert "<Module test_cakes.py>" in names and "<Module test_col.py>" not in names
    few, many = (collected(files[1], "-v", *words).stdout for words in ((), ("--full",)))
    assert 0 < few.count("<Function ") < many.count("<Function ")


def test_an_unknown_system_is_refused_in_one_line() -> None:
    ran = collected("tests/test_tiers.py", "--system", "nothing")
    assert ran.returncode == 4 and ran.stderr.strip() == "ERROR: --system: no system 'nothing' in the catalogue"


def test_a_system_beyond_its_budget_is_named() -> None:
    work = Work(None)
    work.made.update(cram=MADE, nim=MADE + 1, col=5)
    work.visited.update(cram=VISITED, col=VISITED + 1)
    assert work.beyond() == ["col", "nim"]

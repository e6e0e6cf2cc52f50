"""Limits hold from the first moment: rules are read, clauses and tables made, theorems tried under them.

No clock is looked at here. A question that does not look at its limits does not come back from boards like these, or
takes more memory than the process has, and the process that asks it is ended.
"""

from __future__ import annotations

import pytest
from tests.apart import run_apart
from tests.large import LARGE
from tests.tiers import depth

import perfectplay as pp

every_system = pytest.mark.parametrize("key", LARGE)


def ask(key: str, limits: str) -> None:
    run_apart(f"""
import perfectplay as pp
from tests.large import ask_everything
ask_everything({key!r}, pp.Limits({limits}), {depth(1, 100)})
""")


def test_every_system_has_a_large_board() -> None:
    assert set(LARGE) == {entry.key for entry in pp.catalogue()}


@every_system
def test_questions_about_large_boards_end(key: str) -> None:
    ask(key, f"time={depth(0.02, 0.05)}, memory=50 << 20")


@pytest.mark.full
@every_system
@pytest.mark.parametrize("limits", ["time=1", "memory=50 << 20, time=5"])
def test_questions_about_large_boards_end_at_each_limit(key: str, limits: str) -> None:
    ask(key, limits)

"""Whatever comes in: a position that is read again from what it writes, and answers; or one line that says why not.

`make test` tries a few dozen inputs a system, `make test-full` a million in all, or as many as PERFECTPLAY_FUZZ says.
An input that has failed once is kept in `regressions.toml`.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.fuzz import inputs
from tests.fuzz.properties import LARGEST, asked, collected, loaded, run

FEW = 60
MANY = int(os.environ.get("PERFECTPLAY_FUZZ", 1_000_000)) // len(inputs.KEYS)
ASKED_OFTEN, ASKED_RARELY = 2, 20
"""One of this many positions is asked a question: reading takes much less time than answering."""
every_system = pytest.mark.parametrize("key", inputs.KEYS)
with (Path(__file__).parent / "regressions.toml").open("rb") as file:
    ROWS: dict[str, list[dict[str, Any]]] = tomllib.load(file)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Command lines may write files."""
    monkeypatch.chdir(tmp_path)


def try_input(key: str, number: int, every: int) -> None:
    rng = Random(f"{key} {number}")
    if number % 6 == 5:
        run(inputs.words(key, rng))
        return
    if number % 12 == 4:
        collected(key, inputs.collection(key, rng), inputs.options(key, rng))
        return
    text, options = inputs.text(key, rng), inputs.options(key, rng)
    position = loaded(key, text, options)
    if position is not None and len(text) <= LARGEST and rng.randrange(every) == 0:
        asked(position, rng)


def try_inputs(key: str, numbers: range, every: int) -> None:
    for number in numbers:
        try:
            try_input(key, number, every)
        except Exception as error:
            error.add_note(f"input {number} of {key}")
            raise


@every_system
def test_any_input_is_answered_or_refused(key: str) -> None:
    try_inputs(key, range(FEW), ASKED_OFTEN)


@pytest.mark.full
@every_system
def test_many_more_inputs_are_answered_or_refused(key: str) -> None:
    try_inputs(key, range(FEW, FEW + MANY), ASKED_RARELY)


@pytest.mark.parametrize("row", ROWS.get("text", []), ids=lambda row: f"{row['key']}: {row['text'][:30]}")
def test_texts_that_failed_once(row: dict[str, Any]) -> None:
    position = loaded(row["key"], row["text"], row.get("options", {}))
    for name in row.get("asked", ()):
        assert position is not None
        for seed in range(3):  # by one player and the other
            asked(position, Random(seed), name)


@pytest.mark.parametrize("row", ROWS.get("command", []), ids=lambda row: " ".join(row["words"])[:40])
def test_command_lines_that_failed_once(row: dict[str, Any]) -> None:
    run(row["words"])

"""The survey as data: its systems and what it says about their complexity.

The survey is E. D. Demaine and R. A. Hearn, *Playing Games with Algorithms: Algorithmic Combinatorial Game Theory*
(arXiv cs/0106019). ``systems.csv`` lists its games, puzzles and automata, S001 to S226; ``atlas.csv`` its claims, A001
to A306, each with later developments. Nothing else in the library says which section a system belongs to.
The files are read when they are first asked for, once.

>>> from perfectplay.survey import row, rows, claims
>>> row("S069").name, row("S069").section
('Domineering (Crosscram)', 'Domineering (Crosscram) and Cram')
>>> len(rows()), len(claims())
(226, 306)
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from perfectplay.errors import PerfectPlayError, quote


@dataclass(frozen=True)
class Row:
    """One system of the survey."""

    id: str
    name: str
    section: str
    players: int
    family: str
    rules: str
    questions: str
    algorithms: str


@dataclass(frozen=True)
class Claim:
    """One statement about complexity, in the columns of the file: who proved it, how, and where the survey has it."""

    id: str
    subject: str
    variant: str
    question: str
    players: int
    bounded: bool
    """Is the length of the game bounded? Typically because every move uses something up."""
    result: str
    technique: str
    source_key: str
    survey_section: str
    status_since: str
    """What is known beyond the survey; empty where nothing is."""
    technique_source: str


@cache
def rows() -> tuple[Row, ...]:
    """Every system of the survey, in its order."""
    return tuple(
        Row(id, name, section, int(players), *rest) for id, name, section, players, *rest in _lines("systems.csv")
    )


@cache
def claims() -> tuple[Claim, ...]:
    """Every claim of the survey, in its order."""
    return tuple(
        Claim(id, subject, variant, question, int(players), bounded == "y", *rest)
        for id, subject, variant, question, players, bounded, *rest in _lines("atlas.csv")
    )


def row(id: str) -> Row:
    """The system with this id."""
    known = _by_id()
    if id not in known:
        raise PerfectPlayError(f"survey: no system {quote(id)} (expected {min(known)} to {max(known)})")
    return known[id]


@cache
def _by_id() -> dict[str, Row]:
    return {each.id: each for each in rows()}


def _lines(name: str) -> Iterator[list[str]]:
    """The rows of a file, without the names of its columns."""
    with Path(__file__).with_name(name).open(encoding="utf-8", newline="") as file:
        yield from list(csv.reader(file))[1:]

"""The survey as data: its systems and what it says about their complexity.

The survey is E. D. Demaine and R. A. Hearn, *Playing Games with Algorithms: Algorithmic Combinatorial Game Theory*
(arXiv cs/0106019). ``systems.csv`` lists its games, puzzles and automata, S001 to S226; ``atlas.csv`` its claims, A001
to A306; ``since.csv`` what became of them, ``errata.csv`` where the survey is wrong. ``beyond.csv`` has claims that it
does not make, from B001 on: about other systems, and later results about its own. Nothing else in the library says
which section a system belongs to. The files are read when they are first asked for, once.

>>> from perfectplay.survey import row, rows, claims
>>> row("S069").name, row("S069").section
('Domineering (Crosscram)', 'Domineering (Crosscram) and Cram')
>>> len(rows()), len(claims())
(226, 306)
>>> claims()[204].result, claims()[204].since[0].complexity
('open', (PSPACE-complete,))
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from perfectplay.errors import PerfectPlayError, quote
from perfectplay.survey.complexity import Complexity, read


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


NEWS = {
    "settled": "an open question is answered",
    "stronger": "a stronger result, or one in more cases",
    "partly": "a part of an open question is answered",
    "superseded": "another claim of the survey says more",
    "open": "looked for, and still open",
    "related": "a result about something close by",
}
"""What may have become of a claim."""

CHANGES = ("settled", "stronger", "partly")
"""News that changes what is known."""

CHECKED = "2026-11-15"
"""When the claims were compared with the text of the survey."""


@dataclass(frozen=True)
class Since:
    """What became of a claim after the survey."""

    claim: str
    news: str
    """One of `NEWS`."""
    result: str
    complexity: tuple[Complexity, ...]
    text: str
    """Of what it holds, or what is known."""
    source: str
    """Where it is proved; of superseded claims the id of the other claim."""
    verified: str
    """In what it was read: the paper's abstract, its title, a citation; empty if it was not."""
    checked: str
    """The date of the check."""


@dataclass(frozen=True)
class Claim:
    """One statement about complexity: what is claimed of what, who proved it, and what became of it."""

    id: str
    subject: str
    variant: str
    question: str
    players: int
    bounded: bool
    """Is the length of the game bounded? Typically because every move uses something up."""
    result: str
    """In the words of the table."""
    complexity: tuple[Complexity, ...]
    """What the result says, its main point first."""
    technique: str
    technique_source: str
    """Of claims of the survey: ``survey`` if it names the technique, ``general`` if that was added as a hint."""
    source: str
    section: str
    about: tuple[str, ...]
    """Rows of the survey, and keys of systems: of those beyond it, or of one of several that have a row."""
    verified: str
    """In what it was read: the survey, the paper's abstract, a citation; ``proof`` if it has been proved here, or is
    elementary; empty if it was not verified."""
    checked: str
    since: tuple[Since, ...]
    """What is known beyond this."""


@dataclass(frozen=True)
class Erratum:
    """A place where the survey is wrong, in words of our own."""

    id: str
    section: str
    says: str
    truth: str
    about: tuple[str, ...]


@cache
def rows() -> tuple[Row, ...]:
    """Every system of the survey, in its order."""
    return tuple(
        Row(id, name, section, int(players), *rest) for id, name, section, players, *rest in _lines("systems.csv")
    )


@cache
def claims() -> tuple[Claim, ...]:
    """Every claim of the survey, in its order."""
    found = []
    for *start, result, technique, source, section, technique_source, about in _lines("atlas.csv"):
        found.append(_claim(start, result, technique, technique_source, source, section, about, "survey", CHECKED))
    return tuple(found)


@cache
def beyond() -> tuple[Claim, ...]:
    """Every claim that the survey does not make."""
    found = []
    for *start, result, technique, source, section, about, verified, checked in _lines("beyond.csv"):
        found.append(_claim(start, result, technique, "", source, section, about, verified, checked))
    return tuple(found)


def _claim(start: list[str], result: str, technique: str, technique_source: str, *rest: str) -> Claim:
    id, subject, variant, question, players, bounded = start
    source, section, about, verified, checked = rest
    return Claim(
        id=id,
        subject=subject,
        variant=variant,
        question=question,
        players=int(players),
        bounded=bounded == "y",
        result=result,
        complexity=read(result),
        technique=technique,
        technique_source=technique_source,
        source=source,
        section=section,
        about=tuple(about.split()),
        verified=verified,
        checked=checked,
        since=tuple(each for each in since() if each.claim == id),
    )


@cache
def since() -> tuple[Since, ...]:
    """What became of the claims, in their order."""
    return tuple(
        Since(claim, news, result, read(result) if result else (), *rest)
        for claim, news, result, *rest in _lines("since.csv")
    )


@cache
def errata() -> tuple[Erratum, ...]:
    """Where the survey is wrong, in its order."""
    return tuple(
        Erratum(id, section, says, truth, tuple(about.split()))
        for id, section, says, truth, about in _lines("errata.csv")
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

"""The complexity that a system's docstring states is that of its records in the atlas.

Every class word must be backed by a record of the system, as it was claimed or as it is known today; "open" only by one
that is open today. And what is decisive must be stated: the hardest that is known, with one of the authors who proved
it, or else that it is open, or polynomial.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from tests.conformance.plays import KEYS

import perfectplay as pp
from perfectplay.atlas import Record
from perfectplay.survey import complexity
from perfectplay.survey.complexity import RANKS, Complexity, read

POLYNOMIAL = Complexity("P", "in")
OPEN = Complexity("", "open")
PROSE = {
    r"polynomial|linear|constant time|easy": POLYNOMIAL,
    r"open|unstudied|not studied|not known|not solved|no hardness is known": OPEN,
}
"""How docstrings say it without the name of a class."""
CLASS = r"[#\w]+-(complete|hard|equivalent)|undecidable"


def paragraph(text: str) -> str:
    """What a docstring says about complexity, in one line."""
    match = re.search(r"^Complexity:.*?(?=\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
    return " ".join(match[0].split()) if match else ""


def stated(text: str) -> Iterator[Complexity]:
    yield from complexity.stated(text)
    for words, meaning in PROSE.items():
        if re.search(rf"\b({words})\b", text):
            yield meaning


def backs(record: Record, said: Complexity) -> bool:
    if said == OPEN:
        return record.open
    if said == POLYNOMIAL:
        return any(each.kind == "in" and RANKS.get(each.name, 99) <= RANKS["P"] for each in record.known)
    return any(each.implies(said) for each in record.known)


def decisive(records: Iterable[Record]) -> tuple[int, list[tuple[Complexity, str]]]:
    """How hard the system is known to be today, and the results that say so, each with its source."""
    found = [(each, record.source) for record in records for each in record.complexity]
    found += [(each, since.source) for record in records for since in record.changes for each in since.complexity]
    hardest = max((each.rank for each, _ in found), default=-1)
    return hardest, [(each, source) for each, source in found if each.rank == hardest]


def disagreements(text: str, records: tuple[Record, ...]) -> list[str]:
    """What a docstring says that its records do not, and what is decisive in them and missing there."""
    said = list(dict.fromkeys(stated(text)))
    found = [f"{each} is in no record" for each in said if not any(backs(record, each) for record in records)]
    hardest, results = decisive(records)
    if hardest >= RANKS["P"]:
        if not any(each.rank == hardest and result.implies(each) for each in said for result, _ in results):
            found.append(f"{results[0][0]} is missing")
        if not any(name in text for _, source in results for name in authors(source)):
            found.append(f"no author of {results[0][1]} is named")
    elif any(record.open for record in records):
        found += [] if OPEN in said else ["that it is open is missing"]
    elif any(backs(record, POLYNOMIAL) for record in records):
        found += [] if POLYNOMIAL in said else ["that it is polynomial is missing"]
    return found


def authors(source: str) -> list[str]:
    """The names in front of the years in a source; of keys of citation, their parts."""
    return [name for each in source.split(";") for name in re.findall(r"[A-Z]\w{2,}", re.split(r"\d", each)[0])]


def told(key: str) -> str:
    return paragraph(pp.system(key).rules_text())


@pytest.mark.parametrize("key", KEYS)
def test_the_docstring_and_the_records_agree(key: str) -> None:
    assert disagreements(told(key), pp.atlas(key)) == []


@pytest.mark.parametrize("key", KEYS)
def test_another_class_in_a_docstring_is_noticed(key: str) -> None:
    """Whatever class a docstring names, exchanged for another one that no record has."""
    text, records = told(key), pp.atlas(key)
    known = {each for record in records for each in record.known}
    wrong = ("NP-complete", "PSPACE-complete", "EXPTIME-complete", "NL-hard", "undecidable")
    for match in re.finditer(CLASS, text):
        for word in wrong:
            if not any(each.implies(read(word)[0]) for each in known):
                assert disagreements(text[: match.start()] + word + text[match.end() :], records)


@pytest.mark.parametrize("key", KEYS)
def test_a_docstring_without_its_classes_is_noticed(key: str) -> None:
    records = pp.atlas(key)
    text = re.sub(CLASS, "hard", told(key))
    text = re.sub(rf"\b({'|'.join(PROSE)})\b", "unclear", text)
    assert bool(disagreements(text, records)) == any(
        record.open or backs(record, POLYNOMIAL) or each.rank >= RANKS["P"] for record in records for each in record.now
    )


@pytest.mark.parametrize("key", KEYS)
def test_records_of_another_system_are_noticed(key: str) -> None:
    """A docstring that names classes needs records: none will do."""
    assert bool(disagreements(told(key), pp.Atlas())) == bool(list(stated(told(key))))


@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("domineering", "polynomial", ["that it is open is missing"]),
        ("sokoban", "open (Culberson 1998)", ["open is in no record", "PSPACE-complete is missing"]),
        ("sokoban", "NP-hard (Culberson 1998)", ["PSPACE-complete is missing"]),
        ("sokoban", "PSPACE-complete (Nobody 1998)", ["no author of Culberson-1998 is named"]),
        ("sokoban", "PSPACE-complete (Hearn 2006)", []),
        ("sokoban", "PSPACE-hard (Culberson 1998)", []),
        ("nim", "easy", []),
        ("nim", "NP-complete", ["NP-complete is in no record", "that it is polynomial is missing"]),
        ("nimstring", "open (Demaine 2008)", ["open is in no record", "PSPACE-complete is missing"]),
        ("fifteen", "a shortest solution is NP-hard to find (Ratner & Warmuth 1990)", []),
        ("slitherlink", "NP-complete (Yato 2003)", []),
        ("slitherlink", "PSPACE-complete (Yato 2003)", ["PSPACE-complete is in no record", "ASP-complete is missing"]),
    ],
)
def test_disagreements_are_named(key: str, text: str, found: list[str]) -> None:
    assert disagreements(f"Complexity: {text}.", pp.atlas(key)) == found

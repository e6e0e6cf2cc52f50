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
    """The names in a source; the survey's keys write letters of other languages in their own way."""
    return [name.replace("ue", "ü") if name == "Huffner" else name for name in re.findall(r"[A-Z]\w{2,}", source)]


@pytest.mark.parametrize("key", KEYS)
def test_the_docstring_and_the_records_agree(key: str) -> None:
    text = paragraph(pp.system(key).rules_text())
    assert not disagreements(text, pp.atlas(key))

"""Published results about Jenga: every row.

Rows about Kayles and Linear Cram have their test in ``test_facts.py``, those about nimbers in ``tests/values``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.reference.facts import facts
from tests.reference.games import outcome as reference_outcome
from tests.reference.published import Case, Row, case, has_outcome, parameters

import perfectplay as pp

LETTERS = {"first player": "N", "second player": "P"}


def classify(row: Row) -> Iterator[Case]:
    instance, letter = row["instance"], LETTERS[row["expected"]]
    if levels := re.fullmatch(r"n=(\d+) full levels of 3", instance):
        yield case(f"jenga {levels[1]} levels", has_outcome("jenga", levels[1], letter), row, "jenga")
    elif instance == "even k blocks per level":
        for k in (2, 4, 6, 8):
            for n in (1, 2, 3, 8):
                check = has_outcome("jenga", str(n), letter, k=k)
                yield case(f"jenga {n} levels of {k}", check, row, "jenga")


ROWS = [row for row in facts("games") if row["game"] == "jenga"]
CASES = [list(classify(row)) for row in ROWS]


@pytest.mark.parametrize("case", parameters(case for cases in CASES for case in cases))
def test_published_result(case: Case) -> None:
    case.run()


def test_every_row_is_understood() -> None:
    assert len(ROWS) > 5 and all(CASES)


@pytest.mark.parametrize(("k", "levels"), [(2, 2), (3, 1), (3, 2), (3, 3), (4, 2), (5, 2)])
def test_small_towers_by_recursion(k: int, levels: int) -> None:
    tower = pp.load("jenga", str(levels), k=k)
    assert pp.outcome(tower) == reference_outcome(tower)

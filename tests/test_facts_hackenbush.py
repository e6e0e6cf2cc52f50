"""Published results about Hackenbush. Those about values are in tests/values."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.reference.facts import facts
from tests.reference.published import Case, Check, case, limits, parameters

import perfectplay as pp
from perfectplay import Value


def has_value(text: str, expected: str) -> Check:
    """By every method that answers."""

    def check() -> None:
        position = pp.load("hackenbush", text)
        found = {method: pp.value(position, method=method, limits=limits()) for method in pp.methods("value", position)}
        assert found and all(value == Value(expected) for value in found.values()), found

    return check


def rows() -> Iterator[Case]:
    for row in facts("games"):
        if row["game"] == "hackenbush":
            text = row["instance"].split()[-1]  # "tree l(l;rl)"
            assert row["question"] == "canonical form"
            yield case(f"hackenbush {text}", has_value(text, row["expected"]), row, "hackenbush")


CASES = parameters(rows())


def test_the_facts_are_there() -> None:
    assert len(CASES) == 2


@pytest.mark.parametrize("case", CASES)
def test_published_result(case: Case) -> None:
    case.run()

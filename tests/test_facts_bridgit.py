"""Published results about Bridg-it: the first player wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from tests.reference.facts import facts
from tests.reference.published import Case, parameters

import perfectplay as pp

GAME = "bridgit"

pytestmark = pytest.mark.about(GAME)


def first_player_wins(size: str) -> None:
    position = pp.load(GAME, size)
    for method in pp.methods("outcome", position):
        if method in ("gross pairing", "two trees") or int(size) < 4:
            assert pp.outcome(position, method=method) == "N"


def cases() -> Iterator[Case]:
    for row in facts("games"):
        if row["game"] == GAME:
            assert row["question"] == "winner" and row["expected"] == "first player"
            size = row["instance"].removeprefix("n=")
            yield Case(f"bridgit {size}", partial(first_player_wins, size), GAME, row)


CASES = parameters(cases())


@pytest.mark.parametrize("case", CASES)
def test_published_result(case: Case) -> None:
    case.run()

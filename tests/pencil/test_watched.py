"""Connectedness watched from the first conflict on finds the same solutions, and its cuts follow from the rules."""

import random
from itertools import islice

import pytest
from tests.pencil.boards import boards

from perfectplay.checks.filled import follows

NOTHING = (None, None, None, None, None)


@pytest.mark.parametrize("key", ["corral", "hashiwokakero", "heyawake", "kuromasu", "nurikabe"])
def test_watching_finds_the_same_solutions(key: str) -> None:
    for position in islice(boards(key, random.Random(f"watched {key}")), 30):
        found = []
        for patience in (0, 1 << 20):
            poster = position.system.posted(position.state)
            poster.model.patience = patience
            (raw, complete, cuts, _), _ = poster.model.solutions(poster.answer_lits(), 200, NOTHING)
            clauses = {frozenset(clause) for clause in poster.model.formula()}
            lazy = poster.lazy
            assert all(follows(lazy[number], clause, cycle, clauses) for clause, number, cycle in cuts)
            found.append((sorted(raw) if complete else len(raw), complete))
        assert found[0] == found[1], repr(position)

"""What is proved about values of Toppling Dominoes, checked on all short rows."""

from __future__ import annotations

from itertools import product

import pytest

import perfectplay as pp
from perfectplay import Value

pytestmark = pytest.mark.about("toppling_dominoes")

LONGEST = 10


def value(text: str) -> Value:
    return pp.value(pp.load("toppling_dominoes", text)).answer


def rows(letters: str, longest: int) -> list[str]:
    return ["".join(row) for n in range(1, longest + 1) for row in product(letters, repeat=n)]


def test_every_number_is_one_row_which_is_a_palindrome() -> None:
    """Fink, Nowakowski, Siegel & Wolfe 2015: for rows without grey dominoes."""
    row_of: dict[Value, str] = {}
    for row in rows("xo", LONGEST):
        found = value(row)
        if found.is_number:
            assert row == row[::-1]
            assert found not in row_of, f"{row} and {row_of[found]} have the value {found}"
            row_of[found] = row
    assert len(row_of) > 40
    assert {row_of[Value(n)] for n in range(1, LONGEST + 1)} == {"x" * n for n in range(1, LONGEST + 1)}
    assert row_of[Value("1/2")] == "xox" and row_of[Value("3/4")] == "xoxxox"


def test_grey_rows_are_nimbers() -> None:
    """A move leaves fewer of the n dominoes, any number of them: nim."""
    assert all(value("e" * n) == Value(f"*{n}") for n in range(1, LONGEST))


def test_turning_a_row_around_and_exchanging_the_colours() -> None:
    for row in rows("xoe", 6):
        found = value(row)
        assert value(row[::-1]) == found
        assert value(row.translate(str.maketrans("xo", "ox"))) == -found


def test_rows_are_added() -> None:
    for one, other in [("xo", "oxx"), ("xeo", "exo"), ("xxo", "oxo")]:
        assert value(f"{one}|{other}") == value(one) + value(other)

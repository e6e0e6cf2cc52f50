"""Sums, distances, divisions and areas on all small boards: what the definition accepts is what the solver finds."""

from __future__ import annotations

from itertools import product

import pytest
from tests.pencil.test_constraints import agree, blank

from perfectplay.constraints import DistinctSum, HalfTurn, Rectangles, SelfSized, Spread
from perfectplay.kinds.sheet import Cell


@pytest.mark.parametrize("number", range(5))
def test_different_numbers_with_a_sum(number: int) -> None:
    for total in range(15):
        agree(dict.fromkeys(range(number), range(1, 6)), DistinctSum(tuple(range(number)), total))
    agree({0: (1, 2), 1: (2, 3), 2: (1, 2, 4)}, DistinctSum((0, 1, 2), 7))


@pytest.mark.parametrize("length", range(1, 7))
def test_equal_numbers_keep_their_distance(length: int) -> None:
    agree(dict.fromkeys(range(length), range(1, 4)), Spread(tuple(range(length))))


@pytest.mark.parametrize("size", [(1, 3), (2, 2), (2, 3), (3, 3)])
def test_rectangles_cover_the_sheet(size: tuple[int, int]) -> None:
    sheet = blank(*size)
    found = 0
    for a, b in product(range(1, len(sheet.cells)), repeat=2):
        clues: dict[str | int, tuple[Cell, int]] = {"a": (sheet.cells[0], a), "b": (sheet.cells[-2], b)}
        found += agree(dict.fromkeys(sheet.cells, ("a", "b")), Rectangles(clues, *size))
    assert found


@pytest.mark.parametrize("size", [(1, 3), (2, 2), (2, 3), (3, 3)])
def test_areas_are_unchanged_by_half_a_turn(size: tuple[int, int]) -> None:
    sheet = blank(*size)
    for centre in product(range(2 * size[0] - 1), range(2 * size[1] - 1)):
        assert agree(dict.fromkeys(sheet.cells, ("a", "b")), HalfTurn("a", centre, tuple(sheet.cells)))


@pytest.mark.parametrize(("size", "fillings"), [((1, 1), 1), ((1, 2), 1), ((1, 4), 4), ((2, 2), 5), ((2, 3), 33)])
def test_numbers_are_the_sizes_of_their_areas(size: tuple[int, int], fillings: int) -> None:
    sheet = blank(*size)
    domains = dict.fromkeys(sheet.cells, range(1, len(sheet.cells) + 1))
    assert agree(domains, SelfSized(*size)) == fillings
    assert agree({**domains, (0, 0): (1,)}, SelfSized(*size)) <= fillings

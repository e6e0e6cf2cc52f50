"""Every constraint on all small boards: what its definition accepts is what the solver finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from perfectplay.constraints import AllDifferent, AnyOf, Blocks, Connected, Constraint, Count, Poster, SingleLoop
from perfectplay.kinds.sheet import Cell, Sheet

NO_LIMITS = (None, None, None, None, None)
Domains = Mapping[Any, Sequence[Any]]


def accepted(domains: Domains, constraints: Sequence[Constraint]) -> set[tuple[int | str, ...]]:
    """By the definitions."""
    found = set()
    for values in product(*domains.values()):
        answer = dict(zip(domains, values, strict=True))
        if all(constraint.faults(answer) is None for constraint in constraints):
            found.add(values)
    return found


def solved(domains: Domains, constraints: Sequence[Constraint]) -> set[tuple[int | str, ...]]:
    """By the solver."""
    poster = Poster(domains)
    for constraint in constraints:
        constraint.post(poster)
    (found, complete, _, _), _ = poster.model.solutions(poster.answer_lits(), 1 << 20, NO_LIMITS)
    assert complete
    answers = [tuple(poster.read(solution).values()) for solution in found]
    assert len(set(answers)) == len(answers)
    return set(answers)


def agree(domains: Domains, *constraints: Constraint) -> int:
    expected = accepted(domains, constraints)
    assert solved(domains, constraints) == expected
    return len(expected)


def blank(rows: int, cols: int) -> Sheet:
    return Sheet(rows, cols, (".",) * (rows * cols))


SIZES = [(rows, cols) for rows in (1, 2, 3) for cols in (1, 2, 3, 4)]


@pytest.mark.parametrize("size", SIZES)
def test_shaded_cells_hang_together(size: tuple[int, int]) -> None:
    sheet = blank(*size)
    domains = dict.fromkeys(sheet.cells, (".", "#"))
    links = dict.fromkeys(sheet.pairs)
    for value in ".#":
        agree(domains, Connected({cell: (cell, value) for cell in sheet.cells}, links))
    fixed: dict[Cell, tuple[Cell, str] | None] = {cell: (cell, "#") for cell in sheet.cells}
    fixed[0, 0] = None
    agree(domains, Connected(fixed, links))


@pytest.mark.parametrize("size", [(1, 3), (2, 2), (2, 3), (3, 3)])
def test_links_connect(size: tuple[int, int]) -> None:
    sheet = blank(*size)
    domains = dict.fromkeys(sheet.pairs, (0, 1))
    agree(domains, Connected(dict.fromkeys(sheet.cells), {pair: (pair, 1) for pair in sheet.pairs}))


@pytest.mark.parametrize(("size", "loops"), [((2, 2), 1), ((2, 3), 3), ((3, 3), 13), ((3, 4), 40)])
def test_loops_are_single(size: tuple[int, int], loops: int) -> None:
    """The numbers of cycles in grids (Iwashita et al. 2013)."""
    sheet = blank(*size)
    domains = dict.fromkeys(sheet.pairs, (0, 1))
    links = {pair: (pair, 1) for pair in sheet.pairs}
    assert agree(domains, SingleLoop(links)) == loops
    first = tuple((pair, 1) for pair in sheet.pairs[:3])
    agree(domains, SingleLoop(links, (first,)), AnyOf(first))


@pytest.mark.parametrize("number", range(7))
def test_counts(number: int) -> None:
    domains = dict.fromkeys(range(number), (0, 1))
    atoms = tuple((n, 1) for n in range(number))
    for low in range(number + 2):
        for high in range(-1, number + 2):
            agree(domains, Count(atoms, low, high))
    agree(domains, AnyOf(atoms))


@pytest.mark.parametrize("values", [2, 3, 4, 5])
def test_all_different(values: int) -> None:
    for number in range(1, 5):
        agree(dict.fromkeys(range(number), range(values)), AllDifferent(tuple(range(number))))
    agree({0: (1, 2), 1: (2, 3), 2: (1, 2, 3, 4)}, AllDifferent((0, 1, 2)))


@pytest.mark.parametrize("length", range(1, 10))
def test_blocks(length: int) -> None:
    domains = dict.fromkeys(range(length), (".", "#"))
    line = tuple((n, "#") for n in range(length))
    for lengths in [(), (1,), (2,), (1, 1), (2, 1), (1, 3), (1, 1, 2), (length,), (length, 1)]:
        agree(domains, Blocks(line, lengths))

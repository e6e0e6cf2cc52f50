"""The parity of sliding tiles against everything that slides can make, single rows and 2 x 2 included."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

import perfectplay as pp
from perfectplay.theorems import tile_parity

pytestmark = pytest.mark.about("fifteen")


def reached(numbers: tuple[int, ...], cols: int) -> set[tuple[int, ...]]:
    """Every arrangement that slides can make, by a reading of the rules of its own."""
    seen, todo = {numbers}, [numbers]
    for here in todo:
        free = here.index(0)
        row, col = divmod(free, cols)
        for cell in range(len(here)):
            r, c = divmod(cell, cols)
            if abs(r - row) + abs(c - col) == 1:
                after = list(here)
                after[free], after[cell] = here[cell], 0
                if tuple(after) not in seen:
                    seen.add(tuple(after))
                    todo.append(tuple(after))
    return seen


@pytest.mark.parametrize("blank", ["first", "last"])
@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 1), (1, 3), (1, 5), (5, 1), (1, 6), (2, 2), (2, 3), (3, 2)])
def test_every_arrangement_of_small_boards(rows: int, cols: int, blank: str) -> None:
    cells = rows * cols
    solved = tuple(range(cells)) if blank == "first" else (*range(1, cells), 0)
    possible = reached(solved, cols)
    assert len(possible) == (cells if 1 in (rows, cols) else {4: 12, 6: 360}[cells])
    for numbers in permutations(range(cells)):
        text = "|".join(" ".join(map(str, numbers[i : i + cols])) for i in range(0, cells, cols))
        position = pp.load("fifteen", text, blank=blank)
        refused = bool(tile_parity.refusal(position))
        assert refused == (numbers not in possible) == tile_parity.confirm(position), text


@pytest.mark.parametrize(("rows", "cols"), [(1, 5), (4, 1), (2, 2), (2, 3), (3, 3)])
def test_reasons_and_search(rows: int, cols: int) -> None:
    rng = random.Random(f"{rows} {cols}")
    for _ in range(20):
        numbers = rng.sample(range(rows * cols), rows * cols)
        text = "|".join(" ".join(map(str, numbers[i : i + cols])) for i in range(0, rows * cols, cols))
        position = pp.load("fifteen", text)
        if not tile_parity.refusal(position):
            continue
        result = pp.solve(position)
        assert result.answer is None and result.method == "tile parity" and pp.verify(result)
        assert result.witness["reason"].startswith("order" if 1 in (rows, cols) else "parity")
        assert not pp.solutions(position) and pp.count(position) == 0
        if rows * cols < 9:
            assert pp.solve(position, method="breadth-first").answer is None


def test_large_boards_are_refused_at_once() -> None:
    for side in (4, 5, 10):
        numbers = [*range(1, side * side), 0]
        numbers[0], numbers[1] = numbers[1], numbers[0]
        result = pp.solve(pp.load("fifteen", " ".join(map(str, numbers))))
        assert result.answer is None and result.witness["reason"].startswith("parity")
        assert "checked again" in str(pp.verify(result))

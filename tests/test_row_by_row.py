"""Sliding tiles row by row: every board that can be solved is, by legal slides, and by no more than 5 n^3 of them.

The bound that is tested on h x w cells is 5/2 hw(h + w) slides, which is 5 n^3 where h = w = n (Parberry 1995 proves it
for his scheme up to terms of lower order); random boards need about half as many.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import perfectplay as pp
from perfectplay import Position
from perfectplay.solvers import row_by_row
from perfectplay.theorems import tile_parity

pytestmark = pytest.mark.about("fifteen")

METHOD = "row by row"
SIZES = [(h, w) for h in range(2, 11) for w in range(2, 11)]


def load(numbers: list[int], cols: int, blank: str = "last") -> Position:
    rows = [numbers[i : i + cols] for i in range(0, len(numbers), cols)]
    return pp.load("fifteen", "|".join(" ".join(map(str, row)) for row in rows), blank=blank)


def solvable(numbers: list[int], cols: int, blank: str) -> Position:
    """The board, with two tiles exchanged if it cannot be solved."""
    position = load(numbers, cols, blank)
    if tile_parity.refusal(position):
        a, b = [n for n, number in enumerate(numbers) if number][:2]
        numbers[a], numbers[b] = numbers[b], numbers[a]
        position = load(numbers, cols, blank)
    return position


def slides(position: Position) -> list[int]:
    result = pp.solve(position, method=METHOD)
    assert result.answer is not None and result.answer.end.winner is not None
    return [int(move.text) for move in result.answer]


def replayed(position: Position, tiles: list[int]) -> list[int]:
    """The numbers after these slides, by a second reading of the rules."""
    rows = position.system.rows(position.state)
    numbers, cols = [number for row in rows for number in row], len(rows[0])
    for tile in tiles:
        a, b = numbers.index(tile), numbers.index(0)
        assert abs(a // cols - b // cols) + abs(a % cols - b % cols) == 1
        numbers[a], numbers[b] = 0, tile
    return numbers


def check(position: Position, rows: int, cols: int) -> None:
    assert METHOD in pp.methods("solve", position)
    found = slides(position)
    assert replayed(position, found) == position.system.order(rows * cols)
    assert 2 * len(found) <= 5 * rows * cols * (rows + cols)


@pytest.mark.parametrize(("rows", "cols"), [size for size in SIZES if size[0] * size[1] <= 30])
@pytest.mark.parametrize("blank", ["first", "last"])
def test_random_boards_of_every_size(rows: int, cols: int, blank: str) -> None:
    rng = random.Random(f"{rows} {cols} {blank}")
    for _ in range(6):
        check(solvable(rng.sample(range(rows * cols), rows * cols), cols, blank), rows, cols)


@pytest.mark.parametrize(("rows", "cols"), [(10, 10), (7, 8), (3, 10), (10, 4), (2, 16), (20, 2)])
def test_large_boards(rows: int, cols: int) -> None:
    rng = random.Random(f"{rows} {cols}")
    blank = rng.choice(["first", "last"])
    check(solvable(rng.sample(range(rows * cols), rows * cols), cols, blank), rows, cols)


@pytest.mark.full
@pytest.mark.parametrize(("rows", "cols"), [size for size in SIZES if size[0] * size[1] > 30])
@pytest.mark.parametrize("blank", ["first", "last"])
def test_random_boards_of_every_size_up_to_a_hundred_cells(rows: int, cols: int, blank: str) -> None:
    rng = random.Random(f"{rows} {cols} {blank}")
    for _ in range(2):
        check(solvable(rng.sample(range(rows * cols), rows * cols), cols, blank), rows, cols)


ORDERS: list[Callable[[int, int, int], int]] = [
    lambda n, rows, cols: rows * cols - 1 - n,  # from the end
    lambda n, rows, cols: n // cols * cols + cols - 1 - n % cols,  # every row from its end
    lambda n, rows, cols: (rows - 1 - n // cols) * cols + n % cols,  # the last row first
    lambda n, rows, cols: (n + cols) % (rows * cols),  # all one row on
]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (4, 4), (6, 6), (5, 7), (8, 3)])
def test_boards_where_every_tile_is_far_from_home(order: Callable[[int, int, int], int], rows: int, cols: int) -> None:
    numbers = [(order(n, rows, cols) + 1) % (rows * cols) for n in range(rows * cols)]
    check(solvable(numbers, cols, "last"), rows, cols)


@pytest.mark.parametrize("blank", ["first", "last"])
def test_every_board_of_four_and_of_six_cells(blank: str) -> None:
    from itertools import permutations

    for rows, cols in ((2, 2), (2, 3), (3, 2)):
        found = 0
        for numbers in permutations(range(rows * cols)):
            position = load(list(numbers), cols, blank)
            if row_by_row.applies(position):
                found += 1
                board = row_by_row.solve(position, pp.method.Asked(details={"metric": "moves"})).value
                assert board.end.winner is not None
        assert found == {4: 12, 6: 360}[rows * cols]


def test_it_is_asked_by_name_only_and_claims_nothing_more() -> None:
    position = load([8, 6, 7, 2, 5, 4, 3, 0, 1], 3)
    assert METHOD in pp.methods("solve", position)[1:] and pp.solve(position).method != METHOD
    result = pp.solve(position, method=METHOD)
    assert result.cost >= 31 and pp.verify(result)
    assert "no shorter" not in str(pp.verify(result))


def test_what_cannot_be_solved_never_reaches_it() -> None:
    for text in ("@loyd", "2 1 3|4 5 6|7 8 0", "2 1 0", "1 0"):
        position = pp.load("fifteen", text)
        assert METHOD not in pp.methods("solve", position)
        with pytest.raises(pp.NotApplicable):
            pp.solve(position, method=METHOD)


def test_limits_are_respected() -> None:
    position = solvable(random.Random(1).sample(range(100), 100), 10, "last")
    with pytest.raises(pp.LimitReached):
        pp.solve(position, method=METHOD, limits=pp.Limits(time=0))
    flag = pp.Cancel()
    flag.set()
    with pytest.raises(pp.LimitReached):
        pp.solve(position, method=METHOD, limits=pp.Limits(cancel=flag))


def test_a_solved_board_takes_no_slide() -> None:
    assert slides(load([*range(1, 12), 0], 4)) == [] and slides(load(list(range(12)), 4, "first")) == []


def test_boards_one_slide_from_home() -> None:
    for rows, cols in ((2, 2), (3, 3), (4, 5), (3, 6)):
        for cell in (rows * cols - 2, rows * cols - 1 - cols):
            numbers = [*range(1, rows * cols), 0]
            numbers[cell], numbers[-1] = 0, numbers[cell]
            check(load(numbers, cols), rows, cols)

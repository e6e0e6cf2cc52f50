"""Boxes of unit blocks: the theorem against search, for every goal on small boxes and for samples of larger ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations

import pytest

import perfectplay as pp
from perfectplay import Position
from perfectplay.theorems import unit_blocks

METHOD = "unit blocks"


def load(rows: int, cols: int, start: dict[int, str], goal: dict[int, str]) -> Position:
    def text(letters: dict[int, str]) -> str:
        cells = [letters.get(n, ".") for n in range(rows * cols)]
        return "|".join("".join(cells[i : i + cols]) for i in range(0, rows * cols, cols))

    return pp.load("sliding_blocks", f"{text(start)} -> {text(goal)}")


def goals(rows: int, cols: int, number: int, shown: int) -> Iterator[Position]:
    """All goals for the first ``shown`` of so many blocks, which stand in the first cells."""
    start = dict(enumerate("abcdefghi"[:number]))
    for places in permutations(range(rows * cols), shown):
        yield load(rows, cols, start, dict(zip(places, "abcdefghi", strict=False)))


def compare(position: Position) -> bool:
    """Does the theorem say no? It must exactly where search does."""
    says_no = unit_blocks.applies(position)
    assert says_no == (pp.solve(position, method="breadth-first").answer is None), str(position)
    if says_no:
        assert unit_blocks.confirm(position)
        assert pp.solve(position).method == METHOD and not pp.solutions(position) and pp.count(position) == 0
    return says_no


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (4, 1), (2, 2), (2, 3), (3, 2)])
def test_every_goal_on_small_boxes(rows: int, cols: int) -> None:
    refused = 0
    for number in range(1, rows * cols + 1):
        for shown in range(1, number + 1):
            positions = list(goals(rows, cols, number, shown))
            if len(positions) > 60:
                positions = random.Random(f"{rows} {cols} {number} {shown}").sample(positions, 60)
            refused += sum(map(compare, positions))
    assert refused > 10


@pytest.mark.full
@pytest.mark.parametrize(("rows", "cols"), [(1, 5), (2, 3), (3, 2)])
def test_every_goal_on_small_boxes_without_exception(rows: int, cols: int) -> None:
    assert sum(compare(p) for n in range(1, rows * cols + 1) for s in range(1, n + 1) for p in goals(rows, cols, n, s))


@pytest.mark.parametrize(("rows", "cols", "holes"), [(2, 4, 1), (2, 4, 2), (3, 3, 1), (3, 3, 2), (1, 7, 3)])
def test_random_goals_on_larger_boxes(rows: int, cols: int, holes: int) -> None:
    rng = random.Random(f"{rows} {cols} {holes}")
    number = rows * cols - holes
    for _ in range(12):
        start = dict(zip(rng.sample(range(rows * cols), number), "abcdefghi", strict=False))
        shown = rng.randint(max(1, number - 3), number)
        goal = dict(zip(rng.sample(range(rows * cols), shown), "abcdefghi", strict=False))
        compare(load(rows, cols, start, goal))


def test_a_large_box_is_refused_at_once_and_the_reason_is_checked_again() -> None:
    start = "abcde|fghij|klmno|pqrst|uvwx."
    result = pp.solve(pp.load("sliding_blocks", f"{start} -> {start.replace('wx', 'xw')}"))
    assert result.answer is None and "parity" in result.witness["reason"]
    assert "checked again" in str(pp.verify(result))
    assert not unit_blocks.applies(pp.load("sliding_blocks", f"{start} -> ba...|.....|.....|.....|....."))


def test_larger_blocks_and_walls_are_left_to_search() -> None:
    for text in ("aab|..c -> ...|c..", "ab#|.cd -> ba#|...", "ab|.. -> ab|.."):
        assert METHOD not in pp.methods("solve", pp.load("sliding_blocks", text))

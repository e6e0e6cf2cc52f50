"""Nurikabe cell by cell: the same solutions as by clauses, on boards that are made from a sea that grows at random."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tests.pencil.definitions import areas
from tests.tiers import depth

import perfectplay as pp
from perfectplay import Position
from perfectplay._native import nurikabe
from perfectplay.board import Place
from perfectplay.kinds.sheet import grid_text
from perfectplay.limits import watch_now
from perfectplay.questions.unique import Uniqueness
from perfectplay.solvers import cell_by_cell

pytestmark = pytest.mark.about("nurikabe")

METHOD = "cell by cell"
SIZES = [(1, 9), (3, 8), (5, 5), (6, 5), (5, 7), (4, 10), (6, 6), (7, 7)]
RING = ["."] * 64
"""An island of 4 x 4 cells in a ring of sea, inside an island of all the rest."""
RING[9], RING[18] = "29", "16"


@pytest.fixture(autouse=True)
def no_moment_for_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_by_cell, "MOMENT", 0)


def grown(rows: int, cols: int, share: float, rng: random.Random) -> list[int]:
    """Numbers of the islands that a sea leaves, which is connected and fills no square."""
    sea = {(rng.randrange(rows), rng.randrange(cols))}
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    while len(sea) < share * len(cells):
        beside = [near for row, col in sea for near in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))]
        fresh = [cell for cell in beside if cell in cells and cell not in sea and not fills(sea | {cell}, cell)]
        if not fresh:
            break
        sea.add(rng.choice(fresh))
    numbers = dict.fromkeys(cells, 0)
    for island in areas(set(cells) - sea):
        numbers[rng.choice(sorted(island))] = len(island)
    return list(numbers.values())


def fills(sea: set[Place], cell: Place) -> bool:
    """Is there a square of sea with this cell?"""
    row, col = cell
    corners = [(row - down, col - right) for down in (0, 1) for right in (0, 1)]
    return any({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= sea for r, c in corners)


def load(cols: int, words: list[str]) -> Position:
    return pp.load("nurikabe", grid_text(words, cols))


def test_boards_have_the_solutions_that_clauses_say() -> None:
    rng = random.Random("cell by cell")
    seen = dict.fromkeys(("no solution", "unique", "not unique"), 0)
    for trial in range(depth(150, 3000)):
        rows, cols = rng.choice(SIZES)
        numbers = grown(rows, cols, rng.uniform(0.2, 0.7), rng)
        if trial % 6 == 0:
            clued = [place for place, number in enumerate(numbers) if number]
            numbers[rng.choice(clued)] += rng.choice((-1, 1)) if clued else 0
        position = load(cols, [str(number or ".") for number in numbers])
        found, _ = nurikabe(cols, numbers, 10**7, watch_now().control())
        assert found is not None
        expected = pp.unique(position, method="sat")
        seen[str(expected)] += 1
        assert len(found) == len(expected.answer.solutions), position
        texts = {grid_text([".#"[not land] for land in lands], cols) for lands in found}
        assert len(texts) == len(found), position
        assert all(pp.check(position, text).answer for text in texts), position
        if len(found) == 1:
            assert texts == {str(expected.answer.solutions[0])}
    assert all(seen.values()), seen


def test_few_large_islands_on_a_narrow_board_are_asked_about_in_this_way() -> None:
    result = pp.unique(load(8, RING))
    assert (result.method, str(result.answer)) == (METHOD, "unique")
    assert str(result.answer.solutions[0]).count("#") == 19
    solved = pp.solve(load(8, RING))
    assert (solved.method, pp.verify(solved).status) == (METHOD, "verified")
    assert str(solved) == str(result.answer.solutions[0])
    assert cell_by_cell.applies(load(8, RING + ["."] * 64))
    unknown = ["?" if word == "16" else word for word in RING]
    for position in (load(8, unknown), load(32, RING * 20), load(4, ["3", ".", ".", "3"] * 4), load(8, ["."] * 64)):
        assert not cell_by_cell.applies(position)
    assert pp.unique(load(3, ["5", *"........"]), proof=True).method == "sat"
    contradictory = pp.solve(load(3, ["5", *".......5"]))
    assert (contradictory.method, contradictory.answer, pp.verify(contradictory).status) == (METHOD, None, "verified")


def test_without_room_the_general_solver_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    board = load(3, ["5", *"........"])
    monkeypatch.setattr(cell_by_cell, "MOST", 10)
    assert pp.unique(board).method == pp.solve(board).method == "sat"


def test_clauses_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_by_cell, "MOMENT", 60)
    monkeypatch.delattr(cell_by_cell, "nurikabe")
    board = load(8, ["48", *"." * 63])
    assert str(pp.unique(board)) == "not unique"
    assert pp.solve(board).solved


def test_limits_are_kept() -> None:
    ring = load(8, RING)
    for limits in (pp.Limits(positions=100), pp.Limits(time=0), pp.Limits(memory=10_000)):
        with pytest.raises(pp.LimitReached):
            pp.unique(ring, limits=limits)


def test_uniqueness_is_refuted_proved_or_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    one, several = (pp.unique(pp.load("nurikabe", text), method=METHOD) for text in ("9..|...|...", "6..|...|..."))
    assert [str(each) for each in (one, several)] == ["unique", "not unique"]
    assert pp.verify(one).status == pp.verify(several).status == "verified"
    forged = replace(several, answer=Uniqueness(several.answer.solutions[:1]), witness=None)
    assert pp.verify(forged).status == "refuted"

    def late(*_: object) -> None:
        raise pp.LimitReached("time limit of 10 s reached", kind="time")

    monkeypatch.setattr(cell_by_cell, "no_other", late)
    assert str(pp.verify(one).fields["answer"]) == "not checked: a refutation of any other solution takes longer"

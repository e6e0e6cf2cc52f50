"""Frozen cars of Unit Rush Hour: which ever move, and what follows, against search on random boards."""

from __future__ import annotations

import random

import pytest

import perfectplay as pp
from perfectplay import Position
from perfectplay.theorems import frozen_cars


def board(rng: random.Random, rows: int, cols: int, free: int, blocks: int) -> Position:
    places = [(row, col) for row in range(rows) for col in range(cols)]
    rng.shuffle(places)
    letters = {place: "." for place in places[:free]} | {place: "#" for place in places[free : free + blocks]}
    letters[places[free + blocks]] = rng.choice("HV")
    text = "|".join("".join(letters.get((row, col)) or rng.choice("hv") for col in range(cols)) for row in range(rows))
    return pp.load("unit_rush_hour", text)


def moved(start: Position) -> set[object]:
    """The cells whose content changes in some position that can be reached, solved ones included."""
    seen, todo = {start.state}, [start.state]
    changed: set[object] = set()
    while todo:
        state = todo.pop()
        for step in start.system.legal(state, pp.LEFT):
            changed |= {
                cell
                for cell, a, b in zip(state.board.cells, start.state.cells, step.state.cells, strict=True)
                if a != b
            }
            if step.state not in seen:
                seen.add(step.state)
                todo.append(step.state)
    return changed


@pytest.mark.parametrize("seed", range(150))
def test_cells_change_exactly_if_the_theorem_says_so(seed: int) -> None:
    rng = random.Random(seed)
    position = board(rng, rng.choice((2, 3)), rng.choice((3, 4)), rng.choice((1, 2)), rng.choice((0, 1, 2)))
    state = position.state
    cells = dict(zip(state.board.cells, state.cells, strict=True))
    loose = frozen_cars.loose(state.board, cells)
    # a free cell that nothing can enter stays as it is
    assert moved(position) == {cell for cell in loose if cells[cell] != "." or cell in moved(position)}
    assert all(cell in moved(position) for cell in loose if cells[cell] != ".")


@pytest.mark.parametrize("seed", range(40))
def test_what_the_theorem_refuses_search_refuses(seed: int) -> None:
    rng = random.Random(f"refused {seed}")
    refused = 0
    for _ in range(20):
        position = board(rng, 4, 4, rng.choice((1, 2, 3)), rng.choice((0, 2)))
        result = pp.solve(position)
        line = pp.solve(position, method="breadth-first").answer
        assert (result.answer is None) == (line is None)
        if result.method == "frozen cars":
            refused += 1
            assert frozen_cars.confirm(position) and pp.verify(result)
            assert result.witness["reason"].startswith("frozen: ")
    assert refused


def test_a_solved_board_and_one_that_can_be_solved_are_left_alone() -> None:
    assert not frozen_cars.applies(pp.load("unit_rush_hour", "vH|hv"))
    assert not frozen_cars.applies(pp.load("unit_rush_hour", "Hv|h."))
    assert frozen_cars.applies(pp.load("unit_rush_hour", "H.#|..."))

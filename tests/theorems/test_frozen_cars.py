"""Frozen cars of one cell: which ever move, and what follows, against search."""

from __future__ import annotations

import random

import pytest
from tests.conformance.plays import samples

import perfectplay as pp
from perfectplay import Position
from perfectplay.families.cars import CarPuzzle
from perfectplay.theorems import frozen_cars

pytestmark = pytest.mark.about("unit_rush_hour", "subway_shuffle")

CARS = [entry.key for entry in pp.catalogue() if issubclass(pp.system(entry.key), CarPuzzle)]


@pytest.mark.parametrize("key", CARS)
def test_every_puzzle_of_the_family_has_the_moves_that_the_theorem_is_about(key: str) -> None:
    """One car goes to a free cell; what else a move asks for never changes."""
    for position in samples(key):
        layout = position.state.layout
        rules = position.system.ruleset(layout)
        changed, asked = set[int](), set[int]()
        for rewrite, changes in zip(rules.rewrites, rules.changes, strict=True):
            start, end = (layout.board.index[cell] for cell in rewrite.piece)
            becomes = dict(changes)
            ((car, left),), ((free, entered),) = becomes.pop(start).items(), becomes.pop(end).items()
            assert (left, free, entered) == (".", ".", car) and start != end
            changed |= {start, end}
            asked |= becomes.keys()
            assert all(before == after for other in becomes.values() for before, after in other.items())
        assert changed.isdisjoint(asked)
        assert frozen_cars.about(position.system)


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
    loose = {state.board.cells[number] for number in frozen_cars.loose(position)}
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
    assert not frozen_cars.refusal(pp.load("unit_rush_hour", "vH|hv"))
    assert not frozen_cars.refusal(pp.load("unit_rush_hour", "Hv|h."))
    assert frozen_cars.refusal(pp.load("unit_rush_hour", "H.#|..."))
    large = pp.load("unit_rush_hour", "|".join(["H" + "v" * 39, *["h" * 40] * 39]))
    assert frozen_cars.refusal(large) and frozen_cars.confirm(large)


# can it move at all?


def move_at_all(position: Position) -> bool:
    """Compare the theorem with search, in every metric; can the target move?"""
    for metric in position.system.metrics:
        result = pp.solve(position, metric=metric)
        assert result.method == "frozen cars"
        found = pp.solve(position, metric=metric, method="breadth-first")
        if result.answer is None:
            assert found.answer is None and frozen_cars.confirm(position)
            assert result.witness["reason"].startswith("frozen: ")
        else:
            assert result.cost == found.cost and pp.check(position, result.answer, metric=metric)
    return result.answer is not None


def test_whether_the_target_can_move_at_all_and_how_soon() -> None:
    rng, can = random.Random("at all"), 0
    for _ in range(150):
        start = board(rng, rng.choice((3, 4)), 4, rng.choice((1, 2)), rng.choice((0, 1, 2)))
        position = pp.load("unit_rush_hour", f"{start} -> move")
        assert pp.load("unit_rush_hour", str(position)) == position
        can += move_at_all(position)
    assert 20 < can < 130


def subway(rng: random.Random, size: int, lines: int, free: int) -> str:
    """A random net of two colours with one boarded car, without its goal."""
    stations = "abcdefghij"[:size]
    tree = [(stations[rng.randrange(n)], stations[n]) for n in range(1, size)]
    edges = [*tree, *(tuple(rng.sample(stations, 2)) for _ in range(lines))]
    names = [f"{a}-{b}" for a, b in {tuple(sorted(edge)) for edge in edges}]
    cars = {station: rng.choice("rb") for station in rng.sample(stations, size - free)}
    boarded = rng.choice(sorted(cars))
    cars[boarded] = cars[boarded].upper()
    given = [f"{station}={car}" for station, car in cars.items()]
    return f"{' '.join(names)}; {' '.join(given + [f'{name}=b' for name in names if rng.random() < 0.5])}"


def test_the_same_in_the_subway() -> None:
    rng, can, refused, solved = random.Random("subway"), 0, 0, 0
    for _ in range(150):
        net = subway(rng, rng.randint(4, 7), rng.randint(0, 3), rng.choice((1, 2)))
        can += move_at_all(pp.load("subway_shuffle", f"{net} -> move"))
        position = pp.load("subway_shuffle", f"{net} -> {rng.choice('abcd')}")
        possible = pp.solve(position, method="breadth-first").answer is not None
        if frozen_cars.refusal(position):
            refused += 1
            assert not possible and frozen_cars.confirm(position) and pp.solve(position).answer is None
        solved += possible
    assert 20 < can < 130 and refused > 40 and solved > 20


@pytest.mark.parametrize("text", ["Hh|vv ->", "Hh|vv -> not", "Hh|vv -> not c3", "Hh|vv -> move a1", "-> move"])
def test_goals_that_cannot_be_read(text: str) -> None:
    with pytest.raises(pp.ParseError):
        pp.load("unit_rush_hour", text)

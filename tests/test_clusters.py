"""Clusters: the distance of every position against `solve` and against plain search, and what designers ask for."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.conformance.plays import BRIEF, PUZZLES, near_goal, small
from tests.reference.games import TooLarge, reach
from tests.reference.puzzles import cheapest

import perfectplay as pp
from perfectplay import Position
from perfectplay.generators.rush_hour import draw, every_board, text
from perfectplay.questions.ask import Asked
from perfectplay.questions.cluster import _explore, _Masks, _Plain, _reader, _Watch
from perfectplay.questions.generate import generators

every_puzzle = pytest.mark.parametrize("key", PUZZLES)
FEW = 400


def positions(key: str) -> list[Position]:
    """Positions from which few others can be reached."""
    found = []
    for position in dict.fromkeys([*small(key)[:3], *near_goal(key)[:3]]):
        try:
            reach(position, FEW)
        except TooLarge:
            continue
        found.append(position)
    return found


@every_puzzle
def test_figures_are_those_of_plain_search_and_verify_recounts_them(key: str) -> None:
    for position in positions(key):
        everything = [there for layer in reach(position, FEW) for there in layer]
        for metric in position.system.metrics:  # type: ignore[attr-defined]
            result = pp.cluster(position, metric=metric, limits=BRIEF)
            found = result.answer
            assert found == len(everything) == pp.reachable(position).positions
            assert found.goals == sum(there.winner is not None for there in everything)
            assert sum(found.layers) + found.dead == found.positions and len(found.distances) == sum(found.layers)
            for there in random.Random(key).sample(everything, min(6, len(everything))):
                line = pp.solve(there, metric=metric, method="breadth-first", limits=BRIEF).answer
                assert found.distances.get(there.state) == (None if line is None else line.cost), f"{there!r} {metric}"
            checked = pp.verify(result)
            assert checked and checked.complete
            assert pp.verify(result.to_json()).complete
            if found.layers:
                assert found.layers[0] == found.goals and found.layers[-1] > 0
                assert result.witness.start == found.hardest[0] and result.witness.cost == found.most
                assert pp.check(result.witness.start, result.witness, metric=metric)
            else:
                assert result.witness is None and found.most is None and found.depth is None


@pytest.mark.full
@every_puzzle
def test_every_distance_is_that_of_the_reference(key: str) -> None:
    for position in positions(key)[:2]:
        for metric in position.system.metrics:  # type: ignore[attr-defined]
            distances = pp.cluster(position, metric=metric).distances
            for layer in reach(position, FEW):
                for there in layer[:: max(1, len(layer) // 8)]:
                    assert distances.get(there.state) == cheapest(there, metric, 100_000)


@every_puzzle
def test_masks_and_plain_rules_find_the_same_moves(key: str) -> None:
    compared = 0
    for position in positions(key):
        reader = _reader(position)
        if not isinstance(reader, _Masks):
            continue
        states, into, solved = _explore(reader, _Watch(Asked()))
        plain, into_plain, solved_plain = _explore(_Plain(position), _Watch(Asked()))
        assert {reader.state(code) for code in states} == set(plain)
        assert sum(map(len, into)) == sum(map(len, into_plain)) and len(solved) == len(solved_plain)
        compared += 1
    if not compared:
        pytest.skip("no small cluster, or rules that are not cell rewrites")


def test_a_wrong_cluster_is_refuted() -> None:
    data = pp.cluster(pp.load("rush_hour", "..B|AAB|...|...")).to_json()
    assert pp.verify(data)
    for name, wrong in (("positions", 5), ("goals", 2), ("layers", [1, 2, 1]), ("dead", 1), ("depth", 1)):
        assert not pp.verify({**data, "answer": {**data["answer"], name: wrong}}), name
    other = pp.load("rush_hour", "..B|AAB|..B|..C|..C").to_json()["position"]
    assert not pp.verify({**data, "answer": {**data["answer"], "hardest": [*data["answer"]["hardest"][:1], other]}})


KNOWN = [
    ("@klotski", 25955, {"moves": 81, "slides": 90, "steps": 116}),
    ("@dads", 1398, {"moves": 59, "slides": 62, "steps": 83}),
]


@pytest.mark.parametrize(("sample", "number", "costs"), KNOWN)
def test_famous_sliding_blocks_in_every_metric(sample: str, number: int, costs: dict[str, int]) -> None:
    position = pp.load("sliding_blocks", sample)
    for metric, cost in costs.items():
        found = pp.cluster(position, metric=metric)
        assert (found.positions, found.depth) == (number, cost)
        hardest = found.witness.start
        assert found.most > cost and pp.solve(hardest, metric=metric).cost == found.most
        assert pp.check(hardest, found.witness, metric=metric)


def test_irreversible_moves_leave_dead_positions() -> None:
    found = pp.cluster(pp.load("peg_solitaire"))
    assert found.dead and found.depth == found.most == 11


def test_a_puzzle_in_plain_python_has_a_cluster() -> None:
    class Doubling(pp.PlainPuzzle):
        def moves(self, n: int) -> list[int]:  # type: ignore[override]
            return [n * 2 % 11, (n + 1) % 11]

        def play(self, n: int, k: int) -> int:
            return k

        def solved(self, n: int) -> bool:
            return n == 0

    found = pp.cluster(Doubling().position(1))
    assert found == 11 and found.layers[0] == 1 and found.depth == pp.solve(Doubling().position(1)).cost
    assert pp.verify(found)


# all boards ---------------------------------------------------------------------------------------------------------


def test_all_boards_of_four_by_four() -> None:
    """Fogleman numbers them from 0 to 1,348."""
    boards = list(every_board(4))
    assert len(set(boards)) == len(boards) == 1349
    rng = random.Random(4)
    for board in rng.sample(boards, 150):
        position = pp.load("rush_hour", board)
        assert not [move for move in position.moves() if "-" in move.text], "something can move back"


@pytest.mark.full
def test_all_boards_of_five_by_five() -> None:
    """Fogleman numbers them from 0 to 268,108."""
    assert sum(1 for _ in every_board(5)) == 268_109


@pytest.mark.full
def test_every_cluster_of_four_by_four_has_such_a_board() -> None:
    """Random boards without full lines, and with the target alone in its row, move back to one of them."""
    boards = set(map(shape, every_board(4)))
    rng = random.Random(44)
    wanted = {"rows": 4, "cols": 4, "pieces": 4, "walls": 0}
    seen = 0
    while seen < 100:
        sketch = draw(rng, **wanted)
        if sketch is None or any(full(sketch, line) for line in range(4)):
            continue
        position = pp.load("rush_hour", text(sketch, **wanted))
        while back := [move for move in position.moves() if "-" in move.text]:
            position = back[0].after
        if position.winner is None:
            seen += 1
            assert shape(str(position)) in boards


def shape(board: str) -> str:
    """The board with its vehicles named in reading order."""
    names: dict[str, str] = {".": ".", "|": "|", "A": "A"}
    for letter in board:
        names.setdefault(letter, chr(ord("B") + len(names) - 3))
    return "".join(names[letter] for letter in board)


def full(sketch: tuple[tuple[tuple[int, int], ...], ...], line: int) -> bool:
    lying = sum(len(p) for p in sketch if p[0][0] == p[-1][0] == line)
    standing = sum(len(p) for p in sketch if p[0][1] == p[-1][1] == line)
    return lying >= 4 or standing >= 4


# the generator ------------------------------------------------------------------------------------------------------


def test_the_generator_makes_what_is_asked_for_and_always_the_same() -> None:
    wanted: dict[str, Any] = {"rows": 4, "cols": 5, "pieces": 6, "least": 7, "seed": 3, "tries": 200}
    made = pp.generate("rush_hour", **wanted)
    assert str(made.answer) == str(pp.generate("rush_hour", **wanted).answer)
    assert made.witness.cost >= 7 and pp.solve(made.answer).cost == made.witness.cost
    assert len(str(made.answer).split("|")) == 4 and len(set(str(made.answer)) - set(".|x")) == 6
    assert pp.verify(made) and pp.verify(made.to_json())
    assert str(pp.generate("rush_hour", **{**wanted, "seed": 4}).answer) != str(made.answer)


def test_walls_and_steps_can_be_asked_for() -> None:
    made = pp.generate("rush_hour", rows=4, cols=4, pieces=4, walls=2, metric="steps", tries=60)
    assert str(made.answer).count("x") == 2 and made.details["metric"] == "steps"
    assert pp.solve(made.answer, metric="steps").cost == made.witness.cost


def test_what_the_generator_refuses() -> None:
    assert "rush_hour" in generators()
    with pytest.raises(pp.NotApplicable, match="no generator"):
        pp.generate("fifteen")
    with pytest.raises(pp.UnknownSystem):
        pp.generate("no_such_puzzle")
    with pytest.raises(pp.ParseError, match="colour"):
        pp.generate("rush_hour", colour=1)
    with pytest.raises(pp.ParseError, match="rows"):
        pp.generate("rush_hour", rows="6")
    with pytest.raises(pp.ParseError, match="pieces"):
        pp.generate("rush_hour", pieces=1000)
    with pytest.raises(pp.LimitReached, match="tries") as caught:
        pp.generate("rush_hour", rows=4, cols=4, pieces=4, least=50, tries=20)
    assert caught.value.best is None or caught.value.best < 50  # type: ignore[operator]
    with pytest.raises(pp.LimitReached):
        pp.generate("rush_hour", limits=pp.Limits(time=0.0))

"""Clusters: the distance of every position against `solve` and against plain search, and what designers ask for."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import Any

import pytest
from tests.conformance.plays import BRIEF, PUZZLES, near_goal, small
from tests.reference.games import TooLarge, reach
from tests.reference.puzzles import cheapest
from tests.tiers import depth

import perfectplay as pp
from perfectplay import Position
from perfectplay.generators.rush_hour import Maker, every_board
from perfectplay.questions.generate import _module, generator_options, generators

every_puzzle = pytest.mark.parametrize("key", PUZZLES)
FEW = depth(120, 400)


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
        for metric in position.system.metrics:
            result = pp.cluster(position, metric=metric, limits=BRIEF)
            found = result.answer
            assert found == len(everything) == pp.reachable(position).positions
            assert found.goals == sum(there.winner is not None for there in everything)
            assert sum(found.layers) + found.dead == found.positions
            assert Counter(map(found.distance, everything)) == counted(found)
            for there in random.Random(key).sample(everything, min(6, len(everything))):
                line = pp.solve(there, metric=metric, method="breadth-first", limits=BRIEF).answer
                assert found.distance(there) == (None if line is None else line.cost), f"{there!r} {metric}"
                own = found.solution(there)
                assert (own is None) == (line is None)
                if own is not None and line is not None:
                    assert (own.start, own.cost) == (there, line.cost) and pp.check(there, own, metric=metric)
            checked = pp.verify(result)
            assert checked
            assert pp.verify(result.to_json())
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
        for metric in position.system.metrics:
            found = pp.cluster(position, metric=metric)
            for layer in reach(position, FEW):
                for there in layer[:: max(1, len(layer) // 8)]:
                    assert found.distance(there) == cheapest(there, metric, 100_000)


def counted(found: Any) -> dict[int | None, int]:
    by_cost = {cost: number for cost, number in enumerate(found.layers) if number}
    return by_cost | ({None: found.dead} if found.dead else {})


def test_what_a_cluster_does_not_know() -> None:
    found = pp.cluster(pp.load("rush_hour", "..B.|AAB.|..C.|..C.|....|...."))
    others = [
        pp.load("rush_hour", text)
        for text in ("..C.|AAC.|..B.|..B.|....|....", "..B|AAB|...", "..D.|AAD.|..C.|..C.|....|....")
    ]
    for other in (*others, pp.load("fifteen", "1 2|0 3")):
        with pytest.raises(pp.NotApplicable, match="cannot be reached"):
            found.distance(other)
    copied = pickle.loads(pickle.dumps(found.answer))
    assert copied == found.answer
    with pytest.raises(pp.NotApplicable, match="a copy"):
        copied.distance(found.hardest[0])


def test_free_moves_cost_nothing() -> None:
    """Sokoban counted in pushes: walking is free, and cannot be told from standing still."""
    position = pp.load("sokoban", "######|#@-$.#|######")
    pushes, moves = (pp.cluster(position, metric=metric) for metric in ("pushes", "moves"))
    assert (pushes.positions, pushes.layers, pushes.depth) == (5, (3, 2), 1)
    assert (moves.layers, moves.depth) == ((3, 1, 1), 2)
    assert pp.verify(pushes) and pp.verify(moves)


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
        def moves(self, n: int) -> list[int]:
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
    maker = Maker(rows=4, cols=4, pieces=4, walls=0)
    seen = 0
    while seen < 100:
        sketch = maker.draw(rng)
        if sketch is None or any(full([maker.shapes[k].at(p) for k, p in sketch], line) for line in range(4)):
            continue
        position = pp.load("rush_hour", maker.text(sketch))
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


def full(sketch: list[list[tuple[int, int]]], line: int) -> bool:
    lying = sum(len(p) for p in sketch if p[0][0] == p[-1][0] == line)
    standing = sum(len(p) for p in sketch if p[0][1] == p[-1][1] == line)
    return lying >= 4 or standing >= 4


# the generators -----------------------------------------------------------------------------------------------------

SMALL: dict[str, dict[str, Any]] = {
    "rush_hour": {"rows": 4, "cols": 5, "pieces": 7, "least": 7, "seed": 3, "tries": 400},
    "sliding_blocks": {"rows": 4, "cols": 4, "pieces": 7, "least": 14, "seed": 1, "tries": 400, "bends": True},
    "lunar_lockout": {"rows": 5, "cols": 5, "pieces": 4, "least": 5, "seed": 2, "tries": 400},
}

every_generator = pytest.mark.parametrize("key", generators())


@every_generator
def test_a_generator_makes_what_is_asked_for_and_always_the_same(key: str) -> None:
    wanted = SMALL[key]
    made = pp.generate(key, **wanted)
    assert str(made.answer) == str(pp.generate(key, **wanted).answer)
    assert made.witness.cost >= wanted["least"] and pp.solve(made.answer).cost == made.witness.cost
    rows = str(made.answer).partition(" -> ")[0].split("|")
    assert len(rows) == wanted["rows"] and {len(row) for row in rows} == {wanted["cols"]}
    assert pp.cluster(made.answer).most == made.witness.cost
    assert pp.verify(made) and pp.verify(made.to_json())
    assert pp.count(made.answer) >= 1
    assert any(str(pp.generate(key, **{**wanted, "seed": seed}).answer) != str(made.answer) for seed in (11, 12, 13))


@every_generator
def test_nothing_can_be_taken_away_from_what_was_made(key: str) -> None:
    made = pp.generate(key, **SMALL[key])
    maker = _module(key).Maker(**{name: made.details[name] for name in _module(key).options})
    state = made.answer.state
    loose = set(str(made.answer).partition(" -> ")[0]) - set(".+|xXAa#")
    if key == "lunar_lockout":
        texts = [maker.text(less) for less in maker.lighter(state.cells)]
    else:
        texts = [erased(str(made.answer), letter) for letter in sorted(loose)]
    assert texts
    for less in texts:
        most = pp.cluster(pp.load(key, less)).most
        assert most is None or most < made.witness.cost


def erased(text: str, letter: str) -> str:
    board, arrow, goal = text.partition(" -> ")
    return board.replace(letter, ".") + arrow + goal


@every_generator
def test_sketches_are_positions(key: str) -> None:
    """What the kernel of all sketches says of one is what the puzzle itself says."""
    from perfectplay.generators._annealing import Bench
    from perfectplay.limits import Watch

    module, rng = _module(key), random.Random(key)
    maker = module.Maker(**{name: SMALL[key].get(name, value) for name, value in module.options.items()})
    for metric in pp.load(key).system.metrics:
        bench = Bench(maker, metric, Watch(), None)
        sketch = None
        for _ in range(12):
            changed = maker.draw(rng) if sketch is None else maker.vary(rng, sketch)
            if changed is None:
                continue
            sketch = changed
            assert sorted(maker.sketch(maker.cells(sketch))) == sorted(sketch)
            found = bench.judged(sketch)
            plain = pp.cluster(pp.load(key, maker.text(sketch)), metric=metric)
            assert (found.cost if found else 0) == (plain.most or 0)
            if found is not None:
                assert pp.solve(pp.load(key, maker.text(found.sketch)), metric=metric).cost == found.cost


def test_walls_and_steps_can_be_asked_for() -> None:
    made = pp.generate("rush_hour", rows=4, cols=4, pieces=4, walls=2, metric="steps", tries=60)
    assert str(made.answer).count("x") == 2 and made.details["metric"] == "steps"
    assert pp.solve(made.answer, metric="steps").cost == made.witness.cost
    assert len(set(str(made.answer)) - set(".|x")) <= 4


@pytest.mark.full
def test_a_hard_board_with_the_default_options() -> None:
    made = pp.generate("rush_hour", least=30)
    assert made.witness.cost >= 30 and "x" not in str(made.answer)


def test_what_the_generators_refuse() -> None:
    assert generators() == ["lunar_lockout", "rush_hour", "sliding_blocks"]
    assert generator_options("rush_hour")["pieces"] == 13
    with pytest.raises(pp.NotApplicable, match="no generator"):
        pp.generate("fifteen")
    with pytest.raises(pp.UnknownSystem):
        pp.generate("no_such_puzzle")
    with pytest.raises(pp.NotApplicable, match="no metric"):
        pp.generate("rush_hour", metric="miles")
    for wrong in ({"colour": 1}, {"rows": "6"}, {"pieces": 1000}, {"tries": 0}, {"least": -1}, {"walls": -1}):
        with pytest.raises(pp.ParseError, match=f"rush_hour.*{next(iter(wrong))}"):
            pp.generate("rush_hour", **wrong)
    for key in ("sliding_blocks", "lunar_lockout"):
        with pytest.raises(pp.ParseError, match=f"{key}.*cols"):
            pp.generate(key, cols=1)
    with pytest.raises(pp.LimitReached, match="tries") as caught:
        pp.generate("rush_hour", rows=4, cols=4, pieces=4, least=50, tries=20)
    assert caught.value.best is None or caught.value.best < 50  # type: ignore[operator]
    with pytest.raises(pp.LimitReached, match="time") as caught:
        pp.generate("rush_hour", limits=pp.Limits(time=0.0))
    assert caught.value.kind == "time"
    with pytest.raises(pp.LimitReached, match="positions") as caught:
        pp.generate("rush_hour", least=60, limits=pp.Limits(positions=20_000))
    assert caught.value.kind == "positions"


def test_at_a_limit_the_best_puzzle_is_taken() -> None:
    made = pp.generate("rush_hour", limits=pp.Limits(positions=100_000))
    assert made.witness.cost > 5 and pp.verify(made)


@every_generator
def test_the_largest_board_has_a_kernel(key: str) -> None:
    size = _module(key).LARGEST
    with pytest.raises(pp.LimitReached, match="1 tries"):
        pp.generate(key, rows=size, cols=size, tries=1)
    with pytest.raises(pp.ParseError, match="rows"):
        pp.generate(key, rows=size + 1, cols=size, tries=1)

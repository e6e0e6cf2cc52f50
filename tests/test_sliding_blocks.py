"""Sliding blocks: pieces of any shape, walls, goals for all or some of the pieces, and whether a piece can move."""

from __future__ import annotations

import random

import pytest
from tests.reference.puzzles import cheapest

import perfectplay as pp
from perfectplay import Position

pytestmark = pytest.mark.about("sliding_blocks")

METRICS = ("moves", "slides", "steps")
SHAPES = [
    [(0, 0)],
    [(0, 0), (0, 1)],
    [(0, 0), (1, 0)],
    [(0, 0), (0, 1), (1, 0)],
    [(0, 1), (1, 0), (1, 1)],
    [(0, 0), (0, 1), (0, 2)],
    [(0, 1), (1, 0), (1, 1), (1, 2)],
    [(0, 0), (0, 1), (1, 1), (1, 2)],
    [(0, 0), (0, 1), (1, 0), (1, 1)],
]


def box(rng: random.Random, rows: int, cols: int, pieces: int, walls: int) -> str:
    """A box with pieces of random shapes where there is room."""
    letters: dict[tuple[int, int], str] = {}
    for cell in rng.sample([(r, c) for r in range(rows) for c in range(cols)], walls):
        letters[cell] = "#"
    for letter in "abcdefgh"[:pieces]:
        shape = rng.choice(SHAPES)
        places = [(r, c) for r in range(rows) for c in range(cols)]
        rng.shuffle(places)
        for row, col in places:
            cells = [(row + r, col + c) for r, c in shape]
            if all(r < rows and c < cols and (r, c) not in letters for r, c in cells):
                letters |= dict.fromkeys(cells, letter)
                break
    return "|".join("".join(letters.get((r, c), ".") for c in range(cols)) for r in range(rows))


def goal(text: str, keep: str) -> str:
    """Only some of the pieces."""
    return "".join(letter if letter in "#|" or letter in keep else "." for letter in text)


def wander(rng: random.Random, text: str) -> str:
    """The box after a random walk."""
    position = pp.load("sliding_blocks", f"{text} -> {goal(text, text)}")
    for _ in range(60):
        after = [step.state for step in position.system.legal(position.state, pp.LEFT)]
        if after:
            position = Position(position.system, rng.choice(after))
    return str(position).partition(" ->")[0]


@pytest.mark.parametrize("seed", range(30))
def test_any_pieces_walls_and_goals_against_plain_search(seed: int) -> None:
    rng = random.Random(seed)
    text = box(rng, 3, 4, rng.randint(2, 4), rng.randint(0, 2))
    letters = sorted({letter for letter in text if letter.isalpha()})
    for shown in (letters, letters[:1], rng.sample(letters, (len(letters) + 1) // 2)):
        position = pp.load("sliding_blocks", f"{text} -> {goal(wander(rng, text), ''.join(shown))}")
        assert pp.load("sliding_blocks", str(position)) == position
        for metric in METRICS:
            result = pp.solve(position, metric=metric)
            assert result.answer is not None and result.cost == cheapest(position, metric, 100_000)
            assert pp.check(position, str(result.answer), metric=metric).answer.cost == result.cost
    for letter in letters:
        position = pp.load("sliding_blocks", f"{text} -> move {letter}")
        assert pp.load("sliding_blocks", str(position)) == position
        for metric in METRICS:
            result = pp.solve(position, metric=metric)
            found = None if result.answer is None else result.cost
            assert found == cheapest(position, metric, 100_000) and pp.verify(result)
            if result.answer is None:
                assert result.witness["reason"]


COSTS = {
    "klotski": (81, 90, 116),
    "dads": (59, 62, 83),
    "warehouse": (37, 44, 55),
    "dominoes": (11, 11, 13),
    "siding": (14, 18, 42),
}


@pytest.mark.parametrize(
    "sample", [pytest.param(name, marks=pytest.mark.full if name != "dominoes" else ()) for name in COSTS]
)
def test_samples_in_every_metric(sample: str) -> None:
    position = pp.load("sliding_blocks", f"@{sample}")
    for metric, cost in zip(METRICS, COSTS[sample], strict=True):
        results = [pp.solve(position, metric=metric, method=method) for method in (None, "breadth-first")]
        assert [result.cost for result in results] == [cost, cost]
        assert not any(pp.verify(result, limits=pp.Limits(positions=300)).refuted for result in results)
        assert all(pp.check(position, line, metric=metric) for line in pp.solutions(position, metric=metric))


def test_dominoes_that_can_never_move() -> None:
    stuck = pp.load("sliding_blocks", "aabb|cd.e|cd.e|ffgg -> move f")
    result = pp.solve(stuck)
    assert result.answer is None and result.witness["reason"].startswith(("exhausted", "out of reach"))
    assert pp.verify(result)
    assert pp.solve(pp.load("sliding_blocks", "aabb|cd.e|cd.e|ffgg -> move d")).cost == 1


def test_what_is_to_be_left_is_part_of_every_position() -> None:
    position = pp.load("sliding_blocks", "aab|ccb|d.e -> move b")
    assert str(position) == "aab|ccb|d.e -> not ..b|..b|..."
    line = pp.solve(position).answer
    assert line is not None
    end = line.end
    assert end.winner is pp.LEFT and str(end) == "aa.|ccb|deb -> not ..b|..b|..."
    assert pp.load("sliding_blocks", str(end)).winner is pp.LEFT
    assert pp.cluster(position).depth == 2 and pp.reachable(position).positions > 2


def test_the_goal_stands_beside_the_box() -> None:
    assert str(pp.load("sliding_blocks", "ab|a.|c. -> ..|.b|..").picture()) == (
        "  a b\n1 a b      . .\n2 a .  ->  . b\n3 c .      . ."
    )


WRONG = {
    "": "no goal",
    "ab|a.": "no goal",
    "ab|a. ->": "goal: another size",
    "ab|a. -> ..": "another size",
    "ab|a. -> ..|.": "another size",
    "ab|a. -> ..|..": "shows no piece",
    "ab|a. -> ..|.c": "not on the board",
    "ab|a. -> ..|aa": "another shape",
    "ab|a. -> ..|.1": "unexpected",
    "ab|a. -> ..|#b": "wall",
    "a#|.. -> .a|..": "does not fit",
    "ab|ba -> ..|.a": "two parts",
    "a1|.. -> ..|.a": "unexpected",
    "ab|a -> ..|.": "",
    "ab|a. -> move": "another size",
    "ab|a. -> move c": "not on the board",
    "ab|a. -> move ab": "another size",
    "ab|a. -> not ab|a.": "2 pieces",
    "ab|a. -> not ..|..": "shows no piece",
    "-> a": "",
    "->": "empty board",
    "ab|a. -> b. -> .b": "",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_said_in_one_line(text: str) -> None:
    with pytest.raises(pp.ParseError) as error:
        pp.load("sliding_blocks", text)
    assert WRONG[text] in str(error.value) and "\n" not in str(error.value)

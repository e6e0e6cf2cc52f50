"""Rubik's cube: notations, both solvers, the 2 x 2 x 2, larger cubes as groups."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import factorial

import pytest
from tests.reference.facts import facts

import perfectplay as pp
from perfectplay.families import cubes as cube
from perfectplay.kinds.permutation import Group, cycles

pytestmark = pytest.mark.about("rubik")

SOLVED = "".join(9 * face for face in cube.FACES)
HALF = (1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644)
QUARTER = (1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276)


def group_of(position: pp.Position) -> Group:
    group: Group = position.system.group(position)
    return group


def scrambles(number: int, turns: int, seed: str) -> Iterator[str]:
    rng = random.Random(seed)
    for _ in range(number):
        yield " ".join(rng.choice(cube.FACES) + rng.choice(["", "2", "'"]) for _ in range(turns))


def backwards(text: str) -> str:
    undone = {"": "'", "2": "2", "'": ""}
    return " ".join(move[0] + undone[move[1:]] for move in text.split()[::-1])


def test_facelets_of_single_turns() -> None:
    """Written down by hand: what a turn of U and of F brings where."""
    u = pp.load("rubik", "U")
    assert str(u) == "UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB"
    f = pp.load("rubik", "F")
    assert str(f) == "UUUUUULLLURRURRURRFFFFFFFFFRRRDDDDDDLLDLLDLLDBBBBBBBBB"


@pytest.mark.parametrize("size", range(2, 14))
def test_whatever_cycles_say_is_printed_such_that_it_loads(size: int) -> None:
    """Also where no cubie is left in one piece, as in an exchange of two stickers, or of two centres."""
    rng = random.Random(size)
    number = 6 * size * size
    for moved in (2, 2, 3, 5, number):
        there = rng.sample(range(number), moved)
        images = list(range(number))
        for place, image in zip(there, there[1:] + there[:1], strict=True):
            images[place] = image
        position = pp.load("rubik", cycles(images), size=size)
        again = pp.load("rubik", str(position), size=size)
        assert again == position and str(again) == str(position)
        assert position.picture().text()
    torn = pp.load("rubik", "(1 2 3)(4 5)", size=size)
    assert str(torn) == "(1 2 3)(4 5)" and pp.load("rubik", str(torn), size=size) == torn


@pytest.mark.parametrize("size", [2, 3])
def test_a_cube_that_is_torn_apart_is_not_solved(size: int) -> None:
    for text in ("(1 2 3)(4 5)", "(1 2)", "(22 24)"):
        assert pp.solve(pp.load("rubik", text, size=size)).answer is None


def test_what_can_be_built_is_printed_as_facelets() -> None:
    for text in ("()", "R U", "(2 8)(47 20)", "(5 14)"):
        assert set(str(pp.load("rubik", text))) <= set(cube.FACES)


def test_notations_agree() -> None:
    for text in scrambles(30, 25, "notations"):
        position = pp.load("rubik", text)
        digits = "".join(m[0] + {"": "1", "2": "2", "'": "3"}[m[1:]] for m in text.split())
        assert pp.load("rubik", digits) == position
        assert pp.load("rubik", str(position)) == position
        assert pp.load("rubik", str(position)).picture().lines == position.picture().lines
        shown = str(position)
        reid = " ".join("".join(shown[cube.sticker(3, place, face)] for face in place) for place in cube.REID)
        assert pp.load("rubik", reid) == position
    assert pp.load("rubik", " ".join(cube.REID)) == pp.load("rubik", SOLVED) == pp.load("rubik", "()")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("x y2 z'", ""),
        ("x R", "R"),
        ("x U", "F"),
        ("y R", "B"),
        ("z U", "L"),
        ("M", "R L'"),
        ("E'", "U' D"),
        ("S2", "B2 F2"),
        ("r", "L"),
        ("u2 r'", "D2 R'"),
        ("Rw Uw'", "r u'"),
        ("f R U R' U' f'", "B U L U' L' B'"),
        ("M E", "R L' B F'"),
    ],
)
def test_rotations_middle_layers_and_wide_turns(text: str, same: str) -> None:
    """A rotation renames what follows it; a middle layer turns the other two and rotates."""
    assert pp.load("rubik", text) == pp.load("rubik", same)


def test_rotations_and_wide_turns_of_other_sizes() -> None:
    for size in (3, 5, 7):
        for text in ("x", "y'", "M E2 S'", "Rw F u2", "z b' x2 Lw"):
            position = pp.load("rubik", text, size=size)
            centres = [face * size**2 + size**2 // 2 for face in range(6)]
            assert [position.state.places[centre] for centre in centres] == centres
    assert pp.load("rubik", "3Rw", size=5) == pp.load("rubik", "Lw", size=5) == pp.load("rubik", "L 2L", size=5)
    assert pp.load("rubik", "Rw", size=4) == pp.load("rubik", "R 2R", size=4)
    assert pp.load("rubik", "x y R", size=2) == pp.load("rubik", "U", size=2)
    turned = "".join(9 * face for face in "FRDBLU")  # the same cube after x
    assert pp.load("rubik", turned) == pp.load("rubik", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("R X", "unexpected 'X'"),
        ("R Q2", "unexpected 'Q2'"),
        ("R 2x", "unexpected '2x'"),
        ("Rw Uww", "unexpected 'w'"),
        (SOLVED[:-1] + "U", "no cubie"),
        (SOLVED.replace("R", "L"), "for the second time"),
        ("U" * 54, "for the second time"),
        ("(1 55)", "sticker 55"),
    ],
)
def test_wrong_text_is_said_to_be_wrong(text: str, said: str) -> None:
    with pytest.raises(pp.ParseError, match="rubik: ") as caught:
        pp.load("rubik", text)
    assert said in str(caught.value)


def test_a_scramble_backwards_solves_it() -> None:
    for text in scrambles(20, 20, "backwards"):
        assert pp.check(pp.load("rubik", text + " " + backwards(text)), "")
        places = pp.load("rubik", text).state.places
        position = pp.load("rubik", text)
        for move in backwards(text).split():
            images = {turn.name: turn.images for turn in position.state.moving.turns}[move]
            places = tuple(images[place] for place in places)
        assert places == tuple(range(54))


def test_two_phases_solve_random_cubes_in_about_twenty_moves() -> None:
    lengths = []
    for text in scrambles(40, 60, "two phases"):
        position = pp.load("rubik", text)
        result = pp.solve(position, method="two phase")
        assert result.answer is not None and pp.check(position, result)
        lengths.append(result.answer.cost)
    assert sum(lengths) / len(lengths) < 21
    assert max(lengths) <= 26


def test_half_turns_are_two_quarter_turns_where_there_are_none() -> None:
    position = pp.load("rubik", "R2 U F2", half_turns=False)
    for method in ("two phase", "coset distances"):
        result = pp.solve(position, method=method)
        assert result.answer is not None and pp.check(position, result)
        assert all(not move.text.endswith("2") for move in result.answer)
    assert pp.solve(position).answer.cost == 5  # type: ignore[union-attr]


def test_shortest_solutions_are_those_of_plain_search_in_both_metrics() -> None:
    for turns in range(1, 6):
        for text in scrambles(4, turns, f"near {turns}"):
            position = pp.load("rubik", text)
            for metric in ("htm", "qtm"):
                line = pp.solve(position, metric=metric).answer
                plain = pp.solve(position, metric=metric, method="a*").answer
                assert line is not None and plain is not None and line.cost == plain.cost and pp.check(position, line)


def test_cubes_that_turns_do_not_solve() -> None:
    twisted = pp.load("rubik", "@twisted")
    result = pp.solve(twisted)
    assert result.answer is None and result.method == "group membership"
    assert "43252003274489856000" in result.witness["reason"]
    flipped = SOLVED[:7] + "F" + SOLVED[8:19] + "U" + SOLVED[20:]
    assert pp.solve(pp.load("rubik", flipped)).answer is None
    with pytest.raises(pp.NotApplicable):
        pp.solve(twisted, method="two phase")


@pytest.mark.full
def test_a_twisted_corner_is_refused_by_other_code_too() -> None:
    assert pp.verify(pp.solve(pp.load("rubik", "@twisted")))


def test_every_position_of_2x2x2() -> None:
    solved = pp.load("rubik", "()", size=2)
    half = pp.reachable(solved)
    assert half.answer.layers == HALF and half.answer.positions == group_of(solved).order == 3674160
    quarter = pp.reachable(pp.load("rubik", "()", size=2, half_turns=False))
    assert quarter.answer.layers == QUARTER
    [row] = [row for row in facts("puzzles") if row["puzzle"] == "rubik 2x2x2"]
    assert "half-turn" in row["question"] and list(half.answer.layers) == row["expected"]
    for reach, least in ((half, 11), (quarter, 14)):
        for position in reach.answer.farthest[:3]:
            line = pp.solve(position).answer
            assert line is not None and line.cost == least


def test_2x2x2_is_turned_as_a_whole() -> None:
    for text in scrambles(20, 12, "whole"):
        position = pp.load("rubik", text, size=2)
        assert pp.load("rubik", str(position), size=2) == position
        line = pp.solve(position).answer
        assert line is not None and line.cost <= 11
    assert pp.load("rubik", "R", size=2) == pp.load("rubik", "L", size=2)


def test_orders_of_larger_cubes() -> None:
    assert group_of(pp.load("rubik")).order == 43252003274489856000
    four = group_of(pp.load("rubik", "()", size=4))
    assert four.order == factorial(8) * 3**7 * factorial(24) ** 2 // 2
    # centres of one colour alike, and turned as a whole it is the same cube: the number that is usually given
    assert four.order // 24 // (factorial(4) ** 6 // 2) == 7401196841564901869874093974498574336000000000


def test_words_solve_any_cube() -> None:
    for size, text in ((2, "R U F2 R'"), (3, "R U2 F' L B2 D"), (4, "R 2U F2 2L' B")):
        position = pp.load("rubik", text, size=size)
        result = pp.solve(position, method="schreier sims")
        assert result.answer is not None and pp.check(position, result)
    assert str(pp.solve(pp.load("rubik", "R 2U", size=4))) == "2U' R'"


def test_superflip_is_what_its_name_says() -> None:
    position = pp.load("rubik", "@superflip")
    assert cube.native(position.state.places) == (list(range(8)), [0] * 8, list(range(12)), [1] * 12)
    line = pp.solve(position, method="two phase").answer
    assert line is not None and line.cost >= 20 and pp.check(position, line)


@pytest.mark.full
@pytest.mark.parametrize(("moves", "metric"), [(13, "htm"), (14, "htm"), (15, "htm"), (10, "qtm"), (11, "qtm")])
def test_tables_of_all_sizes_give_the_same_length(moves: int, metric: str) -> None:
    for text in scrambles(2, moves, f"far {moves}"):
        position = pp.load("rubik", text)
        costs = set()
        for memory in (None, 100 << 20):
            line = pp.solve(position, metric=metric, limits=pp.Limits(memory=memory)).answer
            assert line is not None and pp.check(position, line)
            costs.add(line.cost)
        assert len(costs) == 1 and costs.pop() <= (moves if metric == "htm" else 2 * moves)


@pytest.mark.full
def test_superflip_needs_twenty_moves() -> None:
    result = pp.solve(pp.load("rubik", "@superflip"))
    assert result.answer is not None and result.answer.cost == 20 and pp.check(pp.load("rubik", "@superflip"), result)


@pytest.mark.full
def test_published_cubes_of_17_moves() -> None:
    rows = [row for row in facts("puzzles") if row["puzzle"] == "rubik 3x3x3" and row["expected"] == 17]
    assert rows
    for row in rows:
        position = pp.load("rubik", row["instance"])
        line = pp.solve(position).answer
        assert line is not None and line.cost == 17 and pp.check(position, line)


def test_a_search_for_a_shortest_solution_stops() -> None:
    position = pp.load("rubik", "@superflip")
    for limits in (pp.Limits(time=0.3, memory=1 << 20), pp.Limits(positions=10_000, memory=1 << 20)):
        with pytest.raises(pp.LimitReached):
            pp.solve(position, limits=limits)

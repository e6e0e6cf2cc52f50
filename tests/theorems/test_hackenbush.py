"""What is proved about Hackenbush, against search: stalks, trees, green pictures, redwood beds, the ground."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from tests.theorems.pictures import (
    check_best,
    follow,
    graph,
    large,
    letters,
    picture,
    stalks,
    tree,
    value_by_definition,
)

import perfectplay as pp
from perfectplay import Position, Value
from perfectplay.theorems import redwood_beds

pytestmark = pytest.mark.about("hackenbush")

SEARCH = "canonical forms"


def load(text: str, **options: bool) -> Position:
    return pp.load("hackenbush", text, **options)


def agree(position: Position, method: str, question: str = "value", search: str = SEARCH) -> None:
    ask = getattr(pp, question)
    assert method in pp.methods(question, position), f"{method} does not apply to {position!r}"
    assert ask(position, method=method) == ask(position, method=search).answer, repr(position)


# stalks and trees ---------------------------------------------------------------------------------------------------


def test_all_stalks_of_up_to_ten_edges() -> None:
    for stalk in stalks(10):
        position = load(stalk)
        expected = pp.value(position, method=SEARCH).answer
        for method in ("berlekamps rule", "red blue trees"):
            assert pp.value(position, method=method) == expected, stalk


def test_stalks_have_the_values_of_the_definition_and_different_ones() -> None:
    known: dict[Position, Value] = {}
    found = set()
    for stalk in stalks(6):
        position = load(stalk)
        assert pp.value(position, method="berlekamps rule") == value_by_definition(position, known)
        found.add(pp.value(position).answer)
    assert len(found) == 2**7 - 2


def test_sums_of_stalks() -> None:
    rng = random.Random(1)
    for _ in range(300):
        text = " + ".join(letters(rng, rng.randint(1, 5), "lr") for _ in range(rng.randint(2, 4)))
        for options in ({}, {"mirrored": True}):
            position = load(text, **options)
            for method in ("berlekamps rule", "red blue trees"):
                agree(position, method)
                agree(position, method, "outcome", "alpha-beta")


def test_random_trees() -> None:
    rng = random.Random(2)
    for number in range(1200):
        size = rng.randint(1, 16)
        position = picture(tree(rng, size), letters(rng, size, "lr"), mirrored=number % 5 == 0)
        agree(position, "red blue trees")


def test_trees_have_the_values_of_the_definition() -> None:
    rng = random.Random(3)
    for _ in range(60):
        size = rng.randint(1, 7)
        position = picture(tree(rng, size), letters(rng, size, "lr"))
        assert pp.value(position, method="red blue trees") == value_by_definition(position, {})


def test_a_loop_is_an_edge_with_a_free_end() -> None:
    assert pp.value(load("l:Ar:A")) == pp.value(load("lr")) == Value("1/2")
    assert pp.value(load(":Gl:G + r")) == 0
    agree(load("l:A(l:A;r:Br:B)"), "red blue trees")


def test_best_moves_in_stalks_and_trees() -> None:
    rng = random.Random(4)
    for _ in range(150):
        text = " + ".join(letters(rng, rng.randint(1, 4), "lr") for _ in range(rng.randint(1, 3)))
        check_best(load(text), "berlekamps rule")
        size = rng.randint(1, 9)
        check_best(picture(tree(rng, size), letters(rng, size, "lr"), mirrored=size % 2 == 0), "red blue trees")


def test_what_is_no_red_blue_forest_is_left_alone() -> None:
    for text in ("e", "le", "l:Arl:A", "(l:A;r:A)"):
        assert not {"berlekamps rule", "red blue trees"} & set(pp.methods("value", load(text)))
    assert "berlekamps rule" not in pp.methods("value", load("l(l;r)"))
    for options in ({"impartial": True}, {"misere": True}):
        assert not {"berlekamps rule", "red blue trees"} & set(pp.methods("outcome", load("lrl", **options)))


# green pictures -----------------------------------------------------------------------------------------------------


def test_random_green_graphs_with_cycles_and_parallel_edges() -> None:
    """By the definition of nimbers: the search ``mex`` knows neither components nor the theorem."""
    rng = random.Random(5)
    for _ in range(1000):
        vertices = rng.randint(2, 6)
        size = rng.randint(vertices - 1, 9)
        position = picture(graph(rng, vertices, size), "e" * size, impartial=True)
        agree(position, "fusion principle", "grundy", "mex")


def test_colours_do_not_matter_in_the_impartial_variant() -> None:
    rng = random.Random(6)
    for _ in range(200):
        ends = graph(rng, 5, 8)
        green, coloured = (picture(ends, letters(rng, 8, colours), impartial=True) for colours in ("e", "lre"))
        assert pp.grundy(green) == pp.grundy(coloured)
        assert pp.value(green) == pp.value(picture(ends, "e" * 8)) == Value(0).nus(0, 0, int(pp.grundy(green)))


def test_best_moves_in_green_pictures() -> None:
    rng = random.Random(7)
    for number in range(250):
        vertices = rng.randint(2, 6)
        size = rng.randint(vertices - 1, 9)
        position = picture(graph(rng, vertices, size), "e" * size, impartial=number % 2 == 0)
        check_best(position, "fusion principle")


def test_cycles_are_cut_in_the_middle() -> None:
    for length in range(3, 40, 2):
        position = load(":G" + "e" * length + ":G", impartial=True)
        move = pp.best(position).answer
        assert move is not None and pp.grundy(move.after) == 0


# redwood beds and the ground ----------------------------------------------------------------------------------------


def bed(rng: random.Random, legs: int, rails: int, edges: int) -> tuple[list[tuple[int, int]], str]:
    """Feet, legs, and further red edges from their tops to rails, or also to tops; some rails may hang nowhere."""
    ends = [end for leg in range(1, legs + 1) for end in ((0, leg), (leg, legs + leg))]
    first = rng.choice([legs + 1, 2 * legs + 1])
    for _ in range(edges if rails or first == legs + 1 else 0):
        ends.append((rng.randint(legs + 1, 2 * legs), rng.randint(first, 2 * legs + rails)))
    return ends, "lr" * legs + "r" * (len(ends) - 2 * legs)


def test_random_beds() -> None:
    rng = random.Random(8)
    fractions = set()
    for number in range(1500):
        legs = rng.randint(1, 4)
        ends, colours = bed(rng, legs, rng.randint(0, 4), rng.randint(0, 14 - 2 * legs))
        position = picture(ends, colours, mirrored=number % 4 == 0)
        agree(position, "redwood beds")
        fractions.add(abs(pp.value(position).answer.fraction))
    assert len(fractions) > 40


def test_tops_that_are_far_apart_make_no_bed() -> None:
    position = load(":Glrrrrrl:G")
    assert "redwood beds" not in pp.methods("value", position)
    assert pp.value(position) == Value("1/4")


def test_a_bed_of_a_certain_value_made_by_the_theorem() -> None:
    """Two legs and k rails that both carry: one rail connects them, 2k + 2 red edges less 4 leave 1 / 2^(2k - 1)."""
    for rails in range(1, 9):
        ends = [(0, 1), (1, 3), (0, 2), (2, 4)] + [
            end for rail in range(rails) for end in ((3, 5 + rail), (4, 5 + rail))
        ]
        position = picture(ends, "lrlr" + "r" * (2 * rails))
        assert pp.value(position, method="redwood beds") == Value(Fraction(1, 2 ** (2 * rails - 1)))
        if rails <= 6:
            agree(position, "redwood beds")
        if rails == 4:
            assert str(pp.value(position)) == "1/128"


BED = "(lr:A(rr:B;rr:D;rr:F);lr:B(r(r:D;r:E));lr:C(rr:F;rr:G);lr:D;lr:E(r(r:F;r:G));lr:F;lr:G)"
"""Winning Ways, chapter 7, figure 31."""


def test_the_bed_that_is_a_sample() -> None:
    """Five legs, seven rails: 19 red edges, of which 13 connect the legs."""
    position = load("@bed")
    assert pp.value(position, method="redwood beds") == Value("1/128")


def test_the_bed_of_winning_ways_by_the_theorem() -> None:
    position = load(BED)
    assert len(position.state.edges) == 30
    result = pp.value(position)
    assert result == Value("1/128") and result.method == "redwood beds"


@pytest.mark.full
@pytest.mark.parametrize("text", ["@bed", BED])
def test_large_beds_by_search(text: str) -> None:
    assert pp.value(load(text), method=SEARCH) == Value("1/128")


def test_what_is_no_bed_is_left_alone() -> None:
    for text in ("l(r;r)", "lr + r", "ler", "lrl", "(l:Ar;l:Ar)", "(l:A;lr:A)", "(lr:A;lr:A)", "0", "e", "(lr:A;r:A)"):
        assert "redwood beds" not in pp.methods("value", load(text)), text
    assert "redwood beds" not in pp.methods("value", load("lr", impartial=True))
    legs = 16
    ends = [end for leg in range(1, legs + 1) for end in ((0, leg), (leg, legs + leg), (legs + leg, 2 * legs + 1))]
    wide = picture(ends, "lrr" * legs)
    assert redwood_beds.beds(wide) is not None and not redwood_beds.applies(wide)


def test_the_smallest_tree_is_that_of_brute_force() -> None:
    rng = random.Random(10)
    for _ in range(400):
        vertices = rng.randint(1, 6)
        edges = graph(rng, vertices, rng.randint(vertices - 1, 8))
        tops = rng.sample(range(vertices), rng.randint(1, vertices))
        sizes = [
            chosen.bit_count()
            for chosen in range(1 << len(edges))
            if set(tops) <= reach(tops[0], [edge for i, edge in enumerate(edges) if chosen >> i & 1])
        ]
        assert redwood_beds.smallest_tree(tops, edges) == min(sizes)


def reach(start: int, edges: list[tuple[int, int]]) -> set[int]:
    found = {start}
    while True:
        more = {vertex for edge in edges if set(edge) & found for vertex in edge} - found
        if not more:
            return found
        found |= more


def test_the_owner_of_the_ground_wins() -> None:
    rng = random.Random(11)
    tested = 0
    while tested < 400:
        vertices = rng.randint(2, 6)
        ends = graph(rng, vertices, rng.randint(vertices - 1, 9))
        colours = "".join("l" if 0 in end else rng.choice("lre") for end in ends)
        position = picture(ends, colours, mirrored=tested % 2 == 0)
        agree(position, "owner of the ground", "outcome", "alpha-beta")
        check_best(position, "owner of the ground")
        tested += 1


def test_who_does_not_own_the_ground_gets_no_answer() -> None:
    for text in ("l + r", "e", "0", "l + e"):
        assert "owner of the ground" not in pp.methods("outcome", load(text))
    for options in ({"misere": True}, {"impartial": True}):
        assert "owner of the ground" not in pp.methods("outcome", load("lr", **options))


# any size -----------------------------------------------------------------------------------------------------------


def test_a_stalk_of_ten_thousand_edges() -> None:
    position = load("lr" * 5000)
    third = Fraction(2, 3)
    value = pp.value(position).answer.fraction
    assert value.denominator == 2**9999 and abs(value - third) < Fraction(1, 2**9990)
    assert pp.value(position, method="red blue trees") == pp.value(position, method="berlekamps rule")
    assert pp.outcome(position) == "L" and pp.best(position, pp.LEFT).answer is not None


def test_a_tree_of_ten_thousand_edges() -> None:
    rng = random.Random(12)
    position = large(tree(rng, 10_000), letters(rng, 10_000, "lr"))
    assert pp.value(position).answer.is_number
    assert pp.outcome(position).letter in "LRP"
    move = pp.best(position, pp.LEFT).answer
    assert move is not None and len(move.after.state.edges) < 10_000


def test_a_green_graph_of_ten_thousand_edges() -> None:
    rng = random.Random(13)
    position = large(graph(rng, 6_000, 10_000), "e" * 10_000, impartial=True)
    nimber = int(pp.grundy(position))
    assert nimber % 2 == 0  # as the number of edges
    assert pp.outcome(position) == ("N" if nimber else "P")
    move = pp.best(position).answer
    assert move is not None and (pp.grundy(move.after) == 0) == (nimber > 0)


@pytest.mark.parametrize("mirrored", [False, True])
def test_strategies_are_followed_where_search_has_no_chance(mirrored: bool) -> None:
    rng = random.Random(14)
    follow(large(tree(rng, 100), letters(rng, 100, "lr"), mirrored=mirrored), rng)
    follow(large(graph(rng, 60, 100), "e" * 100, mirrored=mirrored), rng)
    ends, colours = bed(rng, 30, 20, 40)
    follow(large(ends, colours, mirrored=mirrored), rng)
    follow(load(" + ".join(letters(rng, 20, "lr") for _ in range(5)), mirrored=mirrored), rng)


@pytest.mark.full
def test_many_more_pictures() -> None:
    rng = random.Random(15)
    for _ in range(4000):
        size = rng.randint(1, 20)
        agree(picture(tree(rng, size), letters(rng, size, "lr")), "red blue trees")
        legs = rng.randint(1, 5)
        ends, colours = bed(rng, legs, rng.randint(0, 4), rng.randint(0, 16 - 2 * legs))
        agree(picture(ends, colours), "redwood beds")
        vertices = rng.randint(2, 7)
        size = rng.randint(vertices - 1, 11)
        agree(picture(graph(rng, vertices, size), "e" * size, impartial=True), "fusion principle", "grundy", "mex")

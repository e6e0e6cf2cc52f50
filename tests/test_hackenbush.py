"""Hackenbush: its text forms, what falls, pictures, and the native search against the plain rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.theorems.pictures import graph, large, letters, picture, value_by_definition

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Position, Value
from perfectplay.families.hackenbush import GROUND, Bush, climb, falling

pytestmark = pytest.mark.about("hackenbush")


def load(source: object, **options: bool) -> Position:
    return pp.load("hackenbush", source, **options)


# text ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ends", "written"),
    [
        ("lrl", [(0, 1), (1, 2), (2, 3)], "lrl"),
        ("b r g", [(0, 1), (1, 2), (2, 3)], "lre"),
        ("l(l;rl)", [(0, 1), (1, 2), (1, 3), (3, 4)], "l(l;rl)"),
        ("(l;r)", [(0, 1), (0, 2)], "(l;r)"),
        (" l+r ( e ;e)", [(0, 1), (0, 2), (2, 3), (2, 4)], "l + r(e;e)"),
        ("ee:Aeee:A", [(0, 1), (1, 2), (2, 3), (3, 4), (4, 2)], "ee:Aeee:A"),
        (":{the ground}ee:{the ground}", [(0, 1), (1, 0)], ":{the ground}ee:{the ground}"),
        ("l:Al:A", [(0, 1), (1, 1)], "l:Al:A"),
        ("l:A + r:A", [(0, 1), (0, 1)], "l:A + r:A"),
        ("l:Ar:Be:A:B", [(0, 1), (1, 1), (1, 1)], "l:Ar:Be:A:B"),
        ("l.r", [(0, 1), (1, 2), (2, 3)], "l.."),
        ("0", [], "0"),
        ("a-b b-c c-a; a=# b-c=r", [(0, 1), (1, 2), (0, 2)], "a-b b-c a-c; a=# b-c=r"),
        ("a-b c-d; a=# d=# c-d=b", [(0, 1), (2, 0)], "a-b c-d; a=# d=# c-d=l"),
        ("a-b b-b a-b a-a; a=# a-b#2=r", [(0, 1), (1, 1), (0, 1), (0, 0)], "a-b b-b a-b a-a; a=# a-b#2=r"),
        ("a-b c-d; a=# c-d=l", [(0, 1), (2, 3)], "a-b c-d; a=# c-d=."),
    ],
)
def test_both_text_forms_are_read_and_written(text: str, ends: list[tuple[int, int]], written: str) -> None:
    position = load(text)
    assert list(position.state.frame.ends) == ends
    assert str(position) == written and load(written) == position and str(load(written)) == written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "row 1, column 1: the text ends too soon"),
        ("lx", "row 1, column 2: unexpected 'x'"),
        ("l\n r\n q", "row 3, column 2: unexpected 'q'"),
        ("l(r", "row 1, column 4: the text ends too soon (expected ')')"),
        ("l)", "column 2: unexpected ')'"),
        ("l;r", "column 2: unexpected ';'"),
        ("l(r + e)", "column 5: unexpected '+'"),
        ("l()", "column 3: unexpected ')' (expected an edge"),
        ("l + ", "the text ends too soon"),
        ("l(r;e)l", "column 7: unexpected 'l' (expected ; or ) or + after a branch)"),
        ("l:", "column 2: unexpected ':'"),
        ("a-b", "no vertex is on the ground"),
        ("a>b; a=#", "unexpected '>'"),
        ("a-b; a=# a-b=x", "unexpected 'x'"),
        ("l" * 20_000, "too many edges (expected at most 16384)"),
        ("l" * 200_000, "200000 characters of text"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        load(text)
    assert message in str(caught.value) and str(caught.value).startswith("hackenbush: ")


def test_graphs_without_colours_are_green_and_stand_on_their_first_vertex() -> None:
    class Square:
        nodes = (0, 1, 2, 3)
        edges = ((0, 1), (1, 2), (2, 3), (3, 0))

        def is_directed(self) -> bool:
            return False

    square = load(Square())
    assert square.state.letters == "eeee" and str(square) == "0-1 1-2 2-3 0-3; 0=#"
    assert load(">>graph6<<Cr").state.letters == "eeee"
    assert pp.value(square) == pp.value(load(">>graph6<<Cr")) == 0


def test_moves_keep_their_names_during_a_play() -> None:
    stalk = load("lrlrl")
    assert [move.text for move in stalk.moves(LEFT)] == ["1", "3", "5"]
    assert str(stalk.play("3", LEFT)) == "lr..." and str(stalk.play("2", RIGHT)) == "l...."
    fan = load("a-b a-b b-c; a=# a-b=l a-b#2=l b-c=r")
    after = fan.play("a-b", LEFT)
    assert [move.text for move in after.moves()] == ["a-b#2", "b-c"]
    assert str(after) == "a-b a-b b-c; a=# a-b=. a-b#2=l b-c=r"


# what falls ---------------------------------------------------------------------------------------------------------


def naive(bush: Bush, cut: int) -> set[int]:
    """The edges that still hang on the ground, found by going over all of them again and again."""
    left, reached = set(bush.edges) - {cut}, {GROUND}
    standing: set[int] = set()
    while True:
        more = {edge for edge in left - standing if reached & set(bush.frame.ends[edge])}
        if not more:
            return standing
        standing |= more
        reached |= {vertex for edge in more for vertex in bush.frame.ends[edge]}


def test_what_falls_is_what_no_longer_hangs_on_the_ground() -> None:
    rng = random.Random(1)
    for _ in range(400):
        vertices = rng.randint(1, 7)
        ends = [(rng.randrange(vertices), rng.randrange(vertices)) for _ in range(rng.randint(1, 11))]
        bush: Bush = large(ends, letters(rng, len(ends), "lre")).state
        falls = falling(bush)
        assert sorted(falls) == bush.edges
        for edge in bush.edges:
            assert set(bush.keeping(~falls[edge]).edges) == set(bush.cut(edge).edges) == naive(bush, edge)


def test_a_forest_is_climbed_from_the_ground() -> None:
    assert climb(load("l(l;rl)").state) == [(0, 0, 1), (1, 1, 2), (2, 1, 3), (3, 3, 4)]
    assert climb(load("ll:Al:A").state) == [(0, 0, 1), (1, 1, 2), (2, 2, -3)]
    for text in (":Gll:G", "l:A + l:A", "ll:All:A"):
        assert climb(load(text).state) is None


# search -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("colours", ["lr", "lre", "le"])
def test_the_search_finds_the_values_of_the_definition(colours: str) -> None:
    rng = random.Random(colours)
    for number in range(60):
        vertices = rng.randint(2, 5)
        size = rng.randint(vertices - 1, 7)
        options: dict[str, Any] = {"mirrored": True} if number % 3 == 0 else {}
        position = picture(graph(rng, vertices, size), letters(rng, size, colours), **options)
        known: dict[Position, Value] = {}
        expected = value_by_definition(position, known)
        assert pp.value(position, method="canonical forms") == expected, repr(position)
        assert pp.thermograph(position, method="moves") == expected.thermograph, repr(position)
        for method in ("sums", "alpha-beta"):
            assert pp.outcome(position, method=method) == expected.outcome


def test_components_of_sums_are_known_to_the_kernel_of_sums() -> None:
    rng = random.Random(3)
    for _ in range(20):
        one, other = (picture(graph(rng, 5, 8), letters(rng, 8, "lre")) for _ in range(2))
        square = pp.load("domineering", "..|..")
        both = one + square - other
        assert pp.value(both) == pp.value(one).answer - pp.value(other).answer + pp.value(square).answer


def test_edges_of_one_shape_are_told_apart_by_their_colours_in_sums() -> None:
    both = load("lrl") + load("rlr")
    assert pp.value(both) == 0 and pp.outcome(both) == "P"
    after = {move.after for move in both.moves(LEFT)}
    kernel, code = both.system.kernel(both.state)
    assert {both.system.decode(both.state, there) for there in kernel.moves(code, True)} == {p.state for p in after}


def test_pictures_that_are_too_large_to_search_are_refused_in_one_line() -> None:
    position = load(" + ".join(["el"] * 600))
    for ask in (pp.value, pp.outcome):
        with pytest.raises(pp.LimitReached, match="1200 edges are too many to search"):
            ask(position)


def test_a_large_search_can_be_stopped() -> None:
    rng = random.Random(4)
    position = picture(graph(rng, 22, 48), letters(rng, 48, "lr"))
    for limits in (pp.Limits(time=0.2), pp.Limits(positions=2000), pp.Limits(memory=1 << 20)):
        with pytest.raises(pp.LimitReached):
            pp.value(position, limits=limits)


# pictures -----------------------------------------------------------------------------------------------------------


def test_pictures_show_the_edges_that_are_there() -> None:
    position = load("a-b b-c a-c b-b a-a; a=# a-b=l b-c=r")
    svg = position.picture().svg()
    assert svg.count("<path") == 5 and svg.count("<circle") == 2 and ">b<" in svg and ">c<" in svg
    after = position.play("b-c", RIGHT).picture().svg()
    assert after.count("<path") == 4 and after.count("<circle") == 2
    assert load("0").picture().svg().count("<path") == 0
    assert str(load("lrl").picture()) == "lrl"

"""Labelled tokens: what can be reached against plain search, a second opinion, and every constructed line replayed."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from math import factorial

import networkx
import pytest
from tests.theorems.webs import (
    ATLAS,
    configurations,
    connected,
    joined,
    reach,
    shuffled,
    text_of,
    two_connected,
    web_of,
)

import perfectplay as pp
from perfectplay.families.pebbles.construct import construct
from perfectplay.families.pebbles.feasible import classes, refusal
from perfectplay.families.pebbles.loops import can_reach, group_by_loops
from perfectplay.families.pebbles.webs import Web, blocks, is_tricky_six
from perfectplay.theorems.wilsons_theorem import components, confirm, group

pytestmark = pytest.mark.about("token_puzzle", "labelled_tokens")

THETA = joined([0, 1, 2, 3, 4, 5, 0], [0, 6, 3])
"""Tricky Six."""


def replays(web: Web, start: Sequence[int], goal: Sequence[int]) -> int:
    """The number of moves of the constructed line, replayed move by move."""
    steps = construct(web, start, goal)
    assert steps is not None
    cells = list(start)
    for a, b in steps:
        assert cells[a] and not cells[b] and b in web[a]
        cells[a], cells[b] = 0, cells[a]
    assert cells == list(goal)
    return len(steps)


def one_hole(web: Web) -> pp.Position:
    """A token puzzle whose goal is its start."""
    cells = [*range(1, len(web)), 0]
    return pp.load("token_puzzle", text_of(web, cells, cells))


# one hole


def test_tricky_six_has_six_components_of_840() -> None:
    seen: set[tuple[int, ...]] = set()
    sizes = []
    for cells in configurations(7, 6):
        if cells not in seen:
            found = reach(THETA, cells)
            sizes.append(len(found))
            seen |= found
    assert sizes == [840] * 6 and is_tricky_six(THETA)
    assert components(one_hole(THETA)) == (6, 840)
    assert group(one_hole(THETA)) == [(tuple("0123456"), "PGL(2,5)")]
    assert pp.reachable(one_hole(THETA)) == 840


def test_only_one_graph_is_that_of_tricky_six() -> None:
    assert sum(is_tricky_six(web) for web in two_connected(7)) == 1


def agrees_with_wilson(web: Web, each: int = 1) -> None:
    """Number and size of the components, and which permutations can be reached with the hole at its place."""
    start = [*range(1, len(web)), 0]
    found = reach(web, start)
    number, size = components(one_hole(web))
    assert len(found) == size and number * size == factorial(len(web))
    for tokens in itertools.islice(itertools.permutations(start[:-1]), 0, None, each):
        goal = (*tokens, 0)
        assert (refusal(web, start, goal) is None) == (goal in found), (web, goal)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_two_connected_graphs(size: int) -> None:
    for web in two_connected(size):
        agrees_with_wilson(web)


def test_two_connected_graphs_with_seven_vertices_and_few_edges() -> None:
    assert len(two_connected(7, 9)) > 20
    for web in two_connected(7, 9):
        agrees_with_wilson(web, each=7)


@pytest.mark.full
def test_every_two_connected_graph_with_seven_vertices() -> None:
    assert len(two_connected(7)) == 468
    for web in two_connected(7):
        agrees_with_wilson(web)


def test_the_fifteen_puzzle_is_a_token_puzzle() -> None:
    rng = random.Random(8)
    web = web_of(networkx.grid_2d_graph(3, 3))
    goal = [1, 2, 3, 4, 5, 6, 7, 8, 0]
    for _ in range(30):
        cells = shuffled(9, 8, rng)
        tiles = pp.load("fifteen", "|".join(" ".join(map(str, cells[i : i + 3])) for i in (0, 3, 6)))
        tokens = pp.load("token_puzzle", text_of(web, cells, goal))
        one, other = pp.solve(tiles).answer, pp.solve(tokens).answer
        assert (one is None) == (other is None)
        assert one is None or other is None or one.cost == other.cost


# any number of holes


def agrees_with_search(web: Web, rng: random.Random, most: int) -> int:
    """For every number of tokens: all that is reached from one configuration, compared on the targets with its holes,
    that is, on all permutations, and on some others. The number of comparisons."""
    compared = 0
    for tokens in range(len(web) + 1):
        start = shuffled(len(web), tokens, rng)
        found = reach(web, start)
        full = [v for v, token in enumerate(start) if token]
        goals = []
        for order in itertools.islice(itertools.permutations(range(1, tokens + 1)), most):
            cells = [0] * len(web)
            for v, token in zip(full, order, strict=True):
                cells[v] = token
            goals.append(tuple(cells))
        goals += [tuple(shuffled(len(web), tokens, rng)) for _ in range(20)]
        for goal in goals:
            compared += 1
            assert (refusal(web, start, goal) is None) == (goal in found), (web, start, goal)
    return compared


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_all_pairs_of_configurations_of_small_graphs(size: int) -> None:
    for web in connected(size):
        for tokens in range(size + 1):
            every = list(configurations(size, tokens))
            for start in every:
                found = reach(web, start)
                for goal in every:
                    assert (refusal(web, start, goal) is None) == (goal in found), (web, start, goal)


@pytest.mark.parametrize("size", [5, 6])
def test_every_connected_graph_and_number_of_tokens(size: int) -> None:
    rng = random.Random(size)
    graphs = connected(size)
    assert len(graphs) == {5: 21, 6: 112}[size]
    assert sum(agrees_with_search(web, rng, 120) for web in graphs) > 3000


@pytest.mark.full
@pytest.mark.parametrize("part", range(8))
def test_every_connected_graph_with_seven_vertices(part: int) -> None:
    rng = random.Random(part)
    graphs = connected(7)
    assert len(graphs) == 853
    for web in graphs[part::8]:
        agrees_with_search(web, rng, 720)


def test_graphs_in_several_parts() -> None:
    rng = random.Random(5)
    apart = [web_of(graph) for graph in ATLAS if 1 < len(graph) < 7 and not networkx.is_connected(graph)]
    for web in rng.sample(apart, 30):
        agrees_with_search(web, rng, 24)


def sizes(web: Web, holes: int) -> list[int]:
    """The sizes of the classes, the largest last."""
    cells = [0] * holes + list(range(1, len(web) - holes + 1))
    return sorted(Counter(classes(web, cells).values()).values())


@pytest.mark.parametrize("bridges", [1, 2, 3])
def test_an_isthmus_is_crossed_with_two_holes_more_than_it_has_edges(bridges: int) -> None:
    """Two triangles joined by a path."""
    last = 2 + bridges
    web = joined([0, 1, 2, 0], range(2, last + 1), [last, last + 1, last + 2, last])
    assert len(sizes(web, bridges + 2)) == 1
    assert len(sizes(web, bridges + 1)) > 1 and (bridges == 1 or len(sizes(web, bridges)) > 1)


def test_classes_of_a_lollipop_and_of_caterpillars() -> None:
    lollipop = joined([*range(8), 0], [0, *range(8, 16)])
    assert sizes(lollipop, 2) == [1] * 7 + [7]
    caterpillar = joined(range(8), *([v, v + 8] for v in range(8)))
    assert sizes(caterpillar, 2) == [1, 1, 2, 2, 2, 2, 2, 2]
    assert sizes(caterpillar, 3) == [13]


# the second opinion


def test_loops_generate_what_the_theorems_say() -> None:
    rng = random.Random(2)
    answers = Counter()  # type: ignore[var-annotated]
    for graph in ATLAS[3::9]:
        web = web_of(graph)
        for tokens in range(len(web) + 1):
            start, goal = shuffled(len(web), tokens, rng), shuffled(len(web), tokens, rng)
            found = can_reach(web, start, goal)
            answers[found] += 1
            assert found == (refusal(web, start, goal) is None), (web, start, goal)
    assert answers[True] > 100 and answers[False] > 100


def test_loops_of_tricky_six_generate_120_permutations() -> None:
    found = group_by_loops(THETA, [1, 2, 3, 4, 5, 6, 0])
    assert found is not None and found[0].order == 120


def test_a_large_puzzle_without_solution_is_confirmed() -> None:
    web = web_of(networkx.grid_2d_graph(4, 4))
    result = pp.solve(pp.load("token_puzzle", text_of(web, [2, 1, *range(3, 16), 0], [*range(1, 16), 0])))
    assert (
        result.answer is None and result.method == "wilsons theorem" and result.witness["reason"].startswith("parity")
    )
    verdict = pp.verify(result)
    assert verdict and confirm(result.position)
    solvable = pp.load("token_puzzle", text_of(web, [2, 3, 1, *range(4, 16), 0], [*range(1, 16), 0]))
    assert confirm(solvable) is False


def test_reasons_name_what_is_in_the_way() -> None:
    def reason(key: str, text: str) -> str:
        result = pp.solve(pp.load(key, text))
        assert result.answer is None and pp.verify(result)
        assert pp.count(result.position) == 0 and pp.solutions(result.position).answer == []
        return str(result.witness["reason"])

    assert reason("token_puzzle", "@two_exchanged").startswith("group")
    assert reason("token_puzzle", "a-b b-c c-d d-a; a=1 b=2 c=3 -> a=2 b=1 c=3").startswith("cyclic order")
    assert reason("token_puzzle", "a-b b-c; a=1 b=2 -> a=2 b=1").startswith("blocks")
    assert reason("labelled_tokens", "a-b; a=1 b=2 -> a=2 b=1").startswith("no hole")
    assert reason("labelled_tokens", "a-b c-d; a=1 -> c=1").startswith("components")
    assert reason("labelled_tokens", "@narrow").startswith("classes")


# lines


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_constructed_lines_on_every_graph(size: int) -> None:
    rng = random.Random(size)
    longest = 0.0
    for graph in ATLAS:
        if len(graph) == size:
            web = web_of(graph)
            for tokens in range(1, size + 1):
                start, goal = shuffled(size, tokens, rng), shuffled(size, tokens, rng)
                if refusal(web, start, goal) is None:
                    longest = max(longest, replays(web, start, goal) / size**3)
    assert longest < 0.5


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4))
def test_constructed_lines_on_every_graph_with_seven_vertices(seed: int) -> None:
    rng = random.Random(seed)
    for web in (web_of(graph) for graph in ATLAS if len(graph) == 7):
        for tokens in range(1, 8):
            start, goal = shuffled(7, tokens, rng), shuffled(7, tokens, rng)
            if refusal(web, start, goal) is None:
                assert replays(web, start, goal) < 0.5 * 7**3


def played(web: Web, tokens: int, rng: random.Random) -> tuple[list[int], list[int]]:
    """A random configuration and one that random moves lead to."""
    start = shuffled(len(web), tokens, rng)
    goal = list(start)
    for _ in range(2000):
        hole = rng.choice([v for v, token in enumerate(goal) if not token])
        v = rng.choice(web[hole])
        goal[hole], goal[v] = goal[v], goal[hole]
    return start, goal


LARGER = {
    "theta 0 1 7": joined([0, 1, 2, 0], [0, *range(3, 10), 2]),
    "theta 2 3 4": joined([0, 2, 3, 1], [0, 4, 5, 6, 1], [0, 7, 8, 9, 10, 1]),
    "theta 4 4 5": joined([0, 2, 3, 4, 5, 1], [0, 6, 7, 8, 9, 1], [0, 10, 11, 12, 13, 14, 1]),
    "grid": web_of(networkx.grid_2d_graph(4, 5)),
    "ladder": web_of(networkx.ladder_graph(8)),
    "wheel": web_of(networkx.wheel_graph(10)),
    "petersen": web_of(networkx.petersen_graph()),
    "blocks": joined([0, 1, 2, 3, 0], [2, 4, 5, 6, 2], [5, 7], [7, 8, 9, 10, 11, 12, 13, 14, 7], [8, 13]),
    "tree": web_of(networkx.random_labeled_tree(16, seed=4)),
    "ring": joined([*range(12), 0]),
    "lollipop": web_of(networkx.lollipop_graph(6, 8)),
}


@pytest.mark.parametrize("name", LARGER)
def test_constructed_lines_on_larger_graphs(name: str) -> None:
    web, rng = LARGER[name], random.Random(name)
    for holes in (1, 1, 2, 3, len(web) // 2):
        start, goal = played(web, len(web) - holes, rng)
        assert refusal(web, start, goal) is None
        assert replays(web, start, goal) < len(web) ** 3


def test_constructed_lines_are_asked_for_by_name_and_verified() -> None:
    rng = random.Random(1)
    for web, tokens in ((LARGER["grid"], 19), (LARGER["tree"], 11), (THETA, 6), (LARGER["petersen"], 9)):
        key = "token_puzzle" if tokens == len(web) - 1 else "labelled_tokens"
        position = pp.load(key, text_of(web, *played(web, tokens, rng)))
        result = pp.solve(position, method="token exchanges")
        assert result.answer is not None and pp.verify(result) and pp.check(position, result.answer)
        assert "token exchanges" in pp.methods("solve", position)[1:]


def test_a_line_that_is_not_shortest_does_not_pretend_to_be() -> None:
    result = pp.solve(pp.load("token_puzzle", "@lucky_seven"), method="token exchanges")
    best = pp.solve(result.position).answer
    assert result.answer is not None and best is not None and best.cost == 35 <= result.answer.cost
    small = pp.solve(pp.load("labelled_tokens", "@lollipop"), method="token exchanges")
    assert small.answer is not None and small.answer.cost > 11
    assert "a shortest one takes 11" in str(pp.verify(small))


def test_time_limits_hold_in_constructions() -> None:
    web, rng = web_of(networkx.lollipop_graph(24, 24)), random.Random(1)
    position = pp.load("labelled_tokens", text_of(web, *played(web, 30, rng)))
    with pytest.raises(pp.LimitReached):
        pp.solve(position, method="token exchanges", limits=pp.Limits(time=0.0))


def test_blocks_are_those_of_networkx() -> None:
    for graph in ATLAS:
        if len(graph) > 1 and networkx.is_connected(graph):
            found = sorted(map(sorted, blocks(web_of(graph))))
            assert found == sorted(map(sorted, networkx.biconnected_components(graph)))


def test_ten_vertices_with_seven_tokens_are_searched_quickly() -> None:
    """In positions, not in seconds: the estimate from the walks of the tokens leaves few."""
    rng = random.Random(3)
    for seed in range(6):
        graph = networkx.gnm_random_graph(10, 14, seed=seed)
        if networkx.is_connected(graph):
            web = web_of(graph)
            result = pp.solve(pp.load("labelled_tokens", text_of(web, *played(web, 7, rng))))
            assert result.answer is not None and result.stats.positions < 50_000

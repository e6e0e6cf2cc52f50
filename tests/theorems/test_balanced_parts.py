"""Token shifts: fewest shifts and steps, and the approximation, against plain search; every line replayed."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator
from functools import partial

import networkx
import pytest
from tests.theorems.webs import ATLAS, connected, trees, web_of

import perfectplay as pp
from perfectplay.families.pebbles.shifts import Shift, few, fewest, fewest_steps, is_forest, on_forest, unbalanced
from perfectplay.families.pebbles.webs import Web
from perfectplay.theorems.balanced_parts import confirm

pytestmark = pytest.mark.about("token_shifts")

Sets = dict[frozenset[int], dict[frozenset[int], int]]
exact = partial(fewest, watch=lambda: None)


def replayed(web: Web, tokens: Collection[int], targets: Collection[int], shifts: list[Shift]) -> int:
    here = set(tokens)
    for start, *way in shifts:
        assert start in here and way and here.isdisjoint(way)
        assert all(b in web[a] for a, b in itertools.pairwise([start, *way]))
        here.remove(start)
        here.add(way[-1])
    assert here == set(targets)
    return len(shifts)


def after_a_shift(web: Web, here: frozenset[int]) -> Iterator[frozenset[int]]:
    for token in here:
        free = [token]
        for u in free:
            free += [v for v in web[u] if v not in here and v not in free]
        yield from (here - {token} | {v} for v in free[1:])


def after_a_step(web: Web, here: frozenset[int]) -> Iterator[frozenset[int]]:
    for token in here:
        yield from (here - {token} | {v} for v in web[token] if v not in here)


def all_distances(web: Web, tokens: int, following: object = after_a_shift) -> Sets:
    """The fewest moves between all sets of vertices of this size that can be reached from one another."""
    assert callable(following)
    sets = [frozenset(chosen) for chosen in itertools.combinations(range(len(web)), tokens)]
    near = {here: list(following(web, here)) for here in sets}
    found: Sets = {}
    for start in sets:
        far, order = {start: 0}, [start]
        for here in order:
            for there in near[here]:
                if there not in far:
                    far[there] = far[here] + 1
                    order.append(there)
        found[start] = far
    return found


def pairs(web: Web) -> Iterator[tuple[frozenset[int], frozenset[int], int]]:
    for tokens in range(len(web) + 1):
        for start, far in all_distances(web, tokens).items():
            for goal, least in far.items():
                yield start, goal, least


def check_tree(web: Web) -> int:
    number = 0
    assert is_forest(web)
    for start, goal, least in pairs(web):
        assert replayed(web, start, goal, on_forest(web, start, goal)) == least, (web, start, goal)
        number += 1
    return number


def check_graph(web: Web) -> None:
    for start, goal, least in pairs(web):
        found = exact(web, start, goal)
        assert found is not None and replayed(web, start, goal, found) == least, (web, start, goal)
        near = replayed(web, start, goal, few(web, start, goal))
        assert least <= near <= min(3 * least, max(len(start), least)), (web, start, goal)


def test_trees_up_to_seven_vertices() -> None:
    assert sum(check_tree(web) for size in range(1, 8) for web in trees(size)) == 44_220


@pytest.mark.full
@pytest.mark.parametrize("size", [8, 9])
def test_trees_up_to_nine_vertices(size: int) -> None:
    for web in trees(size):
        check_tree(web)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_connected_graphs(size: int) -> None:
    for web in connected(size):
        check_graph(web)


def test_some_connected_graphs_with_six_vertices() -> None:
    for web in connected(6)[::14]:
        check_graph(web)


@pytest.mark.full
@pytest.mark.parametrize("part", range(4))
def test_every_connected_graph_with_six_vertices(part: int) -> None:
    for web in connected(6)[part::4]:
        check_graph(web)


def test_a_graph_where_the_forest_is_not_best() -> None:
    """The approximation is one: not every line of it is shortest."""
    longer = 0
    for web in connected(6)[40:60:2]:
        for start, goal, least in pairs(web):
            longer += len(few(web, start, goal)) > least
    assert longer


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_fewest_steps(size: int) -> None:
    for web in connected(size):
        for tokens in range(size + 1):
            for start, far in all_distances(web, tokens, after_a_step).items():
                for goal, least in far.items():
                    assert replayed(web, start, goal, fewest_steps(web, start, goal)) == least


def test_a_part_that_is_not_balanced_has_no_solution() -> None:
    rng = random.Random(4)
    none = 0
    for graph in ATLAS:
        if 2 < len(graph) < 7 and not networkx.is_connected(graph):
            web = web_of(graph)
            tokens = rng.randrange(1, len(web))
            start, goal = (frozenset(rng.sample(range(len(web)), tokens)) for _ in range(2))
            assert (unbalanced(web, start, goal) is None) == (goal in all_distances(web, tokens)[start])
            position = loaded(web, start, goal)
            result = pp.solve(position)
            assert (result.answer is None) == (goal not in all_distances(web, tokens)[start]) == confirm(position)
            assert pp.verify(result) and result.method == "balanced parts"
            none += result.answer is None
    assert none > 20


def loaded(web: Web, start: Collection[int], goal: Collection[int]) -> pp.Position:
    edges = [*map(str, range(len(web))), *(f"{u}-{v}" for u in range(len(web)) for v in web[u] if u < v)]
    letters = [f"{v}={'.xoO'[(v in goal) + 2 * (v in start)]}" for v in range(len(web))]
    return pp.load("token_shifts", f"{' '.join(edges)}; {' '.join(letters)}")


def test_every_method_on_random_graphs() -> None:
    rng = random.Random(6)
    for seed in range(12):
        graph = networkx.gnm_random_graph(9, 11, seed=seed)
        if not networkx.is_connected(graph):
            continue
        web = web_of(graph)
        start, goal = (rng.sample(range(9), 4) for _ in range(2))
        position = loaded(web, start, goal)
        for metric in ("shifts", "steps"):
            costs = {}
            for method in ("balanced parts", "a*", "breadth-first"):
                result = pp.solve(position, metric=metric, method=method)
                assert pp.verify(result), f"{position!r} {metric} {method}"
                costs[method] = result.answer.cost  # type: ignore[union-attr]
            assert len(set(costs.values())) == 1
        near = pp.solve(position, method="moat forest")
        assert pp.verify(near) and near.answer.cost <= 3 * pp.solve(position).answer.cost  # type: ignore[union-attr]


def test_a_large_grid_is_solved_without_search() -> None:
    rng = random.Random(9)
    cells = rng.sample(range(144), 60)
    both = {*cells[:12]}
    start, goal = both | {*cells[12:36]}, both | {*cells[36:]}
    rows = "|".join(
        "".join(".xoO"[(12 * r + c in goal) + 2 * (12 * r + c in start)] for c in range(12)) for r in range(12)
    )
    position = pp.load("token_shifts", rows)
    result = pp.solve(position)
    assert result.method == "balanced parts" and result.answer is not None and result.answer.cost == 24
    near = pp.solve(position, method="moat forest").answer
    assert near is not None and 24 <= near.cost <= 36

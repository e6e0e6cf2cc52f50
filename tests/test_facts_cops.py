"""Published results about cop numbers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import networkx
import pytest
from tests.reference.facts import facts
from tests.reference.published import Case, limits, parameters
from tests.tiers import depth

import perfectplay as pp

GAME = "cops_and_robbers"

pytestmark = pytest.mark.about(GAME)


def cop_number(graph: object) -> int:
    return pp.cop_number(pp.load(GAME, graph), limits=limits()).answer


def planar(size: int, seed: int) -> networkx.Graph[int]:
    """Random edges as long as they can be drawn without crossings."""
    rng = random.Random(seed)
    graph = networkx.path_graph(size)
    for a, b in rng.sample(list(itertools.combinations(range(size), 2)), depth(60, 200)):
        graph.add_edge(a, b)
        if not networkx.check_planarity(graph)[0]:
            graph.remove_edge(a, b)
    return graph


def planar_graphs_need_three() -> None:
    for seed in range(depth(10, 60)):
        assert cop_number(planar(22, seed)) <= 3


def dodecahedron_needs_three() -> None:
    assert cop_number(networkx.dodecahedral_graph()) == 3


def one_graph_of_order_ten() -> None:
    raise AssertionError("the row is not answered")


CHECKS = {
    "any planar graph (upper bound)": (planar_graphs_need_three, ""),
    "dodecahedron": (dodecahedron_needs_three, ""),
    "number of connected graphs of order 10 with cop number 3": (
        one_graph_of_order_ten,
        "there are 11,716,571 connected graphs of order 10, which nothing here lists",
    ),
}


def cases() -> Iterator[Case]:
    for row in facts("games"):
        if row["game"] == GAME:
            check, beyond = CHECKS[row["instance"]]
            yield Case(f"cops {row['instance']}", check, GAME, row, beyond=beyond)


CASES = parameters(cases())


@pytest.mark.parametrize("case", CASES)
def test_published_result(case: Case) -> None:
    case.run()


def test_every_row_is_a_case() -> None:
    assert len(CASES) == 3
    assert {each.values[0].row["expected"] for each in CASES} == {3, 1}

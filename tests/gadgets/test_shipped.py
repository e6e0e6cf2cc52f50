"""The gadgets that come with the library: each holds, with the figures that an exhaustive search found before."""

from __future__ import annotations

import pytest
from tests.tiers import depth

import perfectplay as pp
from perfectplay.gadgets.files import shipped

pytestmark = pytest.mark.about("gadget")

MOVED = {
    # constraint graphs: legal configurations, port states, components of a port state at most
    "and": (5, 5, 1),
    "or": (7, 7, 1),
    "split": (5, 5, 1),
    "choice_red": (4, 4, 1),
    "four_red": (11, 11, 1),
    "protected_or": (12, 8, 1),
    "hold": (2, 1, 1),
    "exists": (28, 12, 1),
    "forall": (1516, 44, 1),
    "free_b": (4, 2, 1),
    "free_3b": (40, 8, 2),
    "free_rr": (10, 4, 1),
    "conv_pair": (58, 9, 1),
    "wire": (6, 3, 1),
    "choice": (14, 4, 1),
    "band": (68, 5, 1),
    "bstar3": (1160, 9, 1),
    "half_a": (308, 11, 2),
    "half_b": (376, 10, 1),
    "cross": (618, 9, 1),
    "cross_red": (5384, 9, 1),
    "cross_mixed": (10064, 9, 1),
    "half_b_red": (4896, 10, 1),
    # Rush Hour: positions that can be reached; in rush_target the target car drives, too
    "rush_straight": (6, 3, 1),
    "rush_turn": (7, 3, 1),
    "rush_and": (24, 5, 1),
    "rush_or": (1126, 7, 1),
    "rush_end": (2, 2, 1),
    "rush_target": (8, 3, 1),
    "rush_lim": (7, 3, 1),
    "rush_straight_full": (6, 3, 1),
    "rush_turn_full": (7, 3, 1),
    "rush_and_full": (58, 5, 1),
    "rush_end_full": (8, 2, 1),
    "rush_target_full": (68, 3, 1),
    "rush_lim_full": (7, 3, 1),
    "rush_or_full": (218_648, 7, 1),
    # dominoes
    "domino_straight": (7, 3, 1),
    "domino_turn": (7, 3, 1),
    "domino_and": (39, 5, 1),
    "domino_or": (132, 7, 1),
    "domino_end": (2, 2, 1),
}
FILLED = {
    "lamp_end": 1,
    "lamp_not": 2,
    "lamp_or": 4,
    "lamp_split_not": 2,
    "lamp_turn": 2,
    "lamp_variable": 2,
    "lamp_wire": 2,
    "mine_end": 1,
    "mine_not": 2,
    "mine_split": 2,
    "mine_terminator": 2,
    "mine_turn": 2,
    "mine_variable": 2,
    "mine_wire": 2,
}
"""Port states, each with one completion."""
WALKED = {"box_gate": (2, 2), "box_latch": (4, 3)}
"""Configurations, and states of the automaton."""


def test_every_gadget_has_figures_here() -> None:
    assert set(shipped()) == {*MOVED, *FILLED, *WALKED}


@pytest.mark.parametrize("name", MOVED)
def test_ports_that_move(name: str) -> None:
    found = pp.certify(pp.load("gadget", f"@{name}"))
    assert found, str(found)
    assert (found.configurations, len(found.possible), found.components) == MOVED[name]


@pytest.mark.parametrize("name", FILLED)
def test_ports_on_paper(name: str) -> None:
    found = pp.certify(pp.load("gadget", f"@{name}"))
    assert found and found.parsimonious, str(found)
    assert found.configurations == len(found.possible) == FILLED[name]


@pytest.mark.parametrize("name", WALKED)
def test_passages(name: str) -> None:
    found = pp.certify(pp.load("gadget", f"@{name}"))
    assert found, str(found)
    assert (found.configurations, len(found.automaton)) == WALKED[name]


@pytest.mark.parametrize("name", shipped())
def test_files_are_written_as_they_are_read(name: str) -> None:
    position = pp.load("gadget", f"@{name}")
    goal = "\n  -> "  # which may be written shorter
    assert f"{position}\n".partition(goal)[0] == shipped()[name].partition(goal)[0]
    assert pp.load("gadget", str(position)) == position
    assert position.state.name == name


SMALL = [name for name in shipped() if MOVED.get(name, (0,))[0] <= depth(400, 3000)]


@pytest.mark.parametrize("name", SMALL)
def test_certificates_are_verified(name: str) -> None:
    result = pp.certify(pp.load("gadget", f"@{name}"))
    assert pp.verify(result), str(pp.verify(result))
    assert pp.verify(result.to_json())


def test_what_is_too_large_is_not_called_verified() -> None:
    verdict = pp.verify(pp.certify(pp.load("gadget", "@cross")), limits=pp.Limits(positions=100))
    assert verdict.status == "not checked"


GRAPHS = [name for name, text in shipped().items() if "system: constraint_graph" in text and "memory:" not in text]
"""Quantifiers are made of stars and are not planar."""


@pytest.mark.parametrize("name", GRAPHS)
def test_constraint_graphs_are_planar_with_their_ports_in_cyclic_order(name: str) -> None:
    """The gadget inside a wheel whose rim runs through the ports in their order can be drawn without crossings."""
    networkx = pytest.importorskip("networkx")
    gadget = pp.load("gadget", f"@{name}").state
    graph = gadget.position.state.graph
    drawn = networkx.Graph((graph.vertices[a], graph.vertices[b]) for a, b, *_ in graph.edges)
    for port, following in zip(gadget.names, (*gadget.names[1:], gadget.names[0]), strict=True):
        drawn.add_edge(port, following)
        drawn.add_edge(port, "hub")
    assert networkx.check_planarity(drawn)[0]


def test_ports_in_another_order_would_cross() -> None:
    """The wheel is no formality: a crossover with two neighbouring ports exchanged is none in the plane."""
    networkx = pytest.importorskip("networkx")
    graph = pp.load("gadget", "@cross").state.position.state.graph
    drawn = networkx.Graph((graph.vertices[a], graph.vertices[b]) for a, b, *_ in graph.edges)
    for port, following in zip("acbd", "cbda", strict=True):
        drawn.add_edge(port, following)
        drawn.add_edge(port, "hub")
    assert not networkx.check_planarity(drawn)[0]


@pytest.mark.parametrize("name", ["cross", "rush_or", "box_latch"])
def test_a_limit_on_positions_holds(name: str) -> None:
    with pytest.raises(pp.LimitReached) as caught:
        pp.certify(pp.load("gadget", f"@{name}"), limits=pp.Limits(positions=10))
    assert caught.value.kind == "positions"


@pytest.mark.parametrize("name", ["rush_or_full", "mine_split", "box_latch"])
def test_a_flag_stops_it(name: str) -> None:
    flag = pp.Cancel()
    flag.set()
    with pytest.raises(pp.LimitReached) as caught:
        pp.certify(pp.load("gadget", f"@{name}"), limits=pp.Limits(cancel=flag))
    assert caught.value.kind == "cancelled"

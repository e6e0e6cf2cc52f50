"""Dismantling against value iteration, and its certificates, which no change survives."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import networkx
import pytest
from tests.reference.chases import Rules, best_start, captures
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Outcome, Position
from perfectplay.checks.verdict import Finding
from perfectplay.method import certified
from perfectplay.theorems import dismantling

pytestmark = pytest.mark.about("cops_and_robbers")


def proof_of(result: pp.Result[Any]) -> Finding:
    found = certified(result)
    assert found is not None
    return found


def loaded(graph: Any, **options: Any) -> Position:
    return pp.load("cops_and_robbers", graph, **options)


def graphs(number: int, seed: str) -> Iterator[Any]:
    """Random graphs, connected or not; many of them made by adding vertices that another one dominates, so that the
    cop wins often."""
    rng = random.Random(seed)
    for _ in range(number):
        size = rng.randint(1, 8)
        graph = networkx.gnp_random_graph(size, rng.choice([0.3, 0.5, 0.7]), seed=rng.randrange(1 << 30))
        for new in range(size, rng.randint(size, 8)):
            of = rng.randrange(new)
            near = [of, *(each for each in graph[of] if rng.random() < 0.5)]
            graph.add_edges_from((new, each) for each in near)
        yield networkx.relabel_nodes(graph, dict(zip(graph, rng.sample(list(graph), len(graph)), strict=True)))


def test_one_cop_wins_where_the_graph_can_be_dismantled() -> None:
    """Every stage of the opening, and every state in which the theorem speaks, against value iteration."""
    rng = random.Random("states")
    won = 0
    number = depth(250, 4000)
    for graph in graphs(number, "dismantled"):
        out = [sorted(graph[vertex]) for vertex in range(len(graph))]
        plies = captures(out, Rules())
        wins = best_start(out, Rules(), plies) is not None
        winner = LEFT if wins else RIGHT
        start = loaded(graph)
        placed = start.play(str(rng.randrange(len(graph))))
        there = placed.play(str(rng.randrange(len(graph))))
        for position in (start, placed):
            assert pp.outcome(position, method="dismantling") == Outcome(winner, winner), repr(position)
        assert dismantling.applies(there) == (wins and there.winner is None)
        if wins:
            assert len(plies) == 2 * len(out) ** 2, "on such a graph one cop wins from everywhere"
        won += wins
    assert number / 5 < won < number * 4 / 5


def test_the_theorem_keeps_to_what_it_is_about() -> None:
    path = "a-b b-c c-d"
    assert dismantling.applies(loaded(path)) and dismantling.applies(loaded(f"{path}; a=C d=r"))
    square = "a-b b-c c-d d-a"
    assert dismantling.applies(loaded(square)) and dismantling.applies(loaded(f"{square}; a=C"))
    assert not dismantling.applies(loaded(f"{square}; a=C b=R")), "here the cop wins at once"
    for options in (
        {"cops": 2},
        {"passing": "cops"},
        {"passing": "robber"},
        {"passing": "nobody"},
        {"impartial": True},
    ):
        assert not dismantling.applies(loaded(path, **options))
    assert not dismantling.applies(loaded("a>b b>c"))
    assert not dismantling.applies(loaded(f"{path}; a=C b=C d=R"))
    assert dismantling.applies(loaded(path, mover="one", stuck="lose", misere=True, mirrored=True))


def test_certificates_verify_outcomes_whose_strategies_are_too_large_to_follow() -> None:
    tree = networkx.convert_node_labels_to_integers(networkx.balanced_tree(2, 4))
    found = pp.outcome(loaded(tree))
    assert found == "L" and found.method == "dismantling"
    verdict = pp.verify(found, limits=pp.Limits(positions=100))
    assert verdict and verdict.fields["certificate"].status == "verified"
    assert verdict.fields["witness"].how.startswith("a certificate proves")


def test_large_graphs_are_dismantled_soon() -> None:
    for graph, winner in ((networkx.grid_2d_graph(30, 30), "R"), (networkx.path_graph(1000), "L")):
        found = pp.outcome(loaded(graph))
        assert found == winner and found.method == "dismantling"
        assert proof_of(found).status == "verified"


def forged(certificate: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The certificate with one thing changed so that it cannot hold any more."""
    deleted, left = certificate["deleted"], certificate["left"]
    if deleted:
        yield {"deleted": deleted[1:], "left": left}
        yield {"deleted": [*deleted, deleted[0]], "left": left}
        yield {"deleted": [[b, a] for a, b in deleted[:1]] + deleted[1:], "left": left}
        yield {"deleted": [deleted[0][:1], *deleted[1:]], "left": left}
        yield {"deleted": deleted[:-1], "left": [*left, deleted[-1][0]]}
    yield {"deleted": deleted, "left": left[1:]}
    yield {"deleted": deleted, "left": [*left, "x"]}
    yield {"deleted": deleted, "left": None}
    yield {"deleted": deleted}
    yield {"deleted": deleted, "left": left, "more": []}
    if len(left) > 1:
        yield {"deleted": [*deleted, [left[0], left[1]]], "left": left[1:]}


def test_no_forged_certificate_holds() -> None:
    tried = 0
    for graph in graphs(depth(60, 600), "forged"):
        found = pp.outcome(loaded(graph), method="dismantling")
        certificate = found.witness["certificate"]
        assert proof_of(found).status == "verified"
        for other in forged(certificate):
            result = replace(found, witness={**found.witness, "certificate": other})
            # what was exchanged may hold as well, where each of two vertices dominates the other
            again = proof_of(result).status == "verified"
            assert not again or sound(graph, other), (certificate, other)
            tried += not again
        wrong = Outcome(RIGHT, RIGHT) if found == "L" else Outcome(LEFT, LEFT)
        assert proof_of(replace(found, answer=wrong)).status == "refuted"
    assert tried > depth(300, 3000)


def sound(graph: Any, certificate: dict[str, Any]) -> bool:
    """By networkx: is every deletion one of a dominated vertex?"""
    rest = networkx.relabel_nodes(graph, str)
    for vertex, other in certificate["deleted"]:
        if not {vertex, *rest[vertex]} <= {other, *rest[other]}:
            return False
        rest.remove_node(vertex)
    return sorted(rest) == sorted(certificate["left"])

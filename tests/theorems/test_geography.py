"""Geography on undirected graphs: matchings and even kernels, against search, and their certificates."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import networkx
import pytest
from tests import tiers

import perfectplay as pp
from perfectplay.checks.following import follow
from perfectplay.checks.verdict import Room
from perfectplay.families.matchings import Matching
from perfectplay.limits import Limits

NAMES = "abcdefgh"


def bipartite(rng: random.Random) -> str | None:
    side = {vertex: rng.randint(0, 1) for vertex in NAMES[: rng.randint(2, 8)]}
    pairs = [(a, b) for a in side for b in side if side[a] < side[b]]
    return _text(rng, [rng.choice(pairs) for _ in range(rng.randint(1, 9))]) if pairs else None


def any_graph(rng: random.Random) -> str:
    """With loops and parallel edges, which make no difference there."""
    names = NAMES[: rng.randint(2, 8)]
    return _text(rng, [(rng.choice(names), rng.choice(names)) for _ in range(rng.randint(1, 11))])


def _text(rng: random.Random, edges: list[tuple[str, str]]) -> str:
    token = rng.choice(sorted({vertex for edge in edges for vertex in edge}))
    return f"{' '.join(f'{a}-{b}' for a, b in edges)}; {token}=@"


CASES: dict[str, tuple[str, Callable[[random.Random], str | None]]] = {
    "vertex_geography": ("maximum matching", any_graph),
    "edge_geography": ("even kernel", bipartite),
}
KEYS = [
    pytest.param("vertex_geography", marks=pytest.mark.about("vertex_geography")),
    pytest.param("edge_geography", marks=pytest.mark.about("edge_geography")),
]


def boards(key: str, number: int, seed: int = 0) -> Iterator[pp.Position]:
    rng = random.Random(seed)
    while number:
        text = CASES[key][1](rng)
        if text is not None:
            number -= 1
            yield pp.load(key, text)


@pytest.mark.parametrize("key", KEYS)
def test_against_search(key: str) -> None:
    letters = set()
    for position in boards(key, tiers.depth(150, 3000)):
        found = pp.outcome(position)
        assert found.method == CASES[key][0], position
        assert found == pp.outcome(position, method="alpha-beta"), position
        letters.add(str(found))
        move = pp.best(position).answer
        if move is not None and found == "N":
            assert pp.outcome(move.after, method="alpha-beta") == "P", position
        room = Room(Limits(positions=10**6))
        for promise in found.witness.values():
            if not isinstance(promise, dict):
                assert follow(promise, (position, promise.starter, 0), room) == "", position
        assert found.witness["certificate"]
        assert pp.verify(found) and pp.verify(found.to_json()), position
    assert letters == {"N", "P"}


@pytest.mark.about("vertex_geography")
def test_all_winning_moves_are_known() -> None:
    from perfectplay.theorems.maximum_matching import winning_moves

    for position in boards("vertex_geography", tiers.depth(60, 1500), seed=1):
        winning = {move.text for move in position.moves() if pp.outcome(move.after, method="alpha-beta") == "P"}
        token = position.state.board.vertices[position.state.cells.index("@")]
        assert {f"{token}-{vertex}" for vertex in winning_moves(position)} == winning, position


@pytest.mark.about("vertex_geography")
def test_matchings_and_their_barriers() -> None:
    rng = random.Random(2)
    for _ in range(tiers.depth(150, 3000)):
        graph = networkx.gnm_random_graph(rng.randint(1, 24), rng.randint(0, 40), seed=rng.randrange(10**9))
        near = {vertex: list(graph[vertex]) for vertex in graph}
        found = Matching(near)
        pairs = found.pairs()
        assert networkx.is_matching(graph, set(pairs))
        assert len(pairs) == len(networkx.max_weight_matching(graph, maxcardinality=True))
        barrier = found.barrier()
        parts = networkx.connected_components(graph.subgraph(set(graph) - barrier))
        assert len(graph) - 2 * len(pairs) == sum(len(part) % 2 for part in parts) - len(barrier)
        for vertex in graph:
            rest = graph.subgraph(set(graph) - {vertex})
            missed = len(networkx.max_weight_matching(rest, maxcardinality=True)) == len(pairs)
            assert (vertex in found.outer()) == missed


def forged(certificate: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name in certificate:
        without = copy.deepcopy(certificate)
        del without[name]
        yield without
        others: list[Any] = [None, 7, "zz", ["zz"], [["zz", "a"]], {}, [[]]]
        for other in others:
            changed = copy.deepcopy(certificate)
            changed[name] = other
            if other != certificate[name]:
                yield changed
        if isinstance(certificate[name], list) and certificate[name]:
            if name == "matching":  # a set or a barrier may prove as much with fewer vertices
                fewer = copy.deepcopy(certificate)
                fewer[name].pop()
                yield fewer
            more = copy.deepcopy(certificate)
            more[name].append(more[name][0])
            yield more
    yield {**certificate, "more": 1}


@pytest.mark.parametrize("key", KEYS)
def test_forged_certificates_are_refuted(key: str) -> None:
    for position in boards(key, tiers.depth(12, 60), seed=3):
        data = pp.outcome(position).to_json()
        for certificate in forged(data["witness"]["certificate"]):
            changed = copy.deepcopy(data)
            changed["witness"]["certificate"] = certificate
            verdict = pp.verify(changed)
            assert verdict.refuted, (position, certificate)
        other = {"N": "P", "P": "N"}[data["answer"]]
        assert pp.verify({**data, "answer": other}).refuted


@pytest.mark.parametrize("key", KEYS)
def test_a_thousand_vertices(key: str) -> None:
    rng = random.Random(4)
    edges = {(rng.randrange(500), rng.randrange(500, 1000)) for _ in range(3000)}
    token = min(edges)[0]
    position = pp.load(key, f"{' '.join(f'v{a}-v{b}' for a, b in sorted(edges))}; v{token}=@")
    found = pp.outcome(position)
    assert found.method == CASES[key][0]
    assert pp.verify(found) and pp.verify(found.to_json())


def test_where_the_theorems_say_nothing() -> None:
    for key, text in (
        ("vertex_geography", "a>b b>c; a=@"),
        ("edge_geography", "a>b b>c; a=@"),
        ("edge_geography", "a-b b-c c-a; a=@"),
    ):
        assert pp.outcome(pp.load(key, text)).method != CASES[key][0]
    for key, text in (("vertex_geography", "a-b b-c; a=@"), ("edge_geography", "a-b b-c; a=@")):
        assert pp.outcome(pp.load(key, text, misere=True)).method != CASES[key][0]
    cut = pp.load("edge_geography", "a-b b-c c-d d-e e-c; a=@ b-c=x")  # the triangle is out of reach
    assert pp.outcome(cut).method == "even kernel"

"""Constraint graphs for the tests: random ones, and all small ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

import networkx

from perfectplay.families.constraint_logic.graphs import Configuration

TURNED = {">": "<", "<": ">"}


def random_text(
    rng: random.Random, vertices: int, edges: int, weights: Sequence[int] = (1, 2), owners: str = "", goals: int = 1
) -> str:
    """A legal configuration with loops and parallel edges, and edges to be reversed."""
    names = [f"v{number}" for number in range(vertices)]
    ends = [(rng.choice(names), rng.choice(names)) for _ in range(edges)]
    return dressed(rng, ends, weights, owners, goals)


def dressed(
    rng: random.Random,
    ends: Sequence[tuple[str, str]],
    weights: Sequence[int] = (1, 2),
    owners: str = "",
    goals: int = 1,
) -> str:
    """A graph with random weights, directions, owners and goals, and minimum inflows that the directions meet."""
    inflow: Counter[str] = Counter()
    tokens, names = [], {end for pair in ends for end in pair}
    belongs = [rng.choice(owners) if owners else "" for _ in ends]
    for (a, b), owner in zip(ends, belongs, strict=True):
        weight, arrow = rng.choice(weights), rng.choice("<>")
        inflow[b if arrow == ">" else a] += weight
        tokens.append(f"{a}{arrow}{b}:{weight}{owner}")
    low = {
        name: rng.randrange(inflow[name] + 1) if rng.random() < 0.5 else min(2, inflow[name]) for name in sorted(names)
    }
    text = " ".join(tokens) + "; " + " ".join(f"{name}={value}" for name, value in low.items())
    plain = Configuration.parse(text)
    wanted = []
    for owner in sorted(set(belongs)):
        own = [number for number, each in enumerate(belongs) if each == owner]
        for number in rng.sample(own, min(goals, len(own))):
            wanted.append(plain.graph.names[number].replace("-", TURNED[plain.arrows[number]], 1))
    return f"{text} -> {' '.join(wanted)}" if goals else text


def _invariant(graph: networkx.Graph) -> object:
    """The degrees of the neighbours of each vertex: the same for isomorphic graphs."""
    return tuple(sorted(tuple(sorted(graph.degree(other) for other in graph[vertex])) for vertex in graph))


@cache
def all_graphs(edges: int) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Every simple graph with this many edges and no vertex without one, up to isomorphism."""
    if edges == 0:
        return ((),)
    found: dict[object, list[networkx.Graph]] = {}
    for smaller in all_graphs(edges - 1):
        size = len({end for pair in smaller for end in pair})
        for a in range(size + 2):
            for b in range(a + 1, size + 2):
                if b == size + 1 and a != size:
                    continue  # new vertices come in order
                new = networkx.Graph([(int(u), int(v)) for u, v in smaller])
                if new.has_edge(a, b):
                    continue
                new.add_edge(a, b)
                alike = found.setdefault(_invariant(new), [])
                if not any(networkx.is_isomorphic(new, old) for old in alike):
                    alike.append(new)
    return tuple(
        tuple(sorted((str(min(a, b)), str(max(a, b))) for a, b in graph.edges))
        for graphs in found.values()
        for graph in graphs
    )

"""Small graphs as webs, and what can be reached on them by plain search."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import networkx

from perfectplay.families.pebbles.webs import Web

ATLAS = networkx.graph_atlas_g()
"""Every graph with up to 7 vertices."""


def web_of(graph: networkx.Graph) -> Web:
    graph = networkx.convert_node_labels_to_integers(graph)
    return tuple(tuple(sorted(graph[v])) for v in range(len(graph)))


def connected(size: int, most_edges: int = 99) -> list[Web]:
    return [
        web_of(graph)
        for graph in ATLAS
        if len(graph) == size and graph.number_of_edges() <= most_edges and networkx.is_connected(graph)
    ]


def two_connected(size: int, most_edges: int = 99) -> list[Web]:
    return [
        web_of(graph)
        for graph in ATLAS
        if len(graph) == size and graph.number_of_edges() <= most_edges and networkx.is_biconnected(graph)
    ]


def trees(size: int) -> list[Web]:
    return [web_of(tree) for tree in networkx.nonisomorphic_trees(size)]


def joined(*paths: Sequence[int]) -> Web:
    """The graph of these paths; a cycle comes back to its beginning."""
    graph = networkx.Graph()
    for path in paths:
        networkx.add_path(graph, path)
    return tuple(tuple(sorted(graph[v])) for v in range(len(graph)))


def reach(web: Web, start: Sequence[int]) -> set[tuple[int, ...]]:
    """All configurations of labelled tokens that can be reached, by moving whatever can move."""
    first = tuple(start)
    seen, order = {first}, [first]
    for here in order:
        for hole, token in enumerate(here):
            for v in web[hole] if not token else ():
                if here[v]:
                    after = list(here)
                    after[hole], after[v] = here[v], 0
                    there = tuple(after)
                    if there not in seen:
                        seen.add(there)
                        order.append(there)
    return seen


def configurations(size: int, tokens: int) -> Iterator[tuple[int, ...]]:
    for places in itertools.permutations(range(size), tokens):
        cells = [0] * size
        for token, place in enumerate(places, 1):
            cells[place] = token
        yield tuple(cells)


def shuffled(size: int, tokens: int, rng: random.Random) -> list[int]:
    cells = [*range(1, tokens + 1), *[0] * (size - tokens)]
    rng.shuffle(cells)
    return cells


def text_of(web: Web, start: Sequence[int], goal: Sequence[int]) -> str:
    """The puzzle as it is loaded; vertices are called by their numbers."""
    edges = " ".join([*map(str, range(len(web))), *(f"{u}-{v}" for u in range(len(web)) for v in web[u] if u < v)])
    given = (" ".join(f"{v}={token}" for v, token in enumerate(cells) if token) for cells in (start, goal))
    return f"{edges}; {' -> '.join(given)}"

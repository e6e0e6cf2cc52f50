"""Loopy games on digraphs, as slowly as the definitions say it."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from tests.reference import games

import perfectplay as pp
from perfectplay.players import Winner

Vertex = TypeVar("Vertex", bound=Hashable)
Digraph = Mapping[Vertex, Sequence[Vertex]]


def random_digraph(rng: random.Random, most: int) -> dict[str, list[str]]:
    names = "abcdefghijklmnop"[: rng.randint(1, most)]
    rate = rng.choice((0.1, 0.2, 0.3, 0.5))
    return {name: [other for other in names if rng.random() < rate] for name in names}


def written(graph: Digraph[str], at: str) -> str:
    return "; ".join(f"{'@' if name == at else ''}{name}: {' '.join(graph[name])}" for name in graph)


def product(one: Digraph[str], other: Digraph[str]) -> dict[tuple[str, str], list[tuple[str, str]]]:
    return {(a, b): [(x, b) for x in one[a]] + [(a, y) for y in other[b]] for a in one for b in other}


def generalized(graph: Digraph[Vertex]) -> dict[Vertex, int | pp.Infinite]:
    """Smith's labels, one vertex at a time."""
    labels: dict[Vertex, int] = {}
    never: set[Vertex] = set()
    n = 0
    while len(labels) + len(never) < len(graph):

        def sees(vertex: Vertex, n: int = n) -> bool:
            return any(labels.get(after) == n for after in graph[vertex])

        changed = True
        while changed:
            changed = False
            for vertex in graph:
                if vertex in labels or vertex in never or sees(vertex):
                    continue
                if all(after in labels or sees(after) for after in graph[vertex]):
                    labels[vertex] = n
                    changed = True
        never.update(vertex for vertex in graph if vertex not in labels and not sees(vertex))
        n += 1
    found: dict[Vertex, int | pp.Infinite] = dict(labels)
    for vertex in never:
        found[vertex] = pp.Infinite(labels[after] for after in graph[vertex] if after in labels)
    return found


def counters(graph: Digraph[Vertex], labels: Mapping[Vertex, int | pp.Infinite]) -> dict[Vertex, float]:
    """0 if nothing has to be reverted, else one more than that of the best reverting move to the worst move: repeated
    until nothing changes, from counters that are too large."""
    finite = {vertex: label for vertex, label in labels.items() if isinstance(label, int)}
    found = dict.fromkeys(finite, float("inf"))
    for _ in graph:
        for vertex, n in finite.items():
            larger = [after for after in graph[vertex] if finite.get(after, n + 1) > n]
            best = [min(found[back] for back in graph[after] if finite.get(back) == n) for after in larger]
            found[vertex] = 1 + max(best) if best else 0
    return found


def nimber(position: pp.Position) -> int | pp.Infinite:
    """The generalized nimber of a position of an impartial game."""
    graph: dict[pp.Position, list[pp.Position]] = {}
    todo = [position]
    while todo:
        here = todo.pop()
        if here not in graph:
            graph[here] = [move.after for move in here.moves(pp.LEFT)]
            todo.extend(graph[here])
    return generalized(graph)[position]


def length(position: pp.Position, player: pp.Player) -> int | None:
    """The number of moves to the end if the winner hurries and the loser delays, round by round; None for a draw."""
    start = (position, player)
    nodes: dict[tuple[pp.Position, pp.Player], list[tuple[pp.Position, pp.Player]]] = {}
    known: dict[tuple[pp.Position, pp.Player], Winner] = {}
    todo = [start]
    while todo:
        node = todo.pop()
        if node not in nodes:
            here, mover = node
            nodes[node] = [] if here.winner is not None else games.after(here, mover)
            if not nodes[node]:
                known[node] = here.winner or games.stuck(here, mover)
            todo.extend(nodes[node])
    for moves in range(len(nodes) + 1):
        if start in known:
            return None if known[start] is pp.DRAW else moves
        new: dict[tuple[pp.Position, pp.Player], Winner] = {}
        for node, options in nodes.items():
            results = {known.get(option) for option in options}
            if node not in known and node[1] in results:
                new[node] = node[1]
            elif node not in known and results == {node[1].opponent}:
                new[node] = node[1].opponent
        known.update(new)
        if not new:
            break
    return None

"""Graphs as webs: the neighbours of each vertex, by number, without loops and repetitions. Everything is iterative."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

Web: TypeAlias = tuple[tuple[int, ...], ...]


def parts(web: Web, within: Collection[int] | None = None) -> list[list[int]]:
    """The connected components of the vertices in ``within`` (of all, when left out), each in breadth-first order."""
    left = dict.fromkeys(range(len(web)) if within is None else within)
    found = []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for u in part:
            for v in web[u]:
                if v in left:
                    del left[v]
                    part.append(v)
        found.append(part)
    return found


def restricted(web: Web, vertices: Iterable[int]) -> Web:
    """The web on some vertices, renumbered in this order."""
    index = {v: n for n, v in enumerate(vertices)}
    return tuple(tuple(index[u] for u in web[v] if u in index) for v in index)


def distances(web: Web, sources: Iterable[int]) -> dict[int, int]:
    """The distance of every reachable vertex from the nearest source, in breadth-first order."""
    found = dict.fromkeys(sources, 0)
    order = list(found)
    for u in order:
        for v in web[u]:
            if v not in found:
                found[v] = found[u] + 1
                order.append(v)
    return found


def path(web: Web, start: int, targets: Collection[int], within: Collection[int] | None = None) -> list[int]:
    """A shortest path from ``start`` to the nearest target, ends included; empty if there is none."""
    came = {start: start}
    order = [start]
    for u in order:
        if u in targets:
            way = [u]
            while way[-1] != start:
                way.append(came[way[-1]])
            return way[::-1]
        for v in web[u]:
            if v not in came and (within is None or v in within):
                came[v] = u
                order.append(v)
    return []


def is_ring(web: Web) -> bool:
    """Is the connected web one cycle?"""
    return len(web) >= 3 and all(len(near) == 2 for near in web)


def around(web: Web) -> list[int]:
    """The vertices of a ring in their order."""
    ring = [0, web[0][0]]
    while len(ring) < len(web):
        a, b = web[ring[-1]]
        ring.append(a if b == ring[-2] else b)
    return ring


def colours(web: Web) -> list[int] | None:
    """A colouring of a connected web with two colours, None if it is not bipartite."""
    far = distances(web, [0])
    found = [far[v] % 2 for v in range(len(web))]
    return None if any(found[u] == found[v] for u in far for v in web[u]) else found


def blocks(web: Web) -> list[list[int]]:
    """The biconnected components of a connected web, bridges included (Hopcroft & Tarjan 1973)."""
    number = {0: 0}
    low = {0: 0}
    stack = [0]
    todo = [(0, -1, iter(web[0]))]
    found: list[list[int]] = []
    while todo:
        u, parent, near = todo[-1]
        for v in near:
            if v == parent:
                continue
            if v in number:
                low[u] = min(low[u], number[v])
            else:
                number[v] = low[v] = len(number)
                stack.append(v)
                todo.append((v, u, iter(web[v])))
                break
        else:
            todo.pop()
            if parent >= 0:
                low[parent] = min(low[parent], low[u])
                if low[u] >= number[parent]:
                    place = stack.index(u)
                    found.append([parent, *stack[place:]])
                    del stack[place:]
    return found


def is_tricky_six(web: Web) -> bool:
    """Is the biconnected web Wilson's exception: seven vertices, two of which are joined by paths with 1, 2 and 2
    vertices between them?"""
    if len(web) != 7 or sum(map(len, web)) != 16:
        return False
    hubs = [v for v, near in enumerate(web) if len(near) == 3]
    if len(hubs) != 2:
        return False
    lengths = []
    for u in web[hubs[0]]:
        last, length = hubs[0], 0
        while u != hubs[1]:
            last, u = u, next(v for v in web[u] if v != last)
            length += 1
        lengths.append(length)
    return sorted(lengths) == [1, 2, 2]

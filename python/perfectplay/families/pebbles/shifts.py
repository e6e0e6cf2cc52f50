"""Tokens without labels, shifted along paths of empty vertices: the fewest shifts, and few shifts in polynomial time.

S is the set of vertices where the tokens stand and T the set where they have to go. A set of vertices is *balanced* if
it has as many vertices of S as of T. *Obstacles* are the vertices in both.

On a tree an edge has to carry the difference of S and T on one side of it. Tokens on vertices of T none of whose edges
carries anything stay, and every other token is shifted once: that is the fewest shifts. For the order, remove the edges
without load and consider leaves: an empty target is filled from the nearest token, first of all; a token that has to
leave goes to the nearest target, last of all; each is then out of the way.

On any graph the fewest shifts are |S - T| plus the least number of obstacles that have to be freed so that every
component of the graph without the others is balanced. For nothing passes the obstacles that never move, and all other
tokens move; conversely each balanced component is solved on a spanning tree.

(After Calinescu, Dumitrescu & Pach 2006, who treat trees and the approximation. The closed form was compared with
search on all pairs (S, T) of all trees up to 9 vertices and of all connected graphs up to 7.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction

from perfectplay.families.pebbles.webs import Web, parts, path

Shift = list[int]
"""The vertices along which a token is shifted."""
MOST_TRIES = 20_000
"""The most sets of freed obstacles that are tried."""


def is_forest(web: Web) -> bool:
    return sum(map(len, web)) == 2 * (len(web) - len(parts(web)))


def unbalanced(web: Web, tokens: Collection[int], targets: Collection[int]) -> list[int] | None:
    """A component of the graph that is not balanced, so that there is no solution; None if there is none."""
    return next((part for part in parts(web) if not is_balanced(part, tokens, targets)), None)


def is_balanced(part: Iterable[int], tokens: Collection[int], targets: Collection[int]) -> bool:
    return sum((v in tokens) - (v in targets) for v in part) == 0


def on_forest(web: Web, tokens: Collection[int], targets: Collection[int]) -> list[Shift]:
    """A shortest solution on a forest all of whose trees are balanced."""
    links = [set(near) for near in web]
    for part in parts(web):
        above, load = {part[0]: part[0]}, {v: (v in tokens) - (v in targets) for v in part}
        for u in part:
            above |= {v: u for v in web[u] if v not in above}
        for v in reversed(part[1:]):
            load[above[v]] += load[v]
            if not load[v]:
                links[v].remove(above[v])
                links[above[v]].remove(v)
    left: Web = tuple(tuple(sorted(near)) for near in links)
    first: list[Shift] = []
    last: list[Shift] = []
    here, there = set(tokens), set(targets)
    for part in parts(left):
        inside = set(part)
        leaves = [v for v in part if len(links[v]) < 2]
        for leaf in leaves:
            if leaf in there and leaf not in here:
                way = path(left, leaf, here, inside)
                first.append(way[::-1])
                here.remove(way[-1])
            elif leaf in here and leaf not in there:
                way = path(left, leaf, there, inside)
                last.append(way)
                there.remove(way[-1])
            inside.remove(leaf)
            here.discard(leaf)
            there.discard(leaf)
            leaves += [v for v in left[leaf] if v in inside and sum(u in inside for u in left[v]) == 1]
    return first + last[::-1]


def spanning_forest(web: Web, within: Collection[int]) -> Web:
    """A spanning tree of every component of some vertices; the other vertices are left alone."""
    found: list[list[int]] = [[] for _ in web]
    for part in parts(web, within):
        seen = {part[0]}
        for u in part:
            for v in web[u]:
                if v in within and v not in seen:
                    seen.add(v)
                    found[u].append(v)
                    found[v].append(u)
    return tuple(map(tuple, found))


def fewest(
    web: Web, tokens: Collection[int], targets: Collection[int], watch: Callable[[], None]
) -> list[Shift] | None:
    """A shortest solution on a graph all of whose components are balanced; None if too many sets would be tried."""
    obstacles = frozenset(v for v in tokens if v in targets)
    tries = 0
    for most in range(len(obstacles) + 1):
        todo: list[tuple[frozenset[int], frozenset[int]]] = [(frozenset(), frozenset())]
        while todo:
            freed, kept = todo.pop()
            tries += 1
            if tries > MOST_TRIES:
                return None
            watch()
            open_to = frozenset(range(len(web))) - (obstacles - freed)
            bad = next((part for part in parts(web, open_to) if not is_balanced(part, tokens, targets)), None)
            if bad is None:
                return on_forest(spanning_forest(web, open_to), tokens, targets)
            if len(freed) < most:  # one of the obstacles around this component has to be freed
                around = sorted({v for u in bad for v in web[u] if v not in open_to} - kept)
                for number, v in enumerate(around):
                    todo.append((freed | {v}, kept | set(around[:number])))
    raise AssertionError("with every obstacle freed all components are balanced")


def fewest_steps(web: Web, tokens: Collection[int], targets: Collection[int]) -> list[Shift]:
    """A solution with the fewest single steps, on a graph all of whose components are balanced.

    No solution has fewer steps than a cheapest flow from S to T, since tokens have no labels. A cheapest flow has no
    directed cycle, so that it can be carried out: from a vertex that it only enters, which is empty, follow it
    backwards to the first token, and let that one step. The flow is built by cheapest augmenting paths (Bellman &
    Ford).
    """
    flow: dict[tuple[int, int], int] = {}
    sources, sinks = set(tokens) - set(targets), set(targets) - set(tokens)
    while sources:
        cost, came, queue = dict.fromkeys(sources, 0), dict.fromkeys(sources, -1), list(sources)
        for u in queue:
            for v in web[u]:
                price = cost[u] + (-1 if flow.get((v, u)) else 1)
                if v not in cost or price < cost[v]:
                    cost[v], came[v] = price, u
                    queue.append(v)
        v = min((v for v in sinks if v in cost), key=lambda v: cost[v])
        sinks.remove(v)
        while came[v] >= 0:
            u = came[v]
            if flow.get((v, u)):
                flow[v, u] -= 1
            else:
                flow[u, v] = flow.get((u, v), 0) + 1
            v = u
        sources.remove(v)
    here, steps = set(tokens), []
    flow = {edge: amount for edge, amount in flow.items() if amount}
    while flow:
        u, v = next(iter(flow))
        while v in here:  # forwards to an empty vertex
            u, v = next((a, b) for a, b in flow if a == v)
        while u not in here:  # and back to the first token
            u, v = next((a, b) for a, b in flow if b == u)
        here.remove(u)
        here.add(v)
        steps.append([u, v])
        flow[u, v] -= 1
        if not flow[u, v]:
            del flow[u, v]
    return steps


def few(web: Web, tokens: Collection[int], targets: Collection[int]) -> list[Shift]:
    """At most three times the fewest shifts, on a graph all of whose components are balanced.

    An edge costs half the number of its ends that are obstacles. A cheap forest whose trees are balanced is found by
    growing moats around all components that are not, until an edge is crossed, and removing superfluous edges at the
    end, the last first (Goemans & Williamson 1995); it costs at most twice the minimum. On this forest the tree
    algorithm is used. Let F be a forest with fewest shifts, without superfluous leaves: its leaves, at most 2 |S - T|,
    lie in the symmetric difference of S and T, so that it costs at most the fewest shifts; and the obstacles of the
    forest found have degree 2 or more there, so that they are no more than it costs. Hence at most |S - T| plus twice
    the fewest shifts.
    """
    obstacles = {v for v in tokens if v in targets}
    component = {v: frozenset([v]) for v in range(len(web))}
    moat = dict.fromkeys(range(len(web)), Fraction(0))
    edges: list[tuple[int, int]] = []
    cost = {(u, v): Fraction((u in obstacles) + (v in obstacles), 2) for u in range(len(web)) for v in web[u] if u < v}
    while True:
        growing = {part for part in component.values() if not is_balanced(part, tokens, targets)}
        if not growing:
            break
        found = []
        for (u, v), price in cost.items():
            ends = (component[u] in growing) + (component[v] in growing)
            if ends and component[u] != component[v]:
                found.append(((price - moat[u] - moat[v]) / ends, u, v))
        growth, u, v = min(found)
        for part in growing:
            for w in part:
                moat[w] += growth
        edges.append((u, v))
        joined = component[u] | component[v]
        component |= dict.fromkeys(joined, joined)
    for edge in reversed(edges):
        without = [other for other in edges if other != edge]
        if unbalanced(_forest(len(web), without), tokens, targets) is None:
            edges = without
    return on_forest(_forest(len(web), edges), tokens, targets)


def _forest(size: int, edges: Iterable[tuple[int, int]]) -> Web:
    found: list[list[int]] = [[] for _ in range(size)]
    for u, v in edges:
        found[u].append(v)
        found[v].append(u)
    return tuple(map(tuple, found))

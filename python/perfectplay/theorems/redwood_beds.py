"""Redwood beds of Hackenbush: a small power of 1/2, which hides a Steiner tree.

A redwood bed is a connected picture whose edges at the ground, the feet, are blue and all others red. On each foot
stands a single red edge, its leg; the legs have different tops; and every other red edge has the top of a leg at one of
its ends. Let r be the number of red edges, and s the least number of red edges of a connected subgraph that contains
all legs. The value is 1 / 2^(r - s + 1). Beds side by side are added; a foot without a leg is worth 1; exchanging the
colours negates all values. (*Winning Ways*, chapter 7.)

The book and the survey consider bipartite graphs, where the other edges have the top of a leg at exactly one end. That
edges between tops and loops at tops may be allowed was only checked, against search on thousands of pictures. That no
more may be allowed is shown by two legs whose tops are three edges apart: such a bed is worth 1/4, not 1/2.

s is found by dynamic programming over the sets of legs (Dreyfus & Wagner 1971), in time 3^legs times the number of
edges: the problem is NP-hard. Where that is too much the theorem says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from perfectplay.families.hackenbush import GROUND, Bush
from perfectplay.games.hackenbush import Hackenbush
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.values.value import Value

systems = ("hackenbush",)
MOST_STEPS = 3_000_000

Bed = tuple[list[int], list[tuple[int, int]]]
"""The tops of the legs, and the red edges that are not legs."""


def beds(position: Position[Hackenbush]) -> tuple[int, int, list[Bed]] | None:
    """The sign of the value, the number of feet without legs, and the beds; None if there is anything else."""
    bush: Bush = position.state
    system = position.system
    left, right = system.owned(bush)
    feet = sum(1 << edge for edge in bush.frame.at[GROUND]) & bush.alive
    if system.misere or not feet or feet not in (left, right) or left & right:
        return None
    pairs, at = bush.frame.ends, bush.frame.at
    edges = bush.edges
    ankles = [max(pairs[edge]) for edge in edges if feet >> edge & 1]
    red = {edge for edge in edges if not feet >> edge & 1}
    legs = {ankle: [edge for edge in at[ankle] if edge in red] for ankle in ankles}
    if len(legs) < len(ankles) or GROUND in legs or any(len(each) > 1 for each in legs.values()):
        return None
    used = {each[0]: bush.frame.across(each[0], ankle) for ankle, each in legs.items() if each}
    tops = set(used.values())
    carried = all(edge in used or tops & set(pairs[edge]) for edge in red)
    if tops & legs.keys() or len(tops) < len(used) or not carried:
        return None
    bare = sum(not each for each in legs.values())
    return 1 if feet == left else -1, bare, list(connected(sorted(red), used, pairs))


def connected(red: list[int], legs: dict[int, int], ends: tuple[tuple[int, int], ...]) -> Iterable[Bed]:
    """The beds; ``legs`` are edges with their upper ends."""
    at: dict[int, list[int]] = {}
    upper = [edge for edge in red if edge not in legs]
    for edge in upper:
        for vertex in set(ends[edge]):
            at.setdefault(vertex, []).append(edge)
    tops = set(legs.values())
    seen: set[int] = set()
    for start in legs.values():
        if start in seen:
            continue
        seen.add(start)
        order, own = [start], set[int]()
        for vertex in order:
            own.update(at.get(vertex, ()))
            for edge in at.get(vertex, ()):
                other = sum(ends[edge]) - vertex
                if other not in seen:
                    seen.add(other)
                    order.append(other)
        yield [vertex for vertex in order if vertex in tops], [ends[edge] for edge in sorted(own)]


def steps(bed: Bed) -> int:
    tops, edges = bed
    sets: int = 3 ** len(tops)
    return sets * (len(edges) + 1)


def applies(position: Position[Hackenbush]) -> bool:
    found = beds(position)
    return found is not None and sum(map(steps, found[2])) <= MOST_STEPS


def smallest_tree(tops: Iterable[int], edges: list[tuple[int, int]]) -> int:
    """The least number of edges that connect all the tops."""
    terminals = sorted(set(tops))
    at: dict[int, set[int]] = {vertex: set() for vertex in terminals}
    for a, b in edges:
        at.setdefault(a, set()).add(b)
        at.setdefault(b, set()).add(a)
    far = len(edges) + 1
    full = (1 << len(terminals) - 1) - 1
    # trees[s][v]: edges that connect v with the terminals of the set s; the last terminal is the root
    trees = [dict.fromkeys(at, far) for _ in range(full + 1)]
    for chosen in range(1, full + 1):
        tree = trees[chosen]
        if chosen & (chosen - 1) == 0:
            tree[terminals[chosen.bit_length() - 1]] = 0
        part = (chosen - 1) & chosen
        while part > chosen - part:
            one, other = trees[part], trees[chosen - part]
            for vertex in at:
                tree[vertex] = min(tree[vertex], one[vertex] + other[vertex])
            part = (part - 1) & chosen
        spread(tree, at)
    return trees[full][terminals[-1]] if full else 0


def spread(tree: dict[int, int], at: dict[int, set[int]]) -> None:
    """Let trees grow by single edges: distances from several starts at once."""
    levels: list[list[int]] = [[] for _ in range(max(tree.values()) + 1)]
    for vertex, length in tree.items():
        levels[length].append(vertex)
    for length, level in enumerate(levels):
        for vertex in level:
            if tree[vertex] == length:
                for other in at[vertex]:
                    if tree[other] > length + 1:
                        tree[other] = length + 1
                        levels[length + 1].append(other)


def total(position: Position[Hackenbush]) -> Fraction:
    found = beds(position)
    assert found is not None
    sign, bare, found_beds = found
    number = Fraction(bare)
    for tops, edges in found_beds:
        number += Fraction(1, 2 << len(edges) - smallest_tree(tops, edges))
    return sign * number


def value(position: Position[Hackenbush], asked: Asked) -> Found:
    return Found(Value(total(position)))

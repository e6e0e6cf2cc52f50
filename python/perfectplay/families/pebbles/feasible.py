"""Which configurations of labelled tokens can be reached from which, in polynomial time.

Components of the graph are independent. On a connected graph that is not a ring the holes can be brought anywhere, so
let start and goal have the same holes; what is left is whether a permutation of the tokens belongs to the group H that
motion generates.

One hole (Wilson 1974, block by block): H is the direct product over the blocks X of the graph. With the hole on the
vertex of X nearest to it, the tokens on the other |X| - 1 vertices are permuted by the trivial group if X is an edge,
by rotations if X is a ring, by PGL(2, 5) of order 120 if X is the graph of Tricky Six, otherwise by the alternating
group if X is bipartite and by the symmetric group if not.

b >= 2 holes (after Kornhauser, Miller & Spirakis 1984): H is the direct product of symmetric groups on classes. A
junction is a vertex of degree at least 3 or a block with at least 3 vertices. Gather the holes in a connected set that
meets the junction: the tokens at a distance of at most b - 1 from it can then all be exchanged. Classes are the unions
of these sets that overlap. So the parts on both sides of an isthmus of m edges can exchange tokens iff b >= m + 2.

The second statement was compared with all configurations of every connected graph up to 7 vertices, the trees up to 9
and many others, without exception; it is not proved here in full.
"""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.families.pebbles.motion import Motion, nearest
from perfectplay.families.pebbles.webs import (
    Web,
    around,
    blocks,
    colours,
    distances,
    is_ring,
    is_tricky_six,
    parts,
    path,
    restricted,
)

SYMMETRIC, ALTERNATING, ROTATIONS, PROJECTIVE, TRIVIAL = "S", "A", "rotations", "PGL(2,5)", "1"


def refusal(web: Web, start: Sequence[int], goal: Sequence[int]) -> tuple[str, list[int]] | None:
    """Why the goal cannot be reached, with the vertices that the reason refers to; None if it can."""
    for part in parts(web):
        before, after = [start[v] for v in part], [goal[v] for v in part]
        if set(before) - {0} != set(after) - {0}:
            return "components: a token would have to change to another part of the graph", part
        found = _refusal_in(restricted(web, part), before, after)
        if found is not None:
            reason, vertices = found
            return reason, [part[v] for v in vertices]
    return None


def _refusal_in(web: Web, start: list[int], goal: list[int]) -> tuple[str, list[int]] | None:
    """The same on a connected web where both have the same tokens."""
    holes = start.count(0)
    everything = list(range(len(web)))
    if start == goal:
        return None
    if not holes:
        return "no hole: nothing can move", everything
    if is_ring(web):
        ring = around(web)
        before, after = ([cells[v] for v in ring if cells[v]] for cells in (start, goal))
        return None if is_rotation(before, after) else ("cyclic order: on a ring the tokens keep it", everything)
    motion = Motion(web, start)
    motion.gather([v for v in everything if not goal[v]])
    if holes == 1:
        return _refusal_by_blocks(web, motion.cells, goal)
    if all(len(near) <= 2 for near in web):
        return None if motion.cells == goal else ("order: on a path the tokens keep their order", everything)
    of = classes(web, motion.cells)
    for v, (token, wanted) in enumerate(zip(motion.cells, goal, strict=True)):
        if token and of[token] != of[wanted]:
            here = [u for u, other in enumerate(motion.cells) if other and of[other] == of[token]]
            return f"classes: with {holes} holes a token cannot come from one class of vertices to another", sorted(
                {v, *here}
            )
    return None


def _refusal_by_blocks(web: Web, start: list[int], goal: list[int]) -> tuple[str, list[int]] | None:
    hole = goal.index(0)
    for block in blocks(web):
        inside = set(block)
        way = path(web, hole, inside)
        before, after = Motion(web, start), Motion(web, goal)
        before.walk(way)
        after.walk(way)
        seen = [[cells[v] for v in block] for cells in (before.cells, after.cells)]
        if set(seen[0]) != set(seen[1]):
            return "blocks: with one hole a token cannot leave its block", sorted(block)
        reason = refusal_by_group(restricted(web, block), *seen)
        if reason:
            return reason, sorted(block)
    return None


def group_of(block: Web) -> str:
    """The group that permutes the tokens of a block with one hole."""
    if len(block) == 2:
        return TRIVIAL
    if is_ring(block):
        return ROTATIONS
    if is_tricky_six(block):
        return PROJECTIVE
    return SYMMETRIC if colours(block) is None else ALTERNATING


def refusal_by_group(block: Web, start: list[int], goal: list[int]) -> str:
    """Why a permutation of the tokens of a block is not in its group; the hole is at the same place in both."""
    group = group_of(block)
    if group == TRIVIAL and start != goal:
        return "order: a token cannot pass another one on a bridge"
    if group == ROTATIONS:
        ring = around(block)
        before, after = ([cells[v] for v in ring if cells[v]] for cells in (start, goal))
        if not is_rotation(before, after):
            return "cyclic order: on a ring the tokens keep it"
    if group == ALTERNATING and sign([start.index(token) for token in goal]) < 0:
        return "parity: on a bipartite block only even permutations can be reached"
    if group == PROJECTIVE and tuple(goal) not in reached(block, start):
        return "group: the block is that of Tricky Six, where motion generates PGL(2,5), 120 permutations out of 720"
    return ""


def reached(block: Web, start: Sequence[int]) -> dict[tuple[int, ...], tuple[int, ...] | None]:
    """All configurations that can be reached in a small web with one hole, each with the one before it."""
    first = tuple(start)
    came: dict[tuple[int, ...], tuple[int, ...] | None] = {first: None}
    order = [first]
    for here in order:
        hole = here.index(0)
        for v in block[hole]:
            there = list(here)
            there[hole], there[v] = there[v], 0
            after = tuple(there)
            if after not in came:
                came[after] = here
                order.append(after)
    return came


def is_rotation(before: list[int], after: list[int]) -> bool:
    if len(before) < 2:
        return before == after
    place = before.index(after[0])
    return before[place:] + before[:place] == after


def sign(permutation: Sequence[int]) -> int:
    """1 for an even permutation, -1 for an odd one."""
    seen: set[int] = set()
    cycles = 0
    for first in range(len(permutation)):
        cycles += first not in seen
        while first not in seen:
            seen.add(first)
            first = permutation[first]
    return -1 if (len(permutation) - cycles) % 2 else 1


def junctions(web: Web) -> list[list[int]]:
    """The vertices of degree 3 and more, and the blocks of 3 vertices and more, of a connected web."""
    return [[v] for v, near in enumerate(web) if len(near) > 2] + [block for block in blocks(web) if len(block) > 2]


def classes(web: Web, cells: Sequence[int]) -> dict[int, int]:
    """For every token a token that stands for its class; the web is connected and not a ring, with two or more
    holes."""
    holes = list(cells).count(0)
    above = {token: token for token in cells if token}

    def find(token: int) -> int:
        while above[token] != token:
            above[token] = above[above[token]]
            token = above[token]
        return token

    for junction in junctions(web):
        motion = Motion(web, cells)
        motion.gather(nearest(web, junction[:1], holes))
        near = [motion.cells[v] for v, far in distances(web, junction).items() if far < holes and motion.cells[v]]
        for token in near:
            above[find(token)] = find(near[0])
    return {token: find(token) for token in above}

"""Goals that name the places of only some tokens: can they be reached, and how?

All others may end up anywhere. So a goal is to be *completed*: holes are chosen among the vertices that it leaves open,
and the other tokens are put on the rest, so that it is reachable by `families.pebbles.feasible`. Once the holes are
chosen, the group that motion generates is a product, which determines the places that each token can take:

* on a path, or round a ring, tokens keep their order, and as there is a hole, any places in this order can be reached;
* with one hole the tokens of a block stay in it. The named ones must be in the right block; the others of the block
  fill what is left: in any way if the group is symmetric, and also if it is alternating and there are at least two of
  them (exchange these if the sign is wrong); rotations and PGL(2, 5) are tried one by one;
* with two or more holes the named tokens must be in the right classes, and the others of a class fill what is left.

Where a component has no hole, nothing moves. For one hole all places are tried, for more holes a limited number of sets
(:data:`MOST_SETS`); the answer is None where that is not enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from math import comb

from perfectplay.families.pebbles.feasible import (
    ALTERNATING,
    PROJECTIVE,
    ROTATIONS,
    classes,
    group_of,
    reached,
    refusal_by_group,
)
from perfectplay.families.pebbles.motion import Motion, nearest
from perfectplay.families.pebbles.webs import Web, around, blocks, is_ring, parts, path, restricted

MOST_SETS = 500
"""The most sets of two or more holes that are tried."""
MOST_WORK = 3_000_000
"""The most vertices times junctions times holes times sets where classes have to be found."""
OPEN = -1
"""In a goal that is being completed: some token that the goal does not name."""

Refusal = tuple[str, list[int]]


def complete(web: Web, start: Sequence[int], goal: Sequence[int]) -> list[int] | Refusal | None:
    """A goal with all tokens that can be reached from ``start`` and agrees with ``goal``, in which 0 means that nothing
    is specified; or why there is none, with the vertices that the reason refers to; or None if that would take long."""
    whole = list(start)
    unsure = False
    for part in parts(web):
        before, wanted = [start[v] for v in part], [goal[v] for v in part]
        if not {*wanted} <= {0, *before}:
            return "components: a token would have to change to another part of the graph", part
        found = _complete_in(restricted(web, part), before, wanted)
        if found is None:
            unsure = True
        elif isinstance(found, tuple):
            return found[0], [part[v] for v in found[1]]
        else:
            for v, token in zip(part, found, strict=True):
                whole[v] = token
    return None if unsure else whole


def _complete_in(web: Web, start: list[int], goal: list[int]) -> list[int] | Refusal | None:
    """The same on a connected web."""
    holes, everything = start.count(0), list(range(len(web)))
    if all(token in (0, start[v]) for v, token in enumerate(goal)):
        return list(start)
    if not holes:
        return "no hole: nothing can move", everything
    if is_ring(web):
        return _in_order(start, goal, around(web), True) or ("cyclic order: on a ring the tokens keep it", everything)
    if all(len(near) <= 2 for near in web):
        end = next(v for v in everything if len(web[v]) < 2)
        line = parts(web, [end, *(v for v in everything if v != end)])[0]
        return _in_order(start, goal, line, False) or ("order: on a path the tokens keep their order", everything)
    left = [v for v in everything if not goal[v]]
    if holes > 1:
        return _complete_by_classes(web, start, goal, left)
    said: Refusal | None = None
    for hole in sorted(left, key=lambda v: start[v] != 0):
        found = _complete_by_blocks(web, start, goal, hole)
        if isinstance(found, list):
            return found
        said = said or found
    assert said is not None
    return said


def _in_order(start: list[int], goal: list[int], line: list[int], closed: bool) -> list[int]:
    """Every token as far to the front of a line as it can stand after those before it; empty if there is no room.

    A closed line begins at the place of a token that the goal names.
    """
    tokens = [start[v] for v in line if start[v]]
    if closed:
        first = next(place for place, v in enumerate(line) if goal[v])
        line = line[first:] + line[:first]
        begin = tokens.index(goal[line[0]])
        tokens = tokens[begin:] + tokens[:begin]
    place_of = {goal[v]: place for place, v in enumerate(line) if goal[v]}
    found, cursor = [0] * len(start), 0
    for token in tokens:
        place = place_of.get(token, cursor)
        if place < cursor or place >= len(line) or (token not in place_of and goal[line[place]]):
            return []
        found[line[place]], cursor = token, place + 1
    return found


def _complete_by_blocks(web: Web, start: list[int], goal: list[int], hole: int) -> list[int] | Refusal:
    """With one hole, which ends up on a given vertex."""
    before = Motion(web, start)
    before.gather([hole])
    after = Motion(web, [token or (OPEN if v != hole else 0) for v, token in enumerate(goal)])
    for block in blocks(web):
        way = path(web, hole, set(block))
        before.walk(way)
        after.walk(way)
        filled = _fill(restricted(web, block), *([cells[v] for v in block] for cells in (before.cells, after.cells)))
        if isinstance(filled, str):
            return filled, sorted(block)
        for v, token in zip(block, filled, strict=True):
            after.cells[v] = token
        before.walk(way[::-1])
        after.walk(way[::-1])
    return after.cells


def _fill(block: Web, start: list[int], goal: list[int]) -> list[int] | str:
    """Put the tokens of a block that the goal does not name on the places that it leaves open; the hole is where it
    should be."""
    rest = [token for token in start if token not in goal]
    if len(rest) != goal.count(OPEN):
        return "blocks: with one hole a token cannot leave its block"
    first = _kept(start, goal, rest)
    group = group_of(block)
    for tried in chain([first], _arrangements(block, group, start, first, rest)):
        if all(wanted in (OPEN, token) for token, wanted in zip(tried, goal, strict=True)) and not refusal_by_group(
            block, start, tried
        ):
            return tried
    return refusal_by_group(block, start, first)


def _kept(start: list[int], goal: list[int], rest: list[int]) -> list[int]:
    """Tokens stay where they are if they may; the others of ``rest`` take the places that are still open."""
    stay = {token for token, wanted in zip(start, goal, strict=True) if wanted == OPEN and token in rest}
    unused = iter([token for token in rest if token not in stay])
    return [
        wanted if wanted != OPEN else token if token in stay else next(unused)
        for token, wanted in zip(start, goal, strict=True)
    ]


def _arrangements(block: Web, group: str, start: list[int], first: list[int], rest: list[int]) -> Iterator[list[int]]:
    """Other possible arrangements of a block."""
    if group == ALTERNATING and len(rest) > 1:
        a, b = rest[:2]
        yield [{a: b, b: a}.get(token, token) for token in first]
    elif group == ROTATIONS:
        ring = [v for v in around(block) if start[v]]
        for turn in range(1, len(ring)):
            turned = dict(zip(ring, ring[turn:] + ring[:turn], strict=True))
            yield [start[turned.get(v, v)] for v in range(len(start))]
    elif group == PROJECTIVE:
        yield from (list(state) for state in reached(block, start) if state.index(0) == start.index(0))


def _complete_by_classes(web: Web, start: list[int], goal: list[int], left: list[int]) -> list[int] | Refusal | None:
    """With two or more holes."""
    holes = start.count(0)
    single = len(blocks(web)) == 1
    work = len(web) * holes * sum(len(near) > 2 for near in web)
    if not single and work > MOST_WORK:
        return None
    sets = comb(len(left), holes)
    bounded = sets <= MOST_SETS and (single or sets * work <= MOST_WORK)
    usual = [v for v in left if not start[v]]
    usual = nearest(web, usual or left[:1], holes, [v for v in range(len(web)) if goal[v]])
    for wanted in chain([usual], combinations(left, holes) if bounded else ()):
        motion = Motion(web, start)
        motion.gather(wanted)
        of = dict.fromkeys(start, 0) if single else classes(web, motion.cells)
        if all(not goal[v] or of[goal[v]] == of[token] for v, token in enumerate(motion.cells) if token):
            after = [wanted or (OPEN if token else 0) for token, wanted in zip(motion.cells, goal, strict=True)]
            for name in {*of.values()}:
                inside = [v for v, token in enumerate(motion.cells) if token and of[token] == name]
                before = [motion.cells[v] for v in inside]
                rest = [token for token in before if token not in goal]
                for v, token in zip(inside, _kept(before, [after[v] for v in inside], rest), strict=True):
                    after[v] = token
            return after
    if not bounded:
        return None
    named = [v for v, token in enumerate(goal) if token and start[v] != token]
    return f"classes: with {holes} holes a token cannot come from one class of vertices to another", named

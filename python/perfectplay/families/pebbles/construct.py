"""Moves that bring labelled tokens from a start to a goal: O(n^3) of them, not the fewest.

With two or more holes every exchange of two tokens is a *gadget*: go somewhere, swap, and go back the same way. The
swap takes place at a vertex w with neighbours a, c and f, where w and c are holes::

    a->w->c, f->w->a, c->w->f

exchanges the tokens on a and f. There are two ways to get there. Along a path: the holes are gathered on a path from x
to w, along which the token on x moves up. Round a cycle: two holes and one token are followed through all their places,
while all other vertices count as tokens. The gadgets are the edges of a graph on the vertices that the goal occupies;
its components are the classes of `families.pebbles.feasible`, and tokens are sorted along a spanning tree of each,
the leaves first.

With one hole every block is solved separately. A ring is turned; up to seven vertices all configurations are searched.
In a larger block, as long as one vertex or two vertices of degree 2 in a row can be taken away so that a block of the
same kind is left, their tokens are brought home and stay there. What cannot be made smaller is sorted by 3-cycles: one
is found as a power of a loop or commutator, the others by following the hole and three tokens.

Exchanges take O(n^3) moves: k tokens, O(n / b) exchanges for each, O(b n) moves per exchange. That 3-cycles are short
is not proved; they were found in all theta graphs up to 26 vertices, and no solution on any graph that was tried had
more than n^3 moves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise, permutations, product
from typing import TypeVar

from perfectplay.families.pebbles.feasible import classes, group_of, reached, sign
from perfectplay.families.pebbles.loops import Permutation, inverse, times
from perfectplay.families.pebbles.motion import Motion, Step, nearest, reverse, shortened
from perfectplay.families.pebbles.webs import Web, around, blocks, distances, is_ring, parts, path, restricted

SMALL_BLOCK = 7
LARGEST_KNOT = 26
"""The most vertices of a block that is sorted by 3-cycles: the places of the hole and three tokens are searched."""
ENOUGH = 300
"""The number of gadgets after which no shorter ones are sought."""
LONGEST_WORDS = 4000
"""The most products of loops that are tried for a 3-cycle."""

T = TypeVar("T", bound=Hashable)

Watch = Callable[[], None]
"""Called now and then; it may raise an error to stop the work."""


def construct(web: Web, start: Sequence[int], goal: Sequence[int], watch: Watch = lambda: None) -> list[Step] | None:
    """Moves from start to goal, which must be possible; None if a block is too large for the method."""
    steps: list[Step] = []
    for part in parts(web):
        before, after = [start[v] for v in part], [goal[v] for v in part]
        found = [] if before == after else _construct_in(restricted(web, part), before, after, watch)
        if found is None:
            return None
        steps += [(part[a], part[b]) for a, b in found]
    return steps


def _construct_in(web: Web, start: list[int], goal: list[int], watch: Watch) -> list[Step] | None:
    motion = Motion(web, start)
    motion.gather([v for v, token in enumerate(goal) if not token])
    if is_ring(web):
        _turn(motion, around(web), goal)
    elif goal.count(0) == 1:
        hole = goal.index(0)
        for block in blocks(web):
            if not _solve_block(motion, path(web, hole, set(block)), block, goal, watch):
                return None
    else:
        _sort_by_swaps(motion, goal, watch)
    assert motion.cells == list(goal)
    return shortened(motion.steps)


# rings ---------------------------------------------------------------------------------------------------------------


def _turn(motion: Motion, ring: list[int], goal: Sequence[int]) -> None:
    """Turn a ring, on which start and goal have the same holes, until every token is at home: the shorter way round."""
    order = [v for v in ring if goal[v]]
    turns = [goal[v] for v in order].index(motion.cells[order[0]])
    if 2 * turns > len(order):
        ring, turns = ring[::-1], len(order) - turns
    for _ in range(turns):
        _turn_once(motion, ring)


def _turn_once(motion: Motion, ring: list[int]) -> None:
    """Every token moves to the place of the next one; the one before a hole makes room first."""
    size, full = len(ring), [bool(motion.cells[v]) for v in ring]
    hole = next(n for n in range(size) if not full[n] and full[n - 1])
    places = [n for n in range(hole - 1, hole - size, -1) if full[n % size]]
    motion.step(ring[hole - 1], ring[hole])
    for target, place in pairwise(places):
        motion.slide([ring[n % size] for n in range(place, target + 1)])
    motion.slide([ring[n % size] for n in range(hole, places[-1] + size + 1)])


# two holes and more --------------------------------------------------------------------------------------------------

Gadget = tuple[int, int, list[Step]]
"""Two vertices and moves that exchange the tokens on them, and nothing else."""


def _sort_by_swaps(motion: Motion, goal: Sequence[int], watch: Watch) -> None:
    """Exchange tokens until all are at home; the holes are where they should be."""
    web, full = motion.web, [v for v, token in enumerate(goal) if token]
    if motion.cells == list(goal):
        return
    tree = _swaps(web, [v + 1 if goal[v] else 0 for v in range(len(web))], watch)
    order, above = [], {}
    for root in sorted(full, key=lambda v: -len(tree[v])):
        if root not in above:
            above[root] = root
            part = [root]
            for u in part:
                for v in tree[u]:
                    if v not in above:
                        above[v] = u
                        part.append(v)
            order += part
    for home in reversed(order):  # a leaf of what is left
        lower = [motion.cells.index(goal[home])]
        while above[lower[-1]] != lower[-1]:
            lower.append(above[lower[-1]])
        upper = [home]
        while upper[-1] not in lower:
            upper.append(above[upper[-1]])
        way = lower[: lower.index(upper[-1])] + upper[::-1]
        for u, v in pairwise(way):
            motion.play(tree[u][v])


def _swaps(web: Web, home: list[int], watch: Watch) -> dict[int, dict[int, list[Step]]]:
    """For every two vertices that a gadget joins, the shortest one found; there are enough for every class."""
    of = classes(web, home)
    missing = len(of) - len(set(of.values()))
    found: dict[int, dict[int, list[Step]]] = {token - 1: {} for token in of}
    above = {v: v for v in found}

    def find(v: int) -> int:
        while above[v] != v:
            above[v] = v = above[above[v]]
        return v

    def gadgets() -> Iterator[Gadget]:
        for width in (3, len(web)):
            yield from _up_paths(web, home, width)
            if not missing:
                return
        yield from _round_cycles(web, home)

    for number, (u, v, steps) in enumerate(gadgets()):
        watch()
        if v not in found[u] or len(steps) < len(found[u][v]):
            found[u][v] = found[v][u] = steps
        missing -= find(u) != find(v)
        above[find(u)] = find(v)
        if not missing and number > ENOUGH:
            break
    assert not missing, "the gadgets do not join every class"
    return found


def _swap(go: Motion, w: int, a: int, c: int, f: int) -> Gadget:
    """The gadget that goes somewhere, exchanges what is on a and f over the holes w and c, and goes back."""
    there = list(go.steps)
    u, v = go.cells[a] - 1, go.cells[f] - 1
    return u, v, shortened([*there, (a, w), (w, c), (f, w), (w, a), (c, w), (w, f), *reverse(there)])


def _up_paths(web: Web, home: list[int], width: int) -> Iterator[Gadget]:
    """Tokens that come along a path to a vertex w of degree 3 or more, exchanged with some of its neighbours."""
    holes = home.count(0)
    for w in sorted(range(len(web)), key=lambda v: -len(web[v])):
        for x, far in distances(web, [w]).items() if len(web[w]) > 2 else ():
            if not 0 < far < holes:
                continue
            way = path(web, x, {w})
            others = [v for v in web[w] if v != way[-2]]
            for f in others[:width]:
                for c in [v for v in others if v != f][:2]:
                    go = Motion(web, home)
                    go.gather(nearest(web, [*way[1:], c], holes, but=(x, f)))
                    go.slide(way[:-1])
                    yield _swap(go, w, way[-2], c, f)


def _round_cycles(web: Web, home: list[int]) -> Iterator[Gadget]:
    """The same for tokens that reach the vertex in some other way, led by two holes."""
    for w in range(len(web)):
        if len(web[w]) < 3:
            continue
        came: dict[tuple[int, int, int], tuple[tuple[int, int, int], Step] | None] = {}
        for a, c in permutations(web[w], 2):
            came[min(w, c), max(w, c), a] = None
        order = list(came)
        for here in order:
            one, two, token = here
            for hole, other in ((one, two), (two, one)):
                for v in web[hole]:
                    if v != other:
                        there = (min(v, other), max(v, other), hole if token == v else token)
                        if there not in came:
                            came[there] = (here, (hole, v))  # the way back: what is on the hole goes to v again
                            order.append(there)
        distant = list(distances(web, [w]))[::-1]
        for c in web[w]:
            gathered = Motion(web, home)
            gathered.gather([w, c, *[v for v in distant if v not in (w, c)][: home.count(0) - 2]])
            for x in range(len(web)):
                state = (min(w, c), max(w, c), x)
                if not gathered.cells[x] or state not in came:
                    continue
                go = Motion(web, gathered.cells)
                go.steps = list(gathered.steps)
                while (before := came[state]) is not None:
                    state, (a, b) = before
                    if go.cells[a]:  # otherwise it is a hole that counted as a token
                        go.step(a, b)
                one, two, a = state
                free = two if one == w else one
                for f in web[w]:
                    if f not in (a, free) and go.cells[f]:
                        yield _swap(go, w, a, free, f)


# one hole ------------------------------------------------------------------------------------------------------------


def _solve_block(motion: Motion, way: list[int], block: list[int], goal: Sequence[int], watch: Watch) -> bool:
    """Bring the tokens of a block home; the hole walks this way to it and back. False if the block is too large."""
    wanted = Motion(motion.web, goal)
    wanted.walk(way)
    motion.walk(way)
    local = Motion(restricted(motion.web, block), [motion.cells[v] for v in block])
    home = [wanted.cells[v] for v in block]
    if local.cells != home:
        if is_ring(local.web):
            _turn(local, around(local.web), home)
        elif not _solve_knot(local, home, watch):
            return False
    motion.play((block[a], block[b]) for a, b in local.steps)
    motion.walk(way[::-1])
    return True


def _solve_knot(motion: Motion, goal: list[int], watch: Watch) -> bool:
    """The same for a block that is not a ring, considered alone."""
    free = list(range(len(motion.web)))
    while len(free) > SMALL_BLOCK:
        watch()
        chosen = _to_freeze(motion.web, free, goal.index(0))
        if not chosen:
            break
        _bring(motion, free, [(motion.cells.index(goal[v]), v) for v in chosen])
        free = [v for v in free if v not in chosen]
    inner = Motion(restricted(motion.web, free), [motion.cells[v] for v in free])
    home = [goal[v] for v in free]
    if len(free) <= SMALL_BLOCK:
        came = reached(inner.web, inner.cells)
        states: list[tuple[int, ...]] = []
        state: tuple[int, ...] | None = tuple(home)
        while state is not None:
            states.append(state)
            state = came[state]
        holes = [each.index(0) for each in reversed(states)]
        inner.walk(holes)
    elif len(free) > LARGEST_KNOT:
        return False
    else:
        inner.walk(path(inner.web, inner.cells.index(0), {home.index(0)}))
        if not _sort_by_three_cycles(inner, home):
            return False
    motion.play((free[a], free[b]) for a, b in inner.steps)
    return True


def _to_freeze(web: Web, free: list[int], keep: int) -> tuple[int, ...]:
    """One or two vertices without which the rest is a block of the same kind; none if there are none."""
    inside = set(free)
    kind = group_of(restricted(web, free))
    ones: list[tuple[int, ...]] = [(v,) for v in reversed(distances(web, [keep])) if v in inside and v != keep]
    degree = {v: sum(u in inside for u in web[v]) for v in free}
    twos = [(u, v) for (u,) in ones if degree[u] == 2 for v in web[u] if v in inside and degree[v] == 2 and v != keep]
    for chosen in [*ones, *twos]:
        rest = [v for v in free if v not in chosen]
        left = restricted(web, rest)
        if len(parts(left)) == 1 and len(blocks(left)) == 1 and group_of(left) == kind:
            return chosen
    return ()


def _bring(motion: Motion, free: list[int], wanted: list[tuple[int, int]]) -> None:
    """Bring tokens from one place to another, by as few moves as possible."""
    inside, web = set(free), motion.web
    targets = tuple(there for _, there in wanted)

    def following(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        hole, *tokens = state
        for v in web[hole]:
            if v in inside:
                yield (v, *(hole if token == v else token for token in tokens))

    start = (motion.cells.index(0), *(here for here, _ in wanted))
    came = _search(start, following, lambda state: state[1:] == targets)
    state = next(reversed(came))
    motion.walk([each[0] for each in _way(came, state)])


def _search(start: T, following: Callable[[T], Iterator[T]], done: Callable[[T], bool]) -> dict[T, T | None]:
    """Breadth-first search until a state is as wanted; that state is the last one."""
    came: dict[T, T | None] = {start: None}
    queue = deque([start])
    while queue and not done(start):
        here = queue.popleft()
        for there in following(here):
            if there not in came:
                came[there] = here
                if done(there):
                    return came
                queue.append(there)
    return came


def _way(came: dict[T, T | None], state: T | None) -> list[T]:
    found: list[T] = []
    while state is not None:
        found.append(state)
        state = came[state]
    return found[::-1]


# 3-cycles ------------------------------------------------------------------------------------------------------------

Loop = tuple[Permutation, list[int]]
"""Where the token on each vertex goes when the hole walks along these vertices and returns to its start."""


def _sort_by_three_cycles(motion: Motion, goal: list[int]) -> bool:
    web, home = motion.web, goal.index(0)
    loops = _loops(web, home)
    if sign([motion.cells.index(token) for token in goal]) < 0:
        motion.walk(min((walk for _, walk in loops if len(walk) % 2 == 0), key=len))
    found = _three_cycle(loops)
    if found is None:
        return False
    cycle, walk = found
    x = next(v for v, there in enumerate(cycle) if there != v)
    base: tuple[int, ...] = (home, x, cycle[x], cycle[cycle[x]])

    def following(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        hole, x, y, z = state
        for v in web[hole]:
            yield v, hole if x == v else x, hole if y == v else y, hole if z == v else z

    came = _search(base, following, lambda state: False)
    far: dict[tuple[int, ...], int] = {}
    for state, before in came.items():
        far[state] = 0 if before is None else far[before] + 1
    while motion.cells != goal:
        wrong = [v for v, token in enumerate(motion.cells) if token != goal[v]]
        choices = []
        for p in wrong:  # what is on q belongs on p; what is on p goes to r, and what is on r to q
            q, r = motion.cells.index(goal[p]), goal.index(motion.cells[p])
            for third in (r,) if r != q else [v for v in wrong if v not in (p, q)]:
                choices += [(home, q, p, third), (home, p, third, q), (home, third, q, p)]
        way = [state[0] for state in _way(came, min(choices, key=lambda state: far[state]))]
        motion.walk(way[::-1])
        motion.walk(walk)
        motion.walk(way)
    return True


def _loops(web: Web, home: int) -> list[Loop]:
    """A loop for every edge outside of a spanning tree, and its reverse."""
    above = {home: home}
    order = [home]
    for u in order:
        for v in web[u]:
            if v not in above:
                above[v] = u
                order.append(v)

    def down(v: int) -> list[int]:
        way = [v]
        while way[-1] != home:
            way.append(above[way[-1]])
        return way[::-1]

    walks = [down(u) + down(v)[::-1] for u in order for v in web[u] if u < v and above[u] != v and above[v] != u]
    return [_as_loop(web, each) for walk in walks for each in (walk, walk[::-1])]


def _as_loop(web: Web, walk: list[int]) -> Loop:
    cells = list(range(len(web)))
    short: list[int] = []
    for v in walk:  # a step that is undone at once is omitted
        if len(short) > 1 and short[-2] == v:
            short.pop()
        else:
            short.append(v)
    for a, b in pairwise(short):
        cells[a], cells[b] = cells[b], cells[a]
    return inverse(tuple(cells)), short


def _three_cycle(loops: list[Loop]) -> Loop | None:
    """A product of loops that moves three tokens: the shortest power of a loop or of a commutator, else of any word."""

    def joined(*parts: Loop) -> Loop:
        permutation, walk = parts[0]
        for other, way in parts[1:]:
            permutation, walk = times(permutation, other), walk + way[1:]
        return permutation, walk

    def moved(loop: Loop) -> int:
        return sum(v != there for v, there in enumerate(loop[0]))

    def power(loop: Loop) -> Loop | None:
        raised = loop
        for _ in range(12):
            if moved(raised) == 3:
                return raised
            raised = joined(raised, loop)
        return None

    back = [(inverse(permutation), walk[::-1]) for permutation, walk in loops]
    words = list(loops)
    words += [
        joined(loops[i], loops[j], back[i], back[j])
        for i, j in product(range(len(loops)), repeat=2)
        if i // 2 != j // 2
    ]
    good = [found for word in words if (found := power(word))]
    if not good:  # a commutator that moves few tokens, with its conjugate by some loop
        few = sorted((word for word in words if 0 < moved(word) < 8), key=lambda word: (moved(word), len(word[1])))[:8]
        for word, i in product(few, range(len(loops))):
            undone = (inverse(word[0]), word[1][::-1])
            turned = (word, undone)
            for _ in range(len(word[0])):
                turned = (joined(loops[i], turned[0], back[i]), joined(loops[i], turned[1], back[i]))
                good += [found for found in (joined(word, turned[0], undone, turned[1]),) if moved(found) == 3]
    if good:
        return min(good, key=lambda loop: len(loop[1]))
    seen = {permutation for permutation, _ in loops}
    queue = deque(loops)
    while queue and len(seen) < LONGEST_WORDS:
        word = queue.popleft()
        for loop in loops:
            longer = joined(word, loop)
            if longer[0] not in seen:
                seen.add(longer[0])
                found = power(longer)
                if found:
                    return found
                queue.append(longer)
    return None

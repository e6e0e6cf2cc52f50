"""Lines with ends, and counts along a line of sight.

That paths are the only ones is hard to show because of the nodes that they may leave unused: where a board needs 35,000
conflicts, 150 are enough if all nodes are used, and 7,000 if four are not. Tried in vain, each with about as many
conflicts or more: a literal for each pair and node, also with connectedness watched for each pair; longer shortcuts
through unused nodes; the inside of the lines, as of loops; which paths pass between two ends; paths that have the most
links, or the most links of a known answer; the difference of used nodes of both colours of a chessboard, summed up row
by row; the nodes of a known answer one after the other, each with few conflicts (hardly any is shown to be needed
before all are); pairs numbered in other orders, or the grid mirrored and turned. Conflicts grow with the shorter side:
boards of 15 rows need 30,000, one of 20 rows 700,000. Going through a grid cell by cell, with the paths' ends as state,
takes millions of states where the solver has thousands of conflicts, also if no path touches itself and corners that
open away from what is filled in are only where an end comes in their diagonal, which saves nine states of ten: 49
million on 15 x 15, and six million after the third row of 20 x 20.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import combinations, pairwise
from typing import Any

from perfectplay.constraints.base import Assignment, Atom, Constraint, Lit, Poster, Unknown, true_in
from perfectplay.records import dataclass

Node = Hashable


@dataclass(frozen=True)
class Ahead(Constraint):
    """Exactly this many atoms of a line are true. By another constraint, of two neighbours in the line at least one is
    false.

    Also by another constraint, ``rest`` of the last ``tail`` places are true: only those before are posted to the
    solver.
    """

    line: tuple[Atom | None, ...]
    """None is a place between others that stays empty."""
    number: int
    tail: int = 0
    rest: int = 0

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        atoms = [atom for atom in self.line if atom is not None]
        number = sum(true_in(answer, atom) for atom in atoms)
        return None if number == self.number else tuple(unknown for unknown, _ in atoms)

    def post(self, poster: Poster) -> None:
        before, number = self.line[: len(self.line) - self.tail], self.number - self.rest
        nothing = poster.variables(1)
        poster.clauses += [[-nothing]]
        if number < 0:
            poster.clauses += [[]]
        else:  # blocks of one cell each, with gaps between them
            places = [nothing if atom is None else poster.lit(atom) for atom in before]
            poster.blocks(places, [1] * number)


@dataclass(frozen=True)
class Paths(Constraint):
    """The links that are present form paths without branches, one between the two nodes of each pair, and nothing else.

    For the solver the paths, and links from the end of each to the start of the next, form one loop. The nodes of a
    path have the number of its pair, in binary, and nodes that a link connects have the same number.
    """

    links: Mapping[Any, Atom]
    """By the two nodes that each connects."""
    pairs: tuple[tuple[Any, Any], ...]
    alone: bool = False
    """No other rule asks for more of the links than that the ends have one each: nodes may stay without."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        at: dict[Node, list[tuple[Node, Unknown]]] = {}
        for (a, b), atom in self.links.items():
            if true_in(answer, atom):
                at.setdefault(a, []).append((b, atom[0]))
                at.setdefault(b, []).append((a, atom[0]))
        wrong: dict[Unknown, None] = {}
        joined = set()
        seen: set[Node] = set()
        for start in at:
            if start in seen:
                continue
            part = [start]
            seen.add(start)
            for node in part:
                fresh = list(dict.fromkeys(to for to, _ in at[node] if to not in seen))
                seen.update(fresh)
                part += fresh
            ends = frozenset(node for node in part if len(at[node]) == 1)
            if any(len(at[node]) > 2 for node in part) or ends not in map(frozenset, self.pairs):
                wrong.update(dict.fromkeys(unknown for node in part for _, unknown in at[node]))
            joined.add(ends)
            apart = [pair for pair in self.pairs for node in pair if node in part and node not in ends]
            if apart:
                wrong.update(dict.fromkeys(unknown for node in part for _, unknown in at[node]))
        return tuple(wrong) if wrong or any(frozenset(pair) not in joined for pair in self.pairs) else None

    def post(self, poster: Poster) -> None:
        self._post(poster, False)

    def post_least(self, poster: Poster) -> None:
        """Paths that cannot be made shorter by one link or two that are not used yet, nor led through an earlier node
        in the order of nodes: with fewer links, or as many and an earlier node, they are paths, too.

        So nodes of one path that a link could connect are connected by it, and two nodes of one path beside an unused
        one are next but one on the path, with an earlier node between them. What that means for a square is told
        without the names of paths: it has no three links, and where a path has a corner the opposite node is used,
        unless it is a later one. On a grid, corners of two of the four kinds thus need another corner of the same kind
        inside them, or an end, and so on. If there is one such answer and another
        that is not of this form, then one with the fewest links and the earliest nodes of these others becomes that
        answer in one step: the part of a path between two nodes of the answer goes through nodes that the answer does
        not use.
        """
        self._post(poster, self.alone)
        if self.alone:
            poster.standing.append(self)

    def altered(self, answer: Assignment) -> Assignment | None:
        """Nodes without links, connected among each other, that touch a path in two places: it can go there instead."""
        near = self._near()
        path_of: dict[Node, int] = {}
        places: dict[Node, int] = {}
        paths: list[list[Node]] = []
        for start, _ in self.pairs:
            path = [start]
            path_of[start] = len(paths)
            for node in path:
                on = [to for to, atom in near[node].items() if true_in(answer, atom) and to not in path_of]
                path_of.update(dict.fromkeys(on, len(paths)))
                path += on
            places.update((node, place) for place, node in enumerate(path))
            paths.append(path)
        for start in near:
            if start in path_of:
                continue
            # a search from one unused node over others until it touches a path for the second time
            came: dict[Node, Node] = {start: start}
            touched: dict[int, tuple[Node, Node]] = {}
            for node in (queue := [start]):
                for to in near[node]:
                    if to not in path_of:
                        if to not in came:
                            came[to] = node
                            queue.append(to)
                        continue
                    first, by = touched.setdefault(path_of[to], (to, node))
                    if first != to:
                        return self._rerouted(paths[path_of[to]], places, (first, _way(came, by, node), to))
        return None

    def _rerouted(
        self, path: list[Node], places: Mapping[Node, int], by: tuple[Node, list[Node], Node]
    ) -> dict[Unknown, Any]:
        """A path that leaves its course at one node and comes back at another."""
        near = self._near()
        first, way, last = by
        low, high = sorted((places[first], places[last]))
        old, new = path[low : high + 1], [first, *way, last]
        gone = {near[a][b][0]: 0 for a, b in pairwise(old)}
        return gone | {near[a][b][0]: near[a][b][1] for a, b in pairwise(new)}

    def _near(self) -> dict[Node, dict[Node, Atom]]:
        near: dict[Node, dict[Node, Atom]] = {node: {} for pair in self.pairs for node in pair}
        for (a, b), atom in self.links.items():
            near.setdefault(a, {})[b] = atom
            near.setdefault(b, {})[a] = atom
        return near

    def _post(self, poster: Poster, least: bool) -> None:
        if not self.pairs:
            poster.clauses += [[-poster.lit(atom)] for atom in self.links.values()]
            return
        nodes = dict.fromkeys(node for ends in self.links for node in ends)
        nodes |= dict.fromkeys(node for pair in self.pairs for node in pair)
        number = {node: n for n, node in enumerate(nodes)}
        edges = [(poster.lit(atom), number[a], number[b]) for (a, b), atom in self.links.items()]
        bits = (len(self.pairs) - 1).bit_length()
        first = poster.variables(len(nodes) * bits + 1)
        always = first + len(nodes) * bits
        clauses = poster.clauses
        clauses += [[always]]
        for lit, a, b in edges:
            for bit in range(bits):
                x, y = first + a * bits + bit, first + b * bits + bit
                clauses += [[-lit, -x, y], [-lit, x, -y]]
        for name, pair in enumerate(self.pairs):
            for node in pair:
                own = first + number[node] * bits
                clauses += [[own + bit if name >> bit & 1 else -own - bit] for bit in range(bits)]
        if least:
            names = [range(first + n * bits, first + n * bits + bits) for n in range(len(nodes))]
            self._shorten(poster, edges, names, {number[node] for pair in self.pairs for node in pair})
        following = self.pairs[1:] + self.pairs[:1]
        edges += [(always, number[a[1]], number[b[0]]) for a, b in zip(self.pairs, following, strict=True)]
        poster.single_loop(len(nodes), edges, [[always]])

    def _shorten(self, poster: Poster, edges: list[tuple[Lit, int, int]], names: list[range], ends: set[int]) -> None:
        clauses = poster.clauses
        near: list[dict[int, Lit]] = [{} for _ in names]
        for lit, a, b in edges:
            near[a][b] = near[b][a] = lit
        lowest = poster.variables(len(names))
        used = range(lowest, lowest + len(names))
        for n, around in enumerate(near):
            if n in ends:
                clauses.append([used[n]])
                continue
            clauses.append([-used[n], *around.values()])
            clauses += [[used[n], -lit] for lit in around.values()]
            # an unused node has the name 0, and nothing has a name that no pair has
            clauses += [[used[n], -bit] for bit in names[n]]
            for name in range(len(self.pairs), 1 << len(names[n])):
                clauses.append([-bit if name >> place & 1 else bit for place, bit in enumerate(names[n])])
        # boards are mostly made so that the only solution leaves nothing unused; such a one is found at once
        poster.model.hope(used)
        known: dict[tuple[int, int], list[Lit]] = {}

        def apart(a: int, b: int) -> list[Lit]:
            """One of these is true: one of the two is unused, or their names differ."""
            a, b = min(a, b), max(a, b)
            if (a, b) not in known:
                differ = poster.variables(len(names[a])) if len(names[a]) else 0
                lits = list(range(differ, differ + len(names[a])))
                for lit, x, y in zip(lits, names[a], names[b], strict=True):
                    clauses.append([-lit, x, y])
                    clauses.append([-lit, -x, -y])
                known[a, b] = [-used[a], -used[b], *lits]
            return known[a, b]

        for lit, a, b in edges:
            clauses.append([lit, *apart(a, b)])
        for n, around in enumerate(near):
            for a, b in combinations(around, 2):
                others = [m for m in near[a] if m in near[b] and m != n]
                for m in others:
                    square = [around[a], around[b], near[m][a], near[m][b]]
                    if n < min(a, b, m):
                        clauses += [[-lit for lit in square if lit != left] for left in square]
                    if n < m and n not in ends:
                        clauses.append([used[n], -near[m][a], -near[m][b]])
                if b in near[a] or n in ends:
                    continue
                between = [m for m in others if m < n]
                if not between:
                    clauses.append([used[n], *apart(a, b)])
                elif len(between) == 1:
                    (m,) = between
                    clauses += [[used[n], near[m][a], *apart(a, b)], [used[n], near[m][b], *apart(a, b)]]


def _way(came: Mapping[Node, Node], a: Node, b: Node) -> list[Node]:
    """From one node to another in a tree in which all came from a start; nothing twice."""
    up_a, up_b = ([a], [b])
    for up in (up_a, up_b):
        while came[up[-1]] != up[-1]:
            up.append(came[up[-1]])
    while len(up_a) > 1 and len(up_b) > 1 and up_a[-2] == up_b[-2]:
        del up_a[-1], up_b[-1]
    return up_a + up_b[-2::-1]

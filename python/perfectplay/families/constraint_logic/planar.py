"""Planarity, and graphs of ANDs and ORs without crossings.

A graph that is not planar is drawn with few crossings: as many edges as possible without any, and then one edge after
the other along a way that crosses fewest. Every crossing becomes the planar crossover of ten vertices, of whose
opposite ports at most one points out. Only edges of weight 2 can cross, so that an AND with a crossed edge of weight 1
becomes the AND with three edges of weight 2 first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from perfectplay.families.constraint_logic.graphs import Configuration, ConstraintGraph
from perfectplay.families.constraint_logic.plans import Plan, Port, Rewritten, expanded, planned
from perfectplay.limits import watch_now, watched


def is_planar(graph: ConstraintGraph) -> bool:
    return _embedding((first, second) for first, second, *_ in graph.edges if first != second) is not None


def _embedding(ends: Iterator[tuple[int, int]]) -> Any:
    import networkx

    planar, found = networkx.check_planarity(networkx.Graph(ends))
    return found if planar else None


def normalize(configuration: Configuration) -> Rewritten:
    """The same with ANDs and ORs only: an edge can be reversed, and directions be reached, if and only if they can in
    the original."""
    return expanded(planned(configuration.graph), configuration)


def planarize(configuration: Configuration) -> Rewritten:
    """The same with ANDs and ORs only, and planar."""
    graph = configuration.graph
    blue: frozenset[int] = frozenset()
    while True:
        plan = planned(graph, blue)
        drawing = Drawing(plan)
        if not drawing.red:
            return expanded(drawing.crossed(plan), configuration)
        blue |= drawing.red  # only edges of the graph itself have weight 1


Half = tuple[int, int]
"""An edge of the drawing seen from one of its ends; the face to its right belongs to it."""


class Drawing:
    """The edges of a plan in the plane, its crossings being further vertices.

    ``around`` has the neighbours of each vertex in clockwise order. The plan may have loops, which need no room, and
    several edges between the same nodes, of which all but the first get a vertex in their middle.
    """

    def __init__(self, plan: Plan) -> None:
        self.red: set[int] = set()
        """Edges of weight 1 that would have to cross."""
        self.nodes = len(plan.nodes)
        self.size = self.nodes
        self.weights = plan.weights
        self.owner: dict[Half, int] = {}
        """The edge of the plan that an edge of the drawing is part of."""
        self.middles: set[int] = set()
        self.around: dict[int, list[int]] = {}
        pieces = self._pieces(plan)
        left_out = self._without_crossings(sorted(pieces, key=lambda piece: plan.weights[piece[0]]))
        self.red |= {edge for edge, _, _ in left_out if plan.weights[edge] == 1}
        for edge, start, end in left_out if not self.red else ():
            self._insert(edge, start, end)

    def _pieces(self, plan: Plan) -> list[tuple[int, int, int]]:
        """The edges to draw, with their ends; no two have the same."""
        seen: set[frozenset[int]] = set()
        found = []
        for edge, (first, second) in enumerate(plan.ends()):
            if first == second:
                continue
            if frozenset((first, second)) in seen:
                middle = self._vertex()
                self.middles.add(middle)
                found += [(edge, first, middle), (edge, middle, second)]
            else:
                seen.add(frozenset((first, second)))
                found.append((edge, first, second))
        return found

    def _vertex(self) -> int:
        self.size += 1
        return self.size - 1

    def _without_crossings(self, pieces: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        """Draw as many as possible; returns the others. Halves are tried before single edges, most fit."""
        chosen: list[tuple[int, int, int]] = []
        left_out: list[tuple[int, int, int]] = []
        todo = [list(pieces)]
        while todo:
            watch_now()()
            group = todo.pop()
            if not group:
                continue
            if _embedding((start, end) for _, start, end in chosen + group) is not None:
                chosen += group
            elif len(group) == 1:
                left_out += group
            else:
                todo += [group[len(group) // 2 :], group[: len(group) // 2]]
        found = _embedding((start, end) for _, start, end in chosen)
        self.around = {vertex: list(found.neighbors_cw_order(vertex)) for vertex in found}
        for edge, start, end in chosen:
            self.owner[start, end] = self.owner[end, start] = edge
        return left_out

    def _faces(self) -> dict[Half, int]:
        """The number of the face of each half-edge."""
        place = {(v, w): n for v, others in self.around.items() for n, w in enumerate(others)}
        found: dict[Half, int] = {}
        for start in watched(place):
            face, (v, w) = len(found), start
            while (v, w) not in found:
                found[v, w] = face
                others = self.around[w]
                v, w = w, others[place[w, v] - 1]  # counter-clockwise
        return found

    def _insert(self, edge: int, start: int, end: int) -> None:
        """Draw an edge along a way that crosses fewest, none of weight 1."""
        faces = self._faces()
        sides: dict[int, list[Half]] = {}
        for half, face in faces.items():
            sides.setdefault(face, []).append(half)
        goal = {faces[end, other] for other in self.around[end]}
        came: dict[int, Half | None] = {faces[start, other]: None for other in self.around[start]}
        for allowed in (2, 1):
            todo = list(came)
            for face in todo:
                if face in goal:
                    self._draw(edge, start, end, self._way(came, faces, face), faces)
                    return
                for v, w in sides[face]:
                    beyond = faces[w, v]
                    if beyond not in came and self.weights[self.owner[v, w]] >= allowed:
                        came[beyond] = (v, w)
                        todo.append(beyond)
        raise AssertionError("the drawing falls apart")

    @staticmethod
    def _way(came: dict[int, Half | None], faces: dict[Half, int], face: int) -> list[Half]:
        """The half-edges that are crossed, each seen from the face where one comes from."""
        way: list[Half] = []
        half = came[face]
        while half is not None:
            way.append(half)
            half = came[faces[half]]
        return way[::-1]

    def _draw(self, edge: int, start: int, end: int, way: list[Half], faces: dict[Half, int]) -> None:
        first = faces[way[0]] if way else None
        last = faces[way[-1][::-1]] if way else None
        if first is None:  # a common face
            shared = {faces[end, other] for other in self.around[end]}
            first = last = next(f for f in (faces[start, other] for other in self.around[start]) if f in shared)
        beside = next(other for other in self.around[start] if faces[start, other] == first)
        arrive = next(other for other in self.around[end] if faces[end, other] == last)
        here = start
        for a, b in way:
            crossed = self.owner[a, b]
            self.red |= {crossed} if self.weights[crossed] == 1 else set()
            x = self._vertex()
            self.around[a][self.around[a].index(b)] = x
            self.around[b][self.around[b].index(a)] = x
            self.around[x] = [b, here, a]
            self._after(here, beside, x)
            for v, w, owner in ((a, x, crossed), (x, b, crossed), (here, x, edge)):
                self.owner[v, w] = self.owner[w, v] = owner
            here, beside = x, a
        self._after(here, beside, end)
        self._after(end, arrive, here)
        self.owner[here, end] = self.owner[end, here] = edge

    def _after(self, vertex: int, other: int, new: int) -> None:
        """Put a neighbour next to another, clockwise."""
        self.around[vertex].insert(self.around[vertex].index(other) + 1, new)

    # a plan with crossings -----------------------------------------------------------------------------------

    def crossed(self, plan: Plan) -> Plan:
        """The plan with a node for every crossing."""
        ports: dict[Half, Port] = {}
        chains: dict[int, list[int]] = {}
        for edge, (first, second) in enumerate(plan.ends()):
            chains[edge] = [edge]
            if first == second:
                continue
            for v, w in self._along(edge, first, second):
                if v >= self.nodes and v not in self.middles:
                    chains[edge].append(plan.edge())
                part = chains[edge][-1]
                ports[v, w], ports[w, v] = (part, 0), (part, 1)
        for node in plan.nodes:
            node.ports = [(chains[edge][-1], 1) if end else (edge, 0) for edge, end in node.ports]
        plan.segments = [[part for edge in chain for part in chains[edge]] for chain in plan.segments]
        for x in range(self.nodes, self.size):
            if x not in self.middles:
                plan.node("CROSS", "x", *(ports[x, other] for other in self.around[x]))
        return plan

    def _along(self, edge: int, first: int, second: int) -> Iterator[Half]:
        """The edges of the drawing that an edge of the plan is made of."""
        came, here = -1, first
        while here != second:
            after = next(o for o in self.around[here] if self.owner[here, o] == edge and o != came)
            yield here, after
            came, here = here, after

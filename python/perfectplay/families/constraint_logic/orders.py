"""Reversing each edge at most once, as a formula: which edges are reversed, and which of two neighbours comes first.

Of two edges at a vertex one literal says which is reversed first, if both are. An edge may leave a vertex if the edges
that point there at that moment suffice without it: those that did at first and are not reversed earlier, and those that
are reversed towards it earlier. The order is one of numbers in binary, which neighbours compare: so it has no cycles,
and any order of the numbers is a line of legal moves.
"""

from __future__ import annotations

from perfectplay.constraints.base import Lit, Poster
from perfectplay.constraints.weights import weighs
from perfectplay.families.constraint_logic.graphs import Configuration
from perfectplay.limits import watched
from perfectplay.method import Asked
from perfectplay.position import Line, Position


class Orders:
    """The formula for a configuration and its goal."""

    def __init__(self, start: Configuration) -> None:
        self.start, graph = start, start.graph
        size = len(graph.edges)
        self.poster = Poster({edge: (0, 1) for edge in range(size)})
        self.reversed = [self.poster.lit((edge, 1)) for edge in range(size)]
        self.digits = [self.poster.variables(size.bit_length()) for _ in range(size)]
        self.width = size.bit_length()
        self.before: dict[tuple[int, int], Lit] = {}
        clauses = self.poster.clauses
        for edge in sorted(start.spent):
            clauses.append([-self.reversed[edge]])
        for edge, arrow in graph.goal:
            clauses.append([self.reversed[edge] if start.arrows[edge] != arrow else -self.reversed[edge]])
        for edge in watched(range(size)):
            if edge not in start.spent:
                self._may_leave(edge)

    def _may_leave(self, edge: int) -> None:
        first, second, *_ = self.start.graph.edges[edge]
        if first == second:
            return
        graph, (head,) = self.start.graph, self.start.heads(edge)
        low, weighted = graph.minima[head], []
        for other in graph.at[head]:
            one, two, weight, _ = graph.edges[other]
            if one == two:
                low -= weight
            elif other != edge:
                weighted.append((weight, self._points(other, head, edge)))
        enough = weighs(self.poster, weighted, low)
        if enough is not None:
            self.poster.clauses.append([-self.reversed[edge], enough] if enough else [-self.reversed[edge]])

    def _points(self, other: int, head: int, edge: int) -> Lit:
        """Does the other edge point there when this one is reversed?"""
        if other in self.start.spent:
            return self._constant(head in self.start.heads(other))
        points, clauses = self.poster.variables(1), self.poster.clauses
        earlier = self.earlier(other, edge)
        if head in self.start.heads(other):
            clauses += [[-points, -self.reversed[other], -earlier]]
        else:
            clauses += [[-points, self.reversed[other]], [-points, earlier]]
        return points

    def _constant(self, value: bool) -> Lit:
        known = self.poster.variables(1)
        self.poster.clauses.append([known if value else -known])
        return known

    def earlier(self, one: int, two: int) -> Lit:
        """If both are reversed, is the first reversed before the second?"""
        if one > two:
            return -self.earlier(two, one)
        known = self.before.get((one, two))
        if known is None:
            known = self.before[one, two] = self.poster.variables(1)
            self._smaller(self.digits[one], self.digits[two], [-known, -self.reversed[one], -self.reversed[two]])
            self._smaller(self.digits[two], self.digits[one], [known, -self.reversed[one], -self.reversed[two]])
        return known

    def _smaller(self, one: Lit, two: Lit, unless: list[Lit]) -> None:
        """One of these literals is true, or the first number is smaller: up to some digit they agree, and there it is
        0 and 1."""
        clauses = self.poster.clauses
        apart: list[Lit] = []
        """True if they have differed already."""
        for digit in range(self.width - 1):
            a, b, agree = one + digit, two + digit, self.poster.variables(1)
            clauses += [[*unless, *apart, -a, b], [*apart, a, b, agree], [*apart, -a, -b, agree]]
            apart = [-agree]
        a, b = one + self.width - 1, two + self.width - 1
        clauses += [[*unless, *apart, -a], [*unless, *apart, b]]

    def solution(self, asked: Asked) -> tuple[list[int] | None, tuple[int, float, int]]:
        """The edges to reverse, in order; None if there are none. And statistics."""
        digits = [first + digit for first in self.digits for digit in range(self.width)]
        (raw, _, _, conflicts), (_, seconds, memory) = self.poster.model.solutions(
            [*self.reversed, *digits], 1, asked.control
        )
        stats = (conflicts, seconds, memory)
        if not raw:
            return None, stats
        size = len(self.reversed)
        chosen, places = raw[0][:size], raw[0][size:]
        number = [places[self.width * edge : self.width * (edge + 1)] for edge in range(size)]
        return sorted((edge for edge in range(size) if chosen[edge]), key=lambda edge: (number[edge], edge)), stats

    def at_most(self, number: int) -> None:
        """Reverse no more edges than that."""
        self.poster.count(self.reversed, 0, number)


def needed(start: Configuration, order: list[int]) -> list[int]:
    """A line of legal moves to the goal without moves that can be left out one by one."""
    graph = start.graph
    inflow = [start.inflow(vertex) for vertex in range(len(graph.vertices))]
    wanted = {edge for edge, arrow in graph.goal if start.arrows[edge] != arrow}
    kept = list(order)
    for edge in watched(reversed(order), 16):
        shorter = [other for other in kept if other != edge]
        if edge not in wanted and _legal(start, shorter, list(inflow)):
            kept = shorter
    return kept


def _legal(start: Configuration, order: list[int], inflow: list[int]) -> bool:
    minima = start.graph.minima
    for edge in order:
        first, second, weight, _ = start.graph.edges[edge]
        head, tail = (second, first) if start.arrows[edge] == ">" else (first, second)
        inflow[head] -= weight
        inflow[tail] += weight
        if inflow[head] < minima[head]:
            return False
    return True


def line(position: Position, order: list[int], metric: str) -> Line:
    """The line that reverses these edges."""
    names = position.state.graph.names
    return Line.replay(position, [names[edge] for edge in order], metric)

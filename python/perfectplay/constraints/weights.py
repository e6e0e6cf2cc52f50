"""Weights that add up to enough."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.constraints.base import Assignment, Atom, Constraint, Lit, Poster, Unknown, true_in
from perfectplay.records import dataclass


@dataclass(frozen=True)
class Weighty(Constraint):
    """The weights, which are positive, of the true atoms add up to ``low`` at least."""

    atoms: tuple[Atom, ...]
    weights: tuple[int, ...]
    low: int

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        weight = sum(w for atom, w in zip(self.atoms, self.weights, strict=True) if true_in(answer, atom))
        return None if weight >= self.low else tuple(unknown for unknown, _ in self.atoms)

    def post(self, poster: Poster) -> None:
        enough = weighs(poster, list(zip(self.weights, poster.lits(self.atoms), strict=True)), self.low)
        if enough is not None:
            poster.clauses += [[enough] if enough else []]


def weighs(poster: Poster, weighted: Sequence[tuple[int, Lit]], low: int) -> Lit | None:
    """A literal that implies that the weights of the true literals add up to ``low``; None if they always do, 0 if they
    never do.

    It is the root of a decision diagram: with the heaviest first, all that matters of the literals before is the weight
    that is still needed. Needed weights between two neighbouring sums of the rest are the same node, so that few are
    enough where weights are small or few of them differ (Eén & Sörensson 2006).
    """
    return _Diagram(poster, sorted(weighted, reverse=True)).root(low)


TRUE, FALSE = None, 0
_FAR = 1 << 62
Node = tuple[int, int, Lit | None]
"""The needed weights, from and to, that a node stands for, and its literal."""


class _Diagram:
    def __init__(self, poster: Poster, order: list[tuple[int, Lit]]) -> None:
        self.poster, self.order = poster, order
        self.left = [0]
        """What the literals from a place on weigh together."""
        for weight, _ in reversed(order):
            self.left.append(self.left[-1] + weight)
        self.left.reverse()
        self.known: list[list[Node]] = [[] for _ in order]

    def root(self, low: int) -> Lit | None:
        made: list[Node] = []
        todo: list[tuple[int, int, bool]] = [(0, low, False)]
        while todo:
            place, need, ready = todo.pop()
            found = self._found(place, need)
            if found:
                made.append(found)
            elif not ready:
                weight = self.order[place][0]
                todo += [(place, need, True), (place + 1, need, False), (place + 1, need - weight, False)]
            else:
                made.append(self._made(place, made.pop(), made.pop()))
        return made[-1][2]

    def _found(self, place: int, need: int) -> Node | None:
        if need <= 0:
            return -_FAR, 0, TRUE
        if need > self.left[place]:
            return self.left[place] + 1, _FAR, FALSE
        return next((node for node in self.known[place] if node[0] <= need <= node[1]), None)

    def _made(self, place: int, without: Node, with_it: Node) -> Node:
        """The literal is true, or the rest suffices without it; and it suffices with it."""
        self.poster.look()
        weight, lit = self.order[place]
        here = self.poster.variables(1)
        if without[2] is not TRUE:
            self.poster.clauses.append([-here, lit, without[2]] if without[2] else [-here, lit])
        if with_it[2] is not TRUE:
            self.poster.clauses.append([-here, with_it[2]] if with_it[2] else [-here])
        node = (max(without[0], with_it[0] + weight), min(without[1], with_it[1] + weight), here)
        self.known[place].append(node)
        return node

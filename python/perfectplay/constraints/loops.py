"""One closed line."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from perfectplay.constraints.base import Answer, Atom, Constraint, Poster, Unknown, true_in

Node = Hashable


@dataclass(frozen=True)
class SingleLoop(Constraint):
    """The links that are there form one closed line that neither branches nor crosses itself.

    ``needed`` are sets of links of which one is there by other rules: they tell the solver that a loop elsewhere cannot
    be the whole answer. They change nothing but the time.
    """

    links: Mapping[Any, Atom]
    """By the two points that each connects."""
    needed: tuple[tuple[Atom, ...], ...] = ()

    def faults(self, answer: Answer) -> tuple[Unknown, ...] | None:
        drawn = [(ends, atom[0]) for ends, atom in self.links.items() if true_in(answer, atom)]
        if not drawn:
            return ()
        at: dict[Node, list[tuple[Node, Unknown]]] = {}
        for (a, b), unknown in drawn:
            at.setdefault(a, []).append((b, unknown))
            at.setdefault(b, []).append((a, unknown))
        wrong = tuple(dict.fromkeys(unknown for ends in at.values() if len(ends) != 2 for _, unknown in ends))
        if wrong:
            return wrong
        start = drawn[0][0][0]
        walked: set[Unknown] = set()
        here = start
        while step := next(((to, unknown) for to, unknown in at[here] if unknown not in walked), None):
            here = step[0]
            walked.add(step[1])
        return tuple(unknown for _, unknown in drawn if unknown not in walked) or None

    def post(self, poster: Poster) -> None:
        nodes = list(dict.fromkeys(node for ends in self.links for node in ends))
        number = {node: n for n, node in enumerate(nodes)}
        edges = [(poster.lit(atom), number[a], number[b]) for (a, b), atom in self.links.items()]
        poster.single_loop(len(nodes), edges, [poster.lits(atoms) for atoms in self.needed])

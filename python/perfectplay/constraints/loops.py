"""One closed line."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from perfectplay.constraints.base import Assignment, Atom, Constraint, Poster, Unknown, true_in
from perfectplay.records import dataclass

Node = Hashable


@dataclass(frozen=True)
class SingleLoop(Constraint):
    """The links that are present form one closed line that neither branches nor crosses itself.

    ``needed`` are sets of links of which at least one is present by other rules: they tell the solver that a loop
    elsewhere cannot be the whole answer. They only save time.
    """

    links: Mapping[Any, Atom]
    """By the two points that each connects."""
    needed: tuple[tuple[Atom, ...], ...] = ()
    sides: Mapping[Any, tuple[Any, Any]] | None = None
    """The two faces beside each link of the plane, whether it can be present or not; None is the outer face. With them
    the solver knows what is inside the loop. They, too, only save time."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
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
        if self.sides is not None:
            self._tell_inside(poster, self.sides)
        poster.single_loop(len(nodes), edges, [poster.lits(atoms) for atoms in self.needed])

    def _tell_inside(self, poster: Poster, sides: Mapping[Any, tuple[Any, Any]]) -> None:
        """If a link is present, exactly one of the faces beside it is inside the loop; otherwise both are or neither
        is."""
        faces = dict.fromkeys(face for both in sides.values() for face in both if face is not None)
        first = poster.variables(len(faces) + 1)
        inside = dict(zip((None, *faces), range(first, first + len(faces) + 1), strict=True))
        clauses = poster.clauses
        clauses += [[-inside[None]]]
        for link, (one, other) in sides.items():
            a, b = inside[one], inside[other]
            atom = self.links.get(link)
            if atom is not None:
                there = poster.lit(atom)
                clauses += ([-there, a, b], [-there, -a, -b], [there, -a, b], [there, a, -b])
            else:
                clauses += ([-a, b], [a, -b])

"""Connected areas."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from perfectplay.constraints.base import Assignment, Atom, Constraint, Lit, Poster, Unknown, true_in
from perfectplay.records import dataclass

Node = Hashable


@dataclass(frozen=True)
class Connected(Constraint):
    """The vertices that are present are connected by the links that are present.

    A vertex or a link is present if its atom is true; with None in place of an atom it is always present.
    """

    vertices: Mapping[Any, Atom | None]
    links: Mapping[Any, Atom | None]
    """By the two vertices that each connects."""

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        there = [node for node, atom in self.vertices.items() if atom is None or true_in(answer, atom)]
        beside: dict[Node, list[Node]] = {node: [] for node in there}
        for (a, b), atom in self.links.items():
            if a in beside and b in beside and (atom is None or true_in(answer, atom)):
                beside[a].append(b)
                beside[b].append(a)
        parts: list[list[Node]] = []
        seen: set[Node] = set()
        for start in there:
            if start not in seen:
                part = [start]
                seen.add(start)
                for node in part:
                    for near in beside[node]:
                        if near not in seen:
                            seen.add(near)
                            part.append(near)
                parts.append(part)
        if len(parts) < 2:
            return None
        largest = max(parts, key=len)
        apart = [atom for part in parts if part is not largest for node in part if (atom := self.vertices[node])]
        return tuple(unknown for unknown, _ in apart)

    def post(self, poster: Poster) -> None:
        """Without the vertices that cannot be present."""
        number: dict[Node, int] = {}
        vertices: list[Lit] = []
        for node, atom in self.vertices.items():
            if atom is None or atom[1] in poster.domains.get(atom[0], ()):
                number[node] = len(vertices)
                vertices.append(0 if atom is None else poster.lit(atom))
        edges = [
            (0 if atom is None else poster.lit(atom), number[a], number[b])
            for (a, b), atom in self.links.items()
            if a in number and b in number
        ]
        poster.connected(vertices, edges)

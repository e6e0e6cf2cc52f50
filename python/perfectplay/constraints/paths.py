"""Lines with ends, loops that some places are known to lie on, and counts along a line of sight."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from perfectplay.constraints.base import Assignment, Atom, Constraint, Poster, Unknown, true_in
from perfectplay.constraints.loops import SingleLoop

Node = Hashable


@dataclass(frozen=True)
class SureLoop(SingleLoop):
    """A single loop whose needed sets follow from several other rules together; the solver is told each as a clause."""

    def post(self, poster: Poster) -> None:
        poster.clauses += [poster.lits(atoms) for atoms in self.needed]
        super().post(poster)


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
        following = self.pairs[1:] + self.pairs[:1]
        edges += [(always, number[a[1]], number[b[0]]) for a, b in zip(self.pairs, following, strict=True)]
        poster.single_loop(len(nodes), edges, [[always]])

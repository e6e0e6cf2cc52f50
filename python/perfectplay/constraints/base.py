"""Unknowns, answers, and the border to the solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from perfectplay._native import Model

Unknown: TypeAlias = Hashable
Value: TypeAlias = int | str
Atom: TypeAlias = tuple[Unknown, Value]
Answer: TypeAlias = Mapping[Unknown, Value]
Lit: TypeAlias = int
LazyData: TypeAlias = tuple[str, list[Any], list[tuple[Lit, int, int]]]
"""``connected`` with the literals of the vertices, or ``loop`` with the sets that are needed; and the edges."""


class Constraint(ABC):
    """One requirement on an answer."""

    @abstractmethod
    def faults(self, answer: Answer) -> tuple[Unknown, ...] | None:
        """None if the answer meets the requirement; otherwise the unknowns at fault (none in particular: empty)."""

    @abstractmethod
    def post(self, poster: Poster) -> None:
        """Put it before the solver."""


class Poster:
    """The unknowns of a puzzle as variables of a model."""

    def __init__(self, domains: Mapping[Unknown, Sequence[Value]]) -> None:
        self.model = Model()
        self.domains = domains
        self.lazy: list[LazyData] = []
        """What was said to the model that it only looks at when it has found something, in the order of its cuts."""
        self._lits: dict[Atom, Lit] = {}
        for unknown, values in domains.items():
            if len(values) == 2:
                first = self.model.variables(1)
                self._lits[unknown, values[0]], self._lits[unknown, values[1]] = -first, first
            else:
                first = self.model.variables(len(values))
                lits = range(first, first + len(values))
                self._lits.update(((unknown, value), lit) for value, lit in zip(values, lits, strict=True))
                self.model.count(list(lits), 1, 1)

    def lit(self, atom: Atom) -> Lit:
        """The literal of an atom; a value that the unknown cannot have is a contradiction."""
        known = self._lits.get(atom)
        if known is None:
            known = self._lits[atom] = self.model.variables(1)
            self.model.clauses([[-known]])
        return known

    def lits(self, atoms: Iterable[Atom]) -> list[Lit]:
        return [self.lit(atom) for atom in atoms]

    def connected(self, vertices: list[Lit], edges: list[tuple[Lit, int, int]]) -> None:
        """What is there hangs together; the literal 0 is always there."""
        self.model.connected(vertices, edges)
        self.lazy.append(("connected", vertices, edges))

    def single_loop(self, size: int, edges: list[tuple[Lit, int, int]], needed: list[list[Lit]]) -> None:
        """The edges that are there form one cycle; of each set that is needed one is there."""
        self.model.single_loop(size, edges, needed)
        self.lazy.append(("loop", needed, edges))

    def answer_lits(self) -> list[Lit]:
        """Literals that tell answers apart."""
        return [self._lits[atom] for atom in self._telling()]

    def written(self, answer: Answer) -> list[bool]:
        """The values of :meth:`answer_lits` in an answer."""
        return [answer[unknown] == value for unknown, value in self._telling()]

    def _telling(self) -> Iterator[Atom]:
        """One atom of an unknown with two values, all atoms of the others."""
        for unknown, values in self.domains.items():
            yield from ((unknown, value) for value in (values[1:] if len(values) == 2 else values))

    def read(self, solution: Sequence[bool]) -> dict[Unknown, Value]:
        """The answer behind the values of :meth:`answer_lits`."""
        found: dict[Unknown, Value] = {}
        values_of = iter(solution)
        for unknown, values in self.domains.items():
            if len(values) == 2:
                found[unknown] = values[next(values_of)]
            else:
                chosen = [value for value in values if next(values_of)]
                found[unknown] = chosen[0]
        return found


def true_in(answer: Answer, atom: Atom) -> bool:
    unknown, value = atom
    return answer.get(unknown) == value

"""Unknowns, answers, and the border to the solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from perfectplay._native import Model
from perfectplay.limits import Watch, watch_now

Unknown: TypeAlias = Hashable
Value: TypeAlias = int | str
Atom: TypeAlias = tuple[Unknown, Value]
Assignment: TypeAlias = Mapping[Unknown, Value]
Lit: TypeAlias = int
LazyData: TypeAlias = tuple[str, list[Any], list[tuple[Lit, int, int]]]
"""``connected`` with the literals of the vertices, or ``loop`` with the sets that are needed; and the edges."""


MANY = 4096
"""Literals or clauses between two checks of the limits."""
FEW = 64
"""Literals that are counted, and counts that are made, without a look at the limits."""
ATOM_BYTES = 200
"""About what an atom and its literal take in Python, in bytes."""


class Constraint(ABC):
    """One requirement on an answer."""

    @abstractmethod
    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        """None if the answer meets the requirement; otherwise the unknowns at fault (empty if none in particular)."""

    @abstractmethod
    def post(self, poster: Poster) -> None:
        """Post it to the solver."""

    def post_least(self, poster: Poster) -> None:
        """The same for questions about the first solution and the second: answers may be left out that can be altered
        into better ones, step by step. Whoever does that says so in ``poster.standing``, and has :meth:`altered`."""
        self.post(poster)

    def altered(self, answer: Assignment) -> Assignment | None:
        """What to change for another answer, in what this constraint alone is about; None only if no step that
        :meth:`post_least` relies on leads to this answer."""
        return None


class Poster:
    """The unknowns of a puzzle as variables of a model.

    Everything that constraints post passes through here, and so do the time and memory that it takes: the limits of the
    question are checked at regular intervals (:mod:`perfectplay.limits`).
    """

    def __init__(self, domains: Mapping[Unknown, Sequence[Value]]) -> None:
        self._model = Model()
        self.domains = domains
        self.lazy: list[LazyData] = []
        """The constraints that the model checks lazily, once it has found something, in the order of its cuts."""
        self.standing: list[Constraint] = []
        """The constraints that left out answers for which others stand."""
        self.look = watch_now()
        self.clauses = Clauses(self._model, self.look)
        """Where clauses go: ``clauses.append([a, -b])`` or ``clauses += [[a, -b], [c]]``."""
        self._counted = 0
        self.strange: list[Atom] = []
        """Atoms that were asked for and cannot be true."""
        sizes = [len(values) for values in domains.values()]
        self.look.weigh(ATOM_BYTES * sum(sizes))
        first = lit = self._model.choices(sizes, self.look.control()) if sizes else 1
        self._lits: dict[Atom, Lit] = {}
        lits = self._lits
        for unknown, values in domains.items():
            if len(values) == 2:
                lits[unknown, values[0]] = -lit
                lits[unknown, values[1]] = lit
                lit += 1
            else:
                for value in values:
                    lits[unknown, value] = lit
                    lit += 1
        self._answers = range(first, lit)
        """The literals that distinguish answers: one for an unknown with two values, those of all values of others."""

    @property
    def model(self) -> Model:
        """The model with everything posted so far."""
        self.clauses.hand_over()
        return self._model

    def variables(self, number: int) -> Lit:
        """New variables: the number of the first."""
        return self._model.variables(number)

    def lit(self, atom: Atom) -> Lit:
        """The literal of an atom; a value that the unknown cannot have is a contradiction."""
        known = self._lits.get(atom)
        if known is None:
            self.look()
            self.look.weigh(ATOM_BYTES)
            known = self._lits[atom] = self.variables(1)
            self.clauses.append([-known])
            self.strange.append(atom)
        return known

    def lits(self, atoms: Collection[Atom]) -> list[Lit]:
        if len(atoms) >= MANY:
            self.look()
        known = self._lits
        try:
            return [known[atom] for atom in atoms]
        except KeyError:
            return [self.lit(atom) for atom in atoms]

    def each(self, sets: Collection[Collection[Atom]]) -> list[list[Lit]]:
        """The literals of several sets of atoms."""
        known = self._lits
        try:
            return [[known[atom] for atom in atoms] for atoms in sets]
        except KeyError:
            return [self.lits(atoms) for atoms in sets]

    def count(self, lits: list[Lit], low: int, high: int) -> None:
        """At least ``low`` and at most ``high`` are true."""
        if len(lits) > FEW:
            self._model.count(lits, low, high, self.look.control())
            self.clauses.weigh()
            return
        self._model.count_few(lits, low, high)
        self._counted += 1
        if self._counted % FEW == 0:
            self.clauses.weigh()

    def distinct_sum(self, numbers: Sequence[int], unknowns: list[list[Lit]], total: int) -> None:
        """Different numbers with this sum; for each unknown the literals of the numbers, 0 for one that it cannot
        be."""
        self._model.distinct_sum(numbers, unknowns, total, self.look.control())
        self.clauses.weigh()

    def self_sized(self, numbers: list[list[tuple[int, Lit]]], pairs: list[tuple[int, int]]) -> None:
        """Each number is the size of its area of equal numbers. For each cell its numbers, in order, with their
        literals."""
        for vertices, edges in self._model.self_sized(numbers, pairs, self.look.control()):
            self._weigh_edges(edges)
            self.lazy.append(("connected", vertices, edges))
        self.clauses.weigh()

    def blocks(self, cells: list[Lit], lengths: list[int]) -> None:
        """The true ones are blocks of these lengths in this order, with a gap between any two."""
        self._model.blocks(cells, lengths, self.look.control())
        self.clauses.weigh()

    def connected(self, vertices: list[Lit], edges: list[tuple[Lit, int, int]]) -> None:
        """What is present is connected; the literal 0 is always present."""
        self._weigh_edges(edges)
        self._model.connected(vertices, edges)
        self.lazy.append(("connected", vertices, edges))

    def single_loop(self, size: int, edges: list[tuple[Lit, int, int]], needed: list[list[Lit]]) -> None:
        """The edges that are present form one cycle; of each needed set at least one is present."""
        self._weigh_edges(edges)
        self._model.single_loop(size, edges, needed)
        self.lazy.append(("loop", needed, edges))

    def _weigh_edges(self, edges: list[tuple[Lit, int, int]]) -> None:
        self.look()
        self.look.weigh(ATOM_BYTES * len(edges))

    def answer_lits(self) -> list[Lit]:
        """Literals that distinguish answers."""
        return list(self._answers)

    def written(self, answer: Assignment) -> list[bool]:
        """The values of :meth:`answer_lits` in an answer."""
        return [answer[unknown] == value for unknown, value in self._telling()]

    def _telling(self) -> Iterator[Atom]:
        """One atom of an unknown with two values, all atoms of the others."""
        for unknown, values in self.domains.items():
            yield from ((unknown, value) for value in (values[1:] if len(values) == 2 else values))

    def altered(self, answer: Assignment) -> Assignment | None:
        """A second answer, if this one stands for others; None if it does not."""
        changes = (constraint.altered(answer) for constraint in self.standing)
        change = next((each for each in changes if each is not None), None)
        return None if change is None else {**answer, **change}

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


class Clauses:
    """Clauses on their way to a model, which takes many at once."""

    def __init__(self, model: Model, look: Watch) -> None:
        self.model, self.look = model, look
        self.waiting: list[Sequence[Lit]] = []
        self.weighed = 0

    def append(self, clause: Sequence[Lit]) -> None:
        self.waiting.append(clause)
        if len(self.waiting) >= MANY:
            self.hand_over()

    def __iadd__(self, clauses: Iterable[Sequence[Lit]]) -> Clauses:
        self.waiting += clauses
        if len(self.waiting) >= MANY:
            self.hand_over()
        return self

    def hand_over(self) -> None:
        self.look()
        self.model.clauses(self.waiting)
        self.waiting = []
        self.weigh()

    def weigh(self) -> None:
        """Count how much the model has grown."""
        now = self.model.bytes
        self.look.weigh(now - self.weighed)
        self.weighed = now


def true_in(answer: Assignment, atom: Atom) -> bool:
    unknown, value = atom
    return answer.get(unknown) == value

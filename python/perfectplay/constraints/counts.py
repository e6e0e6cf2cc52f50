"""How many: at least, at most, exactly; and all different."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from perfectplay.constraints.base import Assignment, Atom, Constraint, Poster, Unknown, Value, true_in
from perfectplay.records import dataclass


@dataclass(frozen=True)
class Count(Constraint):
    """At least ``low`` and at most ``high`` of the atoms are true."""

    atoms: tuple[Atom, ...]
    low: int
    high: int

    @classmethod
    def exactly(cls, atoms: Sequence[Atom], number: int) -> Count:
        return cls(tuple(atoms), number, number)

    @classmethod
    def at_most(cls, atoms: Sequence[Atom], number: int) -> Count:
        return cls(tuple(atoms), 0, number)

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        number = sum(true_in(answer, atom) for atom in self.atoms)
        return None if self.low <= number <= self.high else tuple(unknown for unknown, _ in self.atoms)

    def post(self, poster: Poster) -> None:
        if self.high < 0:
            poster.clauses += [[]]
        else:
            poster.count(poster.lits(self.atoms), self.low, min(self.high, len(self.atoms)))


@dataclass(frozen=True)
class AnyOf(Constraint):
    """At least one of the atoms is true."""

    atoms: tuple[Atom, ...]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        return None if any(true_in(answer, atom) for atom in self.atoms) else tuple(u for u, _ in self.atoms)

    def post(self, poster: Poster) -> None:
        poster.clauses += [poster.lits(self.atoms)]


@dataclass(frozen=True)
class EachAnyOf(Constraint):
    """In each of these sets at least one atom is true: an :class:`AnyOf` for each, which are posted at once."""

    sets: tuple[tuple[Atom, ...], ...]

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[Unknown, Unknown]], value: Value) -> EachAnyOf:
        """One of the two has this value."""
        return cls(tuple([((a, value), (b, value)) for a, b in pairs]))

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: dict[Unknown, None] = {}
        fine = True
        for atoms in self.sets:
            if not any(true_in(answer, atom) for atom in atoms):
                fine = False
                wrong.update((unknown, None) for unknown, _ in atoms)
        return None if fine else tuple(wrong)

    def post(self, poster: Poster) -> None:
        poster.clauses += poster.each(self.sets)


@dataclass(frozen=True)
class AllDifferent(Constraint):
    """No two of the unknowns have the same value."""

    unknowns: tuple[Unknown, ...]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        values = [answer.get(unknown) for unknown in self.unknowns]
        double = {v for v in values if v is not None and values.count(v) > 1}
        return tuple(u for u in self.unknowns if answer.get(u) in double) or None

    def post(self, poster: Poster) -> None:
        places = poster.placed(self.unknowns)
        if places is not None:
            poster.distinct(places)
            return
        domains = [poster.domains[unknown] for unknown in self.unknowns]
        values = {value for domain in domains for value in domain}
        for value in sorted(values, key=str):
            atoms = [(u, value) for u, domain in zip(self.unknowns, domains, strict=True) if value in domain]
            # as many unknowns as values: each value occurs
            low = 1 if len(values) == len(self.unknowns) else 0
            poster.count(poster.lits(atoms), low, 1)

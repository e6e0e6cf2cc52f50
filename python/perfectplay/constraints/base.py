"""Unknowns, answers, and the border to the solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from perfectplay._native import Model
from perfectplay.constraints.bulk import Alike, Bulk, Field, Lattice, places
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
        self.standing: list[Constraint] = []
        """The constraints that left out answers for which others stand."""
        self.look = watch_now()
        self.clauses = Clauses(self._model, self.look)
        """Where clauses go: ``clauses.append([a, -b])`` or ``clauses += [[a, -b], [c]]``."""
        self._counted = 0
        self.strange: list[Atom] = []
        """Atoms that were asked for and cannot be true."""
        self._cells: dict[tuple[int, int, Value], list[Lit]] = {}
        self._parts: list[tuple[Alike, Lit]] = []
        """Unknowns in bulk, with the first variable of each part."""
        if isinstance(domains, Bulk):
            self._first = lit = self._model.variables(len(domains))
            for part in domains.parts:
                self._parts.append((part, lit))
                lit += part.size
        else:
            sizes = [len(values) for values in domains.values()]
            self.look.weigh(ATOM_BYTES * sum(sizes))
            self._first = lit = self._model.choices(sizes, self.look.control()) if sizes else 1
            lit += sum([1 if size == 2 else size for size in sizes])
        self._answers = range(self._first, lit)
        """The literals that distinguish answers: one for an unknown with two values, those of all values of others."""

    @cached_property
    def _lits(self) -> dict[Atom, Lit]:
        """The literals of all atoms; rules about all cells at once do without."""
        self.look.weigh(ATOM_BYTES * len(self._answers) if self._parts else 0)
        lit = self._first
        lits: dict[Atom, Lit] = {}
        for unknown, values in self.domains.items():
            if len(values) == 2:
                lits[unknown, values[0]] = -lit
                lits[unknown, values[1]] = lit
                lit += 1
            else:
                for value in values:
                    lits[unknown, value] = lit
                    lit += 1
        return lits

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
        self._model.self_sized(numbers, pairs, self.look.control())
        self.clauses.weigh()

    def blocks(self, cells: list[Lit], lengths: list[int]) -> None:
        """The true ones are blocks of these lengths in this order, with a gap between any two."""
        self._model.blocks(cells, lengths, self.look.control())
        self.clauses.weigh()

    def connected(self, vertices: list[Lit], edges: list[tuple[Lit, int, int]]) -> None:
        """What is present is connected; the literal 0 is always present."""
        self.look()
        self._model.connected(vertices, edges)
        self.clauses.weigh()

    def single_loop(self, size: int, edges: list[tuple[Lit, int, int]], needed: list[list[Lit]]) -> None:
        """The edges that are present form one cycle; of each needed set at least one is present."""
        self.look()
        self._model.single_loop(size, edges, needed)
        self.clauses.weigh()

    @property
    def lazy(self) -> list[LazyData]:
        """The constraints that the model checks lazily, once it has found something, in the order of its cuts; all of
        them are written out each time."""
        return self._model.lazy()

    # Cells of a rectangle, by their places -----------------------------------------------------------------------

    def cells(self, rows: int, cols: int, value: Value) -> list[Lit]:
        """The literals of one value in all cells of a rectangle, row by row; 0 where a cell cannot have it."""
        made = self._cells.get((rows, cols, value))
        if made is None:
            made = self._cells[rows, cols, value] = self._made_cells(rows, cols, value)
        return made

    def _made_cells(self, rows: int, cols: int, value: Value) -> list[Lit]:
        for part, first in self._parts:
            if isinstance(part, Field) and (part.rows, part.cols) == (rows, cols) and value in part.values_of_all:
                lits = part.numbered(first)
                return lits if value == part.values_of_all[1] else [-lit for lit in lits]
        known = self._lits
        return [known.get((cell, value), 0) for cell in places(rows, cols)]

    def lines(self, rows: int, cols: int) -> list[Lit]:
        """The literals of the lines between neighbouring points of a rectangle; 0 where there can be none."""
        for part, first in self._parts:
            if isinstance(part, Lattice) and (part.rows, part.cols) == (rows, cols):
                return part.numbered(first)
        known = self._lits
        return [known.get((line, 1), 0) for line in Lattice(rows, cols, (0, 1)).unknowns()]

    def apart(self, cells: list[Lit], cols: int) -> None:
        """No two neighbours are both true."""
        self._model.apart(cells, cols)
        self.clauses.weigh()

    def area(self, cells: list[Lit], cols: int, border: bool = False) -> None:
        """The true cells are connected, or each is connected to the border."""
        self._model.area(cells, cols, border)
        self.clauses.weigh()

    def around(self, cells: list[Lit], cols: int, numbers: list[tuple[int, int]], diagonal: bool) -> None:
        """So many of the cells around each of these are true."""
        self._model.around(cells, cols, numbers, diagonal, self.look.control())
        self.clauses.weigh()

    def once(self, cells: list[Lit], cols: int, signs: list[int]) -> None:
        """Of equal signs in a row or column at most one is true; 0 is no sign."""
        self._model.once(cells, cols, signs, self.look.control())
        self.clauses.weigh()

    def in_sight(self, cells: list[Lit], cols: int, walls: list[int], apart: bool) -> None:
        """No true cell sees another one, or each cell is true or sees one that is."""
        self._model.in_sight(cells, cols, walls, apart, self.look.control())
        self.clauses.weigh()

    def in_regions(self, cells: list[Lit], cols: int, regions: Sequence[int], numbers: list[tuple[int, int]]) -> None:
        """So many cells of each of these regions are true."""
        self._model.in_regions(cells, cols, regions, numbers, self.look.control())
        self.clauses.weigh()

    def none_across(self, cells: list[Lit], cols: int, regions: Sequence[int]) -> None:
        """No straight strip of true cells crosses two borders between regions."""
        self._model.none_across(cells, cols, regions)
        self.clauses.weigh()

    def sights(self, cells: list[Lit], cols: int, numbers: list[tuple[int, int | None]]) -> None:
        """From each of these so many true cells are seen."""
        self._model.sights(cells, cols, numbers, self.look.control())
        self.clauses.weigh()

    def lattice_loop(
        self,
        rows: int,
        cols: int,
        points: list[list[int]],
        cells: list[int],
        told: bool,
        inside: bool,
    ) -> None:
        """The lines form one closed loop, which passes one of each of these points, and sides of these cells."""
        self._model.lattice_loop(rows, cols, self.lines(rows, cols), points, cells, told, inside)
        self.clauses.weigh()

    def sides(self, rows: int, cols: int, numbers: list[tuple[int, int]]) -> None:
        """So many lines are drawn around each of these cells between points."""
        self._model.sides(rows, cols, self.lines(rows, cols), numbers, self.look.control())
        self.clauses.weigh()

    def visits(self, rows: int, cols: int, points: list[Lit]) -> None:
        """Two lines at least meet in each point whose literal is true, and none in others; 0: that does not matter."""
        self._model.visits(rows, cols, points, self.lines(rows, cols))
        self.clauses.weigh()

    # Numbers, by the places of the unknowns ----------------------------------------------------------------------

    @cached_property
    def _place(self) -> dict[Unknown, int] | None:
        """The place of each unknown, if all values are numbers: the model is told which."""
        domains: list[Any] = list(self.domains.values())
        if not all(type(value) is int for values in domains for value in (values[:1] or (0,))):
            return None
        try:
            self._model.name_numbers(self._first, domains)
        except (TypeError, OverflowError):
            return None
        return {unknown: place for place, unknown in enumerate(self.domains)}

    def placed(self, unknowns: Iterable[Unknown]) -> list[int] | None:
        """The places of unknowns that are numbers; None if some are not."""
        known = self._place
        if known is None:
            return None
        try:
            return [known[unknown] for unknown in unknowns]
        except KeyError:
            return None

    def fix(self, numbers: Mapping[Unknown, int]) -> None:
        """These unknowns have these numbers."""
        places = self.placed(numbers)
        if places is None:
            self.clauses += [[self.lit(atom)] for atom in numbers.items()]
        else:
            self._model.fix(list(zip(places, numbers.values(), strict=True)))
            self.clauses.weigh()

    def distinct(self, places: list[int]) -> None:
        """These unknowns are all different."""
        self._model.distinct(places, self.look.control())
        self.clauses.weigh()

    def spread(self, places: list[int]) -> None:
        """Between two equal numbers there are at least as many unknowns."""
        self._model.spread(places, self.look.control())
        self.clauses.weigh()

    def total(self, unknowns: Sequence[Unknown], number: int) -> None:
        """These numbers add up to another one."""
        places = self.placed(unknowns)
        if places is None:
            raise KeyError(f"{unknowns} are not all numbers")
        self._model.total(places, number, self.look.control())
        self.clauses.weigh()

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
        if self._parts:
            for part, first in self._parts:
                start, (no, yes) = first - self._first, part.values_of_all
                chosen_values = [yes if each else no for each in solution[start : start + part.size]]
                found.update(zip(part.unknowns(), chosen_values, strict=True))
            return found
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

"""Two solvers behind one small interface: CaDiCaL of python-sat, and CP-SAT of OR-Tools with one worker.

Variables are numbers from 1, a negative number is the opposite. What is lazy is looked at when a solution was found,
and the clauses that it breaks are added: CaDiCaL goes on from there, CP-SAT starts anew.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import combinations, count, pairwise

Lit = int
Values = Sequence[bool]
"""By variable; the first one means nothing."""


FEW = 6
"""Up to so many literals are counted by plain clauses, more by a sequential counter."""


class TooLong(Exception):
    pass


class Solver(ABC):
    def __init__(self, seconds: float) -> None:
        self.number = 0
        self.until = time.perf_counter() + seconds
        self.lazy: list[Callable[[Values], list[list[Lit]]]] = []
        """Each gives the clauses that a solution breaks."""

    def variable(self) -> Lit:
        self.number += 1
        return self.number

    @abstractmethod
    def clause(self, lits: Sequence[Lit]) -> None: ...

    @abstractmethod
    def count(self, lits: Sequence[Lit], number: int) -> None:
        """Exactly so many are true."""

    @abstractmethod
    def loop(self, edges: dict[tuple[int, int], Lit], needed: list[list[Lit]]) -> None:
        """The edges that are there form one loop; of each set that is needed one is there."""

    @abstractmethod
    def blocks(self, cells: list[Lit], lengths: list[int]) -> None:
        """A line of a nonogram."""

    @abstractmethod
    def search(self) -> Values | None: ...

    def solve(self) -> Values | None:
        while True:
            found = self.search()
            cuts = [] if found is None else [clause for lazy in self.lazy for clause in lazy(found)]
            if not cuts:
                return found
            for clause in cuts:
                self.clause(clause)


class PythonSat(Solver):
    def __init__(self, seconds: float) -> None:
        from pysat.solvers import Cadical195  # type: ignore[import-not-found, unused-ignore]

        super().__init__(seconds)
        self.solver = Cadical195()

    def clause(self, lits: Sequence[Lit]) -> None:
        self.solver.add_clause(lits)

    def count(self, lits: Sequence[Lit], number: int) -> None:
        from pysat.card import CardEnc, EncType  # type: ignore[import-not-found, unused-ignore]

        if not 0 <= number <= len(lits):
            self.clause([])
            return
        if len(lits) <= FEW:
            for some in combinations(lits, len(lits) - number + 1):
                self.clause(some)
            for some in combinations(lits, number + 1):
                self.clause([-lit for lit in some])
            return
        form = CardEnc.equals(lits=list(lits), bound=number, top_id=self.number, encoding=EncType.seqcounter)
        self.number = max(self.number, form.nv)
        self.solver.append_formula(form.clauses)

    def loop(self, edges: dict[tuple[int, int], Lit], needed: list[list[Lit]]) -> None:
        at: dict[int, list[Lit]] = {}
        for (a, b), lit in edges.items():
            at.setdefault(a, []).append(lit)
            at.setdefault(b, []).append(lit)
        for lits in at.values():  # none or two
            for lit in lits:
                others = [other for other in lits if other != lit]
                self.clause([-lit, *others])
                for one in others:
                    for two in others:
                        if lit < one < two:
                            self.clause([-lit, -one, -two])
        self.lazy.append(lambda values: loop_cuts(values, edges, needed))

    def blocks(self, cells: list[Lit], lengths: list[int]) -> None:
        """For each block and place a literal: it begins there or before."""
        size, slack = len(cells), len(cells) - sum(lengths) - len(lengths) + 1
        if slack < 0:
            self.clause([])
            return
        covering: list[list[Lit]] = [[] for _ in cells]
        first, previous = 0, [0]
        for number, length in enumerate(lengths):
            # by how much the block is moved from its first place: at most 0, 1, ... slack - 1
            moved = [self.variable() for _ in range(slack)]
            for one, two in pairwise(moved):
                self.clause([-one, two])
            if number:
                for here, before in zip(moved, previous, strict=True):
                    self.clause([-here, before])
            for cell in range(first, first + slack + length):
                # moved by at most cell - first, and by more than cell - first - length
                low, high = cell - first - length, cell - first
                here = self.variable()
                covering[cell].append(here)
                clause = [here]
                if high < slack:
                    self.clause([-here, moved[high]])
                    clause.append(-moved[high])
                if low >= 0:
                    self.clause([-here, -moved[low]])
                    clause.append(moved[low])
                self.clause(clause)
            previous = moved
            first += length + 1
        for place in range(size):
            self.clause([-cells[place], *covering[place]])
            for here in covering[place]:
                self.clause([-here, cells[place]])

    def search(self) -> Values | None:
        if not self.solver.solve():
            return None
        model = self.solver.get_model()
        return [False, *(lit > 0 for lit in model)]


class CpSat(Solver):
    def __init__(self, seconds: float) -> None:
        from ortools.sat.python import cp_model  # type: ignore[import-not-found, unused-ignore]

        super().__init__(seconds)
        self.cp = cp_model
        self.model = cp_model.CpModel()
        self.variables = [None]

    def variable(self) -> Lit:
        self.variables.append(self.model.new_bool_var(""))
        return super().variable()

    def of(self, lit: Lit):  # type: ignore[no-untyped-def]
        return self.variables[lit] if lit > 0 else self.variables[-lit].negated()  # type: ignore[attr-defined]

    def clause(self, lits: Sequence[Lit]) -> None:
        self.model.add_bool_or([self.of(lit) for lit in lits])

    def count(self, lits: Sequence[Lit], number: int) -> None:
        if number == 1:
            self.model.add_exactly_one([self.of(lit) for lit in lits])
        else:
            self.model.add(sum(self.of(lit) for lit in lits) == number)

    def loop(self, edges: dict[tuple[int, int], Lit], needed: list[list[Lit]]) -> None:
        arcs = []
        for node in {node for edge in edges for node in edge}:
            arcs.append((node, node, self.model.new_bool_var("")))
        for (a, b), lit in edges.items():
            there, back = self.model.new_bool_var(""), self.model.new_bool_var("")
            self.model.add(there + back == self.of(lit))
            arcs += [(a, b, there), (b, a, back)]
        self.model.add_circuit(arcs)

    def blocks(self, cells: list[Lit], lengths: list[int]) -> None:
        """An automaton that reads the line."""
        state = count()
        now = next(state)
        steps = [(now, 0, now)]
        for number, length in enumerate(lengths):
            for _ in range(length):
                after = next(state)
                steps.append((now, 1, after))
                now = after
            if number < len(lengths) - 1:
                after = next(state)
                steps.append((now, 0, after))
                now = after
            steps.append((now, 0, now))
        self.model.add_automaton([self.of(cell) for cell in cells], 0, [now], steps)

    def search(self) -> Values | None:
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = max(0.01, self.until - time.perf_counter())
        status = solver.solve(self.model)
        if status == self.cp.INFEASIBLE:
            return None
        if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            raise TooLong
        return [False, *(solver.boolean_value(each) for each in self.variables[1:])]


# lazy constraints -----------------------------------------------------------------------------------------------------


def components(nodes: Sequence[int], near: dict[int, list[int]]) -> list[list[int]]:
    left, found = dict.fromkeys(nodes), []
    while left:
        part = [left.popitem()[0]]
        for node in part:
            for each in near[node]:
                if each in left:
                    del left[each]
                    part.append(each)
        found.append(part)
    return found


def loop_cuts(values: Values, edges: dict[tuple[int, int], Lit], needed: list[list[Lit]]) -> list[list[Lit]]:
    near: dict[int, list[int]] = {}
    for (a, b), lit in edges.items():
        if values[lit]:
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
    loops = components(list(near), near)
    if len(loops) < 2:
        return []
    cuts = []
    for number, part in enumerate(loops):
        inside = set(part)
        own = [lit for (a, b), lit in edges.items() if values[lit] and a in inside]
        if any(not set(own).intersection(lits) for lits in needed):
            cuts.append([-lit for lit in own])  # this loop alone is not enough
            continue
        other = set(loops[number - 1])
        beyond = next(lit for (a, b), lit in edges.items() if values[lit] and a in other)
        across = [lit for (a, b), lit in edges.items() if (a in inside) != (b in inside)]
        cuts.append([-own[0], -beyond, *across])
    return cuts


def connected_cuts(values: Values, vertices: dict[int, Lit], near: dict[int, list[int]]) -> list[list[Lit]]:
    """The vertices whose literal is true hang together; otherwise for each part but the largest: it is left, or one of
    its vertices or one of the rest is not there."""
    parts = components([node for node, lit in vertices.items() if values[lit]], near)
    if len(parts) < 2:
        return []
    parts.sort(key=len)
    rest = vertices[parts[-1][0]]
    cuts = []
    for part in parts[:-1]:
        inside = set(part)
        border = {each for node in part for each in near[node] if each not in inside}
        cuts.append([-vertices[part[0]], -rest, *(vertices[node] for node in sorted(border))])
    return cuts


SOLVERS: dict[str, Callable[[float], Solver]] = {"python-sat": PythonSat, "CP-SAT": CpSat}

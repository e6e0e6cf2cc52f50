"""All solutions of a puzzle by a second engine, which shares nothing with ours but the plain checks of the rules.

A general solver proposes answers, and each rule is asked what is wrong with the proposal, while the answer notes what
the rule looks at: whatever has the same values there is wrong for the same reason, so this is the clause that is
learnt. What a few kinds of constraints mean in plain terms is said beforehand, because it would be learnt slowly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from pysat.solvers import Solver

from perfectplay import Position
from perfectplay.constraints import AllDifferent, AnyOf, Constraint, LatticeLoop, Paths, Sides, SingleLoop, Visits
from perfectplay.kinds.pencil import Pencil

Values = Mapping[Any, Any]
PROPOSALS = 2000
FAULTS = 4
"""As many are learnt from at a time."""


class Watched(Mapping[Any, Any]):
    """An answer that notes which of its values are looked at."""

    def __init__(self, values: Values) -> None:
        self.values_ = values
        self.seen: dict[Any, None] = {}

    def __getitem__(self, unknown: Any) -> Any:
        if unknown in self.values_:
            self.seen[unknown] = None
        return self.values_[unknown]

    def __iter__(self) -> Iterator[Any]:
        self.seen |= dict.fromkeys(self.values_)
        return iter(self.values_)

    def __len__(self) -> int:
        self.seen |= dict.fromkeys(self.values_)
        return len(self.values_)


def domains(position: Position) -> Mapping[Any, Sequence[Any]]:
    """All values that an answer may use; puzzles leave out some that cannot be, which is to be checked as well."""
    sheet, system = position.state, position.system
    assert isinstance(system, Pencil)
    known = system.unknowns(sheet)
    if system.key in ("fillomino", "sudoku"):
        return dict.fromkeys(known, range(1, (len(known) if system.key == "fillomino" else sheet.rows) + 1))
    if system.key in ("shikaku", "tentai_show"):
        return dict.fromkeys(known, sorted({name for names in known.values() for name in names}, key=str))
    return known


def said_beforehand(constraint: Constraint, lit: Mapping[Any, int]) -> Iterator[list[int]]:
    if isinstance(constraint, AnyOf):
        yield [lit[atom] for atom in constraint.atoms if atom in lit]
    elif isinstance(constraint, AllDifferent):
        for a, b in combinations(constraint.unknowns, 2):
            yield from ([-lit[u, value], -lit[b, value]] for u, value in lit if u == a and (b, value) in lit)
    elif isinstance(constraint, LatticeLoop):
        yield from said_beforehand(SingleLoop({line: (line, 1) for line in lines_in(constraint, lit)}), lit)
    elif isinstance(constraint, Sides):
        for (row, col), number in constraint.numbers.items():
            near = [((row, col), (row, col + 1)), ((row + 1, col), (row + 1, col + 1))]
            near += [((row, col), (row + 1, col)), ((row, col + 1), (row + 1, col + 1))]
            yield from ([-lit[line, 1] for line in many] for many in combinations(near, number + 1))
            yield from ([lit[line, 1] for line in many] for many in combinations(near, 5 - number))
    elif isinstance(constraint, Visits):
        for line in lines_in(constraint, lit):
            yield from ([-lit[line, 1], lit[point, constraint.value]] for point in line)
    elif isinstance(constraint, SingleLoop | Paths):
        ends = {node for pair in constraint.pairs for node in pair} if isinstance(constraint, Paths) else set()
        at: dict[Any, list[int]] = {}
        for line, atom in constraint.links.items():
            for point in line:
                at.setdefault(point, []).append(lit[atom])
        for point, lines in at.items():
            most = 1 if point in ends else 2
            yield from ([-each for each in many] for many in combinations(lines, most + 1))
            if point in ends:
                yield lines
            else:
                yield from ([-one, *(each for each in lines if each != one)] for one in lines)


def lines_in(constraint: LatticeLoop | Visits, lit: Mapping[Any, int]) -> list[Any]:
    points = [(row, col) for row in range(constraint.rows) for col in range(constraint.cols)]
    lines = [((row, col), near) for row, col in points for near in ((row, col + 1), (row + 1, col))]
    return [line for line in lines if (line, 1) in lit]


def all_solutions(position: Position, most: int) -> list[dict[Any, Any]] | None:
    """None if there are more than ``most``, or too many answers to look at."""
    system = position.system
    assert isinstance(system, Pencil)
    possible = domains(position)
    rules = [constraint for _, constraint in system.rules(position.state)]
    atoms = [(unknown, value) for unknown, values in possible.items() for value in values]
    lit = {atom: number for number, atom in enumerate(atoms, 1)}
    found: list[dict[Any, Any]] = []
    with Solver(name="minisat22") as solver:
        for unknown, values in possible.items():
            own = [lit[unknown, value] for value in values]
            solver.add_clause(own)
            solver.append_formula([-a, -b] for a, b in combinations(own, 2))
        for rule in rules:
            solver.append_formula(said_beforehand(rule, lit))
        for _ in range(PROPOSALS):
            if not solver.solve():
                return found
            true = solver.get_model()[: len(atoms)]
            answer = dict(atom for atom, there in zip(atoms, true, strict=True) if there > 0)
            wrong = 0
            for rule in rules:
                watched = Watched(answer)
                if rule.faults(watched) is not None:
                    solver.add_clause([-lit[unknown, answer[unknown]] for unknown in watched.seen])
                    wrong += 1
                    if wrong == FAULTS:
                        break
            if not wrong:
                if len(found) == most:
                    return None
                found.append(answer)
                solver.add_clause([-lit[atom] for atom in answer.items()])
    return None

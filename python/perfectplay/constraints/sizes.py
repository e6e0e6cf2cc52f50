"""Areas of equal numbers that know their size."""

from __future__ import annotations

from perfectplay.board import Place
from perfectplay.constraints.base import Assignment, Constraint, Lit, Poster, Unknown
from perfectplay.records import dataclass

LAYERS = 5000
"""Areas are connected by clauses if cells times steps are no more than this."""


@dataclass(frozen=True)
class SelfSized(Constraint):
    """Each number is the size of its area: of the cells with this number to which it is connected by such cells."""

    rows: int
    cols: int

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: list[Unknown] = []
        seen: set[Place] = set()
        for start in ((row, col) for row in range(self.rows) for col in range(self.cols)):
            if start in seen:
                continue
            area, number = [start], answer.get(start)
            seen.add(start)
            for row, col in area:
                for near in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
                    if number is not None and answer.get(near) == number and near not in seen:
                        seen.add(near)
                        area.append(near)
            if len(area) != number:
                wrong += area
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        """Every cell belongs to the first cell of its area, neighbours with equal numbers to the same one. Cells whose
        number is known come first of all: then it is known how many cells belong to them. Elsewhere adders count."""
        clauses = poster.clauses
        cells = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        numbers = {cell: {int(value): poster.lit((cell, value)) for value in poster.domains[cell]} for cell in cells}
        cells.sort(key=lambda cell: (len(numbers[cell]) > 1, cell))
        to: dict[Place, dict[Place, Lit]] = {cell: {} for cell in cells}
        of: dict[Place, dict[Place, Lit]] = {cell: {} for cell in cells}
        for place, cell in enumerate(cells):
            for first in cells[: place + 1]:
                least = abs(first[0] - cell[0]) + abs(first[1] - cell[1]) + 1
                if max(numbers[first].keys() & numbers[cell].keys(), default=0) >= least:
                    to[cell][first] = of[first][cell] = poster.variables(1)
            poster.count(list(to[cell].values()), 1, 1)
        pairs = [((r, c), near) for r, c in cells for near in ((r, c + 1), (r + 1, c)) if near in numbers]
        beside: dict[Place, list[Place]] = {cell: [] for cell in cells}
        for a, b in pairs:
            beside[a].append(b)
            beside[b].append(a)
            equal = poster.variables(1)
            for x, y in ((a, b), (b, a)):
                clauses += [[-equal, -lit, *filter(None, [numbers[y].get(n)])] for n, lit in numbers[x].items()]
                clauses += [[-equal, -lit, *filter(None, [to[y].get(first)])] for first, lit in to[x].items()]
            clauses += [[equal, -lit, -numbers[b][n]] for n, lit in numbers[a].items() if n in numbers[b]]
            clauses += [[equal, -lit, -to[b][first]] for first, lit in to[a].items() if first in to[b]]
        for cell in cells:
            for n, lit in numbers[cell].items():
                if n > 1:
                    clauses.append([-lit, *(numbers[near][n] for near in beside[cell] if n in numbers[near])])
        for first, members in of.items():
            if first not in members:
                continue
            own = members[first]
            index = {cell: n for n, cell in enumerate(members)}
            for cell, lit in members.items():
                if cell != first:
                    clauses += [[-lit, own], [-lit, *(members[near] for near in beside[cell] if near in members)]]
            if len(numbers[first]) == 1:
                (n,) = numbers[first]
                poster.count([*members.values(), *(-own for _ in range(n))], n, n)
                if n * len(members) <= LAYERS:
                    self.layers(poster, first, n, members, beside)
                    continue
            edges = [(0, index[a], index[b]) for a, b in pairs if a in index and b in index]
            poster.connected(list(members.values()), edges)
            if len(numbers[first]) == 1:
                continue
            bits = total(poster, list(members.values()))
            for n, lit in numbers[first].items():
                if n >= 1 << len(bits):
                    clauses.append([-own, -lit])
                clauses += [[-own, -lit, bit if n >> place & 1 else -bit] for place, bit in enumerate(bits)]

    def layers(
        self,
        poster: Poster,
        first: Place,
        size: int,
        members: dict[Place, Lit],
        beside: dict[Place, list[Place]],
    ) -> None:
        """Every member is reached from the first cell in fewer steps than there are members."""
        clauses = poster.clauses
        before = {first: members[first]}
        for step in range(1, size):
            near = dict.fromkeys(each for cell in before for each in (cell, *beside[cell]) if each in members)
            lowest = poster.variables(len(near)) if step < size - 1 else 0
            now = {cell: lowest + n if lowest else members[cell] for n, cell in enumerate(near)}
            for cell, lit in now.items():
                if cell != first:
                    clauses.append([-lit, members[cell]])
                    clauses.append([-lit, *(before[each] for each in (cell, *beside[cell]) if each in before)])
                else:
                    now[cell] = members[first]
            before = now
        clauses += [[-lit] for cell, lit in members.items() if cell not in before]


def total(poster: Poster, lits: list[Lit]) -> list[Lit]:
    """How many are true, as a binary number, the lowest digit first."""
    clauses, bits = poster.clauses, list[Lit]()
    while lits:
        carries: list[Lit] = []
        while len(lits) > 1:
            a, b, c = lits.pop(0), lits.pop(0), lits.pop(0) if lits else 0
            low = poster.variables(2)
            high = low + 1
            if c:
                clauses += [[-a, -b, -c, low], [-a, b, c, low], [a, -b, c, low], [a, b, -c, low]]
                clauses += [[a, b, c, -low], [a, -b, -c, -low], [-a, b, -c, -low], [-a, -b, c, -low]]
                clauses += [[-a, -b, high], [-a, -c, high], [-b, -c, high], [a, b, -high], [a, c, -high], [b, c, -high]]
            else:
                clauses += [[-a, b, low], [a, -b, low], [a, b, -low], [-a, -b, -low]]
                clauses += [[-a, -b, high], [a, -high], [b, -high]]
            lits.append(low)
            carries.append(high)
        bits.append(lits[0])
        lits = carries
    return bits

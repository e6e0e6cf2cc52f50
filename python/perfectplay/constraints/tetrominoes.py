"""Four connected cells."""

from __future__ import annotations

from functools import cache

from perfectplay.board import Place
from perfectplay.constraints.base import Assignment, Constraint, Poster, Unknown, true_in
from perfectplay.records import dataclass


@dataclass(frozen=True)
class Tetromino(Constraint):
    """Of these cells four are painted, and the four are connected."""

    cells: tuple[Place, ...]
    paint: str

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        painted = [cell for cell in self.cells if true_in(answer, (cell, self.paint))]
        return None if len(painted) == 4 and _whole(painted) else self.cells

    def post(self, poster: Poster) -> None:
        """A literal for each place of a tetromino."""
        places = _places(self.cells)
        first = poster.variables(len(places))
        at: dict[Place, list[int]] = {cell: [] for cell in self.cells}
        for lit, place in enumerate(places, first):
            for cell in place:
                at[cell].append(lit)
        poster.count(list(range(first, first + len(places))), 1, 1)
        clauses = poster.clauses
        for cell, lits in at.items():
            painted = poster.lit((cell, self.paint))
            clauses.append([-painted, *lits])
            clauses += [[painted, -lit] for lit in lits]


@dataclass(frozen=True)
class UnlikeNeighbours(Constraint):
    """Where tetrominoes of two rooms share a side they are not congruent.

    That each room has one painted tetromino is ensured by another constraint.
    """

    rooms: tuple[tuple[Place, ...], ...]
    paint: str

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        painted = [[cell for cell in room if true_in(answer, (cell, self.paint))] for room in self.rooms]
        pieces = [piece for piece in painted if len(piece) == 4 and _whole(piece)]
        wrong: list[Unknown] = []
        for number, one in enumerate(pieces):
            for other in pieces[:number]:
                if any(_touch(a, b) for a in one for b in other) and _shape(one) == _shape(other):
                    wrong += [*one, *other]
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        """A literal for each room and shape; the painted cells of a place decide which one is true."""
        home = {cell: number for number, room in enumerate(self.rooms) for cell in room}
        paint = {cell: poster.lit((cell, self.paint)) for cell in home}
        clauses = poster.clauses
        kinds: list[dict[int, int]] = []
        for room in self.rooms:
            lits: dict[int, int] = {}
            for place in _places(room):
                # the squares of the distances between the four tell the five shapes apart
                kind = sum((a - c) ** 2 + (b - d) ** 2 for a, b in place for c, d in place)
                if kind not in lits:
                    lits[kind] = poster.variables(1)
                clauses.append([lits[kind], *(-paint[cell] for cell in place)])
            kinds.append(lits)
        for (row, col), number in home.items():
            for near in ((row, col + 1), (row + 1, col)):
                if near in home and home[near] != number:
                    for kind in kinds[number].keys() & kinds[home[near]].keys():
                        both = [-paint[row, col], -paint[near]]
                        clauses.append([*both, -kinds[number][kind], -kinds[home[near]][kind]])


@cache
def _places(cells: tuple[Place, ...]) -> list[frozenset[Place]]:
    """Where a tetromino fits."""
    room = set(cells)
    pieces = {frozenset([cell]) for cell in cells}
    for _ in range(3):
        pieces = {
            piece | {near}
            for piece in pieces
            for row, col in piece
            for near in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
            if near in room and near not in piece
        }
    return sorted(pieces, key=sorted)


def _touch(a: Place, b: Place) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _whole(piece: list[Place]) -> bool:
    part = piece[:1]
    for cell in part:
        part += [near for near in piece if near not in part and _touch(cell, near)]
    return len(part) == len(piece)


def _shape(piece: list[Place]) -> list[Place]:
    """The same for all ways in which a piece can be turned and mirrored."""
    looks = []
    for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        cells = [(down * row, right * col) for row, col in piece]
        for look in (cells, [(col, row) for row, col in cells]):
            top, left = min(row for row, _ in look), min(col for _, col in look)
            looks.append(sorted((row - top, col - left) for row, col in look))
    return min(looks)

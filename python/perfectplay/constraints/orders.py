"""Stones on a grid that are taken one after the other; the unknown of each is its place in the order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations

from perfectplay.constraints.base import Assignment, Constraint, Poster, Unknown
from perfectplay.records import dataclass

Stone = tuple[int, int]


def way(a: Stone, b: Stone) -> tuple[int, int]:
    """From a stone to another one of its row or column; (0, 0) if it is in neither."""
    if (a[0] == b[0]) == (a[1] == b[1]):
        return 0, 0
    return (b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1])


@dataclass(frozen=True)
class StraightOn(Constraint):
    """From each stone one moves along its row or column to the next one, and passes no stone that is still there.

    The places are 1 to the number of stones, and by another constraint no two stones have the same.
    """

    stones: tuple[Stone, ...]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: dict[Unknown, None] = {}
        order = sorted((stone for stone in self.stones if stone in answer), key=lambda stone: int(answer[stone]))
        for a, b in pairwise(order):
            if way(a, b) == (0, 0):
                wrong.update({a: None, b: None})
                continue
            (top, bottom), (left, right) = sorted((a[0], b[0])), sorted((a[1], b[1]))
            passed = [s for s in self.stones if top <= s[0] <= bottom and left <= s[1] <= right and s not in (a, b)]
            if any(int(answer.get(s, 0)) > int(answer[b]) for s in passed):
                wrong.update({a: None, b: None})
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        size = len(self.stones)
        # row[stone] + place: the stone has this place or an earlier one
        first = poster.variables(size * size)
        at = {(s, t): poster.lit((s, t)) for s in self.stones for t in range(1, size + 1)}
        row = {s: first + n * size - 1 for n, s in enumerate(self.stones)}
        clauses = poster.clauses
        for s in self.stones:
            clauses += [[-at[s, t], row[s] + t] for t in range(1, size + 1)]
            clauses += [[-at[s, t + 1], -row[s] - t] for t in range(1, size)]
            clauses += [[-row[s] - t, row[s] + t + 1] for t in range(1, size)]
        near: dict[Stone, list[Stone]] = {s: [] for s in self.stones}
        for line in rows_and_columns(self.stones):
            for (i, a), (j, b) in permutations(enumerate(line), 2):
                near[a].append(b)
                between = line[min(i, j) + 1 : max(i, j)]
                clauses += [[-at[a, t], -at[b, t + 1], row[s] + t] for s in between for t in range(1, size)]
        for s in self.stones:
            for t in range(1, size):
                clauses.append([-at[s, t], *(at[b, t + 1] for b in near[s])])
                clauses.append([-at[s, t + 1], *(at[b, t] for b in near[s])])


@dataclass(frozen=True)
class NoTurningBack(Constraint):
    """No step from a stone to the next is opposite in direction to the step before."""

    stones: tuple[Stone, ...]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        wrong: dict[Unknown, None] = {}
        order = sorted((stone for stone in self.stones if stone in answer), key=lambda stone: int(answer[stone]))
        for a, b, c in zip(order, order[1:], order[2:], strict=False):
            (row, col), after = way(a, b), way(b, c)
            if after != (0, 0) and after == (-row, -col):
                wrong.update({a: None, b: None, c: None})
        return tuple(wrong) or None

    def post(self, poster: Poster) -> None:
        size = len(self.stones)
        for line in rows_and_columns(self.stones):
            # within this line, the step after place t leads forward (down or to the right), or back
            first = poster.variables(2 * size)
            forth, back = range(first, first + size), range(first + size, first + 2 * size)
            clauses = poster.clauses
            clauses += [[-forth[t], -back[t + 1]] for t in range(size - 1)]
            clauses += [[-back[t], -forth[t + 1]] for t in range(size - 1)]
            for a, b in combinations(line, 2):
                for t in range(1, size):
                    clauses.append([-poster.lit((a, t)), -poster.lit((b, t + 1)), forth[t]])
                    clauses.append([-poster.lit((b, t)), -poster.lit((a, t + 1)), back[t]])


def rows_and_columns(stones: tuple[Stone, ...]) -> Iterator[list[Stone]]:
    """The stones of each row and of each column, in order."""
    for axis in (0, 1):
        for number in sorted({stone[axis] for stone in stones}):
            yield sorted(stone for stone in stones if stone[axis] == number)

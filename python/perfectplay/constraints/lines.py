"""Runs in a row or column."""

from __future__ import annotations

from itertools import groupby

from perfectplay.constraints.base import Assignment, Atom, Constraint, Poster, Unknown, true_in
from perfectplay.records import dataclass


@dataclass(frozen=True)
class Blocks(Constraint):
    """The true atoms of a line form blocks of these lengths, in this order, with gaps between them."""

    line: tuple[Atom, ...]
    lengths: tuple[int, ...]

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        runs = [len(list(run)) for filled, run in groupby(true_in(answer, atom) for atom in self.line) if filled]
        return None if tuple(runs) == self.lengths else tuple(unknown for unknown, _ in self.line)

    def post(self, poster: Poster) -> None:
        poster.blocks(poster.lits(self.line), list(self.lengths))

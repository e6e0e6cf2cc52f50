"""The linter for rules finds what was planted, and nothing in games that are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.conformance.plays import KEYS, PLAYED, small
from tests.tiers import depth

import perfectplay as pp
from perfectplay.board import EAST
from perfectplay.constraints import AnyOf, Assignment, Constraint, Count, Poster, Unknown
from perfectplay.kinds.cells import Shading
from perfectplay.kinds.clues import Clues
from perfectplay.kinds.sheet import Sheet


class Walk(pp.RewriteGame):
    """A piece goes to and fro, and nobody said so."""

    cells = "x."
    impartial = True

    def moves(self, board: Any) -> Iterator[Any]:
        for a, b in board.runs(EAST, 2):
            yield None, {a: "x.", b: ".x"}
            yield None, {a: ".x", b: "x."}


class Same(pp.RewriteGame):
    """Two moves of one name that do different things."""

    cells = ".xo"

    def moves(self, board: Any) -> Iterator[Any]:
        for cell in board.cells:
            yield pp.Rewrite({cell: ".x"}, pp.LEFT, name=board.name(cell))
            yield pp.Rewrite({cell: ".o"}, pp.LEFT, name=board.name(cell))


class Lossy(pp.PlainGame):
    """A sum whose second heap gets lost."""

    def moves(self, heaps: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(n, k) for n, heap in enumerate(heaps) for k in range(heap)]

    def play(self, heaps: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return tuple(move[1] if n == move[0] else heap for n, heap in enumerate(heaps))

    def split(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [heaps[:1]]


class Muddled(pp.PlainGame):
    """A text form that loads as another state."""

    def moves(self, n: int) -> range:
        return range(n)

    def play(self, n: int, k: int) -> int:
        return k

    def text(self, n: int) -> str:
        return str(n + 1)


class Shades(Shading):
    """A number tells how many of its neighbours are black; the solver is told of one more."""

    clues = Clues(0, 4)
    sample = "1.|.."

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        for cell, number in sheet.numbers():
            around = tuple((each, "#") for each in sheet.beside(cell))
            yield "A number tells how many neighbours are black.", Wrong(Count.exactly(around, number))


class Strict(Shades):
    """The solver is told more than the sentence says."""

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        for cell in sheet.cells:
            yield "Everything is white.", Wrong(AnyOf(((cell, "."),)), AnyOf(((cell, "."), (cell, "#"))))


class Wrong(Constraint):
    """One constraint for the solver, another as its definition: whatever is filled in, or the one given."""

    def __init__(self, posted: Constraint, meant: Constraint | None = None) -> None:
        self.posted, self.meant = posted, meant

    def post(self, poster: Poster) -> None:
        self.posted.post(poster)

    def faults(self, answer: Assignment) -> tuple[Unknown, ...] | None:
        return () if self.meant is None else self.meant.faults(answer)


class Forgetful(Shades):
    """Answers whose text loses something."""

    def rules(self, sheet: Sheet) -> Iterator[tuple[str, Constraint]]:
        yield from ()

    def write(self, sheet: Sheet, answer: Assignment) -> str:
        return "##|##"


@pytest.mark.parametrize(
    ("game", "start", "expected"),
    [
        (Walk(), "x..", "Walk: positions repeat: x.. -> .x. -> x.. (expected loopy = True in the class)"),
        (
            Same(),
            "..",
            "Same: two moves of '..' have the text 'a1', one to 'x.' and one to 'o.' "
            "(expected a text of its own for each, such as pp.Rewrite(changes, player, name='…'))",
        ),
        (Lossy(), (1, 1), "Lossy: the nimber of (1, 1): all in all 0, of its parts together 1"),
        (Muddled(), 2, "Muddled: the text of 3: loads as Muddled().load('4'), and not as Muddled().load('3')"),
        (
            Shades(),
            "1.|..",
            "Shades: 1.|..: the solution .#|.. of the solver breaks: A number tells how many neighbours are black.",
        ),
        (Strict(), "..|..", "Strict: ..|..: ..|.# breaks no rule, and the solver does not find it"),
        (Forgetful(), "..|..", "Forgetful: ..|..: the text ##|## of an answer is read as another answer"),
    ],
)
def test_a_fault_is_found(game: Any, start: object, expected: str) -> None:
    report = pp.check_rules(game, start)
    assert not report and expected in report.differences, report


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_found_in_the_catalogue(key: str) -> None:
    """The later positions of plays, which are small; of what has no moves, the first samples."""
    rules = pp.system(key)
    if key in PLAYED:
        report = pp.check_rules(rules, *small(key)[: depth(2, 20)], positions=depth(14, 200))
    else:
        report = pp.check_rules(rules, positions=depth(3, 60))
    assert report and report.compared > report.positions > 0


def test_what_is_no_system_is_refused() -> None:
    for wrong in (3, Muddled()):
        with pytest.raises(pp.NotApplicable):
            pp.check_rules(wrong)  # type: ignore[arg-type]


def test_what_was_too_much_is_told() -> None:
    report = pp.check_rules(pp.load("domineering", "8x8"), positions=5)
    assert report and report.left_out == (
        "positions after the first 5",
        "answers that follow from too many positions",
    )


def test_what_is_not_looked_for_is_told() -> None:
    """A sheet with more solutions than are listed says nothing about those that the solver might have missed."""
    report = pp.check_rules(pp.load("light_up", "3x3"), positions=5)
    assert report and "what the solver does not find, on sheets with more than 5 solutions" in report.left_out

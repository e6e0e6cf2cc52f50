"""The linter for rules finds what was planted, and nothing in games that are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.board import EAST


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

    def moves(self, heaps: tuple[int, ...]) -> list[tuple[int, int]]:  # type: ignore[override]
        return [(n, k) for n, heap in enumerate(heaps) for k in range(heap)]

    def play(self, heaps: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return tuple(move[1] if n == move[0] else heap for n, heap in enumerate(heaps))

    def split(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [heaps[:1]]


class Muddled(pp.PlainGame):
    """A text form that loads as another state."""

    def moves(self, n: int) -> range:  # type: ignore[override]
        return range(n)

    def play(self, n: int, k: int) -> int:
        return k

    def text(self, n: int) -> str:
        return str(n + 1)


@pytest.mark.parametrize(
    ("game", "start", "expected"),
    [
        (Walk(), "x..", "positions repeat: x.. -> .x. -> x.. (expected loopy = True in the class)"),
        (Same(), "..", "Left has two moves 'a1'"),
        (Lossy(), (1, 1), "the nimber of (1, 1): all in all 0, of its parts together 1"),
        (Muddled(), 2, "the text of 3: loads as"),
    ],
)
def test_a_fault_is_found(game: Any, start: object, expected: str) -> None:
    report = pp.check_rules(game, start)
    assert not report and any(expected in each for each in report.differences), report


@pytest.mark.parametrize(("key", "start"), [("domineering", "..|.."), ("nim", "1 2"), ("rush_hour", "..B|AAB|...|...")])
def test_nothing_is_found_in_the_catalogue(key: str, start: str) -> None:
    report = pp.check_rules(pp.system(key), start)
    assert report and report.compared > report.positions > 1


def test_what_is_no_system_of_moves_is_refused() -> None:
    for wrong in (3, pp.system("sudoku"), Muddled()):
        with pytest.raises(pp.NotApplicable):
            pp.check_rules(wrong)  # type: ignore[arg-type]

"""Puzzles that are too hard stop at their limit or at Ctrl-C, with one clear line."""

from __future__ import annotations

import pytest
from tests.interrupts import asking, interrupted, python

import perfectplay as pp

SIDE = 15
ROWS = [["."] * SIDE for _ in range(SIDE)]
ROWS[0][0] = ROWS[SIDE - 1][SIDE - 2] = "a"
IMPOSSIBLE = "|".join("".join(row) for row in ROWS)
"""A path through all 225 cells of a chessboard cannot join cells of different colours: there is one more of one."""


def hard() -> pp.Position:
    return pp.load("number_link", IMPOSSIBLE, fill=True)


def test_an_impossible_board_of_two_hundred_cells_is_refuted_or_stopped() -> None:
    try:
        assert pp.solve(hard(), limits=pp.Limits(time=1.0)).answer is None
    except pp.LimitReached as error:
        assert "time limit of 1 s reached" in str(error) and "\n" not in str(error)


@pytest.mark.parametrize("question", [pp.solve, pp.unique, pp.forced, pp.count, pp.solutions])
def test_every_question_keeps_to_its_limit(question) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(pp.LimitReached):
        question(hard(), limits=pp.Limits(time=0.05))


def test_contradictions_are_found_at_once() -> None:
    rows = ["." * 20] * 10
    rows[4] = "......33333........."
    rows[5] = "......33333........."
    result = pp.unique(pp.load("slitherlink", "|".join(rows)))
    assert str(result) == "no solution" and pp.verify(result)


def test_control_c_stops_a_solve_of_the_command_line() -> None:
    words = ["solve", "number_link", IMPOSSIBLE, "--set", "fill=true"]
    command = python("import runpy; runpy.run_module('tests.interrupts', run_name='__main__')")
    assert interrupted([*command, *words]) == (130, "", "perfectplay: interrupted\n")


@pytest.mark.parametrize("question", ["solve", "unique", "forced", "count"])
def test_control_c_stops_a_question(question: str) -> None:
    asked = asking(f"from tests.pencil.test_limits import hard, pp; pp.{question}(hard(), progress=progress)")
    assert interrupted(asked) == (0, "interrupted\n", "")

"""Puzzles that are too hard stop at their limit or at Ctrl-C, with one clear line."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

import perfectplay as pp

SIDE = 15
ROWS = [["."] * SIDE for _ in range(SIDE)]
ROWS[0][0] = ROWS[SIDE - 1][SIDE - 2] = "a"
IMPOSSIBLE = "|".join("".join(row) for row in ROWS)
"""A path through all 225 cells of a chessboard cannot join cells of different colours: there is one more of one."""


def hard() -> pp.Position:
    return pp.load("number_link", IMPOSSIBLE, fill=True)


def test_an_impossible_board_of_two_hundred_cells_is_refuted_or_stopped() -> None:
    begun = time.monotonic()
    try:
        assert pp.solve(hard(), limits=pp.Limits(time=1.0)).answer is None
    except pp.LimitReached as error:
        assert "time limit of 1 s reached" in str(error) and "\n" not in str(error)
    assert time.monotonic() - begun < 10


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


def interrupted(command: list[str], begun: str, wait: float) -> tuple[int, str, float]:
    """Ctrl-C some time after a command has said a line that begins so: how it ends, what it says, and in what time."""
    asked = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert asked.stdout is not None
    while begun and not asked.stdout.readline().startswith(begun):
        pass
    time.sleep(wait)
    assert asked.poll() is None, "it is solved before it can be stopped"
    asked.send_signal(signal.SIGINT)
    sent = time.monotonic()
    _, said = asked.communicate(timeout=20)
    return asked.returncode, said, time.monotonic() - sent


def test_control_c_stops_a_solve_of_the_command_line() -> None:
    command = [sys.executable, "-m", "perfectplay", "solve", "number_link", IMPOSSIBLE, "--set", "fill=true"]
    code, said, took = interrupted(command, "", 2.5)
    assert code in (1, 130) and said.count("\n") <= 1 and took < 5, said


@pytest.mark.parametrize("question", ["solve", "unique", "forced", "count"])
def test_control_c_stops_a_question(question: str) -> None:
    lines = [
        "import perfectplay as pp",
        f"board = pp.load('number_link', {IMPOSSIBLE!r}, fill=True)",
        "print('begun', flush=True)",
        f"pp.{question}(board)",
    ]
    code, said, took = interrupted([sys.executable, "-c", "\n".join(lines)], "begun", 0.3)
    assert code != 0 and said.strip().splitlines()[-1].startswith("KeyboardInterrupt") and took < 5, said

"""The survey's rows and claims as they are read from the package's own files."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import perfectplay as pp
from perfectplay import survey


def test_every_row_is_numbered_and_complete() -> None:
    assert [row.id for row in survey.rows()] == [f"S{n:03}" for n in range(1, 227)]
    for row in survey.rows():
        assert all(vars(row).values()) or row.players == 0
        assert row.players in (0, 1, 2) and survey.row(row.id) is row


def test_every_claim_is_numbered_and_complete() -> None:
    assert [claim.id for claim in survey.claims()] == [f"A{n:03}" for n in range(1, 307)]
    for claim in survey.claims():
        assert claim.subject and claim.question and claim.result and claim.survey_section
        assert claim.players in (0, 1, 2)
    assert {claim.bounded for claim in survey.claims()} == {True, False}


def test_files_are_read_once() -> None:
    assert survey.rows() is survey.rows() and survey.claims() is survey.claims()


def test_a_row_that_does_not_exist() -> None:
    with pytest.raises(pp.PerfectPlayError) as caught:
        survey.row("S999")
    assert str(caught.value) == "survey: no system 'S999' (expected S001 to S226)"


def test_a_game_is_played_without_the_survey() -> None:
    program = (
        "import sys, perfectplay as pp\n"
        "position = pp.load('domineering', '..|..')\n"
        "pp.outcome(position)\n"
        "assert 'perfectplay.survey' not in sys.modules\n"
        "print(position.system.section)\n"
        "assert 'perfectplay.survey' in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == ("", "Domineering (Crosscram) and Cram\n")


class Own(pp.PlainGame):
    """A game that nobody has listed."""

    def moves(self, state: Any, *player: pp.Player) -> list[str]:
        return []

    def play(self, state: Any, move: Any) -> Any:
        return state


def test_a_users_own_game_is_beyond_the_survey() -> None:
    assert Own.section == Own().section == "beyond the survey"


def test_a_users_own_game_may_name_its_row() -> None:
    class Listed(Own):
        systems = ("S085", "S086")

    assert Listed.section == survey.row("S085").section

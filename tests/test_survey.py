"""The survey's rows and claims as they are read from the package's own files."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from typing import Any

import pytest

import perfectplay as pp
from perfectplay import survey
from perfectplay.survey.complexity import UNKNOWN, read


def test_every_row_is_numbered_and_complete() -> None:
    assert [row.id for row in survey.rows()] == [f"S{n:03}" for n in range(1, 227)]
    for row in survey.rows():
        assert all(vars(row).values()) or row.players == 0
        assert row.players in (0, 1, 2) and survey.row(row.id) is row


CLAIMS = (*survey.claims(), *survey.beyond())


def test_every_claim_is_numbered_and_complete() -> None:
    assert [claim.id for claim in survey.claims()] == [f"A{n:03}" for n in range(1, 307)]
    assert [claim.id for claim in survey.beyond()] == [f"B{n:03}" for n in range(1, len(survey.beyond()) + 1)]
    for claim in CLAIMS:
        assert claim.subject and claim.question and claim.result and claim.section and claim.complexity
        assert claim.players in (0, 1, 2)
        assert date.fromisoformat(claim.checked) >= date(2026, 11, 15)
    assert {claim.bounded for claim in survey.claims()} == {True, False}
    assert {claim.technique_source for claim in survey.claims()} <= {"survey", "general", ""}


def test_the_sources_of_other_claims_are_dated() -> None:
    for claim in survey.beyond():
        assert re.search(r"\b(1[89]|20)\d\d\b", claim.source), claim.id
        assert claim.verified in ("", "proof", "abstract", "citation"), claim.id


def test_claims_are_about_rows_of_their_section_or_systems() -> None:
    """Some games come up in two sections, and k in a row includes tic-tac-toe; general remarks are about no row."""
    rows = {row.id: row for row in survey.rows()}
    elsewhere = set()
    for claim in CLAIMS:
        for each in claim.about:
            assert each in rows or re.fullmatch(r"[a-z][a-z0-9_]*", each), (claim.id, each)
            if each in rows and rows[each].section != claim.section:
                elsewhere.add((claim.id, each))
        assert len({*claim.about}) == len(claim.about)
    assert elsewhere == {
        ("A003", "S001"),
        ("A004", "S001"),
        ("A028", "S007"),
        ("A038", "S024"),
        ("A088", "S004"),
        ("B022", "S140"),
    }
    general = [claim.id for claim in CLAIMS if not claim.about]
    assert general == ["A017", "A018", "A128", "A129", "A130", "A306"]


def test_a_claim_has_as_many_players_as_what_it_is_about() -> None:
    """But for Constraint Logic as a family, and for Amazons in regions of one colour, where one player's moves decide
    who wins."""
    rows = {row.id: row for row in survey.rows()}
    others = {
        claim.id for claim in CLAIMS for each in claim.about if each in rows and rows[each].players != claim.players
    }
    assert others == {"A016", "A111"}


def test_rows_that_nothing_is_claimed_about() -> None:
    """Theory and examples, variants in passing, and what the survey itself leaves out."""
    claimed = {each for claim in CLAIMS for each in claim.about}
    silent = [row.id for row in survey.rows() if row.id not in claimed]
    assert silent == ["S002", "S003", "S005", "S060", "S068", "S074", "S110", "S137", "S169", "S201", "S204"]


def test_what_became_of_a_claim_is_complete() -> None:
    known = {claim.id: claim for claim in CLAIMS}
    assert [each.claim for each in survey.since()] == sorted(each.claim for each in survey.since())
    for each in survey.since():
        assert each.news in survey.NEWS and each.claim in known
        assert date.fromisoformat(each.checked) >= date(2026, 11, 15)
        assert each.verified in ("", "abstract", "title", "citation", "source", "survey")
        assert each in known[each.claim].since
        if each.news in survey.CHANGES:
            assert each.result and each.source, each
        if each.news == "open":
            assert not each.result


def test_what_supersedes_a_claim_says_more_of_the_same() -> None:
    known = {claim.id: claim for claim in survey.claims()}
    found = [each for each in survey.since() if each.news == "superseded"]
    assert len(found) == 10
    for each in found:
        old, new = known[each.claim], known[each.source]
        assert {*old.about} & {*new.about} or old.section == new.section
        assert new.complexity[0].rank > old.complexity[0].rank


def test_what_changes_a_claim_differs_from_it() -> None:
    known = {claim.id: claim for claim in survey.claims()}
    for each in survey.since():
        old = known[each.claim].complexity
        if each.news in ("settled", "partly"):
            assert any(said.kind in UNKNOWN for said in old), each
        if each.news == "stronger":
            ranks = [said.rank for said in each.complexity]
            assert max(ranks) >= max(said.rank for said in old), each
        if each.news == "open":
            assert not any(said.kind == "complete" for said in old), each


def test_the_errata_are_numbered_and_about_their_sections() -> None:
    assert [each.id for each in survey.errata()] == [f"E{n:02}" for n in range(1, 13)]
    for each in survey.errata():
        assert each.says and each.truth and each.about
        assert each.section in {row.section for row in survey.rows()}


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("PSPACE-complete", "PSPACE-complete"),
        ("P (pseudo-polynomial)", "P"),
        ("PSPACE-hard and in EXPSPACE", "PSPACE-hard, in EXPSPACE"),
        ("often EXPTIME-complete (provably not in P)", "often EXPTIME-complete"),
        ("often undecidable", "often undecidable"),
        ("undecidable", "undecidable"),
        ("in PSPACE, often PSPACE-complete", "in PSPACE, often PSPACE-complete"),
        ("AW[*]-complete", "AW[*]-complete"),
        ("in AC0[3]", "in AC0[3]"),
        ("SL-complete (hence P)", "SL-complete"),
        ("possibly outside coNP", "open"),
        ("conjectured NP-complete", "conjectured NP-complete"),
        ("open (presumed NP-complete)", "open, conjectured NP-complete"),
        ("NP-complete (ASP-complete)", "NP-complete, ASP-complete"),
        ("NP-hard under randomized reductions", "NP-hard"),
        ("exactly 20 face turns", "bound"),
        ("Sigma_2^p-complete", "Sigma_2^p-complete"),
        ("#P-complete", "#P-complete"),
        ("Devil wins", "solved"),
    ],
)
def test_results_are_read(result: str, said: str) -> None:
    assert ", ".join(map(str, read(result))) == said


def test_a_result_that_says_nothing_is_refused() -> None:
    for words in ("", "Plenty", "NPC", "PSPACE-completely", "not NP-hard"):
        with pytest.raises(pp.ParseError, match="expected a class such as NP-complete, P, or open"):
            read(words)


def test_harder_is_higher_and_complete_implies_hard() -> None:
    order = "SL-complete P-complete NP-hard PP-complete PSPACE-complete EXPTIME-complete NEXPTIME-complete undecidable"
    ranks = [read(word)[0].rank for word in order.split()]
    assert ranks == sorted({*ranks}) and ranks[0] > 0
    assert [read(word)[0].rank for word in ("P", "open", "in PSPACE", "conjectured NP-complete", "AW[*]-complete")] == [
        -1
    ] * 5
    for first, second, implied in [
        ("NP-complete", "NP-hard", True),
        ("NP-complete", "in NP", True),
        ("ASP-complete", "NP-complete", True),
        ("NP-hard", "NP-complete", False),
        ("NP-complete", "ASP-complete", False),
        ("PSPACE-complete", "NP-hard", False),
        ("coNP-complete", "NP-complete", False),
        ("open", "open", True),
    ]:
        assert read(first)[0].implies(read(second)[0]) == implied, (first, second)


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

"""Misère sums of heaps through their quotient: against search, on huge sums, and certificates with every change."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.reference.misere import Play, octal_rules, sums
from tests.tiers import depth

import perfectplay as pp

METHOD = "misere quotient"
CODES = ["0.77", "0.123", "0.75", "0.3101", "4.56", "0.144", "0.07"]


def misere(code: str, heaps: Any) -> pp.Position[Any]:
    return pp.load("octal", heaps, code=code, misere=True)


@pytest.mark.parametrize("code", CODES)
def test_outcomes_and_moves_by_plain_play(code: str) -> None:
    play = Play(octal_rules(code))
    for each in sums(depth(7, 11)):
        position = misere(code, list(each) or "0")
        found = pp.outcome(position)
        assert found.method == METHOD and (found == "P") == play.is_p(each)
        move = pp.best(position, method=METHOD).answer
        assert (move is None) == (not position.moves())
        if move is not None:
            assert move in position.moves()
            assert found == "P" or play.is_p(tuple(move.after.state))


@pytest.mark.about("kayles", "grundys_game", "subtraction")
def test_other_heap_games() -> None:
    choose = random.Random(3)
    games: list[tuple[str, dict[str, Any]]] = [
        ("kayles", {}),
        ("grundys_game", {}),
        ("subtraction", {"taken": "1 3 4"}),
        ("subtraction", {"taken": "2", "all_but": True}),
        ("octal", {"code": "0.3F"}),
    ]
    for key, options in games:
        for _ in range(depth(6, 40)):
            heaps = [choose.randrange(1, 9) for _ in range(choose.randrange(1, 4))]
            position = pp.load(key, heaps, misere=True, **options)
            assert pp.outcome(position, method=METHOD) == pp.outcome(position, method="alpha-beta")
            move = pp.best(position, method=METHOD).answer
            if move is not None and pp.outcome(position) == "N":
                assert pp.outcome(move.after, method="alpha-beta") == "P"


@pytest.mark.about("kayles")
def test_huge_sums_are_answered_won_and_verified() -> None:
    choose = random.Random(8)
    for _ in range(depth(3, 12)):
        heaps = [choose.randrange(1, 10**15) for _ in range(300)] + [choose.randrange(1, 40) for _ in range(200)]
        position = pp.load("kayles", heaps, misere=True)
        found = pp.outcome(position)
        assert found.method == METHOD and pp.verify(found)
        move = pp.best(position).answer
        assert move is not None
        if found == "N":
            assert pp.outcome(move.after) == "P"


@pytest.mark.about("octal")
def test_where_no_quotient_is_found_a_search_answers() -> None:
    found = pp.outcome(misere("0.3122", "4 5"))
    assert found.method in (METHOD, "alpha-beta", "proof-number", "sums")
    assert pp.outcome(misere("0.3122", [7, 7, 8])).method != METHOD
    with pytest.raises(pp.PerfectPlayError, match="misere quotient"):
        pp.outcome(misere("0.3122", [7, 7, 8]), method=METHOD)
    assert pp.outcome(pp.load("octal", "4 5", code="0.123")).method != METHOD
    assert pp.outcome(pp.load("nim", "3 4", misere=True)).method == "nim sum"


@pytest.mark.about("octal")
def test_every_change_of_a_certificate_is_noticed() -> None:
    data = pp.outcome(misere("0.75", [5, 5, 2, 1])).to_json()
    assert pp.verify(data)
    good = data["witness"]["certificate"]

    def status(changed: Any) -> str:
        witness = {**data["witness"], "certificate": changed}
        return pp.verify({**data, "witness": witness}).fields["certificate"].status

    size = len(good["table"])
    for x in range(size):
        assert status({**good, "portion": sorted(set(good["portion"]) ^ {x})}) == "refuted"
    for heap in range(len(good["phi"])):
        phi = list(good["phi"])
        phi[heap] = (phi[heap] + 1) % size
        assert status({**good, "phi": phi}) == "refuted"
    for change in ({"code": "0.77"}, {"period": None, "phi": good["phi"][:3]}, {"period": [1, 1]}, {"more": 1}):
        assert status({**good, **change}) == "refuted"
    assert status({}) == "refuted"
    assert pp.verify({**data, "answer": "P" if data["answer"] == "N" else "N"}).status == "refuted"
    normal = {**data, "options": {**data["options"], "misere": False}}
    assert pp.verify(normal).status == "refuted"

"""Answers about loopy positions that were changed: refuted, or at least never called verified."""

from __future__ import annotations

from typing import Any

import pytest

import perfectplay as pp

POSITIONS = {
    "tis": ("abstract_game", "a: b | ; b: | a"),
    "over": ("abstract_game", "a: b | a"),
    "toads": ("backsliding_toads_and_frogs", "xx.o"),
    "geese": ("fox_and_geese", "....|x.x.|....|.o.."),
    "almonds": ("fair_shares", "4 2"),
}
FORGED = (
    "0",
    "*",
    "on",
    "off",
    "over",
    "dud",
    "1 & 0",
    "0 & -1",
    "on & 0",
    "over & under",
    "1/2",
    "{0|upon*}",
    "^ & v*",
)


def asked(name: str) -> dict[str, Any]:
    key, text = POSITIONS[name]
    result = pp.value(pp.load(key, text))
    verdict = pp.verify(result)
    assert verdict and not verdict.refuted
    return result.to_json()


@pytest.mark.parametrize("name", POSITIONS)
def test_a_wrong_value_is_refuted(name: str) -> None:
    genuine = asked(name)
    true = pp.Value(genuine["answer"])
    for answer in (*(str(pp.Value(each)) for each in FORGED), str(-true), str(true + 1)):
        verdict = pp.verify({**genuine, "answer": answer})
        assert verdict.status == ("verified" if pp.Value(answer) == true else "refuted"), f"{answer}: {verdict}"


@pytest.mark.parametrize("answer", [None, 7, [], {}, "", "over &", "0 & 1", "pass", "a{0|b}", "on & off & on"])
def test_what_is_no_value_is_not_read(answer: Any) -> None:
    for name in ("tis", "toads"):
        try:
            assert not pp.verify({**asked(name), "answer": answer})
        except pp.PerfectPlayError as error:
            assert "\n" not in str(error)


def test_an_answer_for_another_position_is_refuted() -> None:
    moved = {**asked("tis"), "position": "a: b | a"}
    assert pp.verify(moved).refuted


def test_a_position_too_large_for_the_check_is_not_called_verified() -> None:
    result = pp.value(pp.load("hare_and_hounds"))
    verdict = pp.verify(result, limits=pp.Limits(positions=20))
    assert verdict.status == "not checked"

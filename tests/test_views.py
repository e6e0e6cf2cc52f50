"""Operations: what is refused, and what answers look like."""

from __future__ import annotations

from typing import Any

import pytest

import perfectplay as pp
from perfectplay.errors import LimitReached, ParseError, PerfectPlayError
from perfectplay.views.errors import KINDS, error_view
from perfectplay.views.operations import carry_out, operations

DOMINEERING = {"system": "domineering", "position": "3x4"}


@pytest.mark.parametrize(
    ("name", "body", "said"),
    [
        ("position", [], "position: a list (expected object)"),
        ("position", {}, "no system (expected its key, or an address that tells the type of the puzzle)"),
        ("position", {"system": 3}, "position: system: a int (expected string)"),
        ("position", {"system": "nim", "more": 1}, "position: unexpected 'more' (expected system, position"),
        ("position", {"system": "nim", "options": {"misere": 3}}, "nim: option misere=3 (expected a value like False)"),
        ("play", DOMINEERING, "play: no move (expected move)"),
        ("play", {**DOMINEERING, "move": "z9"}, "domineering: no legal move 'z9'"),
        ("edit", {**DOMINEERING, "letter": "x"}, "unexpected 'x' (expected one of . #)"),
        ("edit", {**DOMINEERING, "letter": "#", "place": 99}, "no place 99 (expected one of 0 to 11)"),
        ("edit", {"system": "nim", "letter": "#"}, "nim: its positions are edited as text"),
        ("sheet", DOMINEERING, "domineering: there is nothing to fill in"),
        ("sheet", {"system": "sudoku", "draft": [[0]]}, "sheet: draft: 1 items (expected 2 to 2)"),
        ("sheet", {"system": "sudoku", "draft": [[999, 0]]}, "value 0 of unknown 999 (expected numbers of an unknown"),
        ("line", {**DOMINEERING, "moves": ["a1-a2"] * 401}, "401 moves (expected at most 400 at a time)"),
        ("ask/outcome", {"system": "sokoban"}, "sokoban: outcome needs a game for two players"),
        ("ask/outcome", {**DOMINEERING, "method": "magic"}, "domineering: no method 'magic' for outcome here"),
        ("ask/outcome", {**DOMINEERING, "limits": {"time": "soon"}}, "time limit 'soon' (expected a number"),
        ("ask/outcome", {**DOMINEERING, "limits": {"time": -1}}, "ask/outcome: limits: time: a number out of range"),
        ("ask/generate", {"system": "rush_hour", "options": {"wings": 2}}, "rush_hour: no option 'wings' for generate"),
        ("ask/magic", {}, "no operation 'ask/magic' (expected one of: "),
        ("verify", {"result": {}}, "verify: the result has no usable field ('question')"),
        ("value", {"expressions": []}, "value: expressions: 0 items (expected 1 to 8)"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(name: str, body: Any, said: str) -> None:
    with pytest.raises(PerfectPlayError) as refused:
        carry_out(name, body)
    assert str(refused.value).startswith(said)
    view = error_view(refused.value)
    assert view["kind"] in KINDS and view["message"] == str(refused.value)


def test_limits_hold_for_operations() -> None:
    with pytest.raises(LimitReached, match="limit of 10 positions reached"):
        carry_out("ask/outcome", {"system": "domineering", "position": "8x8", "limits": {"positions": "10"}})
    with pytest.raises(LimitReached, match="time limit of 0 s reached"):
        carry_out("position", {"system": "clobber", "position": "8x8", "limits": {"time": 0}})


def test_errors_know_where() -> None:
    with pytest.raises(ParseError) as refused:
        carry_out("position", {"system": "sokoban", "position": "#####|#@x #|#####"})
    assert error_view(refused.value) | {"message": ""} == {"kind": "parse", "message": "", "row": 2, "column": 3}
    assert error_view(RuntimeError("x")) == {"kind": "internal", "message": "internal error: RuntimeError: x"}


def test_addresses_need_no_system() -> None:
    view = carry_out("position", {"position": "https://puzz.link/p?slither/3/2/a7b"})
    assert (view["system"], view["position"]) == ("slitherlink", "0..|2.1")


def test_options_may_be_words() -> None:
    view = carry_out("position", {"system": "nim", "position": "1 1 1", "options": {"misere": "true"}})
    assert view["options"] == {"misere": True}
    assert (
        carry_out("ask/outcome", {"system": "nim", "position": "1 1 1", "options": {"misere": "true"}})["text"] == "P"
    )


def test_play_tells_who_is_next_and_when_it_is_over() -> None:
    first = carry_out("play", {"system": "domineering", "position": "2x2", "move": "a1-a2", "player": "Left"})
    assert (first["next"], first["over"]) == (
        "Right",
        {"Left": None, "Right": {"winner": "Left", "why": "Right cannot move"}},
    )
    boxes = {"system": "dots_and_boxes", "position": "1x1"}
    moves = carry_out("position", boxes)["moves"]["list"]
    assert all(move["player"] == "" for move in moves)
    lead, place = 0, dict(boxes)
    for _ in range(4):
        move = carry_out("position", place)["moves"]["list"][0]["text"]
        told = carry_out("play", {**place, "move": move, "player": "Left", "lead": lead})
        lead, place = told["lead"], {"system": "dots_and_boxes", "position": told["position"]}
    assert lead == 1 and told["over"]["Right"]["winner"] == "Left"


def test_answers_have_what_can_be_shown() -> None:
    solved = carry_out("ask/solve", {"system": "sokoban"})
    (line,) = solved["lines"]
    frames = carry_out("line", {**line["start"], "moves": line["moves"]})["frames"]
    assert len(frames) == len(line["moves"]) + 1
    assert pp.load("sokoban", frames[-1]["position"]).winner is not None
    two = carry_out("ask/unique", {"system": "slitherlink", "position": ".."})
    assert not two["found"] and len(two["sheets"]) == 2
    proof = carry_out("ask/unique", {"system": "slitherlink", "position": "33|..", "outputs": ["drat"]})
    assert [file["name"] for file in proof["files"]] == ["unique.drat"]
    value = carry_out("ask/value", {"system": "domineering", "position": "2x3"})
    assert value["value"]["text"] == "{2|-1/2}" and value["words"][0]["parts"][0][1] == "bold"
    none = carry_out("ask/solve", {"system": "fifteen", "position": "@loyd"})
    assert not none["found"] and none["reason"].startswith("parity: ")
    best = carry_out("ask/best", {**DOMINEERING, "player": "Right"})
    assert best["move"]["player"] == "Right" and best["text"] == best["move"]["text"]
    cluster = carry_out("ask/cluster", {"system": "rush_hour", "position": "..B|AAB|...|..."})
    assert {each["title"] for each in cluster["positions"]} == {"hardest"}
    wrong = carry_out("ask/check", {"system": "slitherlink", "position": "33|..", "given": "···|···|···"})
    assert not wrong["found"] and wrong["broken"][0]["unknowns"]


def test_equal_heaps_are_pointed_at_one_by_one() -> None:
    moves = carry_out("position", {"system": "nim", "position": "2 2"})["moves"]["list"]
    assert [move["text"] for move in moves].count("2:1") == 2
    assert len({str(move["gone"]) for move in moves if move["text"] == "2:1"}) == 2


def test_several_letters_are_put_at_once() -> None:
    """A car makes no sense before all of it is there."""
    place = {"system": "rush_hour", "position": "....|AA..|....|...."}
    with pytest.raises(ParseError):
        carry_out("edit", {**place, "place": 11, "letter": "C"})
    assert carry_out("edit", {**place, "places": [11, 15], "letter": "C"})["position"] == "....|AA..|...C|...C"
    told = carry_out("edit", {**place, "before": [[11, "C"]], "place": 15, "letter": "C"})
    assert told["position"] == "....|AA..|...C|...C"


def test_every_operation_has_a_schema_that_refuses_others() -> None:
    for name, operation in operations().items():
        with pytest.raises(PerfectPlayError):
            carry_out(name, {**operation.example, "unheard of": 1})

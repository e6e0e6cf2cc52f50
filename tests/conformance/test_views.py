"""What a page or a notebook is told about every system: it must be plain data, and lead to the same positions as the
library itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.conformance.plays import KEYS, PLAYED, POSED, starts
from tests.tiers import depth

import perfectplay as pp
from perfectplay.errors import PerfectPlayError
from perfectplay.limits import Limits
from perfectplay.picture.shapes import shape_json
from perfectplay.views import answers
from perfectplay.views.operations import carry_out, operations
from perfectplay.views.positions import MANY_MOVES, place
from perfectplay.views.sheets import OPEN, name_of

MOVES = depth(12, 1000)
"""Of one position."""
MANY = depth(1, 12)
"""Moves and places of a position with so many moves that listing those that follow is much work."""
PLACES = depth(6, 1000)


def plain(value: Any) -> Any:
    """What arrives at the other end."""
    assert json.loads(json.dumps(value, allow_nan=False)) == value
    return value


def has_few_moves(position: pp.Position) -> bool:
    return not position.system.played or len(position.moves()) <= MANY_MOVES


def asked(name: str, **body: Any) -> Any:
    return plain(carry_out(name, body))


@pytest.mark.parametrize("key", KEYS)
def test_systems_describe_themselves(key: str) -> None:
    view = asked("system", system=key)
    assert view["key"] == key and view["name"] and view["rules"]
    known = {question["name"] for question in view["questions"]}
    assert set(asked("position", system=key)["questions"]) <= known


@pytest.mark.parametrize("key", KEYS)
def test_positions_are_found_again(key: str) -> None:
    for position in starts(key):
        view = asked("position", **place(position))
        assert view["position"] == str(position)
        assert view["picture"] == position.picture().to_json()
        assert asked("picture", **place(position)) == view["picture"]


@pytest.mark.parametrize("key", PLAYED)
def test_moves_show_where_the_picture_changes(key: str) -> None:
    """What goes and what comes turns one picture into the next, apart from names that only make room."""
    for position in starts(key):
        view = asked("position", **place(position))
        moves = view["moves"]
        made_ways = [
            (made, after)
            for made in position.moves()
            for after in position.system.seen_after(position.state, made.text, made.after.state)
        ]
        assert [move["text"] for move in moves["list"]] == [made.text for made, _ in made_ways][: len(moves["list"])]
        shapes = view["picture"]["shapes"]
        few = has_few_moves(position)
        for move, (made, picture) in list(zip(moves["list"], made_ways, strict=False))[: MOVES if few else MANY]:
            after = picture.to_json()["shapes"]
            kept = [shape for number, shape in enumerate(shapes) if number not in move["gone"]]
            shown = kept + [moves["shapes"][number] for number in move["come"]]
            if few:
                assert _without_names(shown) == _without_names(after)
            told = asked("play", **place(position), move=move["text"], player=str(made.player))
            assert told["position"] == str(made.after)


def _without_names(shapes: list[Any]) -> list[str]:
    return sorted(str(shape) for shape in shapes if shape[:2] != ["label", "faint"])


@pytest.mark.parametrize("key", KEYS)
def test_letters_are_put_on_places(key: str) -> None:
    for position in starts(key):
        editing = position.system.editing(position.state)
        if editing is None:
            continue
        assert position.system.load(editing.put({})) == position
        left, top, right, bottom = position.picture().box()
        view = asked("position", **place(position))["edit"]
        assert [shape_json(area) for _, area in editing.places] == [area for _, area in view["places"]]
        few = has_few_moves(position)
        tried = PLACES if few else MANY
        for number in range(0, len(editing.places), max(1, len(editing.places) // tried)):
            for letter in editing.letters[: 2 if few else 1]:
                try:
                    told = asked("edit", **place(position), place=number, letter=letter)
                except PerfectPlayError as error:
                    assert str(error).startswith(f"{key}: ")
                else:
                    assert position.system.load(told["position"]) == position.system.load(editing.put({number: letter}))
            area = shape_json(editing.places[number][1])
            points = area[2] if area[0] == "polygon" else [area[2]]
            assert all(left <= x <= right and top <= y <= bottom for x, y in points)


@pytest.mark.parametrize("key", POSED)
def test_drafts_become_answers(key: str) -> None:
    for position in starts(key):
        view = asked("position", **place(position))["sheet"]
        rules = position.system
        assert [name for name, _, _ in view["unknowns"]] == [name_of(each) for each in rules.writable(position.state)]
        solution = pp.solve(position).answer
        if solution is None:
            continue
        full = asked("sheet", **place(position), answer=str(solution), check=True)
        assert (full["answer"], full["open"], full["broken"], full["solved"]) == (str(solution), 0, [], True)
        for unknown, value in full["draft"]:
            name, domain, _ = view["unknowns"][unknown]
            assert 0 <= value < len(view["domains"][domain]), name
        again = asked("sheet", **place(position), draft=full["draft"], check=True)
        assert again == full
        half = asked("sheet", **place(position), draft=full["draft"][::2], check=True)
        if len(full["draft"]) > 1:
            assert half["open"] and not half["solved"]
            assert half["broken"][0]["sentence"] == OPEN


@pytest.mark.parametrize("name", list(operations()))
def test_examples_are_answered(name: str) -> None:
    plain(carry_out(name, dict(operations()[name].example)))


@pytest.mark.parametrize(
    ("question", "key", "position"),
    [("outcome", "clobber", "xoxo|oxox"), ("value", "domineering", "...#|....|#...")],
)
def test_an_answer_is_whole_where_its_strategy_cannot_be_written_in_time(
    monkeypatch: pytest.MonkeyPatch, question: str, key: str, position: str
) -> None:
    """A machine may be so busy that no time is left for that; nothing else of the answer depends on it."""
    usual = asked(f"ask/{question}", system=key, position=position)
    monkeypatch.setattr(answers, "WRITING", Limits(time=0))
    hasty = asked(f"ask/{question}", system=key, position=position)
    assert hasty["words"] == usual["words"] and hasty["value"] == usual["value"]
    assert hasty["result"]["answer"] == usual["result"]["answer"]
    assert [each.keys() for each in strategies(hasty)] == [each.keys() for each in strategies(usual)]
    assert all(each["replies"] is None for each in strategies(hasty))


def strategies(answer: Any) -> list[dict[str, Any]]:
    witness = answer["result"]["witness"]
    return [each for each in witness.values() if isinstance(each, dict)] if isinstance(witness, dict) else []

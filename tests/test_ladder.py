"""The ladder of systems: every system stands on one rung, and has what that rung has."""

from __future__ import annotations

from typing import Any

import pytest

import perfectplay as pp
from perfectplay.convention import Convention, Stuck
from perfectplay.picture import Picture, picture_of_text
from perfectplay.position import Position
from perfectplay.system import Automaton, Game, Played, Posed, Puzzle, Strategic, System, is_a

RUNGS = (Game, Puzzle, Posed, Automaton)
KEYS = [entry.key for entry in pp.catalogue()]


@pytest.mark.parametrize("key", KEYS)
def test_a_system_stands_on_one_rung(key: str) -> None:
    cls, system = pp.system(key), pp.load(key).system
    rungs: list[Any] = [rung for rung in RUNGS if issubclass(cls, rung)]
    if not rungs and issubclass(cls, Strategic):  # besides, a game may be that
        rungs = [Strategic]
    if key in ("gadget", "richman"):  # boards of other systems; auctions, and not turns
        rungs = [System]
    assert len(rungs) == 1 and all(is_a(each, rungs[0]) for each in (cls, system))
    assert system.played == cls.played == isinstance(system, Played) == hasattr(system, "legal")
    assert hasattr(system, "convention") == isinstance(system, Game)
    usual = {Game: 2, Puzzle: 1, Posed: 1, Automaton: 0, Strategic: 2, System: 0}[rungs[0]]
    assert system.players == (2 if key == "richman" else usual)


@pytest.mark.parametrize(
    ("key", "options", "convention"),
    [
        ("domineering", {}, Convention()),
        ("nim", {"misere": True}, Convention(Stuck.WINS)),
        ("tic_tac_toe", {}, Convention(Stuck.DRAWS, goals=True)),
        ("dots_and_boxes", {}, Convention(Stuck.DRAWS, points=True, again=True)),
        ("nimstring", {}, Convention(again=True)),
        ("peek", {}, Convention(loops=True)),
        ("abstract_game", {}, Convention()),
    ],
)
def test_a_convention_is_one_value(key: str, options: dict[str, Any], convention: Convention) -> None:
    position = pp.load(key, **options)
    assert position.system.convention == convention
    if not options:
        assert pp.system(key).convention is position.system.convention  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "convention"),
    [
        ("a: b | c", Convention()),
        ("a: b; b: a |", Convention(loops=True)),
        ("a: b; b=L", Convention(goals=True)),
        ("a: b c; b: a |; c=D", Convention(loops=True, goals=True)),
    ],
)
def test_a_convention_may_follow_from_the_text(text: str, convention: Convention) -> None:
    position = pp.load("abstract_game", text)
    assert position.system.convention == convention
    assert pp.load("abstract_game", text, **position.to_json()["options"]) == position


def test_what_a_convention_says_of_a_play() -> None:
    assert Convention().valued and Convention().plain and Convention().short
    for unusual in (Convention(Stuck.WINS), Convention(loops=True), Convention(points=True), Convention(goals=True)):
        assert not unusual.valued
    assert Convention(loops=True).plain and not Convention(loops=True).short
    assert Convention(Stuck.WINS).when_stuck(pp.LEFT) is pp.LEFT
    assert Convention().when_stuck(pp.LEFT) is pp.RIGHT
    assert Convention(Stuck.DRAWS).when_stuck(pp.LEFT) is pp.DRAW


class Doubling(Automaton):
    """A number that is doubled modulo 11."""

    def parse(self, text: str) -> int:
        return int(text)

    def text(self, state: int) -> str:
        return str(state)

    def picture(self, state: int) -> Picture:
        return picture_of_text(str(state))

    def step(self, state: int) -> int:
        return 2 * state % 11


def test_an_automaton_steps_and_answers_no_question_about_moves() -> None:
    position = Doubling().load("1")
    state, seen = position.state, []
    while state not in seen:
        seen.append(state)
        state = position.system.step(state)
    assert seen == [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
    assert position.winner is None and not position.impartial
    with pytest.raises(pp.NotApplicable, match="Doubling: there are no moves"):
        position.moves()
    for question in (pp.outcome, pp.solve, pp.unique, pp.reachable):
        with pytest.raises(pp.NotApplicable, match=r"Doubling: \w+ needs .* \(this system answers: run\)"):
            question(position)
    found = pp.run(position)
    assert (found.answer.tail, found.answer.period) == (0, 10) and pp.verify(found)
    assert str(found) == "period 10 after 0 steps" and str(pp.run(position, steps=3).answer.last) == "8"


def test_a_posed_puzzle_has_no_moves() -> None:
    with pytest.raises(pp.NotApplicable, match="nurikabe: there are no moves"):
        pp.load("nurikabe").play("a1")


def test_a_position_is_generic_in_its_system() -> None:
    system: System = pp.load("nim").system
    position: Position[System] = Position(system, (1,))
    assert position.system is system

"""Goals after an arrow, in every puzzle that has them."""

from __future__ import annotations

import random
import re

import pytest

import perfectplay as pp
from perfectplay.kinds.goal import GoalPuzzle

PUZZLES = [entry.key for entry in pp.catalogue() if issubclass(pp.system(entry.key), GoalPuzzle)]
LEAVING = [key for key in PUZZLES if pp.system(key).leaves]  # type: ignore[attr-defined]

every_puzzle = pytest.mark.parametrize("key", PUZZLES)
every_leaving_puzzle = pytest.mark.parametrize("key", LEAVING)


def texts(key: str) -> list[str]:
    cls = pp.system(key)
    return [text for text in (cls.sample, *cls.samples.values()) if "->" in text]


def board_of(key: str) -> str:
    return str(pp.load(key)).partition("->")[0].strip()


def test_there_are_such_puzzles() -> None:
    assert len(PUZZLES) >= 6 and len(LEAVING) >= 3


@every_puzzle
def test_the_goal_is_the_same_throughout_a_play(key: str) -> None:
    rng = random.Random(key)
    for text in texts(key):
        position = pp.load(key, text)
        goal = str(position).partition("->")[2]
        for _ in range(10):
            moves = position.moves()
            if not moves:
                break
            position = rng.choice(moves).after
            assert str(position).partition("->")[2] == goal
            assert pp.load(key, str(position)) == position


@every_puzzle
def test_spaces_around_the_arrow_do_not_matter(key: str) -> None:
    for text in texts(key):
        board, _, goal = text.partition("->")
        for written in (f"{board.strip()}->{goal.strip()}", f"  {board}  ->\n {goal}  "):
            assert pp.load(key, written) == pp.load(key, text)


@every_puzzle
def test_the_goal_is_drawn(key: str) -> None:
    for text in texts(key):
        position = pp.load(key, text)
        alone = pp.system(key)().draw_board(position.state)  # type: ignore[attr-defined]
        assert "->" in str(position.picture()) and "->" not in str(alone)
        assert len(position.picture().shapes) > len(alone.shapes)


@every_puzzle
def test_a_text_without_a_goal_is_refused_unless_the_rules_have_one(key: str) -> None:
    cls = pp.system(key)
    if cls.goal_optional:  # type: ignore[attr-defined]
        assert str(pp.load(key, board_of(key))) == board_of(key)
        return
    with pytest.raises(pp.ParseError, match=re.escape(f"{key}: no goal (expected one after an arrow, as in ")):
        pp.load(key, board_of(key))
    for example in cls.goal_example.split(" or "):  # type: ignore[attr-defined]
        shown = example if key != "token_puzzle" else cls.sample  # which wants a single hole
        assert "->" in str(pp.load(key, shown))


@every_puzzle
@pytest.mark.parametrize("goal", ["?", "not", "not ?", "move ? ?", "-> ?"])
def test_errors_say_that_they_are_about_the_goal(key: str, goal: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        pp.load(key, f"{board_of(key)} -> {goal}")
    said = str(caught.value)
    assert said.startswith(f"{key}: ") and "\n" not in said
    assert ": goal: " in said or goal.startswith("->")


@every_leaving_puzzle
def test_move_is_written_as_the_place_to_be_left(key: str) -> None:
    board = board_of(key)
    piece = "a" if key == "sliding_blocks" else ""
    position = pp.load(key, f"{board} -> move {piece}")
    assert str(position).startswith(f"{board} -> not ") and pp.load(key, str(position)) == position
    assert position.winner is None and "-> not" in str(position.picture())
    line = pp.solve(position).answer
    assert line is not None and line.end.winner is pp.LEFT
    assert all(here.winner is None for here in [*line.positions()][:-1])
    # the place that is left is the goal of a position that is solved at once
    assert pp.load(key, str(position).replace("-> not", "->")).winner is pp.LEFT


def test_a_station_may_be_called_like_a_word_of_the_grammar() -> None:
    position = pp.load("subway_shuffle", "move-b; b=R -> move")
    assert str(position) == "move-b; b=R -> move" and str(pp.solve(position)) == "b-move"
    assert str(pp.load("subway_shuffle", "not-b; b=R -> not not")) == "not-b; b=R -> not not"
    assert pp.load("subway_shuffle", "not-b; b=R -> not").winner is None


def test_rows_of_letters_may_look_like_a_word_of_the_grammar() -> None:
    assert str(pp.load("sliding_blocks", "not. -> .not")) == "not. -> .not"
    assert str(pp.load("sliding_blocks", "n.ot -> not.")) == "n.ot -> not."
    assert str(pp.load("sliding_blocks", "m.ove -> move.")) == "m.ove -> move."


def test_another_cell_for_the_target_of_unit_rush_hour() -> None:
    position = pp.load("unit_rush_hour", "H... -> c1")
    assert str(position) == "H... -> c1" and str(pp.solve(position)) == "a1-b1-c1"
    assert pp.solve(pp.load("unit_rush_hour", "H.#. -> d1")).reason == "frozen: no path leads the target to its goal"

"""Positions and moves: text, hashing, pickling, JSON, pictures, and plays that end."""

from __future__ import annotations

import itertools
import json
import pickle
import random
import xml.etree.ElementTree as ElementTree

import pytest
from tests.conformance.plays import (
    GAMES,
    KEYS,
    LONGEST_GAME_PLAY,
    PLAYED,
    POSED,
    PUZZLES,
    near_goal,
    plays,
    random_play,
    samples,
    solved_line,
    some,
    starts,
    switches,
    to_move,
)
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, Player, Position
from perfectplay.questions import questions_for

every_system = pytest.mark.parametrize("key", KEYS)
every_played = pytest.mark.parametrize("key", PLAYED)
every_game = pytest.mark.parametrize("key", GAMES)
every_puzzle = pytest.mark.parametrize("key", PUZZLES)


def along(key: str, number: int = 8) -> list[Position]:
    """Positions along the random plays of a system, and those near a solution."""
    found = [position for play in plays(key) for position in some(play, number)]
    return [*found, *near_goal(key)] if key in PUZZLES else found


@every_system
def test_text_round_trips_along_plays(key: str) -> None:
    for position in along(key):
        assert pp.load(key, str(position)) == position, str(position)


@every_system
def test_text_round_trips_with_options(key: str) -> None:
    for options in switches(key):
        for position in samples(key, **options):
            again = pp.load(key, str(position), **options)
            assert again == position and str(again) == str(position)
            assert eval(repr(position), {"load": pp.load}) == position


@every_system
def test_text_survives_blanks_around_it(key: str) -> None:
    for position in samples(key):
        assert str(pp.load(key, f"{position}\n")) == str(position)


@every_system
def test_positions_with_other_options_differ(key: str) -> None:
    plain, *others = switches(key)
    start = pp.load(key, **plain)
    for options in others:
        assert pp.load(key, **options) != start


@every_system
def test_move_texts_are_unique_for_each_player(key: str) -> None:
    for position in along(key):
        for player in to_move(position):
            texts = [move.text for move in position.moves(player)]
            assert len(set(texts)) == len(texts), f"{position}: {sorted(t for t in texts if texts.count(t) > 1)}"


@every_system
def test_move_texts_are_unique_with_every_option(key: str) -> None:
    for options in switches(key)[1:]:
        for position in samples(key, **options):
            for player in to_move(position) if position.winner is None else ():
                texts = [step.text for step in position.system.legal(position.state, player)]
                assert len(set(texts)) == len(texts), f"{position!r}: {sorted(t for t in texts if texts.count(t) > 1)}"


@every_system
def test_moves_round_trip_through_their_text(key: str) -> None:
    for position in along(key, 5):
        for player in to_move(position):
            for move in position.moves(player)[:12]:
                assert position.move(move.text, player) == move
                assert position.play(move.text, player) == position.play(move) == move.after
                assert move.text.strip() == move.text and move.text.isprintable() and str(move) == move.text
                separator = position.system.move_separator
                assert len(move.text) == 1 if separator == "" else separator not in move.text


@every_played
def test_moves_come_in_the_same_order_every_time(key: str) -> None:
    for position in along(key, 5):
        again = pp.load(key, str(position))
        for player in to_move(position):
            assert [move.text for move in position.moves(player)] == [move.text for move in again.moves(player)]


@every_played
def test_moves_without_a_player_are_those_of_all_players(key: str) -> None:
    for position in along(key, 5):
        assert position.moves() == [move for player in to_move(position) for move in position.moves(player)]


@every_played
def test_an_illegal_move_is_refused_with_the_legal_ones(key: str) -> None:
    for position in along(key, 3):
        with pytest.raises(pp.IllegalMove) as caught:
            position.move("no such move")
        message = str(caught.value)
        assert message.startswith(f"{key}: ") and "\n" not in message
        legal = position.moves()
        assert (legal[0].text if legal else "none") in message


@every_played
def test_playing_leaves_the_old_position_as_it_was(key: str) -> None:
    for position in along(key, 4):
        text, number = str(position), hash(position)
        moves = position.moves()
        for move in moves[: depth(2, 40)]:
            move.after.moves()
        assert (str(position), hash(position)) == (text, number)
        assert position.moves() == moves


@every_played
def test_a_move_changes_the_position(key: str) -> None:
    for position in along(key, 4):
        loopy = position.system.players == 2 and position.system.loopy  # a move may then be a pass
        assert loopy or all(move.after != position for move in position.moves())


@every_system
def test_equal_positions_have_equal_hashes_and_others_differ(key: str) -> None:
    for play in plays(key):
        for position in some(play, 4):
            again = pp.load(key, str(position))
            assert again is not position and again == position and hash(again) == hash(position)
            assert len({again, position}) == 1
            assert position != str(position)
        texts = {str(position) for position in play}
        assert len(texts) == len(set(play))


@every_system
def test_positions_and_moves_survive_pickling(key: str) -> None:
    for options in switches(key):
        position = pp.load(key, **options)
        again = pickle.loads(pickle.dumps(position))
        assert again == position and hash(again) == hash(position)
        if position.system.played:
            assert again.moves() == position.moves() == pickle.loads(pickle.dumps(position.moves()))


@every_system
def test_positions_survive_json(key: str) -> None:
    for options in switches(key):
        for position in samples(key, **options):
            data = json.loads(json.dumps(position.to_json()))
            assert pp.load(data["system"], data["position"], **data["options"]) == position


@every_system
def test_pictures_have_text_and_well_formed_svg(key: str) -> None:
    for position in along(key, 3):
        picture = position.picture()
        assert str(picture).strip()
        root = ElementTree.fromstring(picture.svg())
        assert root.tag.endswith("svg") and len(root)
        assert position._repr_svg_() == picture.svg()


@every_system
def test_pictures_of_different_positions_differ(key: str) -> None:
    for play in plays(key):
        for before, after in itertools.pairwise(play[:7]):
            if before != after:
                assert before.picture().svg() != after.picture().svg()
                assert str(before.picture()) != str(after.picture())


@every_game
def test_every_alternating_play_ends_with_a_result(key: str) -> None:
    ending = [start for start in starts(key) if not start.system.loopy]
    if not ending:
        pytest.skip("positions can repeat, so that a play need not end")
    for start in ending:
        for starter in Player:
            rng = random.Random(f"{key} {start} {starter}")
            position, player = start, starter
            for _ in range(LONGEST_GAME_PLAY):
                legal = position.moves(player)
                if not legal:
                    break
                move = rng.choice(legal)
                assert move.player is player
                position, player = move.after, player if move.again else player.opponent
            else:
                pytest.fail("the play does not end")
            if position.winner is None:
                position.system.convention.when_stuck(player)


@every_game
def test_no_position_repeats_unless_the_game_says_so(key: str) -> None:
    for play in plays(key):
        assert len(set(play)) == len(play) or play[0].system.loopy


@every_system
def test_nobody_moves_after_the_end(key: str) -> None:
    ends = [play[-1] for play in plays(key)] + list(near_goal(key)[:1] if key in PUZZLES else [])
    for position in ends:
        if position.winner is not None:
            assert position.moves() == []


@every_puzzle
def test_a_solution_ends_where_the_puzzle_is_solved(key: str) -> None:
    line = solved_line(key)
    assert line is not None, "no sample of the puzzle is solved within brief limits"
    assert line.end.winner is LEFT and line.end.moves() == []
    assert all(position.winner is None for position in list(line.positions())[:-1])


@every_puzzle
def test_lines_round_trip_through_their_text(key: str) -> None:
    line = solved_line(key)
    assert line is not None
    assert pp.Line.replay(line.start, [move.text for move in line], line.metric) == line
    checked = pp.check(line.start, str(line), metric=line.metric)
    assert checked and checked.answer.cost == line.cost
    assert not pp.check(line.start, [move.text for move in line][:-1])


@every_system
def test_a_question_without_meaning_names_those_that_have_one(key: str) -> None:
    position = pp.load(key)
    known = questions_for(position.system)
    asked = {
        "outcome": pp.outcome,
        "best": pp.best,
        "value": pp.value,
        "thermograph": pp.thermograph,
        "temperature": pp.temperature,
        "grundy": pp.grundy,
        "remoteness": pp.remoteness,
        "suspense": pp.suspense,
        "score": pp.score,
        "threshold": pp.threshold,
        "solve": pp.solve,
        "solutions": pp.solutions,
        "cop_number": pp.cop_number,
        "count": pp.count,
        "unique": pp.unique,
        "another": lambda p: pp.another(p, ""),
        "forced": pp.forced,
        "check": lambda p: pp.check(p, ""),
        "reachable": pp.reachable,
        "cluster": pp.cluster,
        "order": pp.order,
        "run": pp.run,
        "certify": pp.certify,
    }
    assert set(known) < set(asked)
    for name, ask in asked.items():
        if name not in known:
            with pytest.raises(pp.NotApplicable) as caught:
                ask(position)  # type: ignore[operator]
            message = str(caught.value)
            assert message.startswith(f"{key}: {name} needs ") and "\n" not in message
            assert all(other in message for other in known)


@every_system
def test_an_unknown_method_is_refused_with_the_known_ones(key: str) -> None:
    position = pp.load(key)
    asked = "unique" if key in POSED else "reachable" if key in PLAYED else questions_for(position.system)[0]
    with pytest.raises(pp.NotApplicable) as caught:
        getattr(pp, asked)(position, method="guess")
    known = {"unique": "sat", "reachable": "breadth-first", "certify": "enumeration"}.get(asked, "")
    assert "guess" in str(caught.value) and known in str(caught.value)


@every_puzzle
def test_an_unknown_metric_is_refused_with_the_known_ones(key: str) -> None:
    position = pp.load(key)
    with pytest.raises(pp.NotApplicable) as caught:
        pp.solve(position, metric="beauty")
    assert all(metric in str(caught.value) for metric in position.system.metrics)


@pytest.mark.full
@every_system
def test_text_round_trips_along_many_plays(key: str) -> None:
    for start in samples(key):
        for seed in range(20):
            for position in random_play(start, f"more {seed}"):
                assert pp.load(key, str(position)) == position


@pytest.mark.parametrize("key", [key for key in KEYS if pp.system(key).tile])
def test_a_size_is_a_board_of_that_size(key: str) -> None:
    size = (4, 4) if key == "sudoku" else (3, 5)
    board = pp.load(key, f"{size[0]}x{size[1]}")
    rows = str(board).split("|")[: size[0]]  # pentominoes come after them
    assert len(rows) == size[0] and {len(row) for row in rows} == {size[1]}
    if board.system.played:
        assert board.moves(pp.LEFT) and board.moves(pp.RIGHT)
    assert pp.load(key, str(board)) == board

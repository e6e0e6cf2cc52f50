"""Games: every method against every other and against recursion by the definitions, with every variant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.conformance.plays import GAMES, earliest_small, plays, random_play, samples, small, starts, switches
from tests.reference import games as reference
from tests.reference import loopy
from tests.reference.games import reach

import perfectplay as pp
from perfectplay import DRAW, LEFT, RIGHT, Outcome, Player, Position
from perfectplay.players import Winner
from perfectplay.questions.grundy import QUESTION as GRUNDY
from perfectplay.questions.remoteness import QUESTION as REMOTENESS

every_game = pytest.mark.parametrize("key", GAMES)


def with_options(position: Position, **options: Any) -> Position:
    return pp.load(position.system.key, str(position), **options)


def truth(position: Position) -> Outcome:
    return reference.loopy_outcome(position) if position.system.loopy else reference.outcome(position)


def has_goals(position: Position) -> bool:
    """Can the position itself end the play?"""
    return any(there.winner is not None for layer in reach(position, 10_000) for there in layer)


def impartial_positions(key: str) -> Iterator[Position]:
    """Small positions of which a nimber may be asked: of the game itself, or of its impartial variant."""
    for position in small(key):
        position = position if position.impartial else with_options(position, impartial=True)
        system: Any = position.system
        if GRUNDY.means(system) and not system.entailed(position.state):
            yield position


@every_game
def test_there_are_small_positions_that_are_not_all_alike(key: str) -> None:
    assert len(small(key)) >= 3
    assert max(len(position.moves()) for position in small(key)) >= 2


@every_game
def test_every_method_finds_the_outcome_of_the_reference(key: str) -> None:
    for position in small(key):
        expected = truth(position)
        for method in pp.methods("outcome", position):
            assert pp.outcome(position, method=method) == expected, f"{position!r} by {method}"


@every_game
def test_every_option_keeps_the_outcome_of_the_reference(key: str) -> None:
    """Misère, impartial, mirrored, and whatever else the game can be switched to."""
    for options in switches(key)[1:]:
        for start in starts(key, **options):
            position = earliest_small(random_play(start, options), 120)
            if position is None and start.system.loopy:
                continue  # a play may return to where it began
            assert position is not None
            expected = truth(position)
            for method in pp.methods("outcome", position):
                assert pp.outcome(position, method=method) == expected, f"{position!r} by {method}"


@every_game
def test_misere_outcomes_are_those_of_the_reference(key: str) -> None:
    for position in small(key):
        misere = with_options(position, misere=True)
        expected = truth(misere)
        for method in pp.methods("outcome", misere):
            assert pp.outcome(misere, method=method) == expected, f"{misere!r} by {method}"


@every_game
def test_a_player_without_a_move_loses_in_normal_and_wins_in_misere_play(key: str) -> None:
    for play in plays(key):
        end = play[-1]
        if end.winner is None and not end.moves():
            normal, misere = pp.outcome(end), pp.outcome(with_options(end, misere=True))
            draws = end.system.draws
            assert normal == ("D" if draws else "P") and misere == ("D" if draws else "N")


def mirrored(winner: Winner) -> Winner:
    return winner if winner is DRAW else (LEFT if winner is RIGHT else RIGHT)


@every_game
def test_the_mirrored_game_has_the_mirrored_outcome(key: str) -> None:
    for position in small(key):
        found = pp.outcome(position).answer
        expected = Outcome(mirrored(found.right_starts), mirrored(found.left_starts))
        assert pp.outcome(with_options(position, mirrored=True)) == expected, str(position)


@every_game
def test_the_mirrored_game_gives_each_player_the_moves_of_the_other(key: str) -> None:
    for position in small(key):
        other = with_options(position, mirrored=True)
        for player in Player:
            own = {(move.text, str(move.after)) for move in position.moves(player)}
            assert own == {(move.text, str(move.after)) for move in other.moves(player.opponent)}


@every_game
def test_the_impartial_variant_treats_both_players_alike(key: str) -> None:
    for position in small(key):
        variant = with_options(position, impartial=True)
        left, right = ({move.after for move in variant.moves(player)} for player in Player)
        assert left == right
        assert {str(p) for p in left} >= {str(move.after) for move in position.moves()}
        if not has_goals(variant):
            assert pp.outcome(variant).letter in "NPD", repr(variant)


@every_game
def test_the_outcome_follows_from_the_outcomes_after_each_move(key: str) -> None:
    for position in small(key)[:4]:
        found = pp.outcome(position).answer
        if position.system.scored:
            continue  # what was won before counts as well
        for player in Player:
            results = [
                pp.outcome(m.after).answer.when(player if m.again else player.opponent) for m in position.moves(player)
            ]
            if results:
                best = player if player in results else DRAW if DRAW in results else player.opponent
                assert found.when(player) is best


@every_game
def test_a_best_move_keeps_the_outcome_by_every_method(key: str) -> None:
    for position in small(key):
        known: reference.Known = {}
        scores: reference.Scores = {}
        for player in Player:
            legal = position.moves(player)
            for method in pp.methods("best", position):
                move = pp.best(position, player, method=method).answer
                if not legal:
                    assert move is None
                    continue
                assert move in legal
                if position.system.loopy:
                    continue
                assert reference.is_best(position, move, known, scores), f"{position!r}, {player}: {move}"


@every_game
def test_left_moves_where_nobody_is_named(key: str) -> None:
    position = pp.load(key, str(small(key)[0]))
    mover = position.to_move or LEFT
    found = pp.best(position)
    assert found == pp.best(position, mover) and found.details["player"] is mover
    with pytest.raises(pp.NotApplicable, match=r"player 'left' \(expected pp.LEFT or pp.RIGHT\)"):
        pp.best(position, "left")  # type: ignore[arg-type]


@every_game
def test_every_method_finds_the_nimber_of_the_definition(key: str) -> None:
    asked = list(impartial_positions(key))
    if not asked:
        pytest.skip("the game has draws, so that neither it nor its impartial variant has nimbers")
    for position in asked:
        expected = loopy.nimber(position) if position.system.loopy else reference.nimber(position)
        for method in pp.methods("grundy", position):
            assert pp.grundy(position, method=method) == expected, f"{position!r} by {method}"


@every_game
def test_the_nimber_is_zero_exactly_when_the_second_player_wins(key: str) -> None:
    for position in impartial_positions(key):
        assert (pp.grundy(position) == 0) == (pp.outcome(position) == "P"), repr(position)
        assert pp.outcome(position).letter in ("NPD" if position.system.loopy else "NP")


@every_game
def test_nimbers_are_the_mex_of_the_options(key: str) -> None:
    if pp.system(key).moves_on or pp.system(key).entailing:  # type: ignore[attr-defined]
        pytest.skip("the definition of the reference is another one where moves go on or entail answers")
    for position in impartial_positions(key):
        if position.system.loopy:
            continue
        values = {int(pp.grundy(move.after)) for move in position.moves(LEFT)}
        assert pp.grundy(position) == next(n for n in range(len(values) + 1) if n not in values)


@every_game
def test_lengths_of_games_that_repeat_are_those_of_the_definition(key: str) -> None:
    asked = [position for position in small(key) if position.system.loopy and REMOTENESS.means(position.system)]
    for position in asked:
        for player in Player:
            found = pp.remoteness(position, player)
            assert found == loopy.length(position, player), f"{position!r}, {player}"
            assert pp.verify(found, limits=pp.Limits(positions=20_000)), repr(position)


@every_game
def test_misere_games_have_no_nimber_and_say_what_they_have(key: str) -> None:
    position = with_options(small(key)[0], misere=True)
    with pytest.raises(pp.NotApplicable) as caught:
        pp.grundy(position)
    assert "outcome" in str(caught.value)


@every_game
def test_every_method_finds_the_score_of_the_definition(key: str) -> None:
    if not pp.system(key).scored:  # type: ignore[attr-defined]
        pytest.skip("the game is not played for points")
    for options in switches(key):
        known: reference.Scores = {}
        for position in (with_options(position, **options) for position in small(key)):
            for player in Player:
                expected = reference.score(position, player, known)
                for method in pp.methods("score", position):
                    assert pp.score(position, player, method=method) == expected, f"{position!r} by {method}"


@every_game
def test_reachable_positions_are_those_of_plain_search(key: str) -> None:
    for position in small(key):
        layers = reach(position, 10_000)
        found = pp.reachable(position).answer
        assert found.layers == tuple(map(len, layers)) and found.positions == sum(map(len, layers))
        assert found.eccentricity == len(layers) - 1
        assert set(found.farthest) <= {there for there in layers[-1]}


@pytest.mark.full
@every_game
def test_many_positions_have_the_outcome_of_the_reference_by_every_method(key: str) -> None:
    for options in switches(key):
        for start in samples(key, **options):
            for seed in range(6):
                position = earliest_small(random_play(start, f"deep {seed}"), 600)
                if position is not None:
                    expected = truth(position)
                    for method in pp.methods("outcome", position):
                        assert pp.outcome(position, method=method) == expected, f"{position!r} by {method}"

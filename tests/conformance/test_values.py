"""Values, thermographs and lengths of play: every method against the others, the definitions and other questions."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tests.conformance.plays import GAMES, KEYS, REWRITES, plays, small, switches
from tests.conformance.test_kernels import UNLIMITED, both
from tests.reference import games as reference
from tests.reference import values as slow
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Player, Position, Result, Value
from perfectplay.limits import NO_LIMITS
from perfectplay.questions.suspense import QUESTION as SUSPENSE
from perfectplay.system import has_sides, has_value
from perfectplay.values.universe import current
from perfectplay.values.value import wrap

VALUED = [key for key in GAMES if has_value(pp.system(key))]
TIMED = [key for key in GAMES if SUSPENSE.means(pp.system(key))]
every_system = pytest.mark.parametrize("key", KEYS)
every_valued_game = pytest.mark.parametrize("key", VALUED)
every_timed_game = pytest.mark.parametrize("key", TIMED)
every_sided_game = pytest.mark.parametrize("key", [key for key in GAMES if has_sides(pp.system(key))])
every_valued_rewrite_game = pytest.mark.parametrize("key", [key for key in VALUED if key in REWRITES])

TINY = depth(30, 60)
"""Positions that can follow one for which the slow reference works out the value."""


def with_options(position: Position, **options: Any) -> Position:
    return pp.load(position.system.key, str(position), **options)


def valued(key: str) -> list[Position]:
    """The small positions that have a value: whether one has may depend on more than the system."""
    return [position for position in small(key) if has_value(position.system)]


def timed(key: str) -> list[Position]:
    return [position for position in small(key) if SUSPENSE.means(position.system)]


def variants(key: str) -> Iterator[Position]:
    """Small positions, also with each option turned over that leaves them a value."""
    for options in switches(key):
        for position in small(key):
            position = with_options(position, **options)
            if has_value(position.system):
                yield position


def is_tiny(position: Position) -> bool:
    try:
        reference.reach(position, TINY)
    except reference.TooLarge:
        return False
    return True


def test_most_games_have_values() -> None:
    assert len(VALUED) >= 8 and len(TIMED) >= 8


@every_valued_game
def test_every_method_finds_the_same_value(key: str) -> None:
    for position in variants(key):
        found = {method: pp.value(position, method=method).answer for method in pp.methods("value", position)}
        assert len(set(found.values())) == 1, f"{position!r}: {found}"


@every_valued_game
def test_the_outcome_is_that_of_the_value_by_every_method(key: str) -> None:
    for position in variants(key):
        expected = pp.value(position).answer.outcome
        for method in pp.methods("outcome", position):
            assert pp.outcome(position, method=method) == expected, f"{position!r} by {method}"


@every_valued_game
def test_the_mirrored_game_has_the_negative_value(key: str) -> None:
    for position in valued(key):
        assert pp.value(with_options(position, mirrored=True)) == -pp.value(position).answer, str(position)


@every_valued_game
def test_the_value_of_the_impartial_variant_is_its_nimber(key: str) -> None:
    for position in valued(key):
        position = position if position.impartial else with_options(position, impartial=True)
        nimber = Value(0).nus(0, 0, int(pp.grundy(position)))
        for method in pp.methods("value", position):
            assert pp.value(position, method=method) == nimber, f"{position!r} by {method}"


@every_valued_game
def test_the_value_is_made_of_the_values_after_each_move(key: str) -> None:
    for position in variants(key):
        left, right = ([pp.value(move.after).answer for move in position.moves(player)] for player in Player)
        assert Value.of(left, right) == pp.value(position), repr(position)


@every_valued_game
def test_the_value_is_that_of_the_reference(key: str) -> None:
    known: dict[Position, slow.Value] = {}

    def value(position: Position) -> slow.Value:
        if position not in known:
            left, right = ([value(move.after) for move in position.moves(player)] for player in Player)
            known[position] = slow.game(left, right)
        return known[position]

    def same(g: Value, h: slow.Value) -> bool:
        if g.is_number or h.is_number:
            return g.is_number and h.is_number and g.fraction == h.fraction
        return (
            len(g.left) == len(h.left)
            and len(g.right) == len(h.right)
            and all(
                any(same(option, other) for other in others)
                for options, others in ((g.left, h.left), (g.right, h.right))
                for option in options
            )
        )

    compared = 0
    for play in (play for play in plays(key) if has_value(play[0].system)):
        for position in play[: depth(-7, None) : -1]:
            if not is_tiny(position):
                break
            assert same(pp.value(position).answer, value(position)), repr(position)
            compared += 1
    assert compared >= 3


@every_valued_rewrite_game
def test_splitting_symmetries_and_normal_forms_do_not_change_values_and_thermographs(key: str) -> None:
    for position in variants(key):
        used, plain, code = both(position)
        one, other = (kernel.value(code, current().native, UNLIMITED)[0] for kernel in (used, plain))
        assert wrap(one) == wrap(other), repr(position)
        assert used.thermograph(code, UNLIMITED)[0] == plain.thermograph(code, UNLIMITED)[0], repr(position)


@every_valued_game
def test_every_method_finds_the_thermograph_of_the_value(key: str) -> None:
    for position in variants(key):
        value = pp.value(position).answer
        for method in pp.methods("thermograph", position):
            assert pp.thermograph(position, method=method) == value.thermograph, f"{position!r} by {method}"
        for method in pp.methods("temperature", position):
            assert pp.temperature(position, method=method) == value.temperature, f"{position!r} by {method}"
        graph = value.thermograph
        assert (graph.mean, graph.temperature) == (value.mean, value.temperature)
        assert (graph.left_stop, graph.right_stop) == (value.left_stop, value.right_stop)


def lengths(position: Position, player: Player, known: dict[Any, Any]) -> tuple[Any, int, int]:
    """Who wins, remoteness and suspense by the definitions."""
    key = position, player
    if key not in known:
        options = [lengths(there, mover, known) for there, mover in reference.after(position, player)]
        wins = [option for option in options if option[0] is player]
        if position.winner is not None or not options:
            known[key] = position.winner or reference.stuck(position, player), 0, 0
        elif wins:
            known[key] = player, 1 + min(each[1] for each in wins), 1 + max(each[2] for each in wins)
        else:
            known[key] = player.opponent, 1 + max(each[1] for each in options), 1 + min(each[2] for each in options)
    return known[key]  # type: ignore[no-any-return]


@every_timed_game
def test_remoteness_and_suspense_are_those_of_the_definitions(key: str) -> None:
    for options in switches(key):
        for position in small(key):
            position = with_options(position, **options)
            if not SUSPENSE.means(position.system):
                continue
            known: dict[Any, Any] = {}
            for player in Player:
                _, remoteness, suspense = lengths(position, player, known)
                assert pp.remoteness(position, player) == remoteness, f"{position!r}, {player}"
                assert pp.suspense(position, player) == suspense, f"{position!r}, {player}"


VALUE_QUESTIONS: dict[str, Any] = {"value": pp.value, "thermograph": pp.thermograph, "temperature": pp.temperature}

# witnesses ----------------------------------------------------------------------------------------------------------


def answers(position: Position, limits: pp.Limits = NO_LIMITS) -> Iterator[Result[Any]]:
    """As many as there are within the limits."""
    if has_value(position.system):
        for question, ask in VALUE_QUESTIONS.items():
            for method in pp.methods(question, position):
                with suppress(pp.LimitReached):
                    yield ask(position, method=method, limits=limits)
    if SUSPENSE.means(position.system):
        for player in Player:
            for ask in (pp.remoteness, pp.suspense):
                with suppress(pp.LimitReached):
                    yield ask(position, player, limits=limits)


@every_timed_game
def test_every_answer_is_verified_also_after_json_and_pickling(key: str) -> None:
    for position in timed(key)[: depth(2, None)]:
        for result in answers(position):
            verdict = pp.verify(result)
            assert verdict, f"{position!r}: {result.question}: {verdict}"
            data = json.loads(json.dumps(result.to_json()))
            assert pp.verify(data), f"{position!r}: {data}"
            again = pickle.loads(pickle.dumps(result))
            assert again == result and again.answer == result.answer and again.to_json() == result.to_json()


@every_timed_game
def test_the_sample_is_verified(key: str) -> None:
    for result in answers(pp.load(key), depth(pp.Limits(positions=300), NO_LIMITS)):
        verdict = pp.verify(result, limits=pp.Limits(positions=depth(50, 300)))
        assert not verdict.refuted, f"{result.position!r}: {result.question}: {verdict}"


@every_valued_game
def test_every_wrong_value_is_refuted(key: str) -> None:
    for position in valued(key)[: depth(3, 6)]:
        result = pp.value(position)
        value = result.answer
        wrong = [Value(0), Value("*"), -value, value + 1, value + Value("^"), value + Value("*"), value + Value("+-3")]
        for each in wrong:
            verdict = pp.verify(replace(result, answer=each))
            assert verdict.status == ("verified" if each == value else "refuted"), f"{position!r}: {each}: {verdict}"


@every_valued_game
def test_every_wrong_thermograph_and_temperature_is_refuted(key: str) -> None:
    others = [Value(text).thermograph for text in ("0", "*", "+-1", "1/2", "{3|1||-2}")]
    for position in valued(key)[: depth(2, 6)]:
        result = pp.thermograph(position)
        for other in others:
            assert bool(pp.verify(replace(result, answer=other))) == (other == result.answer), repr(position)
        temperature = pp.temperature(position)
        assert not pp.verify(replace(temperature, answer=temperature.answer + Fraction(1, 2)))


def sided(key: str) -> list[tuple[Position, Result[Value]]]:
    """Small positions that may repeat, with their values, unless no stopper was found or there are too many."""
    found = []
    for position in small(key):
        if has_sides(position.system) and not has_value(position.system):
            with suppress(pp.NotApplicable, pp.LimitReached):
                found.append((position, pp.value(position, limits=pp.Limits(positions=20_000))))
    return found[: depth(4, 12)]


@every_sided_game
def test_loopy_values_agree_with_outcomes_and_checks(key: str) -> None:
    for position, result in sided(key):
        value = result.answer
        assert value.outcome == pp.outcome(position), f"{position!r}: {value}"
        assert pp.value(with_options(position, mirrored=True)) == -value
        assert Value(str(value)) == value and pickle.loads(pickle.dumps(value)) == value
        room = pp.Limits(positions=depth(300, 3000))
        assert not pp.verify(result, limits=room).refuted, f"{position!r}: {value}"
        for wrong in (Value(0), Value("*"), Value("on"), Value("on & off"), -value, value + 1):
            verdict = pp.verify(replace(result, answer=wrong), limits=room)
            assert verdict.status != ("refuted" if wrong == value else "verified"), f"{position!r}: {wrong}: {verdict}"


@every_timed_game
def test_every_wrong_length_is_refuted(key: str) -> None:
    for position in timed(key)[:6]:
        found: list[Result[Any]] = [pp.remoteness(position, LEFT), pp.suspense(position, RIGHT)]
        for result in found:
            assert not pp.verify(replace(result, answer=result.answer + 1))
            assert not pp.verify(replace(result, answer=result.answer + 2))


@every_valued_game
def test_values_survive_text_and_pickling(key: str) -> None:
    for position in variants(key):
        value = pp.value(position).answer
        assert Value(str(value)) == value and Value(value.unicode()) == value
        assert pickle.loads(pickle.dumps(value)) == value
        graph = value.thermograph
        assert type(graph).from_json(json.loads(json.dumps(graph.to_json()))) == graph


# where there is none ------------------------------------------------------------------------------------------------


@every_system
def test_a_system_without_values_says_so_in_one_line(key: str) -> None:
    for options in switches(key):
        position = pp.load(key, **options)
        if has_value(position.system):
            continue
        for name, ask in VALUE_QUESTIONS.items():
            if has_sides(position.system) and name in ("value", "thermograph"):
                continue
            with pytest.raises(pp.NotApplicable) as caught:
                ask(position)
            message = str(caught.value)
            assert message.startswith(f"{key}: {name} needs ") and "\n" not in message


@every_timed_game
def test_lengths_of_play_are_those_with_left_to_move_where_nobody_is_named(key: str) -> None:
    position = timed(key)[0]
    for ask in (pp.remoteness, pp.suspense):
        assert ask(position) == ask(position, LEFT)
        assert not position.impartial or ask(position) == ask(position, RIGHT)


# limits -------------------------------------------------------------------------------------------------------------


@every_valued_game
@pytest.mark.parametrize("name", VALUE_QUESTIONS)
def test_a_limit_stops_a_question_of_value_and_leaves_its_tables_usable(key: str, name: str) -> None:
    ask = VALUE_QUESTIONS[name]
    position = pp.load(key)
    kernel, _ = position.system.kernel(position.state)
    for method in pp.methods(name, position):
        kernel.clear()
        whole = ask(position, method=method)
        expected = whole.answer
        limits = [pp.Limits(time=0), pp.Limits(memory=0), *(pp.Limits(positions=3**n) for n in range(9))]
        kernel.clear()
        stopped = 0
        for each in limits:
            try:
                assert ask(position, method=method, limits=each) == expected
            except pp.LimitReached as reached:
                stopped += 1
                assert "\n" not in str(reached)
        assert stopped >= 2 or whole.stats.positions < 20  # the clock is not looked at before every position
        assert ask(position, method=method) == expected
        assert ask(valued(key)[0], method=method) == ask(valued(key)[0])

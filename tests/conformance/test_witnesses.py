"""Every answer is verified independently, also after a journey through JSON; every wrong answer is refuted."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from typing import Any

import pytest
from tests.conformance.plays import BRIEF, GAMES, PLAYED, PUZZLES, near_goal, puzzle_positions, samples, small
from tests.reference import games as reference
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, LOONY, RIGHT, Line, Move, Outcome, Player, Position, Result
from perfectplay.checks.verdict import Verdict
from perfectplay.questions.grundy import QUESTION as GRUNDY
from perfectplay.questions.outcome import CERTIFICATE

every_system = pytest.mark.parametrize("key", PLAYED)
every_game = pytest.mark.parametrize("key", GAMES)
every_puzzle = pytest.mark.parametrize("key", PUZZLES)
ROOM = pp.Limits(positions=20_000)
CLASSES = ("N", "P", "L", "R", "D", "N^", "Nv", "P^", "Pv")


def answers(position: Position) -> Iterator[Result[Any]]:
    """A result for every question that has a meaning here."""
    if position.system.players == 2:
        yield pp.outcome(position)
        for player in Player:
            yield pp.best(position, player)
        if GRUNDY.means(position.system) and not position.system.entailed(position.state):
            yield pp.grundy(position)
        if position.system.scored:
            yield pp.score(position, RIGHT)
    else:
        for metric in position.system.metrics:
            solved = pp.solve(position, metric=metric, limits=BRIEF)
            yield solved
            yield pp.solutions(position, metric=metric, limits=BRIEF)
            yield pp.count(position, metric=metric, limits=BRIEF)
            if solved.answer is not None:
                yield pp.check(position, solved)


def positions_of(key: str) -> list[Position]:
    return puzzle_positions(key) if key in PUZZLES else list(small(key))


def is_complete(verdict: Verdict, result: Result[Any]) -> bool:
    """Verified, on positions as small as these. How many solutions there are is not counted where moves are free."""
    if bool(verdict) or result.question not in ("count", "solutions"):
        return bool(verdict)
    costs = result.position.system.metrics[result.details["metric"]].costs
    return not verdict.refuted and 0 in (costs or {}).values()


@every_system
def test_every_answer_is_verified(key: str) -> None:
    for position in positions_of(key):
        for result in answers(position):
            verdict = pp.verify(result, limits=ROOM)
            assert is_complete(verdict, result), f"{position!r}: {result.question}: {verdict}"
            assert str(verdict).startswith(verdict.status)


@every_system
def test_every_answer_is_verified_after_json(key: str) -> None:
    for position in positions_of(key)[: depth(2, 5)]:
        for result in answers(position):
            if result.question == "check":
                continue
            data = json.loads(json.dumps(result.to_json()))
            assert data["question"] == result.question and data["method"] == result.method
            verdict = pp.verify(data, limits=ROOM)
            assert is_complete(verdict, result), f"{position!r}: {result.question}: {verdict}"


@every_system
def test_results_show_their_answer_and_survive_pickling(key: str) -> None:
    for position in positions_of(key)[:3]:
        for result in answers(position):
            assert str(result) == str(result.answer) and repr(result) == repr(result.answer)
            assert result == result.answer and result.stats.seconds >= 0 and result.method
            again = pickle.loads(pickle.dumps(result))
            assert again.question == result.question and again == result


@every_system
def test_what_can_be_reached_is_verified_and_a_wrong_number_refuted(key: str) -> None:
    for position in small(key):
        result = pp.reachable(position)
        assert pp.verify(result) and pp.verify(result.to_json())
        more = replace(result.answer, positions=result.answer.positions + 1)
        layers = replace(result.answer, layers=(*result.answer.layers, 1))
        assert not pp.verify(replace(result, answer=more))
        assert not pp.verify(replace(result, answer=layers))


@every_game
def test_every_wrong_outcome_is_refuted(key: str) -> None:
    for position in small(key)[:6]:
        result = pp.outcome(position)
        for letter in CLASSES:
            verdict = pp.verify(replace(result, answer=Outcome.of(letter)))
            assert bool(verdict) == (letter == result.answer.letter), f"{position!r}: {letter}: {verdict}"


@every_game
def test_every_wrong_nimber_is_refuted(key: str) -> None:
    for position in small(key):
        if GRUNDY.means(position.system) and not position.system.entailed(position.state):
            result = pp.grundy(position)
            near: set[Any] = {1} if result.answer is LOONY else {result.answer ^ 1}
            if isinstance(result.answer, int):
                near |= {result.answer + 1, result.answer + 2}
            if position.system.loopy:
                near |= {pp.Infinite(), pp.Infinite({0}), pp.Infinite({0, 1})}
            loony = {LOONY} if position.system.moves_on else set()
            wrongs: set[Any] = {0, *near, *loony} - {result.answer}
            for wrong in wrongs:
                assert not pp.verify(replace(result, answer=wrong)), f"{position!r}: {wrong}"


@every_game
def test_a_losing_move_is_not_accepted_as_best(key: str) -> None:
    ending = [position for position in small(key) if not position.system.loopy]
    if not ending:
        pytest.skip("the reference for moves is for games without repetition")
    for position in ending[: depth(2, None)]:
        known: reference.Known = {}
        scores: reference.Scores = {}
        for player in Player:
            result = pp.best(position, player)
            for move in position.moves(player):
                keeps = reference.is_best(position, move, known, scores)
                verdict = pp.verify(replace(result, answer=move, details={"player": player}, witness=None))
                assert verdict.status == ("verified" if keeps else "refuted"), f"{position!r}: {player} {move}"
                assert result.answer is not None
                if move.text != result.answer.text and result.witness.player is player:
                    assert pp.verify(replace(result, answer=move)).refuted, "the witness begins with another move"
            if position.moves(player):
                assert pp.verify(replace(result, answer=None)).refuted


@every_game
def test_strategies_as_tables_keep_their_promise(key: str) -> None:
    """The table that is printed, followed against every reply by the plain rules."""
    for position in small(key)[:4]:
        for name, strategy in pp.outcome(position).witness.items():
            if name == CERTIFICATE:
                continue
            table = strategy.table(5000)
            assert table is not None
            todo = [(position, strategy.starter, 0)]
            seen = set()
            while todo:
                here, player, lead = todo.pop()
                if (here, player, lead) in seen:
                    continue
                seen.add((here, player, lead))
                moves = here.moves(player)
                if here.winner is not None or not moves:
                    won = here.winner or reference.stuck(here, player)
                    if here.system.scored:
                        won = LEFT if lead > 0 else RIGHT if lead < 0 else pp.DRAW
                    assert won is strategy.player or (strategy.draw and won is pp.DRAW)
                    continue
                chosen = [here.move(table[str(here)], player)] if player is strategy.player else moves
                sign = 1 if player is LEFT else -1
                todo.extend(
                    (move.after, player if move.again else player.opponent, lead + sign * move.points)
                    for move in chosen
                )


def forged(line: Line, moves: Iterable[Move], cost: int) -> Line:
    """A line with other moves and another cost, which nobody has looked at."""
    other = copy(line)
    other.moves, other.cost = tuple(moves), cost
    return other


@every_puzzle
def test_a_line_with_a_move_removed_is_refuted(key: str) -> None:
    for position in near_goal(key)[1:]:
        for metric in position.system.metrics:
            result = pp.solve(position, metric=metric, limits=BRIEF)
            line = result.answer
            assert line is not None
            for gap in range(len(line)):
                moves = [move for number, move in enumerate(line) if number != gap]
                for cost in (line.cost, line.cost - 1):
                    assert not pp.verify(replace(result, answer=forged(line, moves, cost)))


@every_puzzle
def test_a_wrong_cost_is_refuted(key: str) -> None:
    for position in near_goal(key)[1:]:
        result = pp.solve(position, limits=BRIEF)
        line = result.answer
        assert line is not None
        for cost in (line.cost + 1, line.cost - 1):
            assert not pp.verify(replace(result, answer=forged(line, line.moves, cost)))


@every_puzzle
def test_a_claim_of_impossibility_is_refuted_where_there_is_a_solution(key: str) -> None:
    refuted = 0
    for position in near_goal(key)[1:]:
        result = pp.solve(position, limits=BRIEF)
        verdict = pp.verify(replace(result, answer=None))
        assert not verdict
        refuted += verdict.refuted
    assert refuted, "one move before the goal the claim must be refuted"


@every_puzzle
def test_a_wrong_count_is_refuted(key: str) -> None:
    refuted = 0
    for position in puzzle_positions(key):
        for metric in position.system.metrics:
            result = pp.count(position, metric=metric, limits=BRIEF)
            for wrong in {result.answer + 1, max(0, result.answer - 1)} - {result.answer}:
                verdict = pp.verify(replace(result, answer=wrong))
                assert not verdict
                refuted += verdict.refuted
    assert refuted


@every_puzzle
def test_solutions_that_repeat_or_are_cut_short_are_refuted(key: str) -> None:
    for position in near_goal(key)[1:]:
        result = pp.solutions(position, limits=BRIEF)
        lines = result.answer
        assert not pp.verify(replace(result, answer=[*lines, lines[0]]))
        cut = forged(lines[0], lines[0].moves[:-1], lines[0].cost)
        assert not pp.verify(replace(result, answer=[cut]))


@every_puzzle
def test_a_solution_of_another_position_is_refuted(key: str) -> None:
    for position in near_goal(key)[2:]:
        result = pp.solve(position, limits=BRIEF)
        for other in samples(key):
            if other != position:
                assert not pp.verify(replace(result, position=other)) or pp.check(other, result)


@every_system
def test_results_without_a_usable_question_are_refused(key: str) -> None:
    for data in ({}, {"question": "outcome", "system": key, "position": str(pp.load(key)), "answer": "Q"}):
        with pytest.raises((pp.NotApplicable, pp.PerfectPlayError)) as caught:
            pp.verify(data)
        assert "\n" not in str(caught.value)

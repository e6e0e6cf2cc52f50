"""Puzzles: shortest solutions under every metric, all of them, and their number, against plain search."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from tests.conformance.plays import BRIEF, PUZZLES, near_goal, puzzle_positions, samples, small, starts, switches
from tests.reference.games import TooLarge, reach
from tests.reference.puzzles import (
    cheapest,
    cost_of,
    number_of_cheapest,
    number_of_shortest,
    shortest_lines,
)
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, Position
from perfectplay.kinds.rewrite import RewriteSystem
from perfectplay.question import methods_for
from perfectplay.questions.solve import QUESTION as SOLVE

every_puzzle = pytest.mark.parametrize("key", PUZZLES)
MOST = depth(600, 1500)
"""States of the reference search, at most."""


def metrics(position: Position) -> dict[str, Any]:
    return dict(position.system.metrics)


def counts_moves(position: Position, metric: str) -> bool:
    """Does the metric count every move once?"""
    chosen = metrics(position)[metric]
    return not chosen.chain and not chosen.costs


def solve_methods(position: Position) -> list[str]:
    """Those whose solutions are shortest."""
    return [method.name for method in methods_for(SOLVE, position) if method.by_default]


def constructions(position: Position) -> list[str]:
    """The others, which must be asked for by name."""
    return [method.name for method in methods_for(SOLVE, position) if not method.shortest]


@cache
def known_costs(key: str) -> list[tuple[Position, str, int | None]]:
    """Positions with the cost of a cheapest solution, for every metric under which the reference finds it."""
    found: list[tuple[Position, str, int | None]] = []
    for position in puzzle_positions(key):
        for metric in metrics(position):
            with suppress(TooLarge):
                found.append((position, metric, cheapest(position, metric, MOST)))
    return found


@every_puzzle
def test_the_sample_has_a_solution(key: str) -> None:
    assert pp.solve(pp.load(key), limits=BRIEF).answer is not None


@every_puzzle
def test_shortest_solutions_are_as_short_as_those_of_plain_search_under_every_metric(key: str) -> None:
    compared = set()
    for position, metric, least in known_costs(key):
        line = pp.solve(position, metric=metric, limits=BRIEF).answer
        assert (None if line is None else line.cost) == least, f"{position!r}, {metric}"
        if least:
            compared.add(metric)
    assert compared == set(metrics(pp.load(key))), "every metric must have been compared on an unsolved position"


@every_puzzle
def test_every_method_finds_a_solution_of_the_same_cost(key: str) -> None:
    for position, metric, least in known_costs(key):
        for method in solve_methods(position):
            if least is None and method == "ida*":
                continue  # it never ends on a puzzle without a solution
            line = pp.solve(position, metric=metric, method=method, limits=BRIEF).answer
            assert (None if line is None else line.cost) == least, f"{position!r}, {metric} by {method}"


@every_puzzle
def test_constructions_find_solutions_where_there_are_any_and_are_not_asked_first(key: str) -> None:
    for position, metric, least in known_costs(key):
        for method in constructions(position):
            result = pp.solve(position, metric=metric, method=method, limits=BRIEF)
            assert pp.verify(result), f"{position!r}, {metric} by {method}"
            line = result.answer
            assert (line is None) == (least is None)
            assert line is None or least is None or line.cost >= least
            assert pp.solve(position, metric=metric, limits=BRIEF).method != method


@every_puzzle
def test_a_solution_replays_and_costs_what_it_says(key: str) -> None:
    for position in near_goal(key):
        for metric in metrics(position):
            line = pp.solve(position, metric=metric, limits=BRIEF).answer
            assert line is not None and line.metric == metric
            texts = [move.text for move in line]
            again = pp.Line.replay(position, texts)
            assert again.end.winner is LEFT and line.cost == cost_of(position, texts, metric)


@every_puzzle
def test_a_solved_puzzle_needs_no_move(key: str) -> None:
    solved = near_goal(key)[0]
    for metric in metrics(solved):
        line = pp.solve(solved, metric=metric).answer
        assert line is not None and len(line) == 0 and line.cost == 0
        assert pp.count(solved, metric=metric) == 1
        assert len(pp.solutions(solved, metric=metric)) == 1


@every_puzzle
def test_costs_fall_along_a_shortest_solution(key: str) -> None:
    for metric in metrics(pp.load(key)):
        costs = [pp.solve(position, metric=metric, limits=BRIEF).answer.cost for position in near_goal(key)]  # type: ignore[union-attr]
        assert costs == sorted(costs)


@every_puzzle
def test_the_number_of_shortest_solutions_is_that_of_plain_search(key: str) -> None:
    compared = 0
    for position in puzzle_positions(key):
        for metric in metrics(position):
            if counts_moves(position, metric):
                try:
                    expected = number_of_shortest(position, MOST)
                except TooLarge:
                    continue
                assert pp.count(position, metric=metric, limits=BRIEF) == expected, f"{position!r}, {metric}"
                compared += expected > 0
    if not any(counts_moves(pp.load(key), metric) for metric in metrics(pp.load(key))):
        pytest.skip("no metric counts every move once")
    assert compared


@every_puzzle
def test_chains_are_counted_as_plain_search_counts_them(key: str) -> None:
    start = pp.load(key)
    chained = [m for m, chosen in metrics(start).items() if chosen.chain and not chosen.costs]
    if not chained or not isinstance(start.system, RewriteSystem):
        pytest.skip("no metric with chains of moves only")
    compared = 0
    for position in puzzle_positions(key):
        for metric in chained:
            try:
                expected = number_of_cheapest(position, metric, MOST)
            except TooLarge:
                continue
            assert pp.count(position, metric=metric, limits=BRIEF) == expected, f"{position!r}, {metric}"
            compared += expected > 0
    assert compared


@every_puzzle
def test_all_shortest_solutions_are_listed_each_once(key: str) -> None:
    for position in puzzle_positions(key):
        for metric in metrics(position):
            if not counts_moves(position, metric):
                continue
            try:
                expected = shortest_lines(position, MOST)
            except TooLarge:
                continue
            found = pp.solutions(position, metric=metric, limit=2000, limits=BRIEF)
            assert sorted(tuple(move.text for move in line) for line in found) == sorted(expected)


@every_puzzle
def test_there_are_as_many_solutions_as_are_counted_under_every_metric(key: str) -> None:
    for position in puzzle_positions(key):
        for metric in metrics(position):
            number = int(pp.count(position, metric=metric, limits=BRIEF))
            if number > 500:
                continue
            lines = pp.solutions(position, metric=metric, limit=1000, limits=BRIEF).answer
            assert len(lines) == number, f"{position!r}, {metric}"
            assert len({str(line) for line in lines}) == number
            assert len({line.cost for line in lines}) <= 1
            assert all(pp.check(position, line) for line in lines)


@every_puzzle
def test_a_limit_on_solutions_is_kept(key: str) -> None:
    for position in near_goal(key):
        number = int(pp.count(position, limits=BRIEF))
        for limit in (1, 2, 3):
            assert len(pp.solutions(position, limit=limit, limits=BRIEF)) == min(limit, number)


@every_puzzle
def test_what_can_be_reached_is_what_plain_search_reaches(key: str) -> None:
    compared = 0
    for position in (*small(key), *near_goal(key), *samples(key)):
        try:
            layers = reach(position, MOST)
        except TooLarge:
            continue
        found = pp.reachable(position).answer
        assert found.layers == tuple(map(len, layers)) and found.positions == sum(map(len, layers))
        assert set(found.farthest) <= set(layers[-1])
        assert (found.solved > 0) == any(there.winner is not None for layer in layers for there in layer)
        compared += 1
    if not compared:
        pytest.skip(f"more than {MOST} positions can be reached from every position tried")


@every_puzzle
def test_a_puzzle_is_solvable_exactly_when_a_goal_can_be_reached(key: str) -> None:
    for position in small(key):
        assert (pp.solve(position).answer is not None) == (pp.reachable(position).answer.solved > 0)


@every_puzzle
def test_check_says_which_move_is_wrong(key: str) -> None:
    position = near_goal(key)[min(3, len(near_goal(key)) - 1)]
    line = pp.solve(position, limits=BRIEF).answer
    assert line
    texts = [move.text for move in line]
    good = pp.check(position, texts)
    assert good and str(good).startswith("solved in ")
    short = pp.check(position, texts[:-1])
    assert not short and "not solved" in str(short)
    wrong = pp.check(position, ["no such move", *texts])
    assert not wrong and "move 1" in str(wrong)
    late = pp.check(position, [*texts, texts[0]])
    assert not late and f"move {len(texts) + 1}" in str(late)


@every_puzzle
def test_options_keep_puzzles_solvable_and_costs_right(key: str) -> None:
    for options in switches(key)[1:]:
        for position in starts(key, **options):
            try:
                line = pp.solve(position, limits=pp.Limits(positions=depth(30_000, 300_000))).answer
            except pp.LimitReached:
                continue
            if line is not None:
                last = list(line.positions())[-3:]
                for metric in metrics(position):
                    for late in last:
                        try:
                            least = cheapest(late, metric, MOST)
                        except TooLarge:
                            continue
                        found = pp.solve(late, metric=metric, limits=BRIEF).answer
                        assert found is not None and found.cost == least


@pytest.mark.full
@every_puzzle
def test_shortest_solutions_hold_on_larger_positions(key: str) -> None:
    for position in puzzle_positions(key):
        for metric in metrics(position):
            try:
                least = cheapest(position, metric, 40 * MOST)
            except TooLarge:
                continue
            line = pp.solve(position, metric=metric).answer
            assert (None if line is None else line.cost) == least

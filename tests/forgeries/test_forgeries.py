"""Every field of every answer is changed in turn, and no verdict may call the outcome verified, unless it is true.

What is true although it was changed is found by asking anew: a question with another player, metric or position may
have the same answer; another best move may be as good; a strategy may have another good reply. Such a forgery has to be
right by the reference of the tests, which shares nothing with the library.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from typing import Any

import networkx
import pytest
from tests.conformance.plays import BRIEF, GAMES, KEYS, PUZZLES, near_goal, samples, small
from tests.forgeries.mutate import Path, at, forgeries, put
from tests.reference import quantified
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, Limits, Position, Result
from perfectplay.questions import questions_for
from perfectplay.system import Strategic

FEW = int(os.environ.get("FORGERIES", "4"))
"""Forgeries of one answer in the normal suite."""
ROOM = Limits(positions=3000, time=20)
SIDE = ("method", "stats")
"""What claims nothing about a position."""
ASKED = ("question", "system", "position", "options", "player", "metric", "limit", "proof", "given", "moves")


def answers(position: Position) -> Iterator[Result[Any]]:
    """An answer to every question that has a meaning for a position and is soon answered."""
    for name in questions_for(position.system):
        arguments: dict[str, Any] = {}
        if name in ("best", "remoteness", "suspense", "score"):
            arguments["player"] = LEFT
        if name == "another":
            arguments["given"] = pp.solve(position).answer
        if name == "check":
            solved = pp.solve(position, limits=BRIEF).answer
            if solved is not None:
                yield pp.check(position, solved)
            continue
        if name == "another" and arguments["given"] is None:
            continue
        try:
            yield getattr(pp, name)(position, limits=Limits(positions=20_000, time=5), **arguments)
        except pp.PerfectPlayError:
            continue


def positions(key: str) -> list[Position]:
    if key in GAMES:
        return list(small(key)[:2])
    if key in PUZZLES:
        return list(near_goal(key))[-2:]
    return samples(key)[:1]


def is_true(data: dict[str, Any], path: Path) -> bool:
    """Is a changed result right all the same?"""
    try:
        position = pp.load(data["system"], data["position"], **(data.get("options") or {}))
        if data["question"] == "solve" and isinstance(position.system, Strategic):
            return wins_as_written(position, data)
        if path[0] in ASKED or path[0] == "answer":
            arguments = {name: data[name] for name in ("metric", "limit") if data.get(name)}
            if "player" in data:
                arguments["player"] = pp.Player(data["player"])
            if data["question"] == "check":
                found = pp.check(position, data.get("moves", data.get("given")), metric=data.get("metric") or None)
            else:
                if "given" in data:
                    arguments["given"] = data["given"]
                found = getattr(pp, data["question"])(position, limits=BRIEF, **arguments)
            right = found.to_json()["answer"]
            if path[:2] == ("answer", "farthest"):  # some of them, in any order
                last = {str(each) for each in last_layer(position)}
                return bool(set(data["answer"]["farthest"]) <= last) and len(right) == len(data["answer"])
            return bool(right == data["answer"])
        if path[0] == "witness" and "replies" in path:  # another good reply, or a table that is not written down
            strategy = at(data, path[: path.index("replies")])
            return bool(strategy["replies"] is None or keeps_promise(position, strategy))
        if path[:3] == ("witness", "certificate", "barrier"):
            return is_barrier(position, data["witness"]["certificate"]["barrier"])
    except (pp.PerfectPlayError, KeyError, TypeError, ValueError):
        return False
    return False


def is_barrier(position: Position, chosen: list[str]) -> bool:
    """Without these vertices, are there as many more odd components than vertices as a maximum matching misses?"""
    state, graph = position.state, networkx.Graph()
    graph.add_nodes_from(vertex for vertex in state.board.vertices if state[vertex] != "x")
    graph.add_edges_from(edge[:2] for edge in state.board.edges if {*edge[:2]} <= {*graph} and edge[0] != edge[1])
    missed = len(graph) - 2 * len(networkx.max_weight_matching(graph, maxcardinality=True))
    apart = networkx.restricted_view(graph, chosen, [])
    odd = sum(len(part) % 2 for part in networkx.connected_components(apart))
    return len({*chosen}) == len(chosen) and {*chosen} <= {*graph} and odd - len(chosen) == missed


def wins_as_written(position: Position, data: dict[str, Any]) -> bool:
    """Is there another good strategy in the answer, or in the reason why there is none?"""
    strategies = [data["answer"], data["witness"]]
    if data["answer"] is None:
        strategies = [(data["witness"] or {"strategy": None})["strategy"]]
    side = "forall" if data["answer"] is None else "exists"
    kept = [each for each in strategies if each is not None]
    formula = quantified.read(str(position))
    return all(each == kept[0] and each["quantifier"] == side and quantified.wins(formula, each) for each in kept)


def last_layer(position: Position) -> list[Position]:
    """The positions that most moves lead to at least."""
    seen, layer = {position}, [position]
    while True:
        after = dict.fromkeys(move.after for here in layer for move in here.moves())
        following = [here for here in after if here not in seen]
        if not following:
            return layer
        seen.update(following)
        layer = following


def keeps_promise(position: Position, strategy: dict[str, Any]) -> bool:
    """Follow a table of replies against everything, by the plain rules."""
    player, table = pp.Player(strategy["player"]), strategy["replies"]
    todo = [(position, pp.Player(strategy["starter"]), 0, frozenset[Position]())]
    needed = set()
    while todo:
        here, mover, lead, before = todo.pop()
        moves = here.moves(mover)
        if not moves:
            system: Any = here.system
            won = here.winner or system.convention.when_stuck(mover)
            if system.scored:
                won = LEFT if lead > 0 else pp.RIGHT if lead < 0 else pp.DRAW
            if won is not player and not (strategy["promise"] == "draw" and won is pp.DRAW):
                return False
            continue
        if here in before and mover is player:
            if strategy["promise"] == "draw" or here.system.convention.endless is player:
                continue
            return False
        if mover is player:
            needed.add(str(here))
            moves = [here.move(table[str(here)], mover)]
        for move in moves:
            points = move.points if mover is LEFT else -move.points
            then = mover if move.again else mover.opponent
            todo.append((move.after, then, lead + points, before | {here} if here.system.loopy else before))
    return set(table) <= needed


def check(result: Result[Any], rng: random.Random, most: int | None) -> int:
    data = json.loads(json.dumps(result.to_json()))
    assert not pp.verify(data, limits=ROOM).refuted, f"{data}"
    made = list(forgeries(data, rng))
    if most is not None and len(made) > most:
        made = rng.sample(made, most)
    for path, forged in made:
        said = f"{result.question} of {result.position!r}: {'.'.join(map(str, path))} is {_value(forged, path)!r}"
        try:
            verdict = pp.verify(forged, limits=ROOM)
        except pp.PerfectPlayError as error:
            assert "\n" not in str(error), said
            continue
        if path[0] == "version":
            assert "version" not in forged, said
        elif path[0] in SIDE:
            assert path[0] in verdict.aside or len(path) == 1, said
        elif verdict and not (path[0] in ("witness", "why") and forged.get(path[0]) is None):
            assert is_true(forged, path), f"{said}: {verdict}"
    return len(made)


def _value(data: Any, path: Path) -> Any:
    try:
        return at(data, path)
    except (KeyError, IndexError, TypeError):
        return "gone"


@pytest.mark.parametrize("key", KEYS)
def test_no_forged_answer_is_called_verified(key: str) -> None:
    rng = random.Random(key)
    assert sum(check(result, rng, FEW) for position in positions(key)[:1] for result in answers(position))


@pytest.mark.full
@pytest.mark.parametrize("key", KEYS)
def test_no_forged_answer_of_any_kind_is_called_verified(key: str) -> None:
    rng = random.Random(f"{key} full")
    for position in positions(key):
        for result in answers(position):
            check(result, rng, 400)


LARGER = {
    "cram": "......|......|......|......",
    "arc_kayles": depth("4x6", "6x6"),
    "domineering": depth("......|......|......|......", "......|......|......|......|......"),
    "clobber": "xoxoxo|oxoxox|xoxoxo",
    "sokoban": "@nine",
    "rush_hour": "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo",
    "fifteen": "1 2 3 4|5 6 7 8|9 10 0 12|13 14 11 15",
    "rubik": "R U2 F' L",
    "dots_and_boxes": "3x3",
}


@pytest.mark.parametrize("key", LARGER)
def test_what_is_too_large_to_check_is_not_called_verified(key: str) -> None:
    """Far beyond a complete check a forged answer is refuted by asking again, or said to be not checked."""
    try:
        position = pp.load(key, LARGER[key])
    except pp.ParseError:
        position = pp.load(key)
    rng = random.Random(key)
    for result in answers(position):
        data = json.loads(json.dumps(result.to_json()))
        honest = pp.verify(data, limits=Limits(positions=100))
        assert not honest.refuted, f"{result.question}: {honest}"
        for path in (each for each in _claims(data) if rng.random() < 0.5):
            for value in (at(data, path) + 2, max(0, at(data, path) - 1)) if type(at(data, path)) is int else ("N",):
                forged = put(data, path, value)
                try:
                    verdict = pp.verify(forged, limits=Limits(positions=100))
                except pp.PerfectPlayError:
                    continue
                assert not verdict or is_true(forged, path), f"{result.question}: {path}: {value}: {verdict}"


def _claims(data: dict[str, Any]) -> Iterator[Path]:
    answer = data["answer"]
    if isinstance(answer, dict):
        yield from (("answer", name) for name, value in answer.items() if type(value) is int)
    else:
        yield ("answer",)

"""Games and automata of constraint logic against slow versions that know only the definition of a configuration."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.logic.graphs import all_graphs, dressed, random_text
from tests.tiers import depth

import perfectplay as pp
from perfectplay import DRAW, LEFT, RIGHT, Outcome, Player
from perfectplay.families.constraint_logic.graphs import Configuration
from perfectplay.players import Winner

State = tuple[str, frozenset[int]]
"""Arrows, and the edges that have been reversed (in a bounded game)."""


def children(start: Configuration, state: State, player: Player, once: bool) -> Iterator[State]:
    arrows, spent = state
    for number, edge in enumerate(start.graph.edges):
        if edge.owner not in ("", player.value[0]) or number in spent:
            continue
        turned = arrows[:number] + {">": "<", "<": ">"}[arrows[number]] + arrows[number + 1 :]
        if Configuration(start.graph, turned).legal:
            yield turned, spent | {number} if once else spent


def over(start: Configuration, state: State) -> Player | None:
    for player in (LEFT, RIGHT):
        own = [(n, arrow) for n, arrow in start.graph.goal if start.graph.edges[n].owner == player.value[0]]
        if own and all(state[0][n] == arrow for n, arrow in own):
            return player
    return None


def winners(start: Configuration, once: bool) -> tuple[Winner, Winner]:
    """By labels that are put on until nothing changes; what has none at the end is a draw."""
    first: State = (start.arrows, start.spent)
    states, todo = {first}, [first]
    for state in todo:
        for player in (LEFT, RIGHT):
            for child in children(start, state, player, once) if over(start, state) is None else ():
                if child not in states:
                    states.add(child)
                    todo.append(child)
    label: dict[tuple[State, Player], Player] = {}
    changed = True
    while changed:
        changed = False
        for state in states:
            for player in (LEFT, RIGHT):
                if (state, player) in label:
                    continue
                won = over(start, state)
                if won is None:
                    results = {label.get((child, player.opponent)) for child in children(start, state, player, once)}
                    if player in results:
                        won = player
                    elif results <= {player.opponent}:  # also where there are no moves
                        won = player.opponent
                if won is not None:
                    label[state, player] = won
                    changed = True
    return label.get((first, LEFT), DRAW), label.get((first, RIGHT), DRAW)


@pytest.mark.about("two_player_cl", "bounded_2cl")
@pytest.mark.parametrize("edges", range(2, depth(6, 9)))
def test_games_on_all_small_graphs(edges: int) -> None:
    """Every simple graph with this many edges, dressed up at random."""
    rng = random.Random(edges)
    seen = set()
    for ends in all_graphs(edges):
        for _ in range(depth(1, 2)):
            text = dressed(rng, [(f"v{a}", f"v{b}") for a, b in ends], owners="LR")
            if " -> " not in text:
                continue
            for key, once in (("two_player_cl", False), ("bounded_2cl", True)):
                position = pp.load(key, text)
                wanted = Outcome(*winners(position.state, once))
                for method in pp.methods("outcome", position):
                    assert pp.outcome(position, method=method) == wanted, (text, method)
                seen.add(str(wanted))
    assert len(seen) > 1 or edges < 4


@pytest.mark.about("two_player_cl")
def test_loops_and_parallel_edges() -> None:
    rng = random.Random(7)
    seen = set()
    for _ in range(depth(30, 300)):
        position = pp.load("two_player_cl", random_text(rng, rng.randrange(2, 4), rng.randrange(2, 7), owners="LR"))
        found = pp.outcome(position)
        assert found == Outcome(*winners(position.state, False))
        assert pp.verify(found).status != "refuted"
        seen.add(str(found.answer))
    assert len(seen) > 3


@pytest.mark.about("dcl", "bounded_dcl")
def test_runs_are_those_of_the_definition() -> None:
    rng = random.Random(3)
    periods = set()
    for _ in range(depth(80, 800)):
        key, mark = rng.choice((("dcl", "!"), ("bounded_dcl", "*!")))
        head, _, tail = random_text(rng, rng.randrange(2, 6), rng.randrange(2, 10)).partition(";")
        edges = [edge + (mark if rng.random() < 0.4 else "") for edge in head.split()]
        tail = tail if rng.random() < 0.8 else tail.partition(" -> ")[0]
        position = pp.load(key, f"{' '.join(edges)};{tail}")
        steps = rng.choice((None, None, rng.randrange(10)))
        found = [pp.run(position, steps=steps, method=method) for method in pp.methods("run", position)]
        assert len(found) == 2 and found[0].answer.to_json() == found[1].answer.to_json()
        assert pp.verify(found[0])
        periods.add(found[0].answer.period)
    assert len(periods) > 6


@pytest.mark.about("dcl", "bounded_dcl")
def test_configurations_stay_legal() -> None:
    """A vertex that fires keeps what it fired by; one that does not gives back what it got."""
    rng = random.Random(8)
    for _ in range(depth(40, 400)):
        position = pp.load("dcl", random_text(rng, rng.randrange(2, 6), rng.randrange(2, 10)))
        state = position.state
        for _ in range(20):
            assert state.legal
            state = position.system.step(state)

"""Random loopy games as graphs, and what they are worth by plain definitions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from perfectplay.players import DRAW, LEFT, RIGHT, Outcome, Player, Winner
from perfectplay.values.loopy import graphs
from perfectplay.values.loopy.graphs import Nodes
from perfectplay.values.loopy.value import sided
from perfectplay.values.value import Value


def random_game(rng: random.Random, most: int = 4, options: int = 2) -> Nodes:
    """What can be reached from the first of at most so many nodes."""
    count = rng.randint(1, most)

    def side() -> tuple[int, ...]:
        return tuple(sorted({rng.randrange(count) for _ in range(rng.randint(0, options))}))

    return graphs.rooted(tuple((side(), side()) for _ in range(count)), 0)


def games(seed: int, number: int, most: int = 4) -> Iterator[Nodes]:
    rng = random.Random(seed)
    for _ in range(number):
        yield random_game(rng, most)


def value_of(nodes: Nodes) -> Value:
    """The value of a graph; NotApplicable if no stoppers were found."""
    return sided(graphs.onside(nodes), graphs.offside(nodes))


def plus(one: Nodes, other: Nodes) -> Nodes:
    """The sum of two games by its definition, moves in one or the other."""
    pairs = [(a, b) for a in range(len(one)) for b in range(len(other))]
    number = {pair: place for place, pair in enumerate(pairs)}

    def options(a: int, b: int, player: int) -> tuple[int, ...]:
        here = [number[after, b] for after in one[a][player]]
        return (*here, *(number[a, after] for after in other[b][player]))

    return graphs.rooted(tuple((options(a, b, 0), options(a, b, 1)) for a, b in pairs), 0)


def outcome_of(nodes: Nodes) -> Outcome:
    """Who wins, by rounds: a player wins who can move to where the opponent has lost, and loses without another way."""
    won: dict[tuple[int, Player], Winner] = {}
    changed = True
    while changed:
        changed = False
        for node, sides in enumerate(nodes):
            for player, options in zip((LEFT, RIGHT), sides, strict=True):
                if (node, player) in won:
                    continue
                after = [won.get((option, player.opponent)) for option in options]
                if player in after:
                    won[node, player] = player
                elif all(each is player.opponent for each in after):
                    won[node, player] = player.opponent
                changed |= (node, player) in won
    return Outcome(won.get((0, LEFT), DRAW), won.get((0, RIGHT), DRAW))

"""Random pictures of Hackenbush, and slow answers about positions from the plain rules alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import perfectplay as pp
from perfectplay import Player, Position, Value
from perfectplay.families.hackenbush import Bush, Frame


def picture(ends: Iterable[tuple[int, int]], letters: str, **options: bool) -> Position:
    """The picture with these edges; vertex 0 is the ground."""
    pairs = tuple(ends)
    text = " ".join(f"{a}-{b}" for a, b in pairs)
    counts: dict[tuple[int, int], int] = {}
    given = []
    for (a, b), letter in zip(pairs, letters, strict=True):
        key = min(a, b), max(a, b)
        counts[key] = counts.get(key, 0) + 1
        given.append(f"{a}-{b}" + (f"#{counts[key]}" if counts[key] > 1 else "") + f"={letter}")
    return pp.load("hackenbush", f"{text}; 0=# {' '.join(given)}", **options)


def large(ends: Iterable[tuple[int, int]], letters: str, **options: bool) -> Position:
    """The same without a text, of any size."""
    pairs = tuple(ends)
    shape = Frame(pairs, pieces=("",) * (len(pairs) + 1))
    return pp.system("hackenbush")(**options).position(Bush.of(shape, letters))


def tree(rng: random.Random, edges: int) -> list[tuple[int, int]]:
    return [(rng.randrange(vertex), vertex) for vertex in range(1, edges + 1)]


def graph(rng: random.Random, vertices: int, edges: int) -> list[tuple[int, int]]:
    """Connected, with cycles, loops and parallel edges as they come."""
    ends = tree(rng, vertices - 1)
    return ends + [(rng.randrange(vertices), rng.randrange(vertices)) for _ in range(edges - len(ends))]


def letters(rng: random.Random, number: int, colours: str) -> str:
    return "".join(rng.choices(colours, k=number))


def stalks(longest: int) -> Iterator[str]:
    """Every red-blue stalk."""
    for length in range(1, longest + 1):
        for number in range(1 << length):
            yield "".join("lr"[number >> i & 1] for i in range(length))


def value_by_definition(position: Position, known: dict[Position, Value]) -> Value:
    """{values after Left's moves | values after Right's}, by the plain rules."""
    if position not in known:
        left, right = ([value_by_definition(move.after, known) for move in position.moves(player)] for player in Player)
        known[position] = Value.of(left, right)
    return known[position]


def check_best(position: Position, method: str) -> None:
    """The move that a theorem chooses keeps what the search of whole positions says."""
    found = pp.outcome(position, method="alpha-beta").answer
    for player in Player:
        result = pp.best(position, player, method=method)
        legal = position.moves(player)
        assert (result.answer is None) == (not legal), repr(position)
        if result.answer is not None:
            assert result.answer in legal, repr(position)
            after = pp.outcome(result.answer.after, method="alpha-beta").answer
            assert after.when(player.opponent) is found.when(player), f"{position!r}: {player} {result.answer}"
            assert result.witness.player is found.when(player)


def follow(position: Position, rng: random.Random) -> None:
    """Play as a theorem says against random replies, for both starters; who was promised to win wins."""
    for starter in Player:
        here, player = position, starter
        winner = pp.outcome(position).answer.when(starter)
        while True:
            legal = here.moves(player)
            if not legal:
                break
            move = pp.best(here, player).answer if player is winner else rng.choice(legal)
            assert move is not None and move in legal
            here, player = move.after, player.opponent
        assert player is not winner

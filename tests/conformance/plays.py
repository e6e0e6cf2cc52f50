"""Positions for the checks: samples, random plays, and positions small enough for the slow solvers of the reference.

Everything is derived from the catalogue and from seeds made of the system's key, so every run sees the same positions.
How many there are is a budget: what a system costs here, every run of the suite pays (`tests/work.py` counts it).
"""

from __future__ import annotations

import random
from functools import cache
from itertools import chain, islice
from typing import Any

from tests.reference.games import TooLarge, reach
from tests.tiers import depth

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Line, Player, Position
from perfectplay.kinds.rewrite import RewriteSystem
from perfectplay.system import Game, Posed, Puzzle, System

KEYS = [entry.key for entry in pp.catalogue()]
GAMES = [key for key in KEYS if issubclass(pp.system(key), Game)]
PUZZLES = [key for key in KEYS if issubclass(pp.system(key), Puzzle)]
POSED = [key for key in KEYS if issubclass(pp.system(key), Posed)]
PENCIL = [key for key in POSED if pp.system(key).kind == "pencil"]
PLAYED = GAMES + PUZZLES
REWRITES = [key for key in KEYS if issubclass(pp.system(key), RewriteSystem)]

LONGEST_PUZZLE_PLAY = depth(30, 60)
"""Also of a game in which positions can repeat."""
LONGEST_GAME_PLAY = 5000
STARTS = depth(3, 1000)
"""Samples of a system from which plays begin, at most."""
SMALL = depth(80, 400)
"""Positions that can follow a small one, at most."""
FEW = depth(5, 1000)
"""Small positions of a system, at most."""
BRIEF = pp.Limits(time=300.0, memory=1 << 29, positions=2_000_000)
"""Positions are what counts; the time is only there for what never ends."""


def switches(key: str) -> list[dict[str, Any]]:
    """The rules as they are, and with each option that is a yes or no turned over."""
    options = pp.system(key).all_options()
    return [{}, *({name: not value} for name, value in options.items() if isinstance(value, bool))]


def samples(key: str, **options: Any) -> list[Position]:
    """The sample and every named sample."""
    cls: type[System] = pp.system(key)
    return [pp.load(key, text, **options) for text in dict.fromkeys([cls.sample, *cls.samples.values()])]


def starts(key: str, **options: Any) -> list[Position]:
    """The first samples, as many as the budget allows."""
    return samples(key, **options)[:STARTS]


def to_move(position: Position) -> list[Player]:
    """The players whose moves differ; nobody where there are no moves."""
    if not position.system.played:
        return []
    return [LEFT] if position.system.players == 1 or position.impartial else [LEFT, RIGHT]


def first_options(position: Position, most: int) -> list[Position]:
    """What the first moves lead to. The others are not made: where there are thousands, they are the cost of a test."""
    system: Any = position.system
    if not system.played or position.winner is not None:
        return []
    steps = chain.from_iterable(system.legal(position.state, player) for player in position.movers())
    return [Position(system, step.state) for step in islice(steps, most)]


def random_play(start: Position, seed: object) -> list[Position]:
    """Positions of a play in which a random player makes a random move, as long as anybody can."""
    rng = random.Random(f"{start.system.key} {start} {seed}")
    positions = [start]
    endless = start.system.players == 1 or (isinstance(start.system, Game) and start.system.loopy)
    for _ in range(LONGEST_PUZZLE_PLAY if endless else LONGEST_GAME_PLAY):
        players = to_move(positions[-1])
        rng.shuffle(players)
        legal = next((moves for player in players if (moves := positions[-1].moves(player))), [])
        if not legal:
            break
        positions.append(rng.choice(legal).after)
    return positions


@cache
def play_from(start: Position, seed: int) -> tuple[Position, ...]:
    return tuple(random_play(start, seed))


def plays(key: str) -> tuple[tuple[Position, ...], ...]:
    """Two random plays from every start."""
    return tuple(play_from(start, seed) for start in starts(key) for seed in range(2))


def some(positions: tuple[Position, ...], number: int) -> list[Position]:
    """At most ``number`` of the positions, evenly chosen, with the first and the last."""
    if len(positions) <= number:
        return list(positions)
    return [positions[round(i * (len(positions) - 1) / (number - 1))] for i in range(number)]


def is_small(position: Position, most: int = SMALL) -> bool:
    try:
        reach(position, most)
    except TooLarge:
        return False
    return True


def earliest_small(play: tuple[Position, ...] | list[Position], most: int = SMALL) -> Position | None:
    """The earliest position of a play from which few positions follow."""
    found = None
    for position in reversed(play):
        if not is_small(position, most):
            break
        found = position
    return found


@cache
def small(key: str) -> tuple[Position, ...]:
    """Late positions of random plays, small enough for the reference: the earliest of each, and a later one."""
    found: dict[Position, None] = {}
    seeds = depth(6 // len(starts(key)), 4)
    for start in starts(key):
        for seed in range(seeds):
            play = play_from(start, seed)
            first = earliest_small(play)
            if first is not None:
                found[first] = None
                later = play[play.index(first) :]
                found[later[len(later) // 2]] = None
    return tuple(some(tuple(found), FEW))


@cache
def solved_line(key: str, options: tuple[tuple[str, Any], ...] = ()) -> Line | None:
    """A shortest solution of the first sample that has one within brief limits."""
    for start in samples(key, **dict(options)):
        try:
            answer = pp.solve(start, limits=BRIEF).answer
        except pp.LimitReached:
            continue
        if answer is not None:
            return answer
    return None


@cache
def near_goal(key: str) -> tuple[Position, ...]:
    """The last positions of a solution, the solved one first."""
    line = solved_line(key)
    return () if line is None else tuple(reversed(list(line.positions())))[: depth(4, 6)]


def puzzle_positions(key: str) -> list[Position]:
    """Positions near a solution, and late positions of random plays, which mostly have none."""
    return list(dict.fromkeys([*near_goal(key), *small(key)[:6]]))

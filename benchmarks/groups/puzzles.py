"""Puzzles with sliding blocks, cars, pegs and boxes: shortest lines, clusters and counts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import perfectplay as pp
from groups.case import Case, Found, Setting, Target, facts, of, total
from groups.questions import cluster, reach, shortest
from perfectplay.generators.rush_hour import every_board

TITLE = "Puzzles"
BLOCKS = {
    "klotski": {"moves": 81, "slides": 90, "steps": 116},
    "dads": {"moves": 59, "slides": 62, "steps": 83},
}
BLOCK_NAMES = {"klotski": "Klotski", "dads": "Dad's Puzzle"}

HARDEST_TRAFFIC = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"
"""No 6 x 6 board without walls needs more moves (Fogleman 2018)."""

HARDEST_WITH_WALL = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
"""With a wall 60 moves are needed (Fogleman 2018)."""

TRAFFIC = {"2k": "DoooooDooEEEooAAoooHCCFooHoIFoGGGIBB", "150k": "oooFFoHJCooDHJCAADGGEIKoooEIKoBBoooo"}
"""Made by ``find_boards.py``. Sizes recounted by a plain search over tuples of places."""


CLUSTERS: dict[str, tuple[str, str, tuple[Target, ...]]] = {
    "51": (HARDEST_TRAFFIC, "4,780 positions, the hardest 51 moves away", ()),
    "60": (HARDEST_WITH_WALL, "2,332 positions, the hardest 60 moves away", ()),
    "8k": ("JBBCCCJDDDoMAAKooMooKoEEoxGGLxIIooLo", "7,867 positions, the hardest 24 moves away", ()),
    "2k": (TRAFFIC["2k"], "2,000 positions, the hardest 3 moves away", (Target("core", 0.0005),)),
    "150k": (TRAFFIC["150k"], "151,142 positions, the hardest 10 moves away", (Target("core", 0.1),)),
}


def boards(size: int, setting: Setting, _: None) -> Found:
    """Every board on which nothing can move back."""
    began = time.perf_counter()
    number = sum(1 for _ in every_board(size))
    return Found(f"{number:,} boards", number, time.perf_counter() - began)


def number_of_solutions(key: str, text: str, setting: Setting, _: None) -> Found:
    result = pp.count(pp.load(key, text), limits=setting.limits)
    return of(result, f"{int(result):,} solutions")


def microban(setting: Setting) -> list[dict[str, Any]]:
    """The levels are Skinner's, so that they are no part of the project; a folder of one's own may hold them."""
    return facts(setting, lambda row: row["puzzle"] == "sokoban" and row.get("name", "").startswith("microban"))


def push_all(setting: Setting, rows: list[dict[str, Any]]) -> Found:
    results, wrong = [], []
    for row in rows:
        metric = "moves" if "player moves" in row["question"] else "pushes"
        result = pp.solve(pp.load("sokoban", row["instance"]), metric=metric, limits=setting.limits)
        results.append(result)
        if result.answer is None or result.answer.cost != row["expected"]:
            wrong.append(row["name"])
    answer = f"wrong: {', '.join(wrong)}" if wrong else "all as published"
    return total(results, answer, f"{len(rows)} levels")


def cases() -> Iterator[Case]:
    for sample, costs in BLOCKS.items():
        for metric, cost in costs.items():
            run = partial(shortest, "sliding_blocks", f"@{sample}", metric)
            title = f"{BLOCK_NAMES[sample]}, fewest {metric}"
            yield Case(f"{sample}-{metric}", title, run, f"{cost} {metric}", (Target("wall", 0.2),))
    run = partial(shortest, "rush_hour", HARDEST_TRAFFIC, "moves")
    yield Case("rush-hour-51", "Rush Hour, the hardest 6x6 board", run, "51 moves")
    for size, number, expected, bound in (
        ("2k", "2,000", "2,000 positions, eccentricity 26", 0.0015),
        ("150k", "150,000", "151,142 positions, eccentricity 36", 0.1),
    ):
        reached = partial(reach, "rush_hour", TRAFFIC[size])
        title = f"Rush Hour, a cluster of {number}"
        yield Case(f"rush-hour-{size}", title, reached, expected, (Target("core", bound),))
    for name, (text, expected, targets) in CLUSTERS.items():
        title = f"Rush Hour, distances of all {expected.partition(', the')[0]}"
        yield Case(f"cluster-{name}", title, partial(cluster, "rush_hour", text), expected, targets)
    title, expected = "Rush Hour, all boards of 5x5 on which nothing can move back", "268,109 boards"
    yield Case("every-board-5", title, partial(boards, 5), expected, quick=False)
    yield from pegs()
    title = "Sokoban, Microban levels, fewest pushes"
    yield Case("microban", title, push_all, "all as published", (Target("median", 0.05),), prepare=microban)


def pegs() -> Iterator[Case]:
    solution = partial(shortest, "peg_solitaire", "@english", "jumps")
    yield Case("peg-solution", "English peg solitaire, a solution", solution, "31 jumps", (Target("wall", 1),))
    bounds = (Target("wall", 180), Target("peak", 8e9))
    run = partial(reach, "peg_solitaire", "@english")
    title, expected = "English peg solitaire, what can be reached", "187,636,299 positions, 23,475,688 representatives"
    yield Case("peg-reachable", title, run, expected, bounds, quick=False)
    run = partial(number_of_solutions, "peg_solitaire", "@english")
    title, expected = "English peg solitaire, all solutions counted", "40,861,647,040,079,968 solutions"
    yield Case("peg-count", title, run, expected, bounds, quick=False)

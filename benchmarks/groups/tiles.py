"""Sliding tiles: the Eight and Fifteen Puzzles, shortest, and the 24-puzzle by beams."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import perfectplay as pp
from groups.case import Case, Found, Setting, Target, facts, total
from groups.questions import reach, shortest
from perfectplay._native import Tiles
from perfectplay.families.tiles import HARDEST

TITLE = "Sliding tiles"
LARGE = "large pattern databases"


def build_tables(large: bool, setting: Setting, _: None) -> Found:
    asked = (setting.limits.time, None, None, None, None)
    goal = [*range(1, 16), 0]
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        tiles = Tiles(4, 4, goal, large, Path(folder), asked)
        seconds = time.perf_counter() - begin
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
        line, _stats = tiles.solve([*range(1, 15), 0, 15], asked)
    return Found(
        f"ready, solves in {len(line or [])}", core=seconds, tables=size, note="written to an empty cache folder"
    )


def korf(method: str | None, setting: Setting) -> list[dict[str, Any]]:
    rows = facts(setting, lambda row: str(row.get("name", "")).startswith("Korf"))
    easy = pp.load("fifteen", "1 0 2 3|4 5 6 7|8 9 10 11|12 13 14 15", blank="first")
    pp.solve(easy, method=method, limits=setting.limits)
    return rows


def solve_korf(method: str | None, setting: Setting, rows: list[dict[str, Any]]) -> Found:
    results, wrong = [], []
    for row in rows:
        position = pp.load("fifteen", row["instance"], blank="first")
        result = pp.solve(position, method=method, limits=setting.limits)
        results.append(result)
        if result.answer is None or result.answer.cost != row["expected"]:
            wrong.append(row["name"])
    answer = f"wrong: {', '.join(wrong)}" if wrong else "all as published"
    return total(results, answer, f"{len(rows)} instances")


def shuffled(side: int, wanted: int, setting: Setting) -> list[str]:
    """So many solvable arrangements from a fixed seed; the tables are made ready."""
    rng = random.Random(side * side - 1)
    texts: list[str] = []
    while len(texts) < wanted:
        numbers = list(range(side * side))
        rng.shuffle(numbers)
        if Tiles.solvable(side, side, numbers, [*range(1, side * side), 0]):
            texts.append(" ".join(map(str, numbers)))
    pp.solve(pp.load("fifteen", "1 2 3 4|5 6 7 8|9 10 11 12|13 14 0 15"), limits=setting.limits)
    return texts


def solve_hardest(setting: Setting, rows: list[dict[str, Any]]) -> Found:
    results = [pp.solve(pp.load("fifteen", text), method=LARGE, limits=setting.limits) for text in HARDEST]
    lengths = {result.answer.cost for result in results if result.answer is not None}
    return total(results, f"{len(results)} positions, {', '.join(map(str, lengths))} moves")


def beams(setting: Setting, texts: list[str]) -> Found:
    results = [pp.solve(pp.load("fifteen", text), method="tile beam", limits=setting.limits) for text in texts]
    lengths = [result.answer.cost for result in results if result.answer is not None]
    return total(results, f"{len(lengths)} solved", f"mean {statistics.mean(lengths):.2f} moves")


def solve_shuffled(setting: Setting, texts: list[str]) -> Found:
    results = [pp.solve(pp.load("fifteen", text), limits=setting.limits) for text in texts]
    lengths = [result.answer.cost for result in results if result.answer is not None]
    answer = f"{len(lengths)} solved in {sum(lengths):,} moves"
    return total(results, answer, f"mean {statistics.mean(lengths):.2f} moves (all positions: 52.59)")


def cases() -> Iterator[Case]:
    every, expected = partial(reach, "fifteen", "1 2 3|4 5 6|7 8 0"), "181,440 positions, eccentricity 31"
    yield Case("eight-all", "Eight Puzzle, all positions", every, expected)
    hardest = partial(shortest, "fifteen", "8 6 7|2 5 4|3 0 1", None)
    yield Case("eight-hardest", "Eight Puzzle, a hardest position", hardest, "31 moves")
    title, expected = "Fifteen Puzzle, building the tables", "ready, solves in 1"
    yield Case("fifteen-tables", title, partial(build_tables, False), expected)
    title = "Fifteen Puzzle, building 7-8 tables"
    yield Case("fifteen-large-tables", title, partial(build_tables, True), expected)
    title = "Fifteen Puzzle, instances of Korf (1985)"
    run, prepare = partial(solve_korf, None), partial(korf, None)
    yield Case("korf", title, run, "all as published", (Target("wall", 20),), prepare)
    run, prepare = partial(solve_korf, LARGE), partial(korf, LARGE)
    yield Case("korf-large", f"{title}, 7-8 tables", run, "all as published", prepare=prepare)
    title, expected = "Fifteen Puzzle, the hardest positions, 7-8 tables", "17 positions, 80 moves"
    yield Case("hardest", title, solve_hardest, expected, prepare=prepare)
    title, expected = "Fifteen Puzzle, 100 random positions", "100 solved in 5,194 moves"
    yield Case("fifteen-random", title, solve_shuffled, expected, prepare=partial(shuffled, 4, 100), quick=False)
    title = "24-puzzle, 20 random positions by beams"
    yield Case("twenty-four", title, beams, "20 solved", (Target("median", 1),), partial(shuffled, 5, 20))

"""Cubes and other permutation puzzles: shortest and short lines, all positions, orders of groups."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import perfectplay as pp
from groups.case import Case, Found, Setting, Target, facts, total
from groups.questions import shortest

TITLE = "Cubes"
FOURTEEN = "R U2 F' L B2 D R F2 U' B L2 D' F R2"
"""A cube that needs so many moves: enough to ask for the table."""


def cubes(number: int, turns: int) -> Callable[[Setting], list[pp.Position]]:
    """Scrambled cubes from a fixed seed; the small tables are made ready."""

    def prepare(setting: Setting) -> list[pp.Position]:
        rng = random.Random(f"cubes {number} {turns}")
        pp.solve(pp.load("rubik", "R U"), method="two phase")
        return [
            pp.load("rubik", "".join(rng.choice("URFDLB") + rng.choice("123") for _ in range(turns)))
            for _ in range(number)
        ]

    return prepare


def two_phases(setting: Setting, positions: list[pp.Position]) -> Found:
    results = [pp.solve(position, method="two phase", limits=setting.limits) for position in positions]
    lengths = [result.answer.cost for result in results if result.answer is not None]
    mean = statistics.mean(lengths)
    answer = f"{len(lengths)} solved" if mean <= 20.5 else f"{mean:.2f} moves on average, more than 20.5"
    return total(results, answer, f"mean {mean:.2f}, most {max(lengths)} moves")


def build_cube_tables(setting: Setting, _: None) -> Found:
    result = pp.solve(pp.load("rubik", FOURTEEN), limits=setting.limits)
    return total([result], f"ready, solves in {result.answer.cost} moves" if result.answer else "no solution")


def published_cubes(setting: Setting) -> list[dict[str, Any]]:
    pp.solve(pp.load("rubik", FOURTEEN), limits=setting.limits)
    return facts(setting, lambda row: row["puzzle"] == "rubik 3x3x3" and row["expected"] == 17)


def solve_cubes(setting: Setting, rows: list[dict[str, Any]]) -> Found:
    results = [pp.solve(pp.load("rubik", row["instance"]), limits=setting.limits) for row in rows]
    lengths = [result.answer.cost for result in results if result.answer is not None]
    same = lengths == [row["expected"] for row in rows]
    return total(results, "all as published" if same else f"wrong: {lengths}", f"{len(rows)} cubes")


def pocket(setting: Setting, _: None) -> Found:
    found = [pp.reachable(pp.load("rubik", "()", size=2, half_turns=half)) for half in (True, False)]
    far = " and ".join(str(result.answer.eccentricity) for result in found)
    return total(found, f"{found[0].answer.positions:,} positions, farthest {far}")


def orders(setting: Setting, positions: list[pp.Position]) -> Found:
    results = [pp.order(position, limits=setting.limits) for position in positions]
    return total(results, ", ".join(f"{int(result):.4e}" for result in results))


def group_puzzles(setting: Setting) -> list[pp.Position]:
    return [pp.load("rubik", "()", size=size) for size in (3, 4, 5)] + [pp.load("permutation_puzzle", "@megaminx")]


def cases() -> Iterator[Case]:
    title, expected = "2 x 2 x 2, all positions in both metrics", "3,674,160 positions, farthest 11 and 14"
    yield Case("pocket", title, pocket, expected, (Target("wall", 3),))
    title, expected = "3 x 3 x 3, random cubes by two phases", "1000 solved"
    yield Case("two-phases", title, two_phases, expected, (Target("median", 0.05),), cubes(1000, 60))
    title, expected = "3 x 3 x 3, building the table of half turns", "ready, solves in 14 moves"
    yield Case("cube-tables", title, build_cube_tables, expected, quick=False)
    run = partial(shortest, "rubik", "@superflip", None)
    yield Case("superflip", "3 x 3 x 3, superflip", run, "20 htm", quick=False)
    title = "3 x 3 x 3, published cubes of 17 moves"
    yield Case("seventeen", title, solve_cubes, "all as published", prepare=published_cubes, quick=False)
    title, expected = "3, 4 and 5 layers and Megaminx, orders", "4.3252e+19, 1.6973e+55, 2.5826e+90, 1.0067e+68"
    yield Case("orders", title, orders, expected, (Target("wall", 1),), group_puzzles)

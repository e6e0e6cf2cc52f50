"""Constraint logic and gadgets: large configurations, orders of reversals, certified gadgets."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial

from makers.circuits import circuit, free_edges

import perfectplay as pp
from groups.case import Case, Found, Setting, Target, of
from groups.questions import cluster, shortest

TITLE = "Constraint logic and gadgets"


def some_order(seed: int, setting: Setting, _: None) -> Found:
    result = pp.solve(pp.load("bounded_ncl", circuit(40, 168, seed)), method="some order", limits=setting.limits)
    return of(result, "solved" if result.solved else "no solution", f"{len(result.position.state.arrows):,} edges")


def load_edges(number: int, setting: Setting, _: None) -> Found:
    rng = random.Random(1)
    ends = ((rng.randrange(number // 2), rng.randrange(number // 2)) for _ in range(number))
    text = " ".join(f"v{a}-v{b}:{rng.choice((1, 2))}" for a, b in ends)
    began = time.perf_counter()
    position = pp.load("constraint_graph", text)
    return Found(f"{len(position.state.arrows):,} edges", figures={"reading": time.perf_counter() - began})


def certified(name: str, setting: Setting, _: None) -> Found:
    result = pp.certify(pp.load("gadget", f"@{name}"), limits=setting.limits)
    return of(result, str(result.answer))


def cases() -> Iterator[Case]:
    title, targets = "NCL, 24 free edges: all 16,777,216 configurations", (Target("wall", 30), Target("peak", 4 << 30))
    solution = partial(shortest, "ncl", free_edges(24), None)
    yield Case("ncl-free", f"{title}, no solution", solution, "no solution", targets)
    every = partial(cluster, "ncl", free_edges(24).replace("-> y>x", "-> a0<b0"))
    expected = "16,777,216 positions, the hardest 1 moves away"
    yield Case("ncl-cluster", f"{title}, cluster", every, expected, targets, quick=False)
    for seed, expected in ((1, "solved"), (3, "no solution")):
        title = f"Bounded NCL of 40 variables and 168 clauses ({expected}), some order"
        yield Case(f"bounded-ncl-{seed}", title, partial(some_order, seed), expected, (Target("wall", 30),))
    title = "Rush Hour's OR without walls, certified"
    expected = "holds: 218648 configurations, 7 port states, one component each"
    yield Case("gadget-or", title, partial(certified, "rush_or_full"), expected, (Target("wall", 10),))
    title, expected = "The planar crossover, certified", "holds: 618 configurations, 9 port states, one component each"
    yield Case("gadget-cross", title, partial(certified, "cross"), expected, (Target("wall", 1),))
    run = partial(load_edges, 100_000)
    yield Case("load-edges", "A constraint graph, loaded", run, "100,000 edges", (Target("reading", 1),))

"""Annealing: a board is changed a little at a time, and the change is kept if the hardest position of its cluster is no
easier, and sometimes even if it is. At the end everything that the puzzle does not need is removed."""

from __future__ import annotations

from math import exp
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from perfectplay._native import Kernel
from perfectplay.errors import LimitReached
from perfectplay.kinds.rewrite import RewritePuzzle
from perfectplay.limits import Limits, Progress, Watch

MOST_POSITIONS = 8_000
"""A board with a larger cluster is skipped."""
LOOSE = 2_000
"""This many more positions of a cluster offset one move: loose boards take long, and are seldom hard."""
ROUND = 2000
"""Changes between the first board and the coldest; then another board is drawn."""
HOT, COLD = 2.5, 0.25
"""An easier board is kept with probability exp(-difference / temperature); the temperature falls from HOT to COLD."""


class Found(NamedTuple):
    """The hardest position of a cluster, its cost, and the number of positions."""

    cost: int
    sketch: Any
    size: int

    @property
    def merit(self) -> float:
        return self.cost - self.size / LOOSE


class Bench:
    """Where sketches are rated: one kernel for all of them, and what is left of the limits."""

    def __init__(self, maker: Any, metric: str | None, watch: Watch, progress: Progress | None) -> None:
        self.maker, self.watch, self.progress = maker, watch, progress
        self.begun, self.told, self.seen, self.most = monotonic(), 0.0, 0, 0
        self.best: Found | None = None
        puzzle: RewritePuzzle
        puzzle, layout = maker.rules()
        self.symbols: str = layout.symbols
        self.metric = puzzle.metric_named(metric)
        chosen = puzzle.metrics[self.metric]
        costs = [chosen.cost(tag) for tag in puzzle.ruleset(layout).native_tags()]
        self.counted = (costs, chosen.chain)
        self.kernel = Kernel.masks(**puzzle.spec(layout, None))

    def left(self) -> Limits:
        """What is left of the limits; raises LimitReached if nothing is."""
        try:
            self.watch()
        except LimitReached as error:
            raise LimitReached(f"{error} after {self.seen} positions", self.most or None, error.kind) from None
        left = self.watch.left()
        if left.positions == 0:
            raise LimitReached(f"limit of {self.seen} positions reached", self.most or None, "positions")
        return left

    def visited(self, positions: int) -> None:
        self.seen += positions
        self.watch.visit(positions)

    def judged(self, sketch: Any) -> Found | None:
        """The hardest position that can be reached; None if there is no solution or there are too many positions."""
        left = self.left()
        cells = self.maker.cells(sketch)
        code = self.kernel.encode([self.symbols.index(symbol) for symbol in cells])
        most = min(MOST_POSITIONS, MOST_POSITIONS if left.positions is None else left.positions)
        try:
            control = Watch(Limits(positions=most), self.watch).control()
            found, stats = self.kernel.cluster(code, self.counted, control)
        except LimitReached as error:
            if error.kind != "positions":
                raise
            self.visited(most)
            return None
        self.visited(stats[0])
        _, _, layers, _, hardest = found.figures()
        now = monotonic() - self.begun
        if self.progress is not None and now - self.told > 0.05:
            self.told = now
            self.progress(self.seen, now, self.most)
        if len(layers) < 2:
            return None
        self.most = max(self.most, len(layers) - 1)
        after = "".join(self.symbols[number] for number in self.kernel.decode(hardest[0]))
        return Found(len(layers) - 1, self.maker.sketch(after), stats[0])


def anneal(bench: Bench, rng: Random, tries: int, least: int) -> None:
    here: Found | None = None
    for number in range(tries):
        step = number % ROUND
        if step == 0:
            here = None
        sketch = bench.maker.draw(rng) if here is None else bench.maker.vary(rng, here.sketch)
        found = None if sketch is None else bench.judged(sketch)
        if found is None:
            continue
        warmth = HOT * (COLD / HOT) ** (step / min(ROUND, tries))
        if here is None or found.merit >= here.merit or rng.random() < exp((found.merit - here.merit) / warmth):
            here = found
        if bench.best is None or found.cost > bench.best.cost:
            bench.best = found
            if least and found.cost >= least:
                break


def stripped(bench: Bench, best: Found) -> Found:
    """Nothing more can be removed without making the puzzle easier."""
    todo = bench.maker.lighter(best.sketch)
    while (sketch := next(todo, None)) is not None:
        found = bench.judged(sketch)
        if found is not None and found.cost >= best.cost:
            best = found
            todo = bench.maker.lighter(best.sketch)
    return best

"""Make hard puzzles by annealing: a board is changed a little at a time, and the change is kept if the hardest position
of its cluster is no easier, or sometimes although it is. At the end all that the puzzle can do without is taken away.
"""

from __future__ import annotations

import importlib
import pkgutil
from math import exp
from random import Random
from time import monotonic
from types import ModuleType
from typing import Any, NamedTuple

from perfectplay._native import Kernel
from perfectplay.errors import LimitReached, NotApplicable, ParseError
from perfectplay.kinds.rewrite import RewritePuzzle
from perfectplay.limits import NO_LIMITS, Limits, Progress, Watch
from perfectplay.questions.solve import solve
from perfectplay.registry import system
from perfectplay.result import Result, Stats
from perfectplay.system import Position

MOST_POSITIONS = 8_000
"""A board with a larger cluster is passed over."""
LOOSE = 2_000
"""So many more positions of a cluster weigh against one move: loose boards take long, and are seldom hard."""
ROUND = 2000
"""Changes between the first board and the coldest; then another board is drawn."""
HOT, COLD = 2.5, 0.25
"""An easier board is kept with probability exp(-difference / temperature); the temperature falls from HOT to COLD."""
COMMON: dict[str, Any] = {"seed": 0, "tries": 16_000, "least": 0}


def generators() -> list[str]:
    """The keys of the systems for which puzzles can be made."""
    package = importlib.import_module("perfectplay.generators")
    names = (module.name for module in pkgutil.iter_modules(package.__path__))
    return sorted(name for name in names if not name.startswith("_"))


def _module(key: str) -> ModuleType:
    system(key)
    if key not in generators():
        raise NotApplicable(f"{key}: no generator (there is one for: {', '.join(generators())})")
    return importlib.import_module(f"perfectplay.generators.{key}")


def generator_options(key: str) -> dict[str, Any]:
    """What a generator may be told, with defaults."""
    return {**_module(key).options, **COMMON}


def generate(
    key: str,
    *,
    metric: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
    **wanted: Any,
) -> Result[Position]:
    """A hard puzzle: the hardest position that was found in ``tries`` clusters, without what it can do without.

    The search ends as soon as a solution costs ``least``, and raises ``LimitReached`` when that cannot be had. With 0
    it goes on to the end, or to a limit, and the best is taken. The same ``seed`` and options make the same puzzle. The
    witness is a cheapest solution.

    >>> made = pp.generate("rush_hour", rows=4, cols=4, pieces=5, least=6, seed=1)
    >>> made.witness.cost >= 6, pp.solve(made.answer).cost == made.witness.cost
    (True, True)
    """
    module = _module(key)
    known = generator_options(key)
    for name, value in wanted.items():
        if name not in known:
            raise ParseError(f"{key}: no option {name!r} for its generator", expected=", ".join(known))
        if type(value) is not type(known[name]):
            raise ParseError(f"{key}: option {name}={value!r}", expected=f"a value like {known[name]!r}")
    chosen = {name: wanted.get(name, default) for name, default in known.items()}
    for name, least in (("tries", 1), ("least", 0)):
        if chosen[name] < least:
            raise ParseError(f"{key}: option {name}={chosen[name]}", expected=f"{least} or more")
    shape = {name: chosen[name] for name in module.options}
    try:
        maker = module.Maker(**shape)
    except ParseError as error:
        raise error.within(key) from None
    with limits as watch:
        bench = _Bench(maker, metric, watch, progress)
    try:
        _anneal(bench, Random(f"{key} {chosen['seed']} {sorted(shape.items())}"), chosen["tries"], chosen["least"])
    except LimitReached:
        if bench.best is None or chosen["least"] or (limits.cancel is not None and limits.cancel.is_set()):
            raise
        bench.watch = Watch(Limits(cancel=limits.cancel))
    best = bench.best
    if best is None or best.cost < chosen["least"]:
        most = None if best is None else best.cost
        raise LimitReached(
            f"{key}: no puzzle of {chosen['least'] or 1} or more in {chosen['tries']} tries", most, "tries"
        )
    best = _stripped(bench, best)
    made = system(key)().load(maker.text(best.sketch))
    found = solve(made, metric=bench.metric, limits=bench.left())
    line = found.answer
    if line is None or line.cost != best.cost:
        raise AssertionError(f"{made} was taken for a puzzle of {best.cost} {bench.metric}")
    stats = Stats(bench.seen + found.stats.positions, monotonic() - bench.begun)
    return Result("generate", made, made, "annealing", line, stats, {"metric": bench.metric, **chosen})


def _metric(puzzle: RewritePuzzle, metric: str | None) -> str:
    if metric is None:
        return next(iter(puzzle.metrics))
    if metric not in puzzle.metrics:
        raise NotApplicable(f"{puzzle.title}: no metric {metric!r} (expected one of: {', '.join(puzzle.metrics)})")
    return metric


class _Found(NamedTuple):
    """The hardest position of a cluster, its cost, and the number of positions."""

    cost: int
    sketch: Any
    size: int

    @property
    def merit(self) -> float:
        return self.cost - self.size / LOOSE


class _Bench:
    """Where sketches are judged: one kernel for all of them, and what is left of the limits."""

    def __init__(self, maker: Any, metric: str | None, watch: Watch, progress: Progress | None) -> None:
        self.maker, self.watch, self.progress = maker, watch, progress
        self.begun, self.told, self.seen, self.most = monotonic(), 0.0, 0, 0
        self.best: _Found | None = None
        puzzle: RewritePuzzle
        puzzle, layout = maker.rules()
        self.symbols: str = layout.symbols
        self.metric = _metric(puzzle, metric)
        chosen = puzzle.metrics[self.metric]
        costs = [chosen.cost(rewrite.tag) for rewrite in puzzle.ruleset(layout).rewrites]
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

    def judged(self, sketch: Any) -> _Found | None:
        """The hardest position that can be reached; None if there is no solution or there are too many positions."""
        left = self.left()
        cells = self.maker.cells(sketch)
        code = self.kernel.encode([self.symbols.index(symbol) for symbol in cells])
        most = min(MOST_POSITIONS, MOST_POSITIONS if left.positions is None else left.positions)
        try:
            clock, memory, _, cancel, _ = self.watch.control()
            found, stats = self.kernel.cluster(code, self.counted, (clock, memory, most, cancel, None))
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
        return _Found(len(layers) - 1, self.maker.sketch(after), stats[0])


def _anneal(bench: _Bench, rng: Random, tries: int, least: int) -> None:
    here: _Found | None = None
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


def _stripped(bench: _Bench, best: _Found) -> _Found:
    """Nothing can be taken away from what is left without making it easier."""
    todo = bench.maker.lighter(best.sketch)
    while (sketch := next(todo, None)) is not None:
        found = bench.judged(sketch)
        if found is not None and found.cost >= best.cost:
            best = found
            todo = bench.maker.lighter(best.sketch)
    return best

"""Make hard puzzles: random boards, the hardest position of each cluster, and small changes that make it harder."""

from __future__ import annotations

import importlib
import pkgutil
from random import Random
from time import monotonic
from types import ModuleType
from typing import Any

from perfectplay.errors import LimitReached, NotApplicable, ParseError
from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.questions.cluster import cluster
from perfectplay.questions.solve import reachable
from perfectplay.registry import system
from perfectplay.result import Result, Stats
from perfectplay.system import Position

MOST_POSITIONS = 8_000
"""A board with a larger cluster is passed over."""
PATIENCE = 40
"""After so many changes in a row that made nothing harder a new board is drawn."""
COMMON: dict[str, Any] = {"seed": 0, "tries": 300, "least": 0}


def generators() -> list[str]:
    """The keys of the systems for which puzzles can be made."""
    package = importlib.import_module("perfectplay.generators")
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__))


def _maker(key: str) -> ModuleType:
    system(key)
    if key not in generators():
        raise NotApplicable(f"{key}: no generator (there is one for: {', '.join(generators())})")
    return importlib.import_module(f"perfectplay.generators.{key}")


def generator_options(key: str) -> dict[str, Any]:
    """What a generator may be told, with defaults."""
    return {**_maker(key).options, **COMMON}


def generate(
    key: str,
    *,
    metric: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
    **wanted: Any,
) -> Result[Position]:
    """A hard puzzle: the hardest position that hill climbing found in ``tries`` clusters.

    The search ends as soon as a solution costs ``least`` (0: it goes on to the end), and raises ``LimitReached`` when
    that cannot be had. The same ``seed`` and options make the same puzzle. The witness is a cheapest solution.

    >>> made = pp.generate("rush_hour", rows=4, cols=4, pieces=5, least=6, seed=1)
    >>> made.witness.cost >= 6, pp.solve(made.answer).cost == made.witness.cost
    (True, True)
    """
    maker = _maker(key)
    known = generator_options(key)
    for name, value in wanted.items():
        if name not in known:
            raise ParseError(f"{key}: no option {name!r} for its generator", expected=", ".join(known))
        if type(value) is not type(known[name]):
            raise ParseError(f"{key}: option {name}={value!r}", expected=f"a value like {known[name]!r}")
    chosen = {name: wanted.get(name, default) for name, default in known.items()}
    shape = {name: chosen[name] for name in maker.options}
    maker.check(**shape)
    rng = Random(f"{key} {chosen['seed']} {sorted(shape.items())}")
    begun, seen = monotonic(), 0
    best: Result[Any] | None = None
    sketch, height, idle = None, 0, 0
    for _ in range(chosen["tries"]):
        changed = maker.draw(rng, **shape) if sketch is None else maker.vary(rng, sketch, **shape)
        if changed is None:
            continue
        found = _analysed(key, maker.text(changed, **shape), metric, limits, begun, seen)
        if progress is not None:
            progress(seen, monotonic() - begun, 0 if best is None else best.answer.most)
        seen += found.stats.positions if found is not None else 0
        cost = 0 if found is None or found.answer.most is None else found.answer.most
        idle = 0 if cost > height else idle + 1
        if cost and cost >= height:
            sketch, height = changed, cost
        elif idle > PATIENCE:
            sketch, height, idle = None, 0, 0
        if cost and found is not None and (best is None or cost > best.answer.most):
            best = found
            if chosen["least"] and cost >= chosen["least"]:
                break
    if best is None or best.answer.most < chosen["least"]:
        most = None if best is None else best.answer.most
        raise LimitReached(f"{key}: no puzzle of {chosen['least'] or 1} or more in {chosen['tries']} tries", most)
    details = {"metric": best.details["metric"], **chosen}
    made: Position = best.answer.hardest[0]
    return Result("generate", made, made, "hill climbing", best.witness, Stats(seen, monotonic() - begun), details)


def _analysed(key: str, text: str, metric: str | None, limits: Limits, begun: float, seen: int) -> Result[Any] | None:
    """The cluster of a board, None if it is too large or has no solution."""
    left = None if limits.time is None else limits.time - (monotonic() - begun)
    if left is not None and left <= 0:
        raise LimitReached(f"time limit of {limits.time:g} s reached")
    if limits.positions is not None and seen > limits.positions:
        raise LimitReached(f"limit of {limits.positions} positions reached")
    most = Limits(left, limits.memory, MOST_POSITIONS, limits.cancel)
    position = system(key)().load(text)
    try:
        if not reachable(position, limits=most).answer.solved:  # native, and soon seen
            return None
        return cluster(position, metric=metric, limits=most)
    except LimitReached as error:
        if f"{MOST_POSITIONS} positions" in str(error):
            return None
        raise

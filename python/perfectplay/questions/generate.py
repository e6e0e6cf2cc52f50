"""Make a hard puzzle."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from random import Random
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING, Any

from perfectplay.errors import LimitReached, NotApplicable, ParseError
from perfectplay.folders import files_in
from perfectplay.forms import COUNT, LINE, STRING, Form, record, text
from perfectplay.limits import NO_LIMITS, Limits, Progress, Watch
from perfectplay.position import Position
from perfectplay.question import METRIC, Argument, Question
from perfectplay.questions.solve import check_line, solve
from perfectplay.registry import canonical, load, system
from perfectplay.result import Result, Stats
from perfectplay.system import System
from perfectplay.words import bold, solution

if TYPE_CHECKING:
    from perfectplay.checks.verdict import Fields, Room
    from perfectplay.words import Said

COMMON: dict[str, Any] = {"seed": 0, "tries": 16_000, "least": 0}


def generators() -> list[str]:
    """The keys of the systems that have a generator."""
    return list(files_in("generators"))


def _module(key: str) -> ModuleType:
    key = canonical(key)
    if key not in generators():
        raise NotApplicable(f"{key}: no generator (there is one for: {', '.join(generators())})")
    return importlib.import_module(f"perfectplay.generators.{key}")


def generator_options(key: str) -> dict[str, Any]:
    """The options of a generator, with defaults."""
    return {**_module(key).options, **COMMON}


def generate(
    key: str,
    *,
    metric: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
    **wanted: Any,
) -> Result[Position]:
    """A hard puzzle: the hardest position found in ``tries`` clusters, without what it does not need.

    The search ends as soon as a solution costs ``least``, and raises ``LimitReached`` if no such puzzle is found. With
    0 it continues to the end, or to a limit, and the best is taken. The same ``seed`` and options make the same puzzle.
    The witness is a cheapest solution.

    >>> made = pp.generate("rush_hour", rows=4, cols=4, pieces=5, least=6, seed=1)
    >>> made.witness.cost >= 6, pp.solve(made.answer).cost == made.witness.cost
    (True, True)
    """
    from perfectplay.generators._annealing import Bench, anneal, stripped

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
        bench = Bench(maker, metric, watch, progress)
    try:
        anneal(bench, Random(f"{key} {chosen['seed']} {sorted(shape.items())}"), chosen["tries"], chosen["least"])
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
    best = stripped(bench, best)
    made = system(key)().load(maker.text(best.sketch))
    found = solve(made, metric=bench.metric, limits=bench.left())
    line = found.answer
    if line is None or line.cost != best.cost:
        raise AssertionError(f"{made} was taken for a puzzle of {best.cost} {bench.metric}")
    stats = Stats(bench.seen + found.stats.positions, monotonic() - bench.begun)
    return Result("generate", made, made, "annealing", line, stats, {"metric": bench.metric, **chosen})


def _described(result: Result[Any]) -> list[Said]:
    puzzle: Position = result.answer
    return [puzzle.picture(), "", (bold(str(puzzle)),), *solution(result, result.witness)]


def _check(result: Result[Any], room: Room) -> Fields:
    """The puzzle that was made, with its witness as the solution. The generator's options are not claims."""
    from perfectplay.checks.verdict import not_checked, refuted, settled

    line, details = result.witness, result.details
    if result.answer != result.position:
        return {"answer": refuted("it is not the position that is named")}
    if line is None:
        return {"answer": not_checked("it comes without a solution")}
    found = check_line(Result("solve", result.answer, line, "", details={"metric": details["metric"]}), room)
    fields = {"answer": found["answer"], "witness": found["answer"]}
    least = details.get("least", 0)
    fields["least"] = settled(line.cost >= least, "the solution costs as much", f"the solution costs only {line.cost}")
    return fields


def _read(position: Position, raw: Any, details: Mapping[str, Any]) -> Position:
    return load(text(raw["system"]), text(raw["position"]), **raw["options"])


def _can_be_made(rules: type[System] | System) -> bool:
    return rules.key in generators()


QUESTION: Question[Result[Position]] = Question(
    "generate",
    "make a hard puzzle",
    rank=200,
    means=_can_be_made,
    needs="a puzzle with a generator",
    arguments=(
        METRIC,
        Argument("least", COUNT, lambda rules: False, "the least cost of a solution", offered=False),
    ),
    options=generator_options,
    answer=Form(record(system=STRING, position=STRING, options={"type": "object"}), _read),
    witness=LINE,
    describe=_described,
    check=_check,
    about="system",
)

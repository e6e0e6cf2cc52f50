"""Deterministic Constraint Logic with sets of edges as bits: the vertices that fire and the edges that are reversed are
found for many at once. The end of the run is found as in the plain simulation, by Brent's algorithm."""

from typing import Any

from perfectplay import _native
from perfectplay.families.constraint_logic.graphs import Configuration, packed, unpacked
from perfectplay.method import Asked, Found, stats_of
from perfectplay.position import Position
from perfectplay.questions.run import Run

systems = ("dcl", "bounded_dcl")


def applies(position: Position) -> bool:
    """Where edges are reversed only once: from the beginning, since only what is active is known to have been."""
    state: Configuration = position.state
    return not position.system.once or state.spent == state.active


def run(position: Position, asked: Asked) -> Found:
    state, system = position.state, position.system
    (first, tail, period, *end), stats = _run(position, asked.details.get("steps"), asked)
    first = first if state.graph.goal else None
    steps = asked.details.get("steps", 0) if tail is None else tail
    if tail is not None:
        (_, _, _, *end), more = _run(position, tail, asked)
        stats = (stats[0] + more[0], stats[1] + more[1], stats[2])
    arrows, active = end
    last = state.with_bits(arrows, active=unpacked(active))
    if system.once:
        turned = (edge for edge, (a, b) in enumerate(zip(state.arrows, last.arrows, strict=True)) if a != b)
        last = state.with_bits(arrows, state.spent | frozenset(turned), unpacked(active))
    return Found(Run(first, tail, period, steps, system.position(last), system.awaited(state)), None, stats_of(stats))


def _run(position: Position, steps: int | None, asked: Asked) -> tuple[Any, Any]:
    state = position.state
    graph = state.graph
    return _native.deterministic(
        [(one, two) for one, two, *_ in graph.edges],
        [edge.weight for edge in graph.edges],
        graph.minima,
        state.bits(),
        packed(state.active, len(state.arrows)),
        position.system.once,
        [(edge, arrow == ">") for edge, arrow in graph.goal],
        steps,
        asked.control,
    )

"""Deterministic Constraint Logic with sets of edges as bits: which vertices fire, and which edges are reversed, is worked
out for many at once. The end of the run is found as in the plain simulation, by Brent's algorithm."""

from perfectplay import _native
from perfectplay.families.constraint_logic.graphs import packed, unpacked
from perfectplay.method import Asked, Found, stats_of
from perfectplay.position import Position
from perfectplay.questions.run import Run

systems = ("dcl", "bounded_dcl")


def applies(position: Position) -> bool:
    return True


def run(position: Position, asked: Asked) -> Found:
    state, system = position.state, position.system
    graph, size = state.graph, len(state.arrows)
    (first, tail, period, steps, bits, active, spent), stats = _native.deterministic(
        ends=[(one, two) for one, two, *_ in graph.edges],
        weights=[edge.weight for edge in graph.edges],
        minima=list(graph.minima),
        start=state.bits(),
        active=packed(state.active, size),
        spent=packed(state.spent, size),
        once=system.once,
        target=[(edge, arrow == ">") for edge, arrow in graph.goal],
        steps=asked.details.get("steps"),
        asked=asked.control,
    )
    last = system.position(state.with_bits(bits, unpacked(spent), unpacked(active)))
    return Found(Run(first, tail, period, steps, last, system.awaited), None, stats_of(stats))

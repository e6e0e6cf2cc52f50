"""Gadgets whose ports move: edges of a constraint graph, or pieces of a game or puzzle.

All legal configurations of a graph, or all positions that can be reached from a board, are enumerated natively
(``crates/core/src/search/ports.rs``), sorted by which ports are out, and joined into components by the moves that leave
the ports alone. What must never happen is probed like a port, and does not count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perfectplay._native import Kernel, orientations
from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.families.constraint_logic import Configuration
from perfectplay.gadgets.certificate import MOVED, Certificate, Flip, Mishap, PortState
from perfectplay.gadgets.gadget import Gadget
from perfectplay.gadgets.places import GRAPH, edge_at, symbols_at
from perfectplay.kinds.rulesets import Ruleset
from perfectplay.limits import watch_now, watched
from perfectplay.method import Asked
from perfectplay.players import Player
from perfectplay.registry import rules_of
from perfectplay.result import Stats

if TYPE_CHECKING:
    from perfectplay._native import JumpData, PortStateData

MOST = 4_000_000
"""Configurations of a constraint graph."""
BYTES = 60
"""About what one of them takes."""


@dataclass(frozen=True)
class Field:
    """A gadget in the terms of the native side."""

    kernel: Kernel
    starts: list[bytes]
    probes: list[Any]
    decode: Callable[[bytes], Any]
    text: Callable[[Any], str]


def certify(gadget: Gadget, asked: Asked) -> tuple[Certificate, Stats]:
    field = _graph(gadget, asked) if gadget.way == GRAPH else _board(gadget)
    if not field.starts:
        states = tuple(PortState(gadget.out(state), True, 0, 0) for state in sorted(gadget.declared))
        return Certificate(MOVED, 0, states), Stats()
    (classes, jumps), stats = field.kernel.ports(field.starts, field.probes, asked.control)
    classes.sort(key=lambda each: each[0])
    mask = (1 << len(gadget.seen)) - 1
    counted: dict[int, tuple[int, int]] = {}
    for state, number, components, _ in classes:
        before = counted.get(state & mask, (0, 0))
        counted[state & mask] = (before[0] + number, before[1] + components)
    show = Showing(gadget, field)
    states = tuple(
        PortState(
            gadget.out(state),
            state in gadget.declared,
            *counted.get(state, (0, 0)),
            "" if state in gadget.declared else show.state(state),
        )
        for state in sorted(gadget.declared | counted.keys())
    )
    mishaps = list(_mishaps(gadget, show, {state for state, *_ in classes}, jumps))
    flips: tuple[Flip, ...] = ()
    if not any(state > mask for state, *_ in classes):  # else what must never happen does, and that is enough
        flips = tuple(_missing(gadget, field, classes))
        mishaps += _slips(gadget, show, classes)
    total = sum(number for _, number, _, _ in classes)
    return Certificate(MOVED, total, states, flips, tuple(mishaps)), Stats(*stats)


def _missing(gadget: Gadget, field: Field, classes: list[PortStateData]) -> Iterator[Flip]:
    """The flips that the relation allows and some component lacks."""
    for state, _, components, flips in classes:
        for port, name in enumerate(gadget.names):
            having, lacking = flips[port]
            other = state ^ (1 << port)
            free = not (gadget.holds(state, port) or gadget.holds(other, port))
            if lacking is not None and free and {state, other} <= gadget.declared:
                yield Flip(gadget.out(state), name, components - having, field.text(field.decode(lacking)))


def _mishaps(gadget: Gadget, show: Showing, states: set[int], jumps: list[JumpData]) -> Iterator[Mishap]:
    ports = len(gadget.seen)
    mask = (1 << ports) - 1
    for number, condition in enumerate(gadget.never):
        if any(state >> (ports + number) & 1 for state in states):
            yield Mishap(f"{condition} happens", show.first(1 << (ports + number), 1 << (ports + number)))
    told = set()
    for before, after, code in sorted(jumps):
        low, high = before & mask, after & mask
        changed = low ^ high
        if changed & (changed - 1) and (low, high) not in told:
            told.add((low, high))
            turned = " and ".join(gadget.out(changed))
            out = ", ".join(gadget.out(low)) or "nothing"
            shown = show.field.text(show.field.decode(code))
            yield Mishap(f"with {out} out, {turned} turn in one move", shown)


def _slips(gadget: Gadget, show: Showing, classes: list[PortStateData]) -> Iterator[Mishap]:
    """What is remembered changes although it is held."""
    for state, _, _, flips in classes:
        for number in range(len(gadget.ports), len(gadget.seen)):
            other = state ^ (1 << number)
            if flips[number][0] and (gadget.holds(state, number) or gadget.holds(other, number)):
                out = ", ".join(gadget.out(state)) or "nothing"
                what = f"with {out} out, {gadget.names[number]} turns although it is held"
                yield Mishap(what, show.turn(state, other))


class Showing:
    """Finds configurations with a certain port state, by the plain rules: the native side counts, and does not show
    them."""

    def __init__(self, gadget: Gadget, field: Field) -> None:
        self.gadget, self.field = gadget, field

    def state(self, state: int) -> str:
        return self.first((1 << len(self.gadget.seen)) - 1, state)

    def first(self, mask: int, wanted: int) -> str:
        """The first configuration with these bits."""
        for each in watched(self._all(), 256):
            if self._bits(each) & mask == wanted:
                return self.field.text(each)
        raise AssertionError("the native side counted a configuration that the rules do not reach")

    def turn(self, before: int, after: int) -> str:
        """The first configuration with these bits from which a move leads to those."""
        for each in watched(self._all(), 256):
            if self._bits(each) == before and any(self._bits(other) == after for other in self._after(each)):
                return self.field.text(each)
        raise AssertionError("the native side found a move that the rules do not have")

    def _after(self, state: Any) -> Iterator[Any]:
        if isinstance(state, Configuration):
            return (state.turned([edge]) for edge in range(len(state.arrows)) if state.may_turn(edge))
        system = self.gadget.position.system
        return (step.state for player in Player for step in system.legal(state, player))

    def _all(self) -> Iterator[Any]:
        starts = [self.field.decode(code) for code in self.field.starts]
        if isinstance(starts[0], Configuration):
            yield from starts
            return
        seen, todo = set(starts), starts
        for state in todo:
            yield state
            for other in self._after(state):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)

    def _bits(self, state: Any) -> int:
        return sum(1 << number for number, probe in enumerate(self.field.probes) if _holds(state, probe))


def _holds(state: Any, probe: Any) -> bool:
    if isinstance(state, Configuration):
        edge, forward = probe
        return state.arrows[edge] == (">" if forward else "<")
    return any(state.layout.symbols.index(state.cells[cell]) in symbols for cell, symbols in probe)


# constraint graphs --------------------------------------------------------------------------------------------------


def _graph(gadget: Gadget, asked: Asked) -> Field:
    start: Configuration = gadget.position.state
    graph = start.graph
    ends = [(first, second) for first, second, *_ in graph.edges]
    weights = [edge.weight for edge in graph.edges]
    starts, _ = orientations(ends, weights, list(graph.minima), [], MOST, asked.control)
    if len(starts) == MOST:
        raise LimitReached(f"more than {MOST} configurations", kind="size")
    watch_now().weigh(BYTES * len(starts))
    rules: Any = rules_of("ncl")
    kernel, _ = rules.kernel(start.with_bits(starts[0]) if starts else start)
    return Field(kernel, starts, [edge_at(start, port.when) for port in gadget.seen], start.with_bits, str)


# boards -------------------------------------------------------------------------------------------------------------


def _board(gadget: Gadget) -> Field:
    position = gadget.position
    system, state = position.system, position.state
    if not _reversible(system.ruleset(state.layout)):
        what = f"gadget: moves of {system.title} cannot be taken back, so that its components mean nothing"
        raise NotApplicable(f"{what} (expected an agent, who goes through)")
    kernel, code = system.kernel(state)
    conditions = [*(port.when for port in gadget.seen), *gadget.never]
    probes = [list(symbols_at(position, condition)) for condition in conditions]
    return Field(kernel, [code], probes, lambda code: system.decode(state, code), system.text)


def _reversible(rules: Ruleset) -> bool:
    """Has every move one that takes it back? Only then a component is what can be reached from each of its parts."""
    moves = {
        frozenset((cell, *pair) for cell, becomes in changes for pair in becomes.items()) for changes in rules.changes
    }
    return all(frozenset((cell, after, before) for cell, before, after in move) in moves for move in moves)

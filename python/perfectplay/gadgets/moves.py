"""Gadgets whose ports move: edges of a constraint graph, or pieces of a game or puzzle.

All legal configurations of a graph, or all positions that can be reached from a board, are enumerated natively
(``crates/core/src/search/ports.rs``), sorted by which ports are out, and joined into components by the moves that leave
the ports alone. What must never happen is probed like a port, and does not count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from perfectplay._native import Kernel, orientations
from perfectplay.errors import LimitReached, NotApplicable, ParseError, quote
from perfectplay.families.constraint_logic import Configuration
from perfectplay.families.sliding_blocks import EMPTY, BlockPuzzle, PieceShape, class_symbol
from perfectplay.gadgets.certificate import MOVED, Certificate, Flip, Mishap, PortState
from perfectplay.gadgets.gadget import Condition, Gadget
from perfectplay.kinds.rewrite import Arrangement, RewriteSystem
from perfectplay.limits import watched
from perfectplay.method import Asked
from perfectplay.players import Player
from perfectplay.registry import rules_of
from perfectplay.result import Stats

MOST = 10_000_000
"""Configurations of a constraint graph."""


@dataclass(frozen=True)
class Field:
    """A gadget in the terms of the native side."""

    kernel: Kernel
    starts: list[bytes]
    probes: list[Any]
    decode: Callable[[bytes], Any]
    text: Callable[[Any], str]


def certify(gadget: Gadget, asked: Asked) -> tuple[Certificate, Stats]:
    field = _graph(gadget, asked) if isinstance(gadget.position.state, Configuration) else _board(gadget)
    if not field.starts:
        states = tuple(PortState(gadget.out(state), True, 0, 0) for state in sorted(gadget.declared))
        return Certificate(MOVED, 0, states), Stats()
    (sorted_, jumps), stats = field.kernel.ports(field.starts, field.probes, asked.control)
    mask = (1 << len(gadget.ports)) - 1
    counted: dict[int, tuple[int, int]] = {}
    for state, number, components, _ in sorted_:
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
    mishaps = list(_mishaps(gadget, show, {state for state, *_ in sorted_}, jumps))
    happens = any(state > mask for state, *_ in sorted_)
    flips = () if happens else tuple(_missing(gadget, field, sorted_))
    total = sum(number for _, number, _, _ in sorted_)
    return Certificate(MOVED, total, states, flips, tuple(mishaps)), Stats(*stats)


def _missing(gadget: Gadget, field: Field, sorted_: list[Any]) -> Iterator[Flip]:
    """The flips that the relation allows and some component lacks."""
    for state, _, components, flips in sorted(sorted_, key=lambda each: int(each[0])):
        can = {port: (having, lacking) for port, having, lacking in flips}
        for port, name in enumerate(gadget.names):
            if state in gadget.declared and state ^ (1 << port) in gadget.declared:
                having, lacking = can[port]
                if having < components:
                    yield Flip(gadget.out(state), name, components - having, field.text(field.decode(lacking)))


def _mishaps(gadget: Gadget, show: Showing, states: set[int], jumps: list[Any]) -> Iterator[Mishap]:
    ports = len(gadget.ports)
    mask = (1 << ports) - 1
    for number, condition in enumerate(gadget.never):
        if any(state >> (ports + number) & 1 for state in states):
            yield Mishap(str(condition), show.first(1 << (ports + number), 1 << (ports + number)))
    told = set()
    for before, after, code in sorted(jumps):
        low, high = before & mask, after & mask
        changed = low ^ high
        if changed & (changed - 1) and (low, high) not in told:
            told.add((low, high))
            turned = " and ".join(gadget.out(changed))
            out = ", ".join(gadget.out(low)) or "nothing"
            shown = show.field.text(show.field.decode(code))
            yield Mishap(f"with {out} out, a turn of {turned} in one move", shown)


class Showing:
    """Finds configurations with a certain port state, by the plain rules: the native side counts, and does not show
    them."""

    def __init__(self, gadget: Gadget, field: Field) -> None:
        self.gadget, self.field = gadget, field

    def state(self, state: int) -> str:
        return self.first((1 << len(self.gadget.ports)) - 1, state)

    def first(self, mask: int, wanted: int) -> str:
        """The first configuration with these bits."""
        for each in watched(self._all(), 256):
            if self._bits(each) & mask == wanted:
                return self.field.text(each)
        raise AssertionError("the native side counted a configuration that the rules do not reach")

    def _all(self) -> Iterator[Any]:
        starts = [self.field.decode(code) for code in self.field.starts]
        if isinstance(starts[0], Configuration):
            yield from starts
            return
        system = self.gadget.position.system
        seen, todo = set(starts), starts
        for state in todo:
            yield state
            for player in Player:
                for step in system.legal(state, player):
                    if step.state not in seen:
                        seen.add(step.state)
                        todo.append(step.state)

    def _bits(self, state: Any) -> int:
        return sum(1 << number for number, probe in enumerate(self.field.probes) if _holds(state, probe))


def _holds(state: Any, probe: Any) -> bool:
    if isinstance(state, Configuration):
        edge, forward = probe
        return (state.arrows[edge] == ">") == forward
    return any(state.layout.symbols.index(state.cells[cell]) in symbols for cell, symbols in probe)


# constraint graphs --------------------------------------------------------------------------------------------------


def _graph(gadget: Gadget, asked: Asked) -> Field:
    start: Configuration = gadget.position.state
    graph = start.graph
    probes = [_edge(start, port.when) for port in gadget.ports]
    if gadget.never:
        raise NotApplicable("gadget: never (expected none in a constraint graph)")
    if set(start.arrows) - {"-"}:
        name = next(name for name, arrow in zip(graph.names, start.arrows, strict=True) if arrow != "-")
        raise NotApplicable(f"gadget: {name} has a direction (expected none: all of them are gone through)")
    ends = [(first, second) for first, second, *_ in graph.edges]
    weights = [edge.weight for edge in graph.edges]
    starts, _ = orientations(ends, weights, list(graph.minima), [], MOST, asked.control)
    if len(starts) == MOST:
        raise LimitReached(f"more than {MOST} configurations", kind="size")
    rules: Any = rules_of("ncl")
    kernel, _ = rules.kernel(start.with_bits(starts[0]) if starts else start)
    return Field(kernel, starts, probes, start.with_bits, str)


def _edge(start: Configuration, when: Condition) -> tuple[int, bool]:
    """The edge at a port, and whether it is out if it points to its second end."""
    graph = start.graph
    if when.letters or when.place not in graph.vertices:
        raise NotApplicable(f"gadget: port {quote(str(when))} (expected the name of a vertex)")
    vertex = graph.number(when.place)
    edges = graph.at[vertex]
    if len(edges) != 1 or graph.edges[edges[0]].first == graph.edges[edges[0]].second or graph.minima[vertex]:
        raise NotApplicable(f"gadget: port {when.place} (expected a vertex with one edge and a minimum inflow of 0)")
    return edges[0], graph.edges[edges[0]].second == vertex


# boards -------------------------------------------------------------------------------------------------------------


def _board(gadget: Gadget) -> Field:
    position = gadget.position
    system, state = position.system, position.state
    if not isinstance(system, RewriteSystem) or not isinstance(state, Arrangement):
        raise NotApplicable(f"gadget: {system.title} has no cells on which ports could stand")
    conditions = [*(port.when for port in gadget.ports), *gadget.never]
    kernel, code = system.kernel(state)
    probes = [_places(system, state, condition) for condition in conditions]
    return Field(kernel, [code], probes, lambda code: system.decode(state, code), system.text)


def _places(system: RewriteSystem, state: Arrangement, condition: Condition) -> list[tuple[int, list[int]]]:
    """The cells and symbols of which one makes a condition true."""
    board, symbols = state.board, state.layout.symbols
    try:
        cell = board.cell(condition.place)
    except ParseError as error:
        raise NotApplicable(f"gadget: {error}") from None
    index = board.index[cell]
    if not condition.letters:
        return [(index, [number for number in range(len(symbols)) if number])]
    if isinstance(system, BlockPuzzle):
        return list(_pieces(system, state, cell, condition))
    strange = [letter for letter in condition.letters if letter not in symbols]
    if strange:
        raise NotApplicable(f"gadget: {condition}: no {quote(strange[0])} in {system.title} (expected {symbols!r})")
    return [(index, [symbols.index(letter) for letter in condition.letters])]


def _pieces(
    system: BlockPuzzle, state: Arrangement, cell: Any, condition: Condition
) -> Iterator[tuple[int, list[int]]]:
    """A piece stands on a cell if its anchor is on one of a few."""
    index, symbols = state.board.index, state.layout.symbols
    letters = set(condition.letters)
    if letters & set(system.blanks):
        letters -= set(system.blanks)
        yield index[cell], [symbols.index(EMPTY)]
    shapes: tuple[PieceShape, ...] = state.layout.extra
    for number, shape in enumerate(shapes):
        own = letters & set(shape.letters)
        if own and own != set(shape.letters):
            alike = " and ".join(shape.letters[:4])
            raise NotApplicable(f"gadget: {condition}: pieces {alike} are interchangeable (expected all of them)")
        letters -= own
        for down, right in shape.offsets if own else ():
            anchor = (cell[0] - down, cell[1] - right)
            if anchor in index:
                yield index[anchor], [symbols.index(class_symbol(number))]
    if letters:
        raise NotApplicable(f"gadget: {condition}: no piece {quote(min(letters))} (expected one on the board)")

"""Where the ports of a gadget are: what ``W=a5:.`` means on the board of its system, or why it means nothing.

What a port is depends on the system: an edge of a constraint graph, a cell on which pieces stand, a cell where somebody
enters, a cell that is filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from perfectplay.board.grids import column_letters
from perfectplay.constraints import Atom, Unknown
from perfectplay.errors import ParseError, quote
from perfectplay.families.constraint_logic import Configuration
from perfectplay.families.sliding_blocks import EMPTY, BlockPuzzle, PieceShape, class_symbol
from perfectplay.kinds.rewrite import RewriteSystem
from perfectplay.kinds.rulesets import Arrangement
from perfectplay.position import Position
from perfectplay.system import Posed

GRAPH, PIECES, PASSAGES, PAPER = "graph", "pieces", "passages", "paper"


@dataclass(frozen=True)
class Condition:
    """One of these letters stands on a place; without letters: anything does."""

    place: str
    letters: str = ""

    def __str__(self) -> str:
        return f"{self.place}:{self.letters}" if self.letters else self.place


def way_of(position: Position, agent: str) -> str:
    """How a gadget with this board is certified."""
    system, state = position.system, position.state
    if isinstance(state, Configuration):
        return GRAPH
    if isinstance(system, RewriteSystem) and isinstance(state, Arrangement):
        return PASSAGES if agent else PIECES
    if isinstance(system, Posed):
        return PAPER
    raise ParseError(f"a board of {system.title}", expected="one with cells, or a constraint graph")


def check_place(way: str, position: Position, condition: Condition, agent: str) -> None:
    """:class:`ParseError` unless a condition means something there."""
    if way == GRAPH:
        edge_at(position.state, condition)
    elif way == PAPER:
        atoms_at(position, condition)
    elif way == PIECES:
        list(symbols_at(position, condition))
    else:
        index_at(position.state, condition)
        strange = set(condition.letters) - set(position.state.layout.symbols)
        if strange:
            raise ParseError(f"no {quote(min(strange))} in {position.system.title}")


def edge_at(state: Configuration, condition: Condition) -> tuple[int, bool]:
    """The edge at a port, and whether it is out if it points to its second end; or an edge inside, ``u>w``."""
    graph = state.graph
    tail, arrow, head = condition.place.partition(">")
    if arrow and not condition.letters:
        for name, forward in ((f"{tail}-{head}", True), (f"{head}-{tail}", False)):
            if name in graph.named and tail != head:
                return graph.named[name], forward
        raise ParseError(f"no edge {quote(condition.place)}", expected="two vertices with an edge between them")
    if condition.letters or condition.place not in graph.vertices:
        raise ParseError(f"no vertex {quote(str(condition))}", expected="a vertex of the graph")
    vertex = graph.number(condition.place)
    edges = graph.at[vertex]
    if len(edges) != 1 or graph.edges[edges[0]].first == graph.edges[edges[0]].second or graph.minima[vertex]:
        expected = "one with a single edge and a minimum inflow of 0"
        raise ParseError(f"vertex {quote(condition.place)} as a port", expected=expected)
    return edges[0], graph.edges[edges[0]].second == vertex


def index_at(state: Arrangement, condition: Condition) -> int:
    board = state.board
    return board.index[board.cell(condition.place)]


def symbols_at(position: Position, condition: Condition) -> Iterator[tuple[int, list[int]]]:
    """The cells, each with the numbers of symbols, of which one makes a condition true."""
    system, state = position.system, position.state
    symbols: str = state.layout.symbols
    index = index_at(state, condition)
    if isinstance(system, BlockPuzzle):
        yield from _pieces_at(system, state, index, condition)
        return
    strange = set(condition.letters) - set(symbols)
    if strange:
        raise ParseError(f"no {quote(min(strange))} in {system.title}", expected=f"some of {quote(symbols)}")
    yield index, [symbols.index(letter) for letter in condition.letters or symbols.replace(system.cells[0], "")]


def _pieces_at(
    system: BlockPuzzle, state: Arrangement, cell: int, condition: Condition
) -> Iterator[tuple[int, list[int]]]:
    """A piece stands on a cell if its anchor is on one of a few."""
    board, symbols = state.board, state.layout.symbols
    free = symbols.index(EMPTY)
    if not condition.letters:
        yield cell, [number for number in range(len(symbols)) if number != free]
    letters = set(condition.letters)
    if letters & set(system.blanks):
        letters -= set(system.blanks)
        yield cell, [free]
    place: Any = board.cells[cell]
    shapes: tuple[PieceShape, ...] = state.layout.extra
    for number, shape in enumerate(shapes):
        own = letters & set(shape.letters)
        if own and own != set(shape.letters):
            raise ParseError(f"piece {quote(min(own))} has others of its shape", expected="all of them, or none")
        letters -= own
        for down, right in shape.offsets if own else ():
            anchor = (place[0] - down, place[1] - right)
            if anchor in board.index:
                yield board.index[anchor], [symbols.index(class_symbol(number))]
    if letters:
        raise ParseError(f"no piece {quote(min(letters))} on the board")


def atoms_at(position: Position, condition: Condition) -> list[Atom]:
    """The values of an unknown of which one makes a condition true; a value of several letters is one value."""
    domains = position.system.unknowns(position.state)
    known = _named(domains)
    if condition.place not in known:
        raise ParseError(f"nothing is filled in at {quote(condition.place)}", expected="a cell such as a5")
    unknown = known[condition.place]
    values = {str(value): value for value in domains[unknown]}
    wanted = [condition.letters] if condition.letters in values else list(condition.letters)
    if not wanted or not values.keys() >= set(wanted):
        raise ParseError(f"no value {quote(condition.letters)}", expected=f"one of {', '.join(values)} after a colon")
    return [(unknown, values[each]) for each in wanted]


def _named(unknowns: Mapping[Unknown, Any]) -> dict[str, Unknown]:
    """The unknowns that have a name: cells by column and row, variables by their own."""
    found: dict[str, Unknown] = {}
    for unknown in unknowns:
        if isinstance(unknown, str):
            found[unknown] = unknown
        elif isinstance(unknown, tuple) and len(unknown) == 2 and all(isinstance(each, int) for each in unknown):
            found[f"{column_letters(unknown[1])}{unknown[0] + 1}"] = unknown
    return found

"""Undirected Edge Geography on a bipartite graph: a set of vertices to which the winner always returns.

Let the token stand on v, and let every vertex outside a set of vertices on v's side, v among them, have an even number
of edges into the set. Then the second player wins: whoever leaves the set leaves an odd number of edges into it behind,
and the second player takes one of them. If there is no such set, then there is one on the other side such that v has an
odd number of edges into it and every other vertex of v's side an even number, and the first player wins by moving into
it. Linear algebra over two elements finds one or the other; only the part of the graph matters that the token can
reach, and parallel edges count with their number (Fraenkel, Scheinerman & Ullman 1993).

The certificate has the set, and the first move, where the first player wins.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from perfectplay.checks.geography import kernel_holds
from perfectplay.checks.verdict import Finding
from perfectplay.families.geography import best_of, outcome_of
from perfectplay.limits import watched
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.result import Result

systems = ("edge_geography",)


def applies(position: Position) -> bool:
    return not position.state.board.directed and not position.system.misere and sides_of(position) is not None


@lru_cache(maxsize=64)
def sides_of(position: Position) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The vertices within reach of the token: those on its side, the token's first, and the others; None if an odd
    cycle is within reach."""
    state, board = position.state, position.state.board
    side = {board.vertices[state.cells.index("@")]: 0}
    for vertex in (todo := list(side)):  # the list grows
        for edge, other in board.arcs(vertex):
            if state[edge] == "x":
                continue
            if side.setdefault(other, 1 - side[vertex]) == side[vertex]:
                return None
            if len(side) > len(todo):
                todo.append(other)
    return tuple(v for v in todo if not side[v]), tuple(v for v in todo if side[v])


@lru_cache(maxsize=64)
def fixed_set(position: Position) -> tuple[bool, tuple[str, ...]]:
    """Whether the first player wins, and the set to which the winner returns."""
    sides = sides_of(position)
    assert sides is not None
    own, others = sides
    place = {vertex: bit for bit, vertex in enumerate(own)}
    rows = []
    for vertex in others:
        row = 0
        for edge, end in position.state.board.arcs(vertex):
            if position.state[edge] == "-":
                row ^= 1 << place[end]
        rows.append(row)
    return _odd_sum(rows, others) or (False, _even_set(rows, own))


def _odd_sum(rows: Sequence[int], names: Sequence[str]) -> tuple[bool, tuple[str, ...]] | None:
    """Vertices whose rows add up to that of the token alone (its bit is the lowest), if there are such."""
    reduced: dict[int, tuple[int, int]] = {}
    for number, row in enumerate(watched(rows, 1)):
        made = 1 << number
        while row > 1:
            top = row.bit_length()
            if top not in reduced:
                reduced[top] = row, made
                break
            row, made = row ^ reduced[top][0], made ^ reduced[top][1]
        if row == 1:
            return True, tuple(name for bit, name in enumerate(names) if made >> bit & 1)
    return None


def _even_set(rows: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
    """Vertices, the token's among them, of which every row has an even number; there are such where the rows do not add
    up to that of the token."""
    reduced: dict[int, int] = {}
    for row in watched(rows, 1):
        while row > 1:
            top = row.bit_length()
            if top not in reduced:
                reduced[top] = row
                break
            row ^= reduced[top]
    chosen = 1
    for top in sorted(reduced):  # the highest bit of a row is free to make it even
        if (reduced[top] & chosen).bit_count() % 2:
            chosen |= 1 << (top - 1)
    return tuple(name for bit, name in enumerate(names) if chosen >> bit & 1)


def winning_moves(position: Position) -> list[str]:
    state, board = position.state, position.state.board
    first, chosen = fixed_set(position)
    token = board.vertices[state.cells.index("@")]
    inside = set(chosen) if first else set()
    return [move.text for move in position.moves() if move.after.state[token] != "@" and _end(move.after) in inside]


def _end(position: Position) -> str:
    return str(position.state.board.vertices[position.state.cells.index("@")])


def outcome(position: Position, asked: Asked) -> Found:
    _, chosen = fixed_set(position)
    return outcome_of(position, next(iter(winning_moves(position)), None), {"set": list(chosen)})


def best(position: Position, asked: Asked) -> Found:
    return best_of(position, asked.details["player"], set(winning_moves(position)))


def certified(result: Result[Any]) -> Finding:
    return kernel_holds(result)

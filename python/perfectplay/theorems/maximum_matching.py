"""Undirected Vertex Geography: the first player wins if and only if every maximum matching covers the token's vertex.

If a maximum matching misses the token's vertex, the second player answers along its edges for ever: every neighbour is
matched, since otherwise the matching could be extended, and after the reply the rest of the matching is maximum again
and misses the new vertex. Otherwise the winning moves are those to the neighbours that some maximum matching of the
graph without the token's vertex misses (Fraenkel, Scheinerman & Ullman 1993). Polynomial, by Edmonds' algorithm.

The certificate has the first move, where the first player wins, the matching that the winner follows from then on, and
a barrier that proves that it is maximum (:mod:`perfectplay.families.matchings`).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from perfectplay.checks.geography import matching_holds
from perfectplay.checks.verdict import Finding
from perfectplay.families.geography import best_of, outcome_of
from perfectplay.families.matchings import Matching
from perfectplay.method import Asked, Found
from perfectplay.position import Position
from perfectplay.result import Result

systems = ("vertex_geography",)
Near = Mapping[str, Sequence[str]]


def applies(position: Position) -> bool:
    return not position.state.board.directed and not position.system.misere


def graph_of(position: Position) -> tuple[Near, str]:
    """What is left of the graph, and the vertex of the token."""
    state, board = position.state, position.state.board
    here = [vertex for vertex in board.vertices if state[vertex] != "x"]
    near = {vertex: [each for each in board.neighbours(vertex) if state[each] != "x"] for vertex in here}
    return near, board.vertices[state.cells.index("@")]


def without(near: Near, *gone: str) -> Near:
    left = (vertex for vertex in near if vertex not in gone)
    return {vertex: [each for each in near[vertex] if each not in gone] for vertex in left}


@lru_cache(maxsize=64)
def winning_moves(position: Position) -> list[str]:
    """The vertices to move to, none if the second player wins."""
    near, token = graph_of(position)
    outer = Matching(without(near, token)).outer()
    return [vertex for vertex in near[token] if vertex in outer]


def outcome(position: Position, asked: Asked) -> Found:
    near, token = graph_of(position)
    winning = winning_moves(position)
    if winning:
        rest = without(near, token)
        followed = Matching(rest, Matching(without(rest, winning[0])).mate)
    else:
        followed = Matching(near, Matching(without(near, token)).mate)
    barrier = followed.barrier()
    certificate: dict[str, Any] = {
        "matching": [list(pair) for pair in followed.pairs()],
        "barrier": [vertex for vertex in near if vertex in barrier],
    }
    return outcome_of(position, f"{token}-{winning[0]}" if winning else None, certificate)


def best(position: Position, asked: Asked) -> Found:
    _, token = graph_of(position)
    return best_of(position, asked.details["player"], {f"{token}-{vertex}" for vertex in winning_moves(position)})


def certified(result: Result[Any]) -> Finding:
    return matching_holds(result)

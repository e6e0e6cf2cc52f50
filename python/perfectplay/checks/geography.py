"""The certificates of Geography on undirected graphs, checked by their definitions alone.

Each says where the token stands when the player who does *not* win is to move: where it is, or after the first move of
the certificate.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from perfectplay.checks.verdict import Finding, Wrong, verified
from perfectplay.errors import IllegalMove
from perfectplay.players import LEFT
from perfectplay.position import Position
from perfectplay.result import Result


def _loser_to_move(result: Result[Any], parts: set[str]) -> Position:
    """The position in which the certificate says that the player to move loses, after a first move if there is one."""
    certificate = result.witness["certificate"]
    first = certificate.get("first")
    if set(certificate) != parts | ({"first"} if first is not None else set()):
        raise Wrong(f"it has the entries {', '.join(certificate) or 'none'}")
    if result.answer != ("N" if first is not None else "P"):
        raise Wrong("it is that of another answer")
    system = result.position.system
    if result.position.state.board.directed or system.misere:
        raise Wrong("the theorem is about normal play on undirected graphs")
    if first is None:
        return result.position
    try:
        return result.position.move(first, LEFT).after
    except (IllegalMove, TypeError, AttributeError):
        raise Wrong("its first move is not legal") from None


def _names(raw: Any, known: set[str]) -> list[str]:
    if not isinstance(raw, list | tuple) or not all(isinstance(name, str) and name in known for name in raw):
        raise Wrong("it names what is not a vertex of the graph that is left")
    if len(set(raw)) < len(raw):
        raise Wrong("it names a vertex twice")
    return list(raw)


def kernel_holds(result: Result[Any]) -> Finding:
    """A set of vertices that the winner always returns to: the token stands in it, no edge lies inside it, and every
    vertex outside it has an even number of edges into it."""
    position = _loser_to_move(result, {"set"})
    state, board = position.state, position.state.board
    chosen = set(_names(result.witness["certificate"]["set"], set(board.vertices)))
    token = board.vertices[state.cells.index("@")]
    if token not in chosen:
        raise Wrong(f"the token on {token} is not in the set")
    into: Counter[str] = Counter()
    for edge in board.edges:
        if state[edge] != "-":
            continue
        ends = [end for end in edge[:2] if end in chosen]
        if len(ends) == 2:
            raise Wrong(f"the edge {board.name(edge)} lies inside the set")
        into.update(end for end in edge[:2] if ends and end not in chosen)
    odd = next((vertex for vertex, number in into.items() if number % 2), None)
    if odd is not None:
        raise Wrong(f"{odd} has an odd number of edges into the set")
    return verified("the winner can always return to the set of the certificate")


def matching_holds(result: Result[Any]) -> Finding:
    """A matching that misses the token's vertex, and a barrier that proves that no matching is larger."""
    position = _loser_to_move(result, {"matching", "barrier"})
    state, board = position.state, position.state.board
    here = {vertex for vertex in board.vertices if state[vertex] != "x"}
    edges = {frozenset(edge[:2]) for edge in board.edges if here.issuperset(edge[:2]) and edge[0] != edge[1]}
    certificate = result.witness["certificate"]
    if not isinstance(certificate["matching"], list):
        raise Wrong("its matching is no list of pairs")
    matched: list[str] = []
    for pair in certificate["matching"]:
        matched += _names(pair, here)
        if frozenset(pair) not in edges:
            raise Wrong("its matching has a pair that is no edge")
    _names(matched, here)
    token = board.vertices[state.cells.index("@")]
    if token in matched:
        raise Wrong(f"its matching covers {token}, where the token stands")
    barrier = set(_names(certificate["barrier"], here))
    odd = _odd_components(here - barrier, edges)
    if len(here) - len(matched) != odd - len(barrier):
        raise Wrong("its barrier does not prove that no matching is larger")
    return verified("the winner follows the matching of the certificate, which is maximum and misses the token")


def _odd_components(vertices: set[str], edges: set[frozenset[str]]) -> int:
    near: dict[str, list[str]] = {vertex: [] for vertex in vertices}
    for a, b in map(tuple, edges):
        if a in vertices and b in vertices:
            near[a].append(b)
            near[b].append(a)
    odd, seen = 0, set[str]()
    for start in vertices:
        if start in seen:
            continue
        seen.add(start)
        for vertex in (part := [start]):  # the list grows
            new = [each for each in near[vertex] if each not in seen]
            seen.update(new)
            part.extend(dict.fromkeys(new))
        odd += len(part) % 2
    return odd

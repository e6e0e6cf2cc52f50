"""One cop on an undirected graph, with both free to stay: the cop wins if and only if the graph can be dismantled.

A vertex may be deleted if another one is next to it and to all its neighbours. Where deletions lead to a single vertex,
the cop catches the robber from anywhere; in whatever order vertices are deleted, the end is the same but for names. If
more is left, the robber stays on what is left for ever, wherever the cop begins: a deleted vertex counts as the one
that it was deleted for, so that the cop has a shadow there, and from a vertex that no other dominates the robber always
has a step away from the shadow (Nowakowski & Winkler 1983; Quilliot 1978). What that says about a robber who has been
placed already depends on where, so there the theorem speaks only of graphs on which the cop wins.

The certificate has the deletions in order, each with the vertex that dominates it, and what is left.
"""

from functools import lru_cache
from typing import Any

from perfectplay.board import Graph
from perfectplay.checks.chases import dismantling_holds
from perfectplay.checks.verdict import Finding
from perfectplay.families.chases import Chase
from perfectplay.limits import watched
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Position
from perfectplay.result import Result
from perfectplay.strategies import promises

systems = ("cops_and_robbers",)


def applies(position: Position) -> bool:
    state: Chase = position.state
    system = position.system
    lone = len(state.cops) == 1 or (not state.cops and system.cops == 1)
    if state.board.directed or system.passing != "both" or system.impartial or state.caught or not lone:
        return False
    if state.robber is None:
        return bool(system.cops == 1)
    return len(dismantled(state.board)[1]) == 1


@lru_cache(maxsize=64)
def dismantled(board: Graph) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Deletions, each with the vertex that dominates the deleted one, and the vertices that are left."""
    number = board.index
    near = [1 << n for n in range(len(board.vertices))]
    for tail, head, _ in board.edges:
        near[number[tail]] |= 1 << number[head]
        near[number[head]] |= 1 << number[tail]
    left = (1 << len(near)) - 1
    deleted = []
    todo = list(reversed(range(len(near))))
    waiting = set(todo)
    while todo:
        vertex = todo.pop()
        waiting.discard(vertex)
        here = near[vertex] & left
        if not left >> vertex & 1:
            continue
        for other in watched(bits(here & ~(1 << vertex))):
            if here & ~near[other] == 0:
                deleted.append((board.vertices[vertex], board.vertices[other]))
                left ^= 1 << vertex
                again = [each for each in bits(here ^ 1 << vertex) if each not in waiting]
                todo += again
                waiting.update(again)
                break
    return tuple(deleted), tuple(board.vertices[vertex] for vertex in bits(left))


def bits(number: int) -> list[int]:
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found


def outcome(position: Position, asked: Asked) -> Found:
    deleted, left = dismantled(position.state.board)
    winner = position.system.player_of(LEFT if len(left) == 1 else RIGHT)
    found = Outcome(winner, winner)
    certificate = {"deleted": [list(pair) for pair in deleted], "left": list(left)}
    return Found(found, {**promises(position, found, proved=True), "certificate": certificate})


def certified(result: Result[Any]) -> Finding:
    return dismantling_holds(result)

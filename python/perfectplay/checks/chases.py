"""Cops and Robbers: certificates of one cop's outcome, and captures by the plain rules."""

from __future__ import annotations

from typing import Any

from perfectplay.checks.verdict import Finding, Room, Wrong, verified
from perfectplay.families.chases import Chase
from perfectplay.players import LEFT, RIGHT, Outcome, Player
from perfectplay.position import Position
from perfectplay.result import Result


def dismantling_holds(result: Result[Any]) -> Finding:
    """Each deleted vertex is dominated by another one when it is deleted. One vertex is left, or none of those that are
    left is dominated."""
    _check_dismantling(result)
    if len(result.witness["certificate"]["left"]) == 1:
        return verified("the graph can be dismantled, as the certificate does, so that one cop wins from anywhere")
    return verified("the certificate dismantles the graph as far as possible; on what is left the robber escapes")


def _check_dismantling(result: Result[Any]) -> None:
    state, system, certificate = result.position.state, result.position.system, result.witness["certificate"]
    if set(certificate) != {"deleted", "left"}:
        raise Wrong(f"it has the entries {', '.join(certificate) or 'none'}")
    cops = len(state.cops) if state.robber is not None else max(len(state.cops), system.cops)
    if state.board.directed or system.passing != "both" or system.impartial or cops != 1 or state.caught:
        raise Wrong("the theorem is about one cop on undirected graphs where everybody may stay")
    near = {vertex: {vertex} for vertex in state.board.vertices}
    for tail, head, _ in state.board.edges:
        near[tail].add(head)
        near[head].add(tail)
    deleted, left = certificate["deleted"], certificate["left"]
    if not isinstance(deleted, list) or not isinstance(left, list):
        raise Wrong("its entries are no lists")
    for pair in deleted:
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(isinstance(each, str) for each in pair):
            raise Wrong("it deletes what is no pair of vertices")
        vertex, other = pair
        if vertex not in near or other not in near or vertex == other:
            raise Wrong(f"{vertex} and {other} are not two vertices that are still there")
        if not near[vertex] <= near[other]:
            raise Wrong(f"{other} does not dominate {vertex}")
        for each in near.pop(vertex) - {vertex}:
            near[each].discard(vertex)
    if not all(isinstance(each, str) for each in left) or sorted(left) != sorted(near):
        raise Wrong("it does not say which vertices are left")
    side = LEFT if len(near) == 1 else RIGHT
    if side is RIGHT:
        if state.robber is not None:
            raise Wrong("it says nothing about a robber who has been placed")
        for vertex, around in near.items():
            if any(around <= near[other] for other in around - {vertex}):
                raise Wrong(f"{vertex} could be deleted, too")
    winner = system.player_of(side)
    if result.answer != Outcome(winner, winner):
        raise Wrong("it is that of another answer")


def plies_to_win(position: Position, player: Player, room: Room) -> dict[Position, int]:
    """The positions that can be reached in which ``player`` wins, each with the number of plies if both play well, by
    the plain rules. Every position must say whose move it is. Raises TooMany."""
    after: dict[Position, list[Position]] = {}
    before: dict[Position, list[Position]] = {position: []}
    todo = [position]
    for here in todo:  # the list grows
        room.hold(len(todo))
        after[here] = list(dict.fromkeys(move.after for move in here.moves()))
        for there in after[here]:
            if there not in before:
                before[there] = []
                todo.append(there)
            before[there].append(here)
    plies = {}
    for here in todo:
        mover = here.to_move
        end = here.winner if here.winner is not None or after[here] or mover is None else _stuck(here, mover)
        if end is player:
            plies[here] = 0
    open_moves = {here: len(following) for here, following in after.items()}
    ready = list(plies)
    for here in ready:  # the list grows, in the order of plies
        for earlier in before[here]:
            open_moves[earlier] -= 1
            if earlier not in plies and (earlier.to_move is player or not open_moves[earlier]):
                plies[earlier] = plies[here] + 1
                ready.append(earlier)
    return plies


def _stuck(position: Position, player: Player) -> Any:
    return position.system.convention.when_stuck(player)


def opening(position: Position, cops: int) -> Position:
    """The graph with nobody on it, and this many cops who are to choose their places."""
    return Position(position.system.with_options(cops=cops), Chase(position.state.board))

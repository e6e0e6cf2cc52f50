"""Strategies are followed against every reply, or tried in some plays where there are too many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from perfectplay.checks.definitions import Node, final_winner, node_after
from perfectplay.checks.verdict import (
    NOT_CHECKED,
    PLAYS,
    REFUTED,
    VERIFIED,
    Finding,
    Room,
    TooMany,
    not_checked,
    refuted,
    verified,
)
from perfectplay.errors import IllegalMove
from perfectplay.kinds.sum import Sum
from perfectplay.players import DRAW, Winner
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, Written

Promise = Strategy | Written


def _keeps(promise: Promise, winner: Winner) -> bool:
    return winner is promise.player or (promise.draw and winner is DRAW)


def _reply(promise: Promise, position: Position) -> Move | None:
    """The move that the promise gives here, as a move of the rules that the check has read; None if it is not legal.

    The strategy is asked about the same state as a position of its own system, whose tables it knows.
    """
    text = promise.says(as_found(position, promise.position))
    if text is None:
        return None
    try:
        return position.move(text, promise.player)
    except IllegalMove:
        return None


def as_found(position: Position, start: Position) -> Position:
    if isinstance(start.system, Sum):
        parts = zip(start.state, position.state, strict=True)
        return Position(start.system, tuple(Position(found.system, here.state) for found, here in parts))
    return Position(start.system, position.state)


def follow(promise: Promise, start: Node, room: Room) -> str:
    """Follow a promise against every reply; empty if it is kept, else how it is broken. Raises TooMany.

    A player who promises to win must not go round in circles, unless an endless play is won, so play that follows the
    promise has to end.
    """
    moved: dict[Node, list[Node]] = {}
    todo = [start]
    while todo:
        node = todo.pop()
        if node in moved:
            continue
        position, player, lead = node
        winner = final_winner(position, player, lead)
        moved[node] = []
        room.hold(len(moved))
        if winner is not None:
            if not _keeps(promise, winner):
                return f"{promise.player} does not {'draw' if promise.draw else 'win'}, ending in {position}"
            continue
        if player is promise.player:
            move = _reply(promise, position)
            if move is None:
                return f"there is no legal move for {player} in {position}"
            moves = [move]
        else:
            moves = position.moves(player)
        moved[node] = [node_after(move, lead) for move in moves]
        todo.extend(moved[node])
    if not _lasts(promise, start) and _has_cycle(moved):
        return f"{promise.player} may play for ever"
    if isinstance(promise, Written) and promise.replies is not None:
        needed = {str(position) for position, player, _ in moved if player is promise.player}
        if not promise.replies.keys() <= needed:
            return "it has replies in positions that never arise"
    return ""


def _lasts(promise: Promise, start: Node) -> bool:
    """Is the promise kept by a play that goes on for ever?"""
    return promise.draw or promise.player is start[0].system.convention.endless


def _has_cycle(moved: dict[Node, list[Node]]) -> bool:
    """Does some play go round in circles?"""
    waiting = {node: 0 for node in moved}
    for following in moved.values():
        for node in following:
            waiting[node] += 1
    free = [node for node, number in waiting.items() if not number]
    for node in free:  # the list grows
        for after in moved[node]:
            waiting[after] -= 1
            if not waiting[after]:
                free.append(after)
    return len(free) < len(moved)


def try_out(promise: Promise, start: Node, room: Room) -> str:
    """Follow a promise in some plays against an opponent who sometimes plays perfectly; empty if it was kept
    in all of them."""
    for play in range(PLAYS):
        position, player, lead = start
        seen: set[Node] = set()
        for _ in range(1000):
            room.watch()
            if (position, player, lead) in seen and _lasts(promise, start):
                break  # so far it was kept, and it could be kept for ever
            seen.add((position, player, lead))
            winner = final_winner(position, player, lead)
            if winner is not None:
                if not _keeps(promise, winner):
                    return f"{promise.player} does not {'draw' if promise.draw else 'win'}, ending in {position}"
                break
            if player is promise.player:
                move = _reply(promise, position)
                if move is None:
                    return f"there is no legal move for {player} in {position}"
            elif play % 2:
                move = room.rng.choice(position.moves(player))
            else:
                move = _reply(Strategy(promise.position, player, player), position) or room.rng.choice(
                    position.moves(player)
                )
            position, player, lead = node_after(move, lead)
    return ""


def unproved(promise: Promise) -> bool:
    return False


def followed(promise: Promise, start: Node, room: Room, proved: Callable[[Promise], bool] = unproved) -> Finding:
    """Follow a promise against every reply, or against some where there are too many, unless something else proves it:
    ``proved`` says so."""
    if proved(promise):
        return verified(f"a certificate proves what {promise.player}'s strategy promises")
    try:
        fault, complete = follow(promise, start, room), True
    except TooMany:
        fault, complete = try_out(promise, start, room), False
    if fault:
        return refuted(f"{promise.player}'s strategy when {promise.starter} starts fails: {fault}")
    if complete:
        return verified(f"followed {promise.player}'s strategy against every reply")
    return not_checked(f"{room.excuse}, and {PLAYS} plays kept the promise")


def worst(findings: list[Finding]) -> Finding:
    return min(findings, key=lambda finding: (REFUTED, NOT_CHECKED, VERIFIED).index(finding.status))


def all_kept(
    promises: Mapping[str, Promise], position: Position, room: Room, proved: Callable[[Promise], bool] = unproved
) -> Finding:
    """Are all these promises kept?"""
    findings = [verified("there are none")]
    for promise in promises.values():
        findings.append(followed(promise, (position, promise.starter, 0), room, proved))
        if findings[-1].status != VERIFIED:
            return findings[-1]
    if proved is not unproved:
        return findings[-1]
    names = " and ".join(f"{each.player}'s strategy when {each.starter} starts" for each in promises.values())
    return verified(f"followed {names} against every reply")


def misfit(given: Any, needed: dict[str, Strategy]) -> str:
    """What is wrong with the strategies of a witness before any move is made."""
    for name, strategy in needed.items():
        each = given.get(name)
        if each is None:
            return f"there is no strategy for {name}"
        fault = unlike(each, strategy)
        if fault:
            return f"the strategy for {name} {fault}"
    extra = next((name for name in given if name not in needed), None)
    return f"a strategy for {extra} does not belong to this answer" if extra else ""


def unlike(promise: Promise, needed: Strategy) -> str:
    """What is wrong with a promise, where this one is needed."""
    if (promise.player, promise.starter, promise.draw) != (needed.player, needed.starter, needed.draw):
        return "promises something else"
    if isinstance(promise, Written):
        begins = None if promise.replies is None else promise.replies.get(str(promise.position))
        if promise.starter is not promise.player:
            return f"begins with {promise.first}, but the other player starts" if promise.first is not None else ""
        if promise.replies is not None and promise.first != begins:
            return f"begins with {promise.first}, but its table with {begins}"
    return ""

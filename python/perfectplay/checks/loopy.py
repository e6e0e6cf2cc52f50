"""Games whose positions may repeat, by the definitions and the plain rules: generalized nimbers with counters, and
remoteness. Nothing here visits more positions than the room allows, or shares anything with the searches."""

from __future__ import annotations

from collections.abc import Collection

from perfectplay.checks.definitions import final_winner, node_after, plain_nimber
from perfectplay.checks.verdict import Room
from perfectplay.kinds.sum import Sum
from perfectplay.nimbers import Infinite, Nimber
from perfectplay.players import DRAW, LEFT, Player, Winner
from perfectplay.position import Position


def plain_worths(position: Position, room: Room) -> list[tuple[Nimber, int | None]]:
    """What each component is worth, and its counter; raises TooMany."""
    parts: tuple[Position, ...] = position.state if isinstance(position.system, Sum) else (position,)
    return [
        _labelled(part, room) if part.system.convention.loops else (plain_nimber(part, room), None) for part in parts
    ]


def _labelled(start: Position, room: Room) -> tuple[Nimber, int | None]:
    """The generalized nimber by Smith's definition, and its counter: the number of generations of its round before it.

    In round n, a position gets n if no follower has n and every follower that has no nimber has a follower with n; what
    has no follower with n after that never gets a nimber.
    """
    followers: dict[Position, list[Position]] = {}
    before: dict[Position, list[Position]] = {start: []}
    todo = [start]
    while todo:
        here = todo.pop()
        if here in followers:
            continue
        followers[here] = list(dict.fromkeys(move.after for move in here.moves(LEFT)))
        room.hold(len(followers))
        for after in followers[here]:
            before.setdefault(after, []).append(here)
        todo.extend(followers[here])

    nimbers: dict[Position, int] = {}
    counters: dict[Position, int] = {}
    open_ones = set(followers)

    def sees(here: Position, n: int) -> bool:
        return any(nimbers.get(after) == n for after in followers[here])

    def gets(here: Position, n: int) -> bool:
        return not sees(here, n) and all(after in nimbers or sees(after, n) for after in followers[here])

    n = 0
    while open_ones:
        generation = 0
        candidates: Collection[Position] = open_ones
        while candidates:
            room.watch()
            new = [here for here in candidates if gets(here, n)]
            for here in new:
                nimbers[here], counters[here] = n, generation
            open_ones.difference_update(new)
            candidates = {first for here in new for second in before[here] for first in before[second]} & open_ones
            generation += 1
        open_ones = {here for here in open_ones if sees(here, n)}
        n += 1
    if start in nimbers:
        return nimbers[start], counters[start]
    return Infinite(nimbers[after] for after in followers[start] if after in nimbers), None


def plain_remoteness(position: Position, player: Player, room: Room) -> int | None:
    """The number of moves to the end if the winner hurries and the loser delays; None if neither player can force an
    end and win. Raises TooMany.

    Round n finds what ends after n moves: where a player can move to what the same player wins in fewer, or has no
    other moves than to what the opponent wins in fewer.
    """
    start = (position, player)
    followers: dict[tuple[Position, Player], list[tuple[Position, Player]]] = {}
    before: dict[tuple[Position, Player], list[tuple[Position, Player]]] = {}
    known: dict[tuple[Position, Player], Winner] = {}
    todo = [start]
    while todo:
        node = todo.pop()
        if node in followers:
            continue
        winner = final_winner(*node)
        moves = [] if winner is not None else node[0].moves(node[1])
        followers[node] = list(dict.fromkeys(node_after(move)[:2] for move in moves))
        room.hold(len(followers))
        if winner is not None and winner is not DRAW:
            known[node] = winner
        for after in followers[node]:
            before.setdefault(after, []).append(node)
        todo.extend(followers[node])

    new, rounds = dict(known), 0
    while new:
        room.watch()
        if start in new:
            return rounds
        found: dict[tuple[Position, Player], Winner] = {}
        for node in dict.fromkeys(earlier for after in new for earlier in before.get(after, ())):
            mover = node[1]
            if node in known:
                continue
            winners = {known.get(each) for each in followers[node]}
            if mover in winners:
                found[node] = mover
            elif winners == {mover.opponent}:
                found[node] = mover.opponent
        known.update(found)
        new, rounds = found, rounds + 1
    return None

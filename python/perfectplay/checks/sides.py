"""Values of positions that may repeat, by the definitions, in plain Python.

The position is unfolded by the plain rules, each side of the value is taken as a graph of its own, and both are
compared by the game that defines the order of onsides (Siegel, *Combinatorial Game Theory*, VI.1): G <= H if Left,
moving second in H - G, is never stuck and has infinitely many moves made in H whenever play is infinite. For offsides
Left needs infinitely many moves in G instead. A side must be a stopper, too: no alternating run in it may come back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from perfectplay.checks.verdict import PAIRS, Finding, Room, TooMany, not_checked, settled
from perfectplay.errors import LimitReached, NotApplicable
from perfectplay.players import LEFT, RIGHT, Player
from perfectplay.position import Position
from perfectplay.values.loopy.value import LoopyValue
from perfectplay.values.value import Value

Options = Callable[[Any, Player], Iterable[Any]]
"""The options of a node for a player."""


def _of_positions(start: Position, room: Room) -> Options:
    """Positions by their numbers, the start being 0: numbers are compared faster."""
    numbers, positions = {start: 0}, [start]
    known: dict[tuple[int, Player], list[int]] = {}

    def number(position: Position) -> int:
        if position not in numbers:
            numbers[position] = len(positions)
            positions.append(position)
            room.hold(len(positions))
        return numbers[position]

    def options(here: int, player: Player) -> list[int]:
        if (here, player) not in known:
            moves = list(positions[here].moves(player))
            if any(move.again for move in moves):
                raise NotApplicable("a player may move twice in a row, so positions have no value")
            known[here, player] = list(dict.fromkeys(number(move.after) for move in moves))
        return known[here, player]

    return options


def _of_value(value: Value) -> tuple[Hashable, Options]:
    """A stopper as a start and options: short values by themselves, loopy ones by the numbers of nodes."""
    if not isinstance(value, LoopyValue):
        return value, lambda here, player: here.left if player is LEFT else here.right
    nodes = value.sides[0]
    return 0, lambda here, player: nodes[here][0 if player is LEFT else 1]


def _alternates(start: Hashable, options: Options, room: Room) -> bool:
    """Can a run in which the players take turns come back, from any follower?"""
    nodes, order = {start}, [start]
    for here in order:  # which grows meanwhile
        for player in Player:
            for option in options(here, player):
                if option not in nodes:
                    nodes.add(option)
                    order.append(option)
        if len(order) > PAIRS * room.most:
            raise TooMany
    before: dict[Any, list[Any]] = {}
    waiting: dict[Any, int] = {}
    for here in order:
        for player in Player:
            after = [(option, player.opponent) for option in options(here, player)]
            waiting[here, player] = len(after)
            for each in after:
                before.setdefault(each, []).append((here, player))
    ends = [each for each, count in waiting.items() if not count]
    for each in ends:  # which grows meanwhile
        for earlier in before.get(each, []):
            waiting[earlier] -= 1
            if not waiting[earlier]:
                ends.append(earlier)
    return len(ends) < len(waiting)


def at_most(g: Any, of_g: Options, h: Any, of_h: Options, onside: bool, room: Room) -> bool:
    """G <= H as onsides, or as offsides; raises TooMany."""
    start = (g, h, RIGHT)
    moves: dict[Any, list[tuple[Any, bool]]] = {}
    todo = [start]
    while todo:
        here = todo.pop()
        if here in moves:
            continue
        a, b, player = here
        other = player.opponent
        moves[here] = [((a, after, other), onside) for after in of_h(b, player)]
        moves[here] += [((after, b, other), not onside) for after in of_g(a, other)]
        todo.extend(after for after, _ in moves[here])
        if len(moves) > PAIRS * room.most:
            raise TooMany
        if not len(moves) % 256:
            room.watch()
    before: dict[Any, list[Any]] = {each: [] for each in moves}
    for here, after in moves.items():
        for each, _ in after:
            before[each].append(here)
    good = set(moves)
    while True:
        room.watch()

        reached: set[Any] = set()  # Left has a move that counts within the good, or gets closer to one
        todo = list(moves)
        while todo:
            here = todo.pop()
            if here in reached:
                continue
            fine = (after in reached or (counts and after in good) for after, counts in moves[here])
            if any(fine) if here[2] is LEFT else all(fine):
                reached.add(here)
                todo.extend(before[here])
        if reached == good:
            return start in good
        good = reached


def has_sides(position: Position, value: Value, room: Room) -> bool:
    """Does a position have this value? Raises TooMany."""
    positions = _of_positions(position, room)
    for onside in (True, False):
        start, options = _of_value(value.onside if onside else value.offside)
        if _alternates(start, options, room):
            return False
        if not at_most(0, positions, start, options, onside, room):
            return False
        if not at_most(start, options, 0, positions, onside, room):
            return False
    return True


def compared(position: Position, value: Value, room: Room) -> Finding:
    try:
        holds = has_sides(position, value, room)
    except (TooMany, LimitReached):
        room.watch()
        return not_checked(room.excuse)
    how = "both sides were compared with the position by the definition of their order"
    return settled(holds, how, "by the definition of the order its sides are not those of the position")

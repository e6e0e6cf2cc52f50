"""Who wins, what a position is worth in points or nimbers: the definitions, computed by the plain rules.

Everything here visits no more positions than the room allows, and shares nothing with the searches.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from perfectplay.checks.again import asked_again
from perfectplay.checks.trees import Bag, Part, Trees, bag_of, is_plain
from perfectplay.checks.verdict import Finding, Room, TooMany, settled
from perfectplay.errors import NotApplicable, PerfectPlayError
from perfectplay.nimbers import LOONY, Nimber
from perfectplay.players import DRAW, LEFT, RIGHT, Outcome, Player, Winner
from perfectplay.position import Move, Position
from perfectplay.result import Result
from perfectplay.values.recursion import solve

Key = TypeVar("Key", bound=Hashable)
Unfolded = TypeVar("Unfolded")


def unfold(
    equation: Callable[[Key, Callable[[Key], Unfolded]], Unfolded], root: Key, title: str, room: Room, times: int = 1
) -> Unfolded:
    """A recursive definition, evaluated for as many keys as the room allows; raises TooMany."""
    begun: set[Key] = set()

    def counted(key: Key, known: Callable[[Key], Unfolded]) -> Unfolded:
        begun.add(key)
        room.hold(len(begun) // times)
        return equation(key, known)

    try:
        return solve(counted, root)
    except PerfectPlayError:
        raise
    except ValueError:  # an answer depends on itself
        raise NotApplicable(f"{title}: positions repeat, so this cannot be checked") from None


def by_definition(result: Result[Any], definition: Callable[[], Any], room: Room) -> Finding:
    """The answer against its definition, or else against what other methods say."""
    try:
        found = definition()
    except TooMany:
        return asked_again(result, room)
    return settled(found == result.answer, "recomputed by the definition", f"by the definition it is {found}")


# the end of play ----------------------------------------------------------------------------------------------------


def final_winner(position: Position, player: Player, lead: int = 0) -> Winner | None:
    """Who has won if play is over with ``player`` to move, else None. ``lead`` is Left's points less Right's."""
    if position.winner is None and position.moves(player):
        return None
    if position.system.convention.points:
        return LEFT if lead > 0 else RIGHT if lead < 0 else DRAW
    if position.winner is not None:
        return position.winner
    winner: Winner = position.system.convention.when_stuck(player)
    return winner


Node = tuple[Position, Player, int]
"""A position, who moves there, and Left's points less Right's so far."""


def node_after(move: Move, lead: int = 0) -> Node:
    points = move.points if move.player is LEFT else -move.points
    return move.after, move.player if move.again else move.player.opponent, lead + points


# outcomes -----------------------------------------------------------------------------------------------------------


def _bag_winner(bag: Bag, player: Player, misere: bool, title: str, room: Room) -> Winner:
    """Who wins by the definition, in a game in which nothing but moves matters; raises TooMany."""

    def wins(node: tuple[Bag, Player], known: Callable[[tuple[Bag, Player]], bool]) -> bool:
        here, mover = node
        after = here.after(mover)
        return any(not known((each, mover.opponent)) for each in after) if after else misere

    return player if unfold(wins, (bag, player), title, room) else player.opponent


def _graph_winner(position: Position, player: Player, room: Room) -> Winner:
    """Who wins, from all positions that can be reached: determined backwards from the ends of play; positions that are
    never determined are played for ever. Raises TooMany."""
    start = (position, player)
    moved: dict[tuple[Position, Player], list[tuple[Position, Player]]] = {}
    known: dict[tuple[Position, Player], Winner] = {}
    before: dict[tuple[Position, Player], list[tuple[Position, Player]]] = {}
    todo = [start]
    while todo:
        node = todo.pop()
        if node in moved:
            continue
        moved[node] = []
        room.hold(len(moved))
        winner = final_winner(*node)
        if winner is not None:
            known[node] = winner
            continue
        moved[node] = list(dict.fromkeys(node_after(move)[:2] for move in node[0].moves(node[1])))
        for after in moved[node]:
            before.setdefault(after, []).append(node)
        todo.extend(moved[node])
    open_ones = {node: len(following) for node, following in moved.items()}
    seen_draw: set[tuple[Position, Player]] = set()
    ready = list(known)
    for node in ready:  # the list grows
        for earlier in before.get(node, ()):
            if earlier in known:
                continue
            open_ones[earlier] -= 1
            mover, winner = earlier[1], known[node]
            if winner is DRAW:
                seen_draw.add(earlier)
            if winner is mover:
                known[earlier] = mover
            elif not open_ones[earlier]:
                known[earlier] = DRAW if earlier in seen_draw else mover.opponent
            if earlier in known:
                ready.append(earlier)
    endless: Winner = position.system.convention.endless
    return known.get(start, endless)


def plain_winner(position: Position, player: Player, room: Room) -> Winner:
    system: Any = position.system
    if is_plain(position) and not system.convention.loops:
        return _bag_winner(bag_of(position), player, system.misere, system.title, room)
    return _graph_winner(position, player, room)


def plain_outcome(position: Position, room: Room) -> Outcome:
    """Who wins by the definition, where the position says whose move it is, whoever is said to start; raises
    TooMany."""
    starters = [position.to_move or starter for starter in Player]
    if position.system.convention.points:
        scores = [plain_score(position, starter, room) for starter in starters]
        return Outcome(*(LEFT if each > 0 else RIGHT if each < 0 else DRAW for each in scores))
    return Outcome(*(plain_winner(position, starter, room) for starter in starters))


# nimbers ------------------------------------------------------------------------------------------------------------


def plain_nimber(position: Position, room: Room) -> Nimber:
    """The definition, part by part; raises TooMany."""
    if position.system.convention.again:
        return _going_on_nimber(position, room)
    if position.system.convention.entails:
        return _entailing_nimber(position, room)

    def mex(part: Part, known: Callable[[Part], int]) -> int:
        taken = {_total(known(each) for each in parts) for parts in part.after(LEFT)}
        return next(n for n in range(len(taken) + 1) if n not in taken)

    # one table for all parts: those of a position are added up like those that a move leaves
    def nimber(key: Part | None, known: Callable[[Part | None], int]) -> int:
        return _total(known(part) for part in parts) if key is None else mex(key, known)

    parts = Trees().parts(position)
    return unfold(nimber, None, position.system.title, room)


def _total(nimbers: Iterable[int]) -> int:
    total = 0
    for each in nimbers:
        total ^= each
    return total


def _going_on_nimber(position: Position, room: Room) -> Nimber:
    """The same for whole positions of a game in which a player may have to move again."""

    def least(here: Position, known: Callable[[Position], Nimber]) -> Nimber:
        moves = here.moves(LEFT)
        plain = {known(move.after) for move in moves if not move.again}
        return _least(plain, {known(move.after) for move in moves if move.again})

    return unfold(least, position, position.system.title, room)


def _entailing_nimber(position: Position, room: Room) -> Nimber:
    """The n for which the position beside a nim heap of n is lost, by play; LOONY if there is none. A player whose
    answer is entailed cannot move in the heap. Each position that is not entailed has a nimber below the number of
    those that follow, so that larger heaps than that are all alike. Raises TooMany."""
    system: Any = position.system
    free, seen, todo = 0, {position}, [position]
    for here in todo:  # the list grows
        free += not system.entailed(here.state)
        after = {move.after for move in here.moves(LEFT)} - seen
        seen |= after
        todo += after
        room.hold(len(seen))

    def wins(node: tuple[Position, int], known: Callable[[tuple[Position, int]], bool]) -> bool:
        here, heap = node
        if any(not known((move.after, heap)) for move in here.moves(LEFT)):
            return True
        return not system.entailed(here.state) and any(not known((here, less)) for less in range(heap))

    lost = (n for n in range(free + 1) if not unfold(wins, (position, n), system.title, room))
    return next(lost, LOONY)


def _least(plain: set[Nimber], going_on: set[Nimber]) -> Nimber:
    """The n for which the position beside a nim heap of n is lost, LOONY if there is none.

    Without moves that continue, that is the least nimber that no option has. A move that continues wins unless it leads
    to n.
    """
    if not going_on:
        return next(n for n in range(len(plain) + 1) if n not in plain)
    (shared, *others) = going_on
    return LOONY if others or shared in plain else shared


# scores -------------------------------------------------------------------------------------------------------------


def plain_score(position: Position, player: Player, room: Room) -> int:
    """The definition, Left's points less Right's; raises TooMany."""

    def points(node: tuple[Position, Player], known: Callable[[tuple[Position, Player]], int]) -> int:
        here, mover = node
        totals = []
        for move in here.moves(mover):
            there, next_mover, gained = node_after(move)
            totals.append(known((there, next_mover)) + gained)
        return (max(totals) if mover is LEFT else min(totals)) if totals else 0

    return unfold(points, (position, player), position.system.title, room)

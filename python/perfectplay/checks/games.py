"""Checks of answers about games: strategies are followed, outcomes, nimbers and scores found from their definitions."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from perfectplay.checks.again import asked_again
from perfectplay.checks.trees import Bag, Part, Trees, bag_of, is_plain
from perfectplay.checks.verdict import (
    NOT_CHECKED,
    PATIENCE,
    PLAYS,
    REFUTED,
    VERIFIED,
    Fields,
    Finding,
    Room,
    TooMany,
    not_checked,
    refuted,
    settled,
    verified,
)
from perfectplay.errors import IllegalMove, LimitReached, NotApplicable, PerfectPlayError
from perfectplay.kinds.sum import Sum
from perfectplay.limits import Limits
from perfectplay.nimbers import LOONY, Nimber
from perfectplay.players import DRAW, LEFT, RIGHT, Outcome, Player, Winner
from perfectplay.questions.strategy import Strategy, Written
from perfectplay.result import Result
from perfectplay.system import Move, Position
from perfectplay.values.recursion import solve

Key = TypeVar("Key", bound=Hashable)
Unfolded = TypeVar("Unfolded")


def unfold(
    equation: Callable[[Key, Callable[[Key], Unfolded]], Unfolded], root: Key, title: str, room: Room, times: int = 1
) -> Unfolded:
    """A recursive definition, evaluated for as many keys as there is room for; raises TooMany."""
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


# strategies ---------------------------------------------------------------------------------------------------------


def final_winner(position: Position, player: Player, lead: int = 0) -> Winner | None:
    """Who has won if the play is over with ``player`` to move, else None. ``lead`` is Left's points less Right's."""
    if position.winner is None and position.moves(player):
        return None
    if position.system.scored:  # type: ignore[attr-defined]
        return LEFT if lead > 0 else RIGHT if lead < 0 else DRAW
    if position.winner is not None:
        return position.winner
    return position.system.when_stuck(player)  # type: ignore[attr-defined, no-any-return]


Node = tuple[Position, Player, int]
"""A position, who moves there, and Left's points less Right's so far."""
Promise = Strategy | Written


def _after(move: Move, lead: int = 0) -> Node:
    points = move.points if move.player is LEFT else -move.points
    return move.after, move.player if move.again else move.player.opponent, lead + points


def _keeps(promise: Promise, winner: Winner) -> bool:
    return winner is promise.player or (promise.draw and winner is DRAW)


def _reply(promise: Promise, position: Position) -> Move | None:
    """What the promise says here, as a move of the rules that the check has read; None if it is none of them.

    The strategist is asked about the same state as a position of its own system, whose tables it knows.
    """
    text = promise.says(_as_found(position, promise.position))
    if text is None:
        return None
    try:
        return position.move(text, promise.player)
    except IllegalMove:
        return None


def _as_found(position: Position, start: Position) -> Position:
    if isinstance(start.system, Sum):
        parts = zip(start.state, position.state, strict=True)
        return Position(start.system, tuple(Position(found.system, here.state) for found, here in parts))
    return Position(start.system, position.state)


def follow(promise: Promise, start: Node, room: Room) -> str:
    """Follow a promise against every reply; empty if it is kept, else how it is broken. Raises TooMany.

    Whoever promises to win must not go round in circles, so that play which follows the promise has to end.
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
        moved[node] = [_after(move, lead) for move in moves]
        todo.extend(moved[node])
    if not promise.draw and _has_cycle(moved):
        return f"{promise.player} may never come to an end"
    if isinstance(promise, Written) and promise.replies is not None:
        needed = {str(position) for position, player, _ in moved if player is promise.player}
        if not promise.replies.keys() <= needed:
            return "it has replies in positions that play never comes to"
    return ""


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


def try_out(promise: Promise, start: Node, rng: random.Random, room: Room) -> str:
    """Follow a promise in some plays against an opponent who now and then plays as well as can be; empty if it was
    kept in all of them."""
    for play in range(PLAYS):
        position, player, lead = start
        for _ in range(1000):
            room.watch()
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
                move = rng.choice(position.moves(player))
            else:
                move = _reply(Strategy(promise.position, player, player), position) or rng.choice(
                    position.moves(player)
                )
            position, player, lead = _after(move, lead)
    return ""


# outcomes -----------------------------------------------------------------------------------------------------------


def _bag_winner(bag: Bag, player: Player, misere: bool, title: str, room: Room) -> Winner:
    """Who wins by the definition, in a game in which moves are just moves; raises TooMany."""

    def wins(node: tuple[Bag, Player], known: Callable[[tuple[Bag, Player]], bool]) -> bool:
        here, mover = node
        after = here.after(mover)
        return any(not known((each, mover.opponent)) for each in after) if after else misere

    return player if unfold(wins, (bag, player), title, room) else player.opponent


def _graph_winner(position: Position, player: Player, room: Room) -> Winner:
    """Who wins, from all positions that can be reached: settled backwards from the ends of play, and what is never
    settled is a draw. Raises TooMany."""
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
        moved[node] = list(dict.fromkeys(_after(move)[:2] for move in node[0].moves(node[1])))
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
    return known.get(start, DRAW)


def plain_outcome(position: Position, room: Room) -> Outcome:
    """Who wins by the definition; raises TooMany."""
    system: Any = position.system
    if system.scored:
        scores = [plain_score(position, starter, room) for starter in Player]
        return Outcome(*(LEFT if each > 0 else RIGHT if each < 0 else DRAW for each in scores))
    return Outcome(*(_winner(position, starter, room) for starter in Player))


def check_outcome(result: Result[Any], rng: random.Random, room: Room) -> Fields:
    """The answer by strategies that are followed against every reply, or else by the definition. Those of the witness
    are followed first; where they fail, or where there are none, others are found."""
    needed = _needed(result.position, result.answer)
    given: dict[str, Promise] = result.witness or {}
    fault = _misfit(given, needed) if given else ""
    found = _all_kept(needed if fault else {**needed, **given}, result, rng, room)
    answer, witness = found, refuted(fault) if fault else found
    if found.status == REFUTED and any(isinstance(each, Written) for each in given.values()):
        answer = _all_kept(needed, result, rng, room)  # that a strategy fails says nothing of others
    if answer.status == NOT_CHECKED:
        answer = by_definition(result, lambda: plain_outcome(result.position, room), room)
    return {"answer": answer, "witness": witness} if given else {"answer": answer}


def _all_kept(promises: Mapping[str, Promise], result: Result[Any], rng: random.Random, room: Room) -> Finding:
    """Are all these promises kept?"""
    for promise in promises.values():
        finding = followed(promise, (result.position, promise.starter, 0), rng, room)
        if finding.status != VERIFIED:
            return finding
    names = " and ".join(f"{each.player}'s strategy when {each.starter} starts" for each in promises.values())
    return verified(f"followed {names} against every reply")


def _worst(findings: list[Finding]) -> Finding:
    return min(findings, key=lambda finding: (REFUTED, NOT_CHECKED, VERIFIED).index(finding.status))


def by_definition(result: Result[Any], definition: Callable[[], Any], room: Room) -> Finding:
    """The answer against its definition, or else against what other methods say."""
    try:
        found = definition()
    except TooMany:
        return asked_again(result, room)
    return settled(found == result.answer, "recomputed by the definition", f"by the definition it is {found}")


def _needed(position: Position, found: Outcome) -> dict[str, Strategy]:
    """A strategy for whoever wins (for both players where it is a draw), depending on who starts."""
    strategies = {}
    for starter in Player:
        winner = found.when(starter)
        for player in Player if winner is DRAW else (winner,):
            assert isinstance(player, Player)
            name = f"{player} when {starter} starts"
            strategies[name] = Strategy(position, player, starter, draw=winner is DRAW)
    return strategies


def _misfit(given: Any, needed: dict[str, Strategy]) -> str:
    """What is wrong with the strategies of a witness before any move is made."""
    for name, strategy in needed.items():
        each = given.get(name)
        if each is None:
            return f"there is no strategy for {name}"
        fault = _unlike(each, strategy)
        if fault:
            return f"the strategy for {name} {fault}"
    extra = next((name for name in given if name not in needed), None)
    return f"a strategy for {extra} does not belong to this answer" if extra else ""


def _unlike(promise: Promise, needed: Strategy) -> str:
    """What is wrong with a promise, where this one is needed."""
    if (promise.player, promise.starter, promise.draw) != (needed.player, needed.starter, needed.draw):
        return "promises something else"
    if isinstance(promise, Written):
        begins = None if promise.replies is None else promise.replies.get(str(promise.position))
        if promise.starter is not promise.player:
            return f"begins with {promise.first}, and the other player begins" if promise.first is not None else ""
        if promise.replies is not None and promise.first != begins:
            return f"begins with {promise.first}, and its table with {begins}"
    return ""


def followed(promise: Promise, start: Node, rng: random.Random, room: Room) -> Finding:
    """Follow a promise against every reply, or against some where there are too many."""
    try:
        fault, complete = follow(promise, start, room), True
    except TooMany:
        fault, complete = try_out(promise, start, rng, room), False
    if fault:
        return refuted(f"{promise.player}'s strategy when {promise.starter} starts fails: {fault}")
    if complete:
        return verified(f"followed {promise.player}'s strategy against every reply")
    return not_checked(f"{room.excuse}, and {PLAYS} plays kept the promise")


# best moves ---------------------------------------------------------------------------------------------------------


def check_best(result: Result[Any], rng: random.Random, room: Room) -> Fields:
    """A move is best if no other leads to more."""
    player: Player = result.details["player"]
    position = result.position
    if result.answer is None:
        fields = {"answer": settled(not position.moves(player), "there is no legal move", "there are legal moves")}
        if result.witness is not None:
            fields["witness"] = refuted("a strategy where there is no move")
        return fields
    try:
        move = position.move(result.answer.text, player)
    except IllegalMove:
        return {"answer": refuted("the move is not legal")}
    if position.system.scored:  # type: ignore[attr-defined]
        fields = {"answer": _most_points(result, move, room)}
        winner = None
    else:
        finding, winner = _best_result(result, move, rng, room)
        fields = {"answer": finding}
    if result.witness is not None:
        fields["witness"] = _promised(result, move, winner, rng, room)
    if str(result.details.get("why") or ""):
        fields["why"] = _reasons(result, move, room)
    return fields


def _reasons(result: Result[Any], move: Move, room: Room) -> Finding:
    """The words that come with a move: those of the system, or values, which are compared with the positions."""
    from perfectplay.checks.values import equals
    from perfectplay.questions.best import Why

    why = Why(result.position, move)
    told = result.details["why"]
    if not str(why):
        return not_checked("no reasons were found soon")
    if (told if isinstance(told, str) else str(told)) != str(why):
        return refuted(f"asked again, the reasons are {str(why)!r}")
    if why.words or why.before is None or why.after is None:
        return verified("the system says so again")
    try:
        holds = equals(result.position, why.before, room) and equals(move.after, why.after, room)
    except TooMany:
        return not_checked(room.excuse)
    return settled(holds, "the values were compared with the positions")


def _most_points(result: Result[Any], move: Move, room: Room) -> Finding:
    there, mover, lead = _after(move)
    try:
        holds = lead + plain_score(there, mover, room) == plain_score(result.position, move.player, room)
        return settled(holds, "recomputed by the definition that no move gets more points", "another gets more points")
    except TooMany:
        pass
    from perfectplay.questions.score import score

    try:
        claimed = lead + int(score(there, mover, limits=Limits(time=PATIENCE)).answer)
    except LimitReached:
        return not_checked(room.excuse)
    details = {"player": move.player}
    return asked_again(Result("score", result.position, claimed, "", details=details), room)


def _best_result(result: Result[Any], move: Move, rng: random.Random, room: Room) -> tuple[Finding, Winner | None]:
    """Whether no move leads to more, and who wins, if that is known."""
    player, position = move.player, result.position
    there, mover, _ = _after(move)
    try:
        best, got = _winner(position, player, room), _winner(there, mover, room)
        how = "recomputed by the definition that no move leads to more"
        return settled(best is got, how, f"by the definition it leads to {got}, and another to {best}"), best
    except TooMany:
        pass
    from perfectplay.questions.outcome import outcome

    try:
        winner = outcome(position, limits=Limits(time=PATIENCE)).answer.when(player)
    except LimitReached:
        return not_checked(room.excuse), None
    start: Node = (position, player, 0)
    if winner is player.opponent:
        finding = followed(Strategy(position, player.opponent, player), start, rng, room)
        how = f"{player.opponent} wins against every move, and so against this one"
    else:
        kept = Strategy(position, player, player, draw=winner is DRAW)
        findings = [followed(kept, _after(move), rng, room)]
        if winner is DRAW:  # and the opponent can hold the draw
            findings.append(followed(Strategy(position, player.opponent, player, draw=True), start, rng, room))
        finding = _worst(findings)
        how = f"followed {player}'s strategy after the move against every reply"
    return (verified(how) if finding.status == VERIFIED else finding), winner


def _winner(position: Position, player: Player, room: Room) -> Winner:
    system: Any = position.system
    if is_plain(position) and not system.loopy:
        return _bag_winner(bag_of(position), player, system.misere, system.title, room)
    return _graph_winner(position, player, room)


def _promised(result: Result[Any], move: Move, winner: Winner | None, rng: random.Random, room: Room) -> Finding:
    """The strategy that comes with a move: of the player if he wins or draws, else of the opponent."""
    player, promise = move.player, result.witness
    if winner is not None:
        keeper = player if winner is DRAW else winner
        assert isinstance(keeper, Player)
        fault = _unlike(promise, Strategy(result.position, keeper, player, draw=winner is DRAW))
        if fault:
            return refuted(f"the strategy {fault}")
    if promise.player is player and promise.says(_as_found(result.position, promise.position)) != move.text:
        return refuted("the strategy begins with another move")
    return followed(promise, (result.position, player, 0), rng, room)


# nimbers ------------------------------------------------------------------------------------------------------------


def plain_nimber(position: Position, room: Room) -> Nimber:
    """The definition, part by part; raises TooMany."""
    if position.system.moves_on:  # type: ignore[attr-defined]
        return _going_on_nimber(position, room)

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
    """The same for whole positions of a game in which a player may have to move on."""

    def least(here: Position, known: Callable[[Position], Nimber]) -> Nimber:
        moves = here.moves(LEFT)
        plain = {known(move.after) for move in moves if not move.again}
        return _least(plain, {known(move.after) for move in moves if move.again})

    return unfold(least, position, position.system.title, room)


def _least(plain: set[Nimber], going_on: set[Nimber]) -> Nimber:
    """The n for which the position beside a nim heap of n is lost, LOONY if there is none.

    Without moves that go on that is the least nimber that no option has. A move that goes on wins unless it leads to n.
    """
    if not going_on:
        return next(n for n in range(len(plain) + 1) if n not in plain)
    (shared, *others) = going_on
    return LOONY if others or shared in plain else shared


def check_grundy(result: Result[Any], rng: random.Random, room: Room) -> Fields:
    most = len(result.position.moves(LEFT))
    if result.answer is not LOONY and not 0 <= result.answer <= most:
        return {"answer": refuted(f"a position with {most} moves has a nimber of at most {most}")}
    return {"answer": by_definition(result, lambda: plain_nimber(result.position, room), room)}


# scores -------------------------------------------------------------------------------------------------------------


def plain_score(position: Position, player: Player, room: Room) -> int:
    """The definition, Left's points less Right's; raises TooMany."""

    def points(node: tuple[Position, Player], known: Callable[[tuple[Position, Player]], int]) -> int:
        here, mover = node
        totals = []
        for move in here.moves(mover):
            there, next_mover, gained = _after(move)
            totals.append(known((there, next_mover)) + gained)
        return (max(totals) if mover is LEFT else min(totals)) if totals else 0

    return unfold(points, (position, player), position.system.title, room)


def check_score(result: Result[Any], rng: random.Random, room: Room) -> Fields:
    player = result.details["player"]
    return {"answer": by_definition(result, lambda: plain_score(result.position, player, room), room)}

"""Strategies are followed, nimbers and scores recomputed from their definitions."""

from __future__ import annotations

import random
from typing import Any

from perfectplay.checks.verified import PLAYS, SMALL, TooMany, Verified
from perfectplay.nimbers import LOONY, Nimber
from perfectplay.players import DRAW, LEFT, RIGHT, Outcome, Player, Winner
from perfectplay.questions.strategy import Strategy
from perfectplay.result import Result
from perfectplay.system import Move, Position

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


def _after(move: Move, lead: int = 0) -> Node:
    points = move.points if move.player is LEFT else -move.points
    return move.after, move.player if move.again else move.player.opponent, lead + points


def _keeps(strategy: Strategy, winner: Winner) -> bool:
    return winner is strategy.player or (strategy.draw and winner is DRAW)


def _follow_all(strategy: Strategy) -> bool:
    """Follow a strategy against every reply; raises TooMany."""
    seen: set[Node] = set()
    todo: list[Node] = [(strategy.position, strategy.starter, strategy.lead)]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        if len(seen) > SMALL:
            raise TooMany
        position, player, lead = node
        winner = final_winner(position, player, lead)
        if winner is not None:
            if not _keeps(strategy, winner):
                return False
            continue
        if player is strategy.player:
            move = strategy.reply(position)
            moves = [] if move is None else [position.move(move.text, player)]
            if not moves:
                return False
        else:
            moves = position.moves(player)
        todo.extend(_after(move, lead) for move in moves)
    return True


def _follow_some(strategy: Strategy, rng: random.Random) -> bool:
    for _ in range(PLAYS):
        position, player, lead = strategy.position, strategy.starter, strategy.lead
        for _ in range(10_000):
            winner = final_winner(position, player, lead)
            if winner is not None:
                if not _keeps(strategy, winner):
                    return False
                break
            if player is strategy.player:
                reply = strategy.reply(position)
                if reply is None:
                    return False
                move = position.move(reply.text, player)
            else:
                move = rng.choice(position.moves(player))
            position, player, lead = _after(move, lead)
    return True


def _follow(strategy: Strategy, rng: random.Random) -> tuple[bool, bool]:
    """(does it keep its promise, was every reply tried)"""
    try:
        return _follow_all(strategy), True
    except TooMany:
        return _follow_some(strategy, rng), False


def verify_outcome(result: Result[Any], rng: random.Random) -> Verified:
    found: Outcome = result.answer
    needed = []
    for starter in Player:
        winner = found.when(starter)
        for player in Player if winner is DRAW else (winner,):
            assert isinstance(player, Player)
            needed.append(Strategy(result.position, player, starter, draw=winner is DRAW))
    complete = True
    for strategy in needed:
        holds, every = _follow(strategy, rng)
        complete &= every
        if not holds:
            return Verified(False, f"the strategy of {strategy.player} fails when {strategy.starter} starts", every)
    names = " and ".join(f"{s.player}'s strategy when {s.starter} starts" for s in needed)
    return Verified(True, f"followed {names} against {'every reply' if complete else 'random replies'}", complete)


def verify_best(result: Result[Any], rng: random.Random) -> Verified:
    player: Player = result.details["player"]
    if result.answer is None:
        return Verified(not result.position.moves(player), "there is no legal move", True)
    if result.answer.text not in [move.text for move in result.position.moves(player)]:
        return Verified(False, "the move is not legal", True)
    strategy: Strategy = result.witness
    if result.position.system.scored:  # type: ignore[attr-defined]
        try:
            return _verify_points(result, player)
        except TooMany:
            pass
    if strategy.player is not player and not strategy.draw:
        # Every move loses: the opponent's strategy shows it.
        holds, every = _follow(strategy, rng)
        return Verified(holds, f"{strategy.player} wins against every move, and so against this one", every)
    there, mover, lead = _after(result.answer)
    after = Strategy(there, player, mover, strategy.draw, lead)
    holds, every = _follow(after, rng)
    return Verified(holds, f"followed {player}'s strategy after the move", every)


# nimbers ------------------------------------------------------------------------------------------------------------


def _plain_nimber(position: Position) -> Nimber:
    """The definition. Raises TooMany."""
    known: dict[Position, Nimber] = {}
    stack = [(position, position.moves(LEFT))]
    while stack:
        here, moves = stack[-1]
        missing = next((move.after for move in moves if move.after not in known), None)
        if missing is not None:
            if len(known) + len(stack) > SMALL:
                raise TooMany
            stack.append((missing, missing.moves(LEFT)))
            continue
        plain = {known[move.after] for move in moves if not move.again}
        known[here] = _least(plain, {known[move.after] for move in moves if move.again})
        stack.pop()
    return known[position]


def _least(plain: set[Nimber], going_on: set[Nimber]) -> Nimber:
    """The n for which the position beside a nim heap of n is lost, LOONY if there is none.

    Without moves that go on that is the least nimber that no option has. A move that goes on wins unless it leads to n.
    """
    if not going_on:
        return next(n for n in range(len(plain) + 1) if n not in plain)
    (shared, *others) = going_on
    return LOONY if others or shared in plain else shared


def verify_grundy(result: Result[Any], rng: random.Random) -> Verified:
    most = len(result.position.moves(LEFT))
    if result.answer is not LOONY and not 0 <= result.answer <= most:
        return Verified(False, f"a position with {most} moves has a nimber of at most {most}", True)
    try:
        return Verified(_plain_nimber(result.position) == result.answer, "recomputed by the definition", True)
    except TooMany:
        pass
    for _ in range(PLAYS):
        heap = rng.randrange(most + 2) if result.answer is LOONY else int(result.answer)
        if not _wins_beside(result.position, heap, result.answer is LOONY, rng):
            return Verified(False, f"lost a play beside a nim heap of {heap}", False)
    if result.answer is LOONY:
        return Verified(True, f"won {PLAYS} plays as first player with any nim heap added", False)
    return Verified(True, f"won {PLAYS} plays as second player with a nim heap of {result.answer} added", False)


def _wins_beside(position: Position, heap: int, ours: bool, rng: random.Random) -> bool:
    """Play a position and a nim heap by nimbers against random moves; ``ours`` says who moves first."""
    from perfectplay.questions.grundy import grundy

    while True:
        options = [(move.after, heap, move.again) for move in position.moves(LEFT)]
        options += [(position, smaller, False) for smaller in range(heap)]
        if ours:
            # who moves on must be winning there, and the opponent must not be
            options = [each for each in options if (grundy(each[0]) != each[1]) == each[2]][:1]
        if not options:
            return not ours
        position, heap, again = rng.choice(options)
        ours = ours == again


# scores -------------------------------------------------------------------------------------------------------------


def _plain_score(position: Position, player: Player) -> int:
    """The definition, Left's points less Right's; raises TooMany."""
    known: dict[tuple[Position, Player], int] = {}
    stack = [(position, player)]
    while stack:
        here, mover = stack[-1]
        moves = here.moves(mover)
        nodes = [(move.after, mover if move.again else mover.opponent) for move in moves]
        missing = next((node for node in nodes if node not in known), None)
        if missing is not None:
            if len(known) + len(stack) > SMALL:
                raise TooMany
            stack.append(missing)
            continue
        sign = 1 if mover is LEFT else -1
        values = [known[node] + sign * move.points for node, move in zip(nodes, moves, strict=True)]
        known[here, mover] = (max(values) if mover is LEFT else min(values)) if values else 0
        stack.pop()
    return known[position, player]


def _verify_points(result: Result[Any], player: Player) -> Verified:
    """Does the move get the score? Raises TooMany."""
    there, mover, lead = _after(result.answer)
    found = lead + _plain_score(there, mover)
    how = "recomputed by the definition that no move gets more points"
    return Verified(found == _plain_score(result.position, player), how, True)


def verify_score(result: Result[Any], rng: random.Random) -> Verified:
    try:
        found = _plain_score(result.position, result.details["player"])
    except TooMany:
        return Verified(True, "not recomputed, too many positions", False)
    return Verified(found == result.answer, "recomputed by the definition", True)

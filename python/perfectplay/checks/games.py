"""Strategies are followed, nimbers and scores recomputed from their definitions."""

from __future__ import annotations

import random
from typing import Any

from perfectplay.checks.verified import PLAYS, SMALL, TooMany, Verified
from perfectplay.players import DRAW, LEFT, Outcome, Player, Winner
from perfectplay.questions.strategy import Strategy
from perfectplay.result import Result
from perfectplay.system import Position

# strategies ---------------------------------------------------------------------------------------------------------


def final_winner(position: Position, player: Player) -> Winner | None:
    """Who has won if the play is over with ``player`` to move, else None."""
    if position.winner is not None:
        return position.winner
    if not position.moves(player):
        return position.system.when_stuck(player)  # type: ignore[attr-defined, no-any-return]
    return None


def _keeps(strategy: Strategy, winner: Winner) -> bool:
    return winner is strategy.player or (strategy.draw and winner is DRAW)


def _follow_all(strategy: Strategy) -> bool:
    """Follow a strategy against every reply; raises TooMany."""
    seen: set[tuple[Position, Player]] = set()
    todo = [(strategy.position, strategy.starter)]
    while todo:
        position, player = todo.pop()
        if (position, player) in seen:
            continue
        seen.add((position, player))
        if len(seen) > SMALL:
            raise TooMany
        winner = final_winner(position, player)
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
        todo.extend((move.after, player if move.again else player.opponent) for move in moves)
    return True


def _follow_some(strategy: Strategy, rng: random.Random) -> bool:
    for _ in range(PLAYS):
        position, player = strategy.position, strategy.starter
        for _ in range(10_000):
            winner = final_winner(position, player)
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
            position, player = move.after, player if move.again else player.opponent
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
    if strategy.player is not player and not strategy.draw:
        # Every move loses: the opponent's strategy shows it.
        holds, every = _follow(strategy, rng)
        return Verified(holds, f"{strategy.player} wins against every move, and so against this one", every)
    after = Strategy(result.answer.after, player, player if result.answer.again else player.opponent, strategy.draw)
    holds, every = _follow(after, rng)
    return Verified(holds, f"followed {player}'s strategy after the move", every)


# nimbers ------------------------------------------------------------------------------------------------------------


def _plain_nimber(position: Position) -> int:
    """The definition: the least nimber that no option has. Raises TooMany."""
    known: dict[Position, int] = {}
    stack = [(position, [move.after for move in position.moves(LEFT)])]
    while stack:
        here, options = stack[-1]
        missing = next((option for option in options if option not in known), None)
        if missing is not None:
            if len(known) + len(stack) > SMALL:
                raise TooMany
            stack.append((missing, [move.after for move in missing.moves(LEFT)]))
            continue
        values = {known[option] for option in options}
        known[here] = next(n for n in range(len(values) + 1) if n not in values)
        stack.pop()
    return known[position]


def verify_grundy(result: Result[Any], rng: random.Random) -> Verified:
    most = len(result.position.moves(LEFT))
    if not 0 <= result.answer <= most:
        return Verified(False, f"a position with {most} moves has a nimber of at most {most}", True)
    try:
        return Verified(_plain_nimber(result.position) == result.answer, "recomputed by the definition", True)
    except TooMany:
        pass
    from perfectplay.questions.grundy import grundy

    # Play the position plus a nim heap of the claimed size as second player; the claim says that this wins.
    for _ in range(PLAYS):
        position, heap = result.position, int(result.answer)
        while True:
            options: list[tuple[Position, int]] = [(move.after, heap) for move in position.moves(LEFT)]
            options += [(position, smaller) for smaller in range(heap)]
            if not options:
                break
            position, heap = rng.choice(options)
            replies: list[tuple[Position, int]] = [(move.after, heap) for move in position.moves(LEFT)]
            replies += [(position, smaller) for smaller in range(heap)]
            reply = next((r for r in replies if grundy(r[0]) == r[1]), None)
            if reply is None:
                return Verified(False, f"the first player wins the position plus a nim heap of {result.answer}", False)
            position, heap = reply
    return Verified(True, f"won {PLAYS} plays as second player with a nim heap of {result.answer} added", False)


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


def verify_score(result: Result[Any], rng: random.Random) -> Verified:
    try:
        found = _plain_score(result.position, result.details["player"])
    except TooMany:
        return Verified(True, "not recomputed, too many positions", False)
    return Verified(found == result.answer, "recomputed by the definition", True)

"""Who wins, the nimber and the score, by the definitions: recursion over ``Position.moves`` and ``when_stuck``."""

from __future__ import annotations

from perfectplay import DRAW, LEFT, LOONY, RIGHT, Move, Outcome, Player, Position
from perfectplay.nimbers import Nimber
from perfectplay.players import Winner

Known = dict[tuple[Position, Player], Winner]


class TooLarge(Exception):
    """More positions than the asker wanted to look at."""


def after(position: Position, player: Player) -> list[tuple[Position, Player]]:
    """Every position after a move of ``player``, with who moves then."""
    return [(move.after, player if move.again else player.opponent) for move in position.moves(player)]


def stuck(position: Position, player: Player) -> Winner:
    winner: Winner = position.system.convention.when_stuck(player)
    return winner


Scores = dict[tuple[Position, Player], int]


def score(position: Position, player: Player, known: Scores) -> int:
    """Left's points less Right's when ``player`` moves next."""
    key = (position, player)
    if key not in known:
        moves = [] if position.winner is not None else position.moves(player)
        sign = 1 if player is LEFT else -1
        found = [score_after(move, known) for move in moves]
        known[key] = sign * max((sign * each for each in found), default=0)
    return known[key]


def score_after(move: Move, known: Scores) -> int:
    points = move.points if move.player is LEFT else -move.points
    return points + score(move.after, move.player if move.again else move.player.opponent, known)


def is_best(position: Position, move: Move, known: Known, scores: Scores) -> bool:
    """Does a move keep the outcome, or get the score where points decide?"""
    if position.system.scored:
        return score_after(move, scores) == score(position, move.player, scores)
    then = move.player if move.again else move.player.opponent
    return winner(move.after, then, known) is winner(position, move.player, known)


def winner(position: Position, player: Player, known: Known, most: int = 1 << 60) -> Winner:
    """The winner when ``player`` moves next and no position can repeat: recursion, remembering what is known."""
    if position.system.scored:
        lead = score(position, player, {})
        return LEFT if lead > 0 else RIGHT if lead < 0 else DRAW
    key = (position, player)
    if key not in known:
        if len(known) > most:
            raise TooLarge
        if position.winner is not None:
            found = position.winner
        else:
            results = [winner(there, mover, known, most) for there, mover in after(position, player)]
            if not results:
                found = stuck(position, player)
            elif player in results:
                found = player
            else:
                found = DRAW if DRAW in results else player.opponent
        known[key] = found
    return known[key]


def outcome(position: Position, most: int = 1 << 60) -> Outcome:
    known: Known = {}
    starters = [LEFT, RIGHT] if position.to_move is None else [position.to_move] * 2
    return Outcome(*(winner(position, starter, known, most) for starter in starters))


def loopy_outcome(position: Position, most: int = 1 << 60) -> Outcome:
    """The same for games whose positions repeat: where nobody can force an end, the play is endless."""
    nodes: dict[tuple[Position, Player], list[tuple[Position, Player]]] = {}
    todo: list[tuple[Position, Player]] = [(position, LEFT), (position, RIGHT)]
    while todo:
        node = todo.pop()
        if node in nodes:
            continue
        if len(nodes) > most:
            raise TooLarge
        nodes[node] = [] if node[0].winner is not None else after(*node)
        todo.extend(nodes[node])
    found: Known = {}
    changed = True
    while changed:  # a result is certain once it follows from certain ones
        changed = False
        for node, options in nodes.items():
            if node in found:
                continue
            here, player = node
            results = [found.get(option) for option in options]
            if here.winner is not None:
                found[node] = here.winner
            elif not options:
                found[node] = stuck(here, player)
            elif player in results:
                found[node] = player
            elif all(result is player.opponent for result in results):
                found[node] = player.opponent
            else:
                continue
            changed = True
    endless: Winner = position.system.convention.endless
    starters = [LEFT, RIGHT] if position.to_move is None else [position.to_move] * 2
    return Outcome(*(found.get((position, starter), endless) for starter in starters))


def wins_beside(position: Position, heap: int, known: dict[tuple[Position, int], bool]) -> bool:
    """Does the first player win the position with a nim heap added, in normal play?"""
    key = (position, heap)
    if key not in known:
        free = () if position.system.entailed(position.state) else range(heap)
        known[key] = any(not wins_beside(position, less, known) for less in free) or any(
            wins_beside(move.after, heap, known) is move.again for move in position.moves(LEFT)
        )
    return known[key]


def nimber(position: Position, known: dict[tuple[Position, int], bool] | None = None) -> Nimber:
    """The size of the nim heap beside which the position is lost; LOONY if there is none.

    Heaps larger than the number of moves need not be tried: there are too few options to forbid all smaller ones. (An
    entailing move may forbid any number of them, but none above the nimbers that follow.)
    """
    known = {} if known is None else known
    followers = sum(map(len, reach(position, 10_000))) if position.system.entailing else len(position.moves(LEFT))
    heaps = range(followers + 1)
    return next((heap for heap in heaps if not wins_beside(position, heap, known)), LOONY)


def reach(position: Position, most: int) -> list[list[Position]]:
    """Everything that moves of either player in any order lead to, by the number of moves. A game that is over stops;
    a puzzle may be played on after it is solved."""
    system = position.system
    players = [LEFT] if system.players == 1 or position.impartial else list(Player)
    seen = {position}
    layers = [[position]]
    while layers[-1]:
        layer = []
        for here in layers[-1]:
            if system.players == 2 and here.winner is not None:
                continue
            for player in players:
                for _, state, *_ in system.legal(here.state, player):
                    there = Position(system, state)
                    if there not in seen:
                        if len(seen) >= most:
                            raise TooLarge
                        seen.add(there)
                        layer.append(there)
        layers.append(layer)
    return layers[:-1]

"""Answers about positions whose value is a number: what theorems about such games have in common.

A number is positive, negative or zero: Left wins, Right wins, or the second player wins. Every move in a number makes
the position worse for the mover, and the winner wins by losing as little as possible.
"""

from __future__ import annotations

from fractions import Fraction

from perfectplay.method import Found
from perfectplay.players import LEFT, RIGHT, Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises


def outcome_of(position: Position, number: int | Fraction) -> Found:
    """Who wins, by the sign of the value."""
    found = Outcome(LEFT if number > 0 else RIGHT, RIGHT if number < 0 else LEFT)
    return Found(found, promises(position, found))


def best_of(position: Position, player: Player, move: Move | None, wins: bool) -> Found:
    """A move for ``player`` that wins if any move does; None where there is no move."""
    winner = player if wins else player.opponent
    return Found(move, None if move is None else Strategy(position, winner, player))

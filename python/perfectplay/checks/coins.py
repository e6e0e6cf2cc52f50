"""Coin turning: nimbers of single coins against the plain rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perfectplay.checks.verdict import Finding, Wrong, not_checked, verified
from perfectplay.families.coin_turning import CoinGame, Coins, heads
from perfectplay.limits import watched
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.result import Result

MODEST = 500_000
"""Moves of single coins that are gone through."""


def coins_decide(result: Result[Any]) -> Finding:
    """Each coin alone has the least nimber that no move of it leads to, where what a move leaves is the nim sum of its
    heads; and the nim sum of the position says who wins."""
    position, certificate = result.position, result.witness["certificate"]
    system = position.system
    if not isinstance(system, CoinGame) or system.misere:
        raise Wrong("it is about coin turning in normal play")
    if not isinstance(certificate, dict) or set(certificate) != {"coins"}:
        raise Wrong("it has other entries than the nimbers of coins")
    nimbers = certificate["coins"]
    shown = heads(position.state)
    rows, cols = (1 + max((cell[axis] for cell in shown), default=-1) for axis in (0, 1))
    lines = isinstance(nimbers, list) and len(nimbers) == max(rows, 0 if system.rectangle else 1)
    if not lines or not all(isinstance(row, list) and len(row) == cols for row in nimbers):
        raise Wrong("it is about a board of another size")
    if not all(type(each) is int and each >= 0 for row in nimbers for each in row):
        raise Wrong("it has what is no nimber")
    seen = 0
    for y in range(rows):
        for x in range(cols):
            reached = set()
            for move in watched(_moves(system, rows, cols, y, x)):
                seen += 1
                if seen > MODEST:
                    return not_checked(f"single coins have more than {MODEST} moves")
                after = 0
                for row, col in heads(move):
                    after ^= nimbers[row][col]
                reached.add(after)
            if nimbers[y][x] != next(n for n in range(len(reached) + 1) if n not in reached):
                raise Wrong(f"the coin in row {y + 1} and column {x + 1} has another nimber")
    total = 0
    for y, x in shown:
        total ^= nimbers[y][x]
    if result.answer != (Outcome(LEFT, RIGHT) if total else Outcome(RIGHT, LEFT)):
        raise Wrong("it is that of another answer")
    return verified("the nimber of each coin is the least that no turn of it leads to, and coins are added")


def _moves(system: CoinGame, rows: int, cols: int, y: int, x: int) -> Iterator[Coins]:
    """What moves of a single coin lead to, one after the other, by the plain rules."""
    blank = "T" * cols
    state = tuple(blank[:x] + "H" + blank[x + 1 :] if row == y else blank for row in range(rows))
    for move in system.moves(state):
        yield system.play(state, move)

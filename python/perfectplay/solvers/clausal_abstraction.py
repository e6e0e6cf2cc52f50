"""Quantified formulas by abstraction and refinement: a SAT solver for each block that knows of the others only which
clauses they satisfy, and learns from its mistakes (Rabe & Tentrup 2015, CAQE: a certifying QBF solver)."""

from perfectplay._native import qbf
from perfectplay.families.quantified import Choice, Functions, Stage
from perfectplay.formulas import EXISTS, FORALL
from perfectplay.method import Asked, Found, stats_of
from perfectplay.players import Outcome
from perfectplay.position import Position
from perfectplay.result import Stats
from perfectplay.strategies import Strategy, promises

systems = ("qbf",)

MOST = 64
_known: dict[Stage, Functions] = {}
"""Strategies found lately: whoever follows one need not look for another after each move."""


def applies(position: Position) -> bool:
    """Not where either player may set any variable."""
    return not position.impartial


def _winning(stage: Stage, asked: Asked) -> tuple[Functions, Stats]:
    """The strategy of the winner."""
    if stage in _known:
        return _known[stage], Stats()
    prefix = [(quantifier == EXISTS, list(numbers)) for quantifier, numbers in stage.blocks]
    (holds, lists), stats = qbf(len(stage.qbf.names), prefix, stage.clauses, asked.control)
    choices = (tuple(Choice(tuple(map(tuple, when)), tuple(play)) for when, play in each) for _, each in lists)
    found = Functions(stage, EXISTS if holds else FORALL, tuple(choices))
    while len(_known) >= MOST:
        _known.pop(next(iter(_known)), None)
    _known[stage] = found
    return found, stats_of(stats)


def _from_here(stage: Stage, asked: Asked) -> tuple[Functions, Stats]:
    """A strategy of the winner, perhaps one that begins earlier and was followed so far."""
    for number in range(len(stage.values), -1, -1):
        known = _known.get(Stage(stage.qbf, stage.values[:number]))
        if known is not None and known.agrees(stage.values):
            return known, Stats()
    return _winning(stage, asked)


def outcome(position: Position, asked: Asked) -> Found:
    functions, stats = _winning(position.state, asked)
    winner = position.system.player_of(functions.quantifier)
    found = Outcome(winner, winner)
    return Found(found, promises(position, found), stats)


def best(position: Position, asked: Asked) -> Found:
    player = asked.details["player"]
    legal = position.moves(player)
    if not legal:
        return Found(None)
    functions, stats = _from_here(position.state, asked)
    winner = position.system.player_of(functions.quantifier)
    move = legal[functions.reply(position.state.values)] if winner is player else legal[0]
    return Found(move, Strategy(position, winner, player), stats)


def solve(position: Position, asked: Asked) -> Found:
    functions, stats = _winning(position.state, asked)
    if functions.quantifier == position.system.asked_for:
        return Found(functions, functions, stats)
    return Found(None, {"reason": f"{functions.quantifier} has a winning strategy", "strategy": functions}, stats)

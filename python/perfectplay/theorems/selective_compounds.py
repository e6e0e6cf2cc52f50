"""Selective compounds: outcomes of the components decide.

A player who wins every component as the second player wins the compound so, by replying wherever the opponent has
moved. A player who wins every component as the first or as the second player, and one of them at least as the first,
wins the compound as the first, by moving in all those that are not won as the second. That settles impartial games, and
partizan ones whose components are won by one player or by the same turn; others are left to search. The shortened rule
changes nothing but that play is over where a component has ended. (Smith 1966; *On Numbers and Games*, chapter 14;
*Winning Ways*, chapter 10, which goes further with partizan ones.)

In misère play of impartial games the shortened compound goes by the misère outcomes of its components in the same way.
The other one, with two or more components that have not ended, goes by their outcomes in normal play: the winner moves
as there, but if less than two components with moves would be left, to a single one that is lost for the opponent in
misère play. With one component left it is that game.
"""

from collections.abc import Iterator

from perfectplay.families.compounds import (
    all_impartial,
    as_played,
    components,
    is_as_given,
    joined,
    outcome_by,
    owner,
)
from perfectplay.games.compound import Compound, has_ended
from perfectplay.method import Asked, Found
from perfectplay.players import Player
from perfectplay.position import Move, Position
from perfectplay.questions import outcome as question

systems = ("compound",)

Chosen = dict[int, Move]


def applies(position: Position[Compound]) -> bool:
    if position.system.way not in ("selective", "shortened") or not is_as_given(position):
        return False
    if position.system.misere or all_impartial(position):
        return all_impartial(position)
    return all(judged(position, player)[0] is not None for player in Player)


def wins(component: Position, player: Player, starter: Player) -> bool:
    return question.outcome(component).answer.when(starter) is player


def winning(component: Position, player: Player) -> Iterator[Move]:
    """The moves in a component after which the player wins it."""
    return (move for move in component.moves(player) if wins(move.after, player, player.opponent))


def judged(position: Position[Compound], player: Player) -> tuple[bool | None, Chosen]:
    """Does the player who moves in the components win as the first? And a move that does, or any; None: not known."""
    system, state = position.system, position.state
    live = [number for number, component in enumerate(state) if not has_ended(component)]
    if len(live) < (len(state) if system.way == "shortened" else 1):
        return system.misere, {}
    if system.misere and system.way == "selective":
        return _misere(position, live, player)
    parts = components(position, misere=system.misere)
    as_second = [wins(component, player, player.opponent) for component in parts]
    as_first = [number for number, component in enumerate(parts) if wins(component, player, player)]
    if as_first and all(second or number in as_first for number, second in enumerate(as_second)):
        needed = [number for number in as_first if not as_second[number]] or as_first[:1]
        return True, {number: next(winning(parts[number], player)) for number in needed}
    anything = next((({n: move}) for n, each in enumerate(parts) for move in each.moves(player)), {})
    return (False, anything) if all(wins(each, player.opponent, player) for each in parts) else (None, {})


def _misere(position: Position[Compound], live: list[int], player: Player) -> tuple[bool, Chosen]:
    """The compound that goes on, in misère play."""
    state = position.state
    hot = [number for number in live if wins(state[number], player, player)]
    single = as_played(state[live[0]], misere=True) if len(live) == 1 else None
    if not hot if single is None else not wins(single, player, player):
        return False, {live[0]: state[live[0]].moves(player)[0]}
    chosen: Chosen = {}
    if single is None:
        for number in hot:
            moves = list(winning(state[number], player))
            chosen[number] = next((move for move in moves if not has_ended(move.after)), moves[0])
        left = [number for number in live if number not in chosen or not has_ended(chosen[number].after)]
        if len(left) > 1:
            return True, chosen
        live = left or live
    last = live[0]
    kept = as_played(state[last], misere=True)
    chosen.pop(last, None)
    if wins(kept, player, player):
        chosen[last] = next(winning(kept, player))
    return True, chosen


def outcome(position: Position[Compound], asked: Asked) -> Found:
    found = {player: judged(position, owner(position, player))[0] for player in Player}
    return outcome_by(position, lambda player: player if found[player] else player.opponent)


def best(position: Position[Compound], asked: Asked) -> Found:
    player = asked.details["player"]
    first, chosen = judged(position, owner(position, player))
    if not chosen:
        return Found(None)
    return joined(position, player, player if first else player.opponent, chosen)

"""Disjunctive compounds of impartial games, and those that end with their first component: nimbers add up.

Where play goes on until no component can be moved in, in normal play, that is the theorem of Sprague and Grundy. In the
diminished compound it is over as soon as a component has ended. A component that can be ended by a move is won on the
spot in normal play, whatever else there is; nobody moves to such a component who can avoid it, and the others have the
*foreclosed* nimbers: the least that none of their options has, options that can be ended left out. In misère play
nobody ends a component who can avoid it, and the nimbers are those without the options that have ended. In both cases
the compound is lost for the player to move iff the nim sum is 0. (Smith 1966; *On Numbers and Games*, chapter 14.)
"""

from collections.abc import Callable
from functools import reduce
from operator import xor

from perfectplay.families.compounds import all_impartial, joined, outcome_by
from perfectplay.games.compound import Compound, has_ended
from perfectplay.method import Asked, Found
from perfectplay.nimbers import LOONY, Nimber, total
from perfectplay.players import LEFT, Player
from perfectplay.position import Position
from perfectplay.questions import grundy as question
from perfectplay.values.recursion import solve

systems = ("compound",)


def applies(position: Position[Compound]) -> bool:
    way, misere = position.system.way, position.system.misere
    return all_impartial(position) and (way == "diminished" or (way == "disjunctive" and not misere))


def grundy_applies(position: Position[Compound]) -> bool:
    return applies(position) and position.system.way == "disjunctive"


def nimber_of(component: Position, way: str, misere: bool) -> Nimber:
    """What a component that has not ended is worth; LOONY where ending it wins."""
    if way == "disjunctive":
        return question.grundy(component).answer

    def least(here: Position, known: Callable[[Position], Nimber]) -> Nimber:
        options = [move.after for move in here.moves(LEFT)]
        going = [option for option in options if not has_ended(option)]
        if not misere and len(going) < len(options):
            return LOONY
        taken = {known(option) for option in going}
        return next(number for number in range(len(taken) + 1) if number not in taken)

    return solve(least, component)


def grundy(position: Position[Compound], asked: Asked) -> Found:
    return Found(total(nimber_of(each, "disjunctive", False) for each in position.state))


def is_over(position: Position[Compound]) -> bool:
    return position.system.way == "diminished" and any(map(has_ended, position.state))


def first_wins(position: Position[Compound]) -> bool:
    way, misere = position.system.way, position.system.misere
    if is_over(position):
        return bool(misere)
    return total(nimber_of(each, way, misere) for each in position.state) != 0


def outcome(position: Position[Compound], asked: Asked) -> Found:
    first = first_wins(position)
    return outcome_by(position, lambda player: player if first else player.opponent)


def best(position: Position[Compound], asked: Asked) -> Found:
    player: Player = asked.details["player"]
    way, misere = position.system.way, position.system.misere
    legal = [(number, move) for number, each in enumerate(position.state) for move in each.moves(player)]
    if not legal or is_over(position):
        return Found(None)
    nimbers = [nimber_of(each, way, misere) for each in position.state]
    if LOONY in nimbers:
        number = nimbers.index(LOONY)
        move = next(move for move in position.state[number].moves(player) if has_ended(move.after))
        return joined(position, player, player, {number: move})
    whole = reduce(xor, nimbers)
    for number, move in legal:
        goes_on = way == "disjunctive" or not has_ended(move.after)
        if whole and goes_on and nimber_of(move.after, way, misere) == whole ^ nimbers[number]:
            return joined(position, player, player, {number: move})
    return joined(position, player, player.opponent, dict(legal[:1]))

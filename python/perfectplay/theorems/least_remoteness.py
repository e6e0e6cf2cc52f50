"""Conjunctive compounds: the component of least remoteness decides, in normal and in misère play.

All components move at once, so that the player to move is the same in all of them, and play ends where it ends first.
In each component the player who wins it hurries, and the one who loses it delays: that is the remoteness, counted for
the player who starts. So the remoteness of the compound is the least of those of its components, and its parity tells
the winner. It holds for partizan games as well, with a remoteness for each starter. (Steinhaus 1925; Smith 1966;
*Winning Ways*, chapter 9; *On Numbers and Games*, chapter 14.)
"""

from perfectplay.families.compounds import by_length, by_parity, components, is_as_given, joined, outcome_by, owner
from perfectplay.games.compound import Compound
from perfectplay.method import Asked, Found
from perfectplay.players import Player
from perfectplay.position import Position
from perfectplay.questions import remoteness as question

systems = ("compound",)


def applies(position: Position[Compound]) -> bool:
    return position.system.way == "conjunctive" and is_as_given(position)


def least(position: Position[Compound], player: Player) -> int:
    mover = owner(position, player)
    found = (question.remoteness(each, mover).answer for each in components(position, misere=position.system.misere))
    return min(length for length in found if length is not None)


def remoteness(position: Position[Compound], asked: Asked) -> Found:
    return Found(least(position, asked.details["player"]))


def outcome(position: Position[Compound], asked: Asked) -> Found:
    return outcome_by(position, lambda player: by_parity(position, least(position, player), player))


def best(position: Position[Compound], asked: Asked) -> Found:
    player = asked.details["player"]
    lengths, chosen = by_length(position, player, question.remoteness)
    if len(chosen) < len(lengths):
        return Found(None)
    return joined(position, player, by_parity(position, min(lengths), player), chosen)

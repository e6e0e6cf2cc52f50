"""Continued conjunctive compounds of impartial games: the component of greatest suspense decides, in normal and in
misère play.

Players move in every component that has not ended, and play ends with the last of them. In each component the player
who wins it delays, and the one who loses it hurries: that is the suspense. So the suspense of the compound is the
greatest of those of its components, and its parity tells the winner. (Smith 1966; *On Numbers and Games*, chapter 14;
*Winning Ways*, chapter 9.)

Partizan games are left out: where one player cannot move in a component and the other can, it rests, and the turns of
the components no longer go together.
"""

from perfectplay.families.compounds import all_impartial, by_length, by_parity, components, joined, outcome_by
from perfectplay.games.compound import Compound
from perfectplay.method import Asked, Found
from perfectplay.players import Player
from perfectplay.position import Position
from perfectplay.questions import suspense as question

systems = ("compound",)


def applies(position: Position[Compound]) -> bool:
    return position.system.way == "continued" and all_impartial(position)


def greatest(position: Position[Compound], player: Player) -> int:
    return max(question.suspense(each, player).answer for each in components(position, misere=position.system.misere))


def suspense(position: Position[Compound], asked: Asked) -> Found:
    return Found(greatest(position, asked.details["player"]))


def outcome(position: Position[Compound], asked: Asked) -> Found:
    return outcome_by(position, lambda player: by_parity(position, greatest(position, player), player))


def best(position: Position[Compound], asked: Asked) -> Found:
    player = asked.details["player"]
    lengths, chosen = by_length(position, player, question.suspense)
    if not chosen:
        return Found(None)
    return joined(position, player, by_parity(position, max(lengths), player), chosen)

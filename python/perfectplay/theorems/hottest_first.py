"""Sums of switches: the hottest one is moved in first.

The temperature of {a|b} is half of a - b: a move in it gains that much over its mean, half of a + b, whoever makes it.
So both players take the switches in the order of falling temperatures, and the number that is reached in the end says
who wins; if it is 0, the player to move then loses. That number is the stop of the sum: the sum of the means, and of
the temperatures with alternating signs. Nobody moves in the number before, because that costs. (*On Numbers and Games*,
chapter 9; *Winning Ways*, chapter 6.)
"""

from fractions import Fraction

from perfectplay.games.switches import Heat, Switch, Switches
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises

systems = ("switches",)


def applies(position: Position[Switches]) -> bool:
    return not position.system.misere and not position.system.impartial


def heat_of(switch: Switch) -> Fraction:
    return (switch[0] - switch[1]) / 2


def stop(state: Heat, starter: Player) -> Fraction:
    """The number that is reached if this player starts."""
    heat = sorted(map(heat_of, state.switches), reverse=True)
    gained = sum(heat[::2], Fraction(0)) - sum(heat[1::2], Fraction(0))
    means = sum(((a + b) / 2 for a, b in state.switches), state.number)
    return means + gained if starter is LEFT else means - gained


def winner(state: Heat, starter: Player) -> Player:
    reached = stop(state, starter)
    if reached == 0:
        return starter if len(state.switches) % 2 else starter.opponent
    return LEFT if reached > 0 else LEFT.opponent


def _wins(position: Position[Switches], starter: Player) -> Player:
    if position.system.mirrored:
        return winner(position.state, starter.opponent).opponent
    return winner(position.state, starter)


def outcome(position: Position[Switches], asked: Asked) -> Found:
    found = Outcome(*(_wins(position, player) for player in Player))
    return Found(found, promises(position, found))


def best(position: Position[Switches], asked: Asked) -> Found:
    player, system, state = asked.details["player"], position.system, position.state
    owner = player.opponent if system.mirrored else player
    if state.switches:
        a, b = max(state.switches, key=heat_of)
        text = f"{{{a}|{b}}}:{a if owner is LEFT else b}"
    else:
        text = next(iter(system.moves(state, owner)), "")
    if not text:
        return Found(None)
    move = Move(text, player, Position(system, system.play(state, text)))
    return Found(move, Strategy(position, _wins(position, player), player))

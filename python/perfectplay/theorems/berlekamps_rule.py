"""Berlekamp's rule: the value of a red-blue stalk of Hackenbush, read off like a binary number.

Let the stalk begin with n blue edges. If it ends there, its value is n. Otherwise a red edge follows, and the value has
the integer part n - 1; the last of these n edges and the red one after it are the binary point; each edge above is a
binary place, blue 1 and red 0; and a last 1 is appended. With a red edge at the ground exchange the colours and take
the negative. Stalks side by side are added. (Berlekamp 1974, The Hackenbush number system for compression of numerical
data; *Winning Ways*, chapter 3.)

A player's best move in a stalk is to cut the topmost edge of the player's colour: of the positions that such cuts
leave, which are stages of the stalk's sign expansion, it leaves the one nearest to the value.
"""

from fractions import Fraction

from perfectplay.families.hackenbush import GROUND, Bush
from perfectplay.families.numbers import best_of, outcome_of
from perfectplay.games.hackenbush import Hackenbush
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, Player
from perfectplay.position import Move, Position
from perfectplay.values.value import Value

systems = ("hackenbush",)


def stalks(position: Position[Hackenbush]) -> list[list[tuple[int, str]]] | None:
    """The edges of each stalk from the ground upwards, with their colours; None if there is anything else."""
    bush: Bush = position.state
    system = position.system
    left, right = system.owned(bush)
    if system.misere or left & right:
        return None
    above: dict[int, int] = {}
    found: list[list[tuple[int, str]]] = []
    letters = Bush(bush.frame, left, right).letters
    edges = bush.edges
    for edge in edges:
        for vertex in bush.frame.ends[edge]:
            above[vertex] = above.get(vertex, 0) + 1
    if any(number > 2 for vertex, number in above.items() if vertex != GROUND):
        return None
    alive = set(edges)
    for foot in edges:
        if GROUND not in bush.frame.ends[foot]:
            continue
        stalk, vertex, edge = [], GROUND, foot
        while True:
            stalk.append((edge, letters[edge]))
            vertex = bush.frame.across(edge, vertex)
            upper = [each for each in bush.frame.at[vertex] if each in alive and each != edge]
            if vertex == GROUND or len(upper) != 1:
                break
            edge = upper[0]
        found.append(stalk)
    # a cycle or a loop has an edge that is visited twice or never
    return found if sum(map(len, found)) == len(edges) and above.get(GROUND, 0) == len(found) else None


def number(colours: str) -> Fraction:
    """The value of one stalk, by the rule."""
    if not colours:
        return Fraction(0)
    run = len(colours) - len(colours.lstrip(colours[0]))
    sign = 1 if colours[0] == "l" else -1
    if run == len(colours):
        return Fraction(sign * run)
    places = "".join("1" if colour == colours[0] else "0" for colour in colours[run + 1 :]) + "1"
    return sign * (run - 1 + Fraction(int(places, 2), 1 << len(places)))


def colours_of(stalk: list[tuple[int, str]]) -> str:
    return "".join(colour for _, colour in stalk)


def applies(position: Position[Hackenbush]) -> bool:
    return stalks(position) is not None


def total(position: Position[Hackenbush]) -> Fraction:
    return sum((number(colours_of(stalk)) for stalk in stalks(position) or ()), Fraction(0))


def value(position: Position[Hackenbush], asked: Asked) -> Found:
    return Found(Value(total(position)))


def outcome(position: Position[Hackenbush], asked: Asked) -> Found:
    return outcome_of(position, total(position))


def best(position: Position[Hackenbush], asked: Asked) -> Found:
    """The player's topmost edge in the stalk where it costs least."""
    player: Player = asked.details["player"]
    own, sign = ("l", 1) if player is LEFT else ("r", -1)
    choices = []
    for stalk in stalks(position) or ():
        colours = colours_of(stalk)
        top = colours.rfind(own)
        if top >= 0:
            choices.append((sign * (number(colours) - number(colours[:top])), stalk[top][0]))
    if not choices:
        return best_of(position, player, None, False)
    cost, edge = min(choices)
    bush: Bush = position.state
    move = Move(bush.frame.names[edge], player, Position(position.system, bush.cut(edge)))
    return best_of(position, player, move, sign * total(position) >= cost)

"""In Hackenbush a player who owns all edges at the ground wins.

Let there be k > 0 edges at the ground, all blue, and anything above them. Right cannot cut them, and they never fall.
So Left has k moves in hand, one for each, and after the last of them nothing is left. Whoever starts, Right will be
unable to move. The same holds for Right with red edges. (Folklore; it is why redwood furniture has a positive value,
*Winning Ways*, chapter 7.)
"""

from perfectplay.families.hackenbush import GROUND, Bush
from perfectplay.families.numbers import best_of
from perfectplay.games.hackenbush import Hackenbush
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.strategies import promises

systems = ("hackenbush",)


def owner(position: Position[Hackenbush]) -> Player | None:
    """Who owns all edges at the ground, if either player does."""
    bush: Bush = position.state
    system = position.system
    if system.misere:
        return None
    feet = sum(1 << edge for edge in bush.frame.at[GROUND]) & bush.alive
    left, right = (side & feet for side in system.owned(bush))
    if bool(left) == bool(right):
        return None
    return LEFT if left else RIGHT


def applies(position: Position[Hackenbush]) -> bool:
    return owner(position) is not None


def outcome(position: Position[Hackenbush], asked: Asked) -> Found:
    winner = owner(position)
    assert winner is not None
    found = Outcome(winner, winner)
    return Found(found, promises(position, found))


def best(position: Position[Hackenbush], asked: Asked) -> Found:
    """An edge at the ground; for the other player, any edge."""
    player: Player = asked.details["player"]
    bush: Bush = position.state
    own = position.system.owned(bush)[0 if player is LEFT else 1]
    feet = sum(1 << edge for edge in bush.frame.at[GROUND])
    wins = owner(position) is player
    edges = own & feet if wins else own
    if not edges:
        return best_of(position, player, None, False)
    edge = (edges & -edges).bit_length() - 1
    move = Move(bush.frame.names[edge], player, Position(position.system, bush.cut(edge)))
    return best_of(position, player, move, wins)

"""The second player wins Jenga with an even number of blocks a level, by mirroring.

Call a tower even if every level is its own mirror image. Whatever the first player does in an even tower, the mirrored
block of the same level can follow, to the mirrored place on top. That block exists, since with an even number of places
no block is its own mirror image, and it may be taken, since a level consisting of it alone would not have been stable.
The tower is stable while the block is carried: the only asymmetry is then a block on top, at most (k - 1) / 2 widths
from the middle, among at least k + 1 blocks. That shifts the centre of gravity by less than half a width, and every
even level reaches out a whole one. (Zwick 2002 states the result for complete towers.) So even towers are lost for the
player to move, and towers one such reply away from an even one are won. Normal play.
"""

from perfectplay.board import column_letters
from perfectplay.games.jenga import Jenga
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome
from perfectplay.position import Position
from perfectplay.strategies import Strategy, promises

systems = ("jenga",)

Tower = tuple[str, ...]


def is_even(tower: Tower) -> bool:
    return all(level == level[::-1] for level in tower)


def answer(tower: Tower) -> str | None:
    """The move that makes the tower even, if there is one, judging by the levels alone."""
    uneven = [level for level, row in enumerate(tower) if row != row[::-1]]
    if len(uneven) != 2 or uneven[1] != len(tower) - 1:
        return None
    blocks, places = (
        [place for place, letter in enumerate(tower[level]) if letter == "o" != tower[level][-1 - place]]
        for level in uneven
    )
    if len(blocks) != 1 or len(places) != 1:
        return None
    there = len(tower[0]) - 1 - places[0]
    return f"{column_letters(blocks[0])}{uneven[0] + 1}-{column_letters(there)}{len(tower)}"


def applies(position: Position[Jenga]) -> bool:
    system = position.system
    if system.k % 2 or system.misere:
        return False
    move = answer(position.state)
    return is_even(position.state) or (move is not None and move in system.moves(position.state))


def outcome(position: Position[Jenga], asked: Asked) -> Found:
    found = Outcome(RIGHT, LEFT) if is_even(position.state) else Outcome(LEFT, RIGHT)
    return Found(found, promises(position, found))


def best(position: Position[Jenga], asked: Asked) -> Found:
    player = asked.details["player"]
    move = answer(position.state)
    if move is not None:
        return Found(position.move(move, player), Strategy(position, player, player))
    legal = position.moves(player)
    return Found(legal[0], Strategy(position, player.opponent, player)) if legal else Found(None)

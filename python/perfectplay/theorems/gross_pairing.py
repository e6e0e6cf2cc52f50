"""Bridg-it is won by the first player, who has an answer to every link: Gross' pairing.

Left claims the first crossing of the last row. All others are paired: two crossings beside a dot of Left's in the upper
left half of the board, or in the lower right half, and two in neighbouring rows on the diagonal between them. Whichever
of each pair Left has, the sides are joined; so Left answers each link of Right's by the partner of its crossing. Right
has the same with rows and columns exchanged (Oliver Gross, in Gardner 1961).

The pairing lasts as long as the opponent has no pair to himself; it is read from the position alone, and followed in
every such position. The certificate of a board on which no pair is touched has the pairs: the first crossings of all of
them and the second ones are two trees, so that it is checked like that of the theorem about these
(:mod:`perfectplay.theorems.two_trees`), which tells the outcome of all other positions.

>>> pp.outcome(pp.load("bridgit", "2")).witness["certificate"]["short"]
{'first': 'a3', 'pairs': [['a1', 'a2'], ['b1', 'b3']]}
"""

from functools import lru_cache
from typing import Any, NamedTuple

from perfectplay.checks.switching import CUT, SHORT, sets_hold
from perfectplay.checks.verdict import Finding
from perfectplay.families.switching import any_move, places, size_of
from perfectplay.method import Asked, Found
from perfectplay.players import LEFT, RIGHT, Outcome, Player
from perfectplay.position import Position
from perfectplay.result import Result
from perfectplay.strategies import Strategy, promises
from perfectplay.theorems import two_trees

systems = ("bridgit",)


@lru_cache(maxsize=32)
def pairing(size: int, short: bool) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The crossing to begin with and the pairs of all others, for the player who joins left and right, or top and
    bottom."""
    number = {place: n for n, place in enumerate(places(size))}

    def across(row: int, col: int) -> int:
        """The crossing of a link from dot (row, col) to the right."""
        return number[(2 * row, col) if short else (2 * col, row)]

    def upright(row: int, col: int) -> int:
        """The crossing of a link from dot (row, col) down; the first column of dots has none."""
        return number[(2 * row + 1, col - 1) if short else (2 * col - 1, row)]

    pairs = []
    for row in range(size):
        for col in range(size):
            if row + col <= size - 2:
                pairs.append((across(row, col), upright(row, col + 1)))
            elif row + col >= size + 1:
                pairs.append((across(row, col), upright(row - 1, col)))
            elif row + col == size - 1 and row <= size - 2:
                pairs.append((across(row, col), across(row + 1, col)))
    return across(size - 1, 0), tuple(pairs)


class Held(NamedTuple):
    """How a pairing stands for a player."""

    move: int | None
    """The crossing to claim, where the player has to move for the pairing to hold; None: it holds already."""
    pairs: tuple[tuple[int, int], ...]
    """Those of which nothing is claimed, after that move."""


def held(position: Position, player: Player) -> Held | None:
    """None: the opponent has broken the pairing."""
    system, state = position.system, position.state
    short = player is system.short
    corner, pairs = pairing(size_of(state.board), short)
    own = 1 if short else 2
    owners = state.owners(len(state.board.edges))
    if owners[corner] not in (0, own):
        return None
    wanted = [corner] if owners[corner] == 0 else []
    left = []
    for pair in pairs:
        marks = [owners[each] for each in pair]
        if own in marks:
            continue
        if marks == [0, 0]:
            left.append(pair)
        elif 0 in marks:
            wanted.append(pair[marks.index(0)])
        else:
            return None
    return Held(wanted[0] if wanted else None, tuple(left)) if len(wanted) < 2 else None


def all_held(position: Position) -> dict[Player, Held]:
    found = {player: held(position, player) for player in Player}
    return {player: each for player, each in found.items() if each is not None}


def best_applies(position: Position) -> bool:
    return not (position.system.misere or position.system.impartial) and bool(all_held(position))


def applies(position: Position) -> bool:
    """No pair is touched, so that the pairs prove the outcome: at most the crossing to begin with is claimed."""
    if not best_applies(position):
        return False
    found, whole = all_held(position), len(pairing(size_of(position.state.board), True)[1])
    won = [each for each in found.values() if each.move is None] or (list(found.values()) if len(found) == 2 else [])
    return bool(won) and all(len(each.pairs) == whole for each in won)


def outcome(position: Position, asked: Asked) -> Found:
    found = all_held(position)
    second = next((player for player, each in found.items() if each.move is None), None)
    answer = Outcome(LEFT, RIGHT) if second is None else Outcome(second, second)
    told = {}
    for player, each in found.items():
        if second in (None, player):
            told[SHORT if player is position.system.short else CUT] = _told(position, each)
    return Found(answer, {**promises(position, answer, proved=True), "certificate": told})


def _told(position: Position, each: Held) -> dict[str, Any]:
    board, name = position.state.board, position.system.name_of
    told: dict[str, Any] = {"pairs": [[name(board, a), name(board, b)] for a, b in each.pairs]}
    return told if each.move is None else {"first": name(board, each.move), **told}


def best(position: Position, asked: Asked) -> Found:
    player: Player = asked.details["player"]
    own = held(position, player)
    if own is None or position.winner is not None:
        return two_trees.best(position, asked)
    wanted = own.move if own.move is not None else next((each for pair in own.pairs for each in pair), None)
    if wanted is None:  # nothing is left that matters
        move = any_move(position, player)
    else:
        move = position.move(position.system.name_of(position.state.board, wanted), player)
    return Found(move, None if move is None else Strategy(position, player, player))


def certified(result: Result[Any]) -> Finding:
    return sets_hold(result)

"""Shannon's switching game: two trees decide for Short, and two trees of the dual for Cut.

Let e be one more edge between the terminals. Moving second, Short wins if and only if there are two disjoint sets of
free edges with the same span, e in it: two trees on the same vertices, both terminals among them, once Short's edges
are contracted. When Cut takes an edge of one, Short answers by an edge of the other that joins it again. Cut wins
moving second if and only if the same holds in the dual matroid. Otherwise the first player wins: Short on the graph
with a second copy of e, Cut on that in which e is a path of two edges, each pretending that the opponent has taken that
edge (Lehman 1964; Bruno & Weinberg 1970). One computation, matroid union by augmenting exchanges, answers all of it,
and is made anew for each position: ``crates/core/src/solvers/switching``.

The certificate has the sets of each player who wins, and the first move where one is needed. Bridg-it is such a game.

>>> pp.outcome(pp.load("shannon_switching", "a-b a-c b-c b-d c-d; a=T d=T")).witness["certificate"]["short"]
{'first': 'c-d', 'sets': [['a-b', 'b-c'], ['a-c', 'b-d']]}
"""

from functools import lru_cache
from typing import Any

from perfectplay._native import switching
from perfectplay.checks.switching import CUT, SHORT, sets_hold
from perfectplay.checks.verdict import Finding
from perfectplay.families.switching import any_move
from perfectplay.limits import control_now
from perfectplay.method import Asked, Found, stats_of
from perfectplay.players import Outcome, Player
from perfectplay.position import Position
from perfectplay.result import Result, Stats
from perfectplay.strategies import Strategy, promises

systems = ("shannon_switching", "bridgit")
Win = tuple[int | None, list[int], list[int]]
"""The first move, if one is needed, and two sets of edges."""


def applies(position: Position) -> bool:
    return not (position.system.misere or position.system.impartial)


@lru_cache(maxsize=64)
def solved(position: Position) -> tuple[dict[Player, Win], Stats]:
    """How each player wins who can: the first move, if one is needed, and two sets of edges."""
    system, state = position.system, position.state
    board = state.board
    index = {vertex: number for number, vertex in enumerate(board.vertices)}
    ends = [(index[tail], index[head]) for tail, head, _ in board.edges]
    first, last = (index[end] for end in system.terminals(board))
    found, stats = switching(len(index), ends, state.owners(len(ends)), (first, last), control_now())
    players = system.short, system.short.opponent
    return {player: win for player, win in zip(players, found, strict=True) if win is not None}, stats_of(stats)


def outcome(position: Position, asked: Asked) -> Found:
    wins, stats = solved(position)
    found = Outcome(*(player if player in wins else player.opponent for player in Player))
    told = {SHORT if player is position.system.short else CUT: _told(position, win) for player, win in wins.items()}
    return Found(found, {**promises(position, found, proved=True), "certificate": told}, stats)


def _told(position: Position, win: Win) -> dict[str, Any]:
    def name(number: int) -> str:
        text: str = position.system.name_of(position.state.board, number)
        return text

    first, *sets = win
    told = {"sets": [[name(number) for number in sorted(each)] for each in sets]}
    return told if first is None else {"first": name(first), **told}


def best(position: Position, asked: Asked) -> Found:
    player: Player = asked.details["player"]
    wins, stats = solved(position)
    move = None
    if player in wins:
        first, one, other = wins[player]
        # who wins moving second wins all the more with a move ahead, and may claim anything
        wanted = first if first is not None else next(iter((*one, *other)), None)
        if wanted is not None:
            move = position.move(position.system.name_of(position.state.board, wanted), player)
    keeper = player if player in wins else player.opponent
    move = move or any_move(position, player)
    return Found(move, None if move is None else Strategy(position, keeper, player), stats)


def certified(result: Result[Any]) -> Finding:
    return sets_hold(result)

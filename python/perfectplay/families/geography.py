"""What the Geography games have in common: a graph and one token on it."""

from __future__ import annotations

from typing import Any

from perfectplay.board import Graph
from perfectplay.errors import ParseError
from perfectplay.kinds.graph import GraphGame
from perfectplay.kinds.rulesets import Arrangement
from perfectplay.method import Found
from perfectplay.picture import Look
from perfectplay.players import LEFT, RIGHT, Outcome, Player
from perfectplay.position import Position
from perfectplay.strategies import Strategy, promises


class Geography(GraphGame):
    impartial = True
    most_cells = 16384
    looks = {"@": Look("disc", "accent"), "x": Look("none"), "-": Look("empty", "ink")}

    def dressed(self, board: Graph, cells: str) -> str:
        """Without letters, as in graph6, the token stands on the first vertex."""
        bare = len(set(cells[: len(board.vertices)])) == 1 and cells[0] == "."
        return f"@{cells[1:]}" if bare else cells

    def checked(self, state: Arrangement) -> Arrangement:
        tokens = state.cells.count("@")
        if tokens != 1:
            raise ParseError(f"{tokens} tokens", expected="one, written as in a-b b-c; a=@")
        return state


def outcome_of(position: Position, first: str | None, certificate: dict[str, Any]) -> Found:
    """The first player wins with the move ``first``; if there is none, the second player does."""
    found = Outcome(LEFT, RIGHT) if first is not None else Outcome(RIGHT, LEFT)
    told = {"first": first, **certificate} if first is not None else certificate
    return Found(found, {**promises(position, found, proved=True), "certificate": told})


def best_of(position: Position, player: Player, winning: set[str]) -> Found:
    """One of the winning moves, or any if there are none."""
    moves = position.moves(player)
    move = next((each for each in moves if each.text in winning), moves[0] if moves else None)
    keeper = player if winning else player.opponent
    return Found(move, None if move is None else Strategy(position, keeper, player))

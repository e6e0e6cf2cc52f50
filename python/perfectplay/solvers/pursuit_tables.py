"""Cops and Robbers with any number of cops: where everybody can be, settled backwards from the captures.

One table for a graph, a number of cops and the rules has the plies to the capture in every state
(``crates/core/src/solvers/pursuit.rs``), so that strategies never go round in circles: the cops take a move after which
the fewest plies are left, the robber one after which the play has no end, or the most plies.

Remoteness counts plies, those with which the tokens are placed too. The literature's capture time counts the moves of
the cops from given places: of n plies, the first being theirs, (n + 1) // 2 are.
"""

from __future__ import annotations

from typing import Any

from perfectplay._native import Pursuit
from perfectplay.board import Graph
from perfectplay.errors import LimitReached
from perfectplay.families.chases import Chase, ChaseGame
from perfectplay.limits import watch_now, watched
from perfectplay.method import Asked, Found, stats_of
from perfectplay.players import LEFT, RIGHT, Outcome, Player
from perfectplay.position import Move, Position
from perfectplay.strategies import Strategy, promises

systems = ("cops_and_robbers",)

MOST_TABLES = 8
MOST_BYTES = 1 << 29
"""That making the tables took: a larger one is kept alone."""
_KNOWN: dict[tuple[Any, ...], Pursuit] = {}
"""The tables that were asked for last, the latest at the end."""


def applies(position: Position) -> bool:
    return not position.system.impartial


def remoteness_applies(position: Position) -> bool:
    """The tables have the plies to a capture, not those until the cops are stuck, where that loses."""
    return applies(position) and (position.system.stuck == "stay" or position.system.passing in ("both", "cops"))


class Table:
    """A native table, and what it says about positions."""

    def __init__(self, system: ChaseGame, board: Graph, cops: int, asked: Asked) -> None:
        self.system, self.asked, self.cops = system, asked, cops
        self.number = board.index
        stuck = "stays" if system.stuck == "stay" else system.convention.stuck.value
        passes = system.passing in ("both", "cops"), system.passing in ("both", "robber")
        key = board, cops, passes, system.mover, stuck
        self.spent: list[tuple[int, float, int]] = []
        """What it took to make the table, if it was made now."""
        found = _KNOWN.pop(key, None)
        if found is None:
            out = [[board.index[end] for end in board.neighbours(vertex)] for vertex in board.vertices]
            found = Pursuit(out, cops, passes, system.mover == "one", stuck, asked.control)
            self.spent.append(found.stats)
            watch_now().visit(found.stats[0])
        _KNOWN[key] = self.native = found
        while len(_KNOWN) > 1 and (len(_KNOWN) > MOST_TABLES or sum(t.stats[2] for t in _KNOWN.values()) > MOST_BYTES):
            del _KNOWN[next(iter(_KNOWN))]

    @classmethod
    def of(cls, position: Position, asked: Asked) -> Table:
        state: Chase = position.state
        placed = len(state.cops)
        cops = max(placed, position.system.cops) if state.robber is None else placed
        return cls(position.system, state.board, cops, asked)

    def start(self, state: Chase) -> tuple[list[str], int] | None:
        """The best places of the cops, those that are taken already among them, and the plies from there on."""
        found = self.native.start([self.number[cop] for cop in state.cops], self.asked.control)
        return found and ([state.board.vertices[number] for number in found[0]], found[1])

    def plies(self, state: Chase) -> int | None:
        """To the capture; None if there is none."""
        if state.caught:
            return 0
        cops = [self.number[cop] for cop in state.cops]
        if state.robber is not None:
            return self.native.depth(cops, self.number[state.robber], state.turn is LEFT)
        if self.system.turn(state) is LEFT:
            start = self.start(state)
            return None if start is None else self.cops - len(cops) + 1 + start[1]
        each = [self.native.depth(cops, robber, True) for robber in range(len(state.board.vertices))]
        known = [plies for plies in each if plies is not None]
        return 1 + max(known) if len(known) == len(each) else None

    def move(self, position: Position, player: Player, moves: list[Move]) -> Move:
        """A best one of these."""
        state: Chase = position.state
        if self.system.turn(state) is LEFT and state.robber is None:
            places, _ = self.start(state) or ([], 0)
            for cop in state.cops if places else ():
                places.remove(cop)
            return position.move(places[0], player) if places else moves[0]
        best, least = moves[0], None
        for move in watched(moves):
            plies = self.plies(move.after.state)
            if self.system.turn(state) is RIGHT:
                if plies is None:
                    return move
                plies = -plies
            if plies is not None and (least is None or plies < least):
                best, least = move, plies
        return best


def outcome(position: Position, asked: Asked) -> Found:
    table = Table.of(position, asked)
    winner = position.system.player_of(RIGHT if table.plies(position.state) is None else LEFT)
    found = Outcome(winner, winner)
    return Found(found, promises(position, found), stats_of(*table.spent))


def best(position: Position, asked: Asked) -> Found:
    player: Player = asked.details["player"]
    moves = position.moves(player)
    if not moves:
        return Found(None)
    table = Table.of(position, asked)
    winner = position.system.player_of(RIGHT if table.plies(position.state) is None else LEFT)
    return Found(table.move(position, player, moves), Strategy(position, winner, player), stats_of(*table.spent))


def remoteness(position: Position, asked: Asked) -> Found:
    """Plies to the capture, None if the robber escapes; a player who is not to move has no move, and play is over."""
    if asked.details["player"] is not position.to_move:
        return Found(0)
    table = Table.of(position, asked)
    return Found(table.plies(position.state), None, stats_of(*table.spent))


def cop_number(position: Position, asked: Asked) -> Found:
    """The sum over the parts of the graph, where cops in other parts do not matter."""
    system, parts = position.system, [position.state.board]
    never_stuck = system.stuck == "stay" or system.passing == "both"
    if never_stuck and (system.mover == "all" or system.passing in ("both", "cops")):
        parts = _components(position.state.board)
    places: list[str] = []
    longest, spent = 0, []
    for number, board in enumerate(parts):
        try:
            for cops in range(1, len(board.vertices) + 1):
                table = Table(system, board, cops, asked)
                spent += table.spent
                start = table.start(Chase(board))
                if start is not None:  # as it is at the latest with a cop on every vertex
                    places += start[0]
                    longest = max(longest, start[1])
                    break
        except LimitReached as reached:
            least = len(places) + cops + len(parts) - number - 1
            if least == 1 or reached.kind == "cancelled":
                raise
            raise LimitReached(f"at least {least} cops are needed; {reached}", least, reached.kind) from None
    places.sort(key=position.state.board.index.__getitem__)
    return Found(len(places), {"places": places, "capture_time": (longest + 1) // 2}, stats_of(*spent))


def _components(board: Graph) -> list[Graph]:
    """The parts of a graph, the direction of arcs left aside."""
    part = {vertex: vertex for vertex in board.vertices}

    def root(vertex: str) -> str:
        while part[vertex] != vertex:
            part[vertex] = vertex = part[part[vertex]]
        return vertex

    for tail, head, _ in board.edges:
        part[root(tail)] = root(head)
    members: dict[str, list[str]] = {}
    for vertex in board.vertices:
        members.setdefault(root(vertex), []).append(vertex)
    edges: dict[str, list[tuple[str, str]]] = {each: [] for each in members}
    for tail, head, _ in board.edges:
        edges[root(tail)].append((tail, head))
    return [Graph(vertices, edges[each], directed=board.directed) for each, vertices in members.items()]

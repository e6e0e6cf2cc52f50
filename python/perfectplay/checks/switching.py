"""The certificates of switching games, checked by ranks alone (Lehman 1964).

Let e be one more edge between the terminals. A player who moves second wins if two disjoint sets of free edges have the
same span, with e in it, in the player's matroid: for Short that of the graph in which Short's edges are contracted and
Cut's deleted, for Cut its dual. That is so if each set has the rank that both have together with e. The sets may be
given as pairs: the first ones are one set, the second ones the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from perfectplay.checks.verdict import Finding, Wrong, verified
from perfectplay.errors import IllegalMove
from perfectplay.limits import watched
from perfectplay.players import Player
from perfectplay.position import Position
from perfectplay.result import Result

SHORT, CUT = "short", "cut"


class _Joined:
    """Vertices that are joined so far, and the rank of what has joined them."""

    def __init__(self, vertices: Iterable[str]) -> None:
        self.above = {vertex: vertex for vertex in vertices}
        self.rank = 0

    def top(self, vertex: str) -> str:
        above = self.above
        while above[vertex] != vertex:
            above[vertex] = above[above[vertex]]
            vertex = above[vertex]
        return vertex

    def join(self, pairs: Iterable[tuple[str, str]]) -> int:
        """Join these; returns the rank of everything so far."""
        for a, b in watched(pairs):
            a, b = self.top(a), self.top(b)
            if a != b:
                self.above[a] = b
                self.rank += 1
        return self.rank


def sets_hold(result: Result[Any]) -> Finding:
    """Has every player who wins, by who starts, sets that prove it?"""
    position, system = result.position, result.position.system
    certificate = result.witness["certificate"]
    if system.misere or system.impartial:
        raise Wrong("the theorem is about normal play")
    begins, follows = (result.answer.when(each) is system.short for each in (system.short, system.short.opponent))
    needed = {SHORT} if begins and follows else {CUT} if not begins and not follows else {SHORT, CUT}
    if follows and not begins:
        raise Wrong("the second player never wins for both players")
    if not isinstance(certificate, dict) or set(certificate) != needed:
        raise Wrong("it is that of another answer")
    for who, player in ((SHORT, system.short), (CUT, system.short.opponent)):
        if who in needed:
            _holds(certificate[who], position, player, who, len(needed) == 2)
    return verified("each winner has two disjoint sets of edges with the same span, the terminals in it")


def _holds(given: Any, position: Position, player: Player, who: str, begins: bool) -> None:
    """Do these sets prove that the player wins moving second, perhaps after a first move?"""
    parts = {"first"} if begins else set[str]()
    if not isinstance(given, dict) or set(given) not in (parts | {"sets"}, parts | {"pairs"}):
        raise Wrong(f"it does not say how {player} wins")
    if begins:
        try:
            position = position.move(given["first"], player).after
        except (IllegalMove, TypeError, AttributeError):
            raise Wrong(f"{player}'s first move is not legal") from None
    one, other = _sets(given)
    state, board = position.state, position.state.board
    number = position.system.numbers(board)
    owners = state.owners(len(board.edges))
    for name in (*one, *other):
        if not isinstance(name, str) or name not in number or owners[number[name]]:
            raise Wrong("it names what is no free edge")
    if len({*one, *other}) < len(one) + len(other):
        raise Wrong("it names an edge twice")
    ends = [(str(tail), str(head)) for tail, head, _ in board.edges]
    bond = position.system.terminals(board)
    held = [pair for pair, owner in zip(ends, owners, strict=True) if owner == 1]

    def rank(edges: Iterable[tuple[str, str]]) -> int:
        """The rank of these edges once Short's are contracted."""
        joined = _Joined(board.vertices)
        before = joined.join(held)
        return joined.join(edges) - before

    if who == SHORT:
        ranks = [rank(ends[number[name]] for name in names) for names in (one, other)]
        together = rank([*(ends[number[name]] for name in (*one, *other)), bond])
    else:
        free = [each for each, owner in enumerate(owners) if owner == 0]
        whole = rank([*(ends[each] for each in free), bond])

        def dual(names: Iterable[str], bonded: bool) -> int:
            """|X| - r(all) + r(all without X)."""
            out = {number[name] for name in names}
            rest = [ends[each] for each in free if each not in out]
            return len(out) + bonded - whole + rank(rest if bonded else [*rest, bond])

        ranks = [dual(one, False), dual(other, False)]
        together = dual((*one, *other), True)
    if ranks != [together, together]:
        raise Wrong(f"the sets of {player} do not have the same span with the terminals in it")


def _sets(given: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """The two sets, which may be written as pairs."""
    whole = "sets" in given
    lists: Any = given["sets"] if whole else given["pairs"]
    if not isinstance(lists, list | tuple) or not all(isinstance(each, list | tuple) for each in lists):
        raise Wrong("it has no lists of edges")
    if len(lists) != 2 if whole else any(len(each) != 2 for each in lists):
        raise Wrong("it has not two sets")
    return (list(lists[0]), list(lists[1])) if whole else ([a for a, _ in lists], [b for _, b in lists])

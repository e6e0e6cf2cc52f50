"""Cops and Robbers.

Cops and a robber stand on vertices of a graph. The cops, who are Left, and the robber, Right, take turns; in a turn of
the cops each of them may go along an edge to another vertex or stay, and so may the robber in its turn. The cops win if
the robber is on the vertex of a cop after any move, and the robber wins if that never happens.
Where nobody stands on the graph yet, the cops choose their vertices first, one after the other (``cops=2``: two of
them), and then the robber does. Options: ``passing`` says who may stay ("both", "cops", "robber", "nobody"),
``mover="one"`` lets only one cop move in a turn, and with ``stuck="lose"`` a player who cannot move loses; otherwise a
token that has no move stays. The survey's version has given starts, arcs, and ``passing="nobody"``.
Text: edges ``a-b`` or arcs ``a>b``, then who stands where: ``a-b b-c c-d; a=C d=R``. Letters: ``C`` a cop, ``2`` to
``9`` so many of them, ``R`` the robber while the cops are to move, ``r`` the robber who is to move, ``X`` the robber
caught. Moves: ``a-b,c-d`` (tokens that stay are not written), ``pass`` if all stay, ``a`` to begin on a.

Complexity: EXPTIME-complete if the number of cops is part of the input, on directed graphs and on undirected ones with
given starts (Goldstein & Reingold 1995), also with chosen ones (Kinnersley 2015); PSPACE-complete on acyclic graphs;
polynomial for each fixed number of cops, by backward labelling.

>>> square = pp.load("cops_and_robbers", "a-b b-c c-d d-a")
>>> pp.outcome(square), pp.cop_number(square)
(R, 2)
"""

from collections.abc import Iterator
from itertools import chain, combinations_with_replacement, groupby, product

from perfectplay.families.chases import Chase, ChaseGame, Walk
from perfectplay.limits import watched
from perfectplay.players import LEFT, RIGHT, Player


class CopsAndRobbers(ChaseGame):
    name = "Cops and Robbers"
    aliases = ("cops and robber",)
    systems = ("S051",)
    source = "Nowakowski & Winkler 1983; Quilliot 1978; Goldstein & Reingold 1995, The complexity of pursuit on a graph"
    sample = "a-b b-c c-d d-e b-e; a=C d=R"
    samples = {
        "arcs": "a>b b>c c>d d>a c>a; a=C c=R",
        "start": "a-b b-c c-d b-d",
        "pair": "a-b b-c c-d d-e e-f f-a b-e; a=2 d=R",
        "petersen": "a-b b-c c-d d-e e-a a-f b-g c-h d-i e-j f-h h-j j-g g-i i-f; a=C b=C f=C i=R",
    }
    loopy = True
    endless = RIGHT
    moves_on = True

    def moves(self, state: Chase, player: Player) -> Iterator[str | Walk]:
        """Before variants are applied: the cops are Left."""
        if player is not self.turn(state):
            return
        link = ">" if state.board.directed else "-"
        passes = self.passing in ("both", "cops" if player is LEFT else "robber")
        if state.robber is None:
            yield from state.board.vertices
        elif player is RIGHT:
            for vertex in self.goals(state, state.robber, passes):
                yield Walk.of([(state.robber, vertex)], link)
        elif self.mover == "all":
            teams = [(vertex, len(list(team))) for vertex, team in groupby(state.cops)]
            ways = [combinations_with_replacement(self.goals(state, at, passes), number) for at, number in teams]
            for way in watched(product(*ways)):
                yield Walk.of(zip(state.cops, chain(*way), strict=True), link)
        else:
            steps = [(a, str(b)) for a in dict.fromkeys(state.cops) for b in state.board.neighbours(a)]
            stays = passes or (self.stuck == "stay" and not steps)
            yield from dict.fromkeys(Walk.of(way, link) for way in [[step] for step in steps] + [[]] * stays)

    def goals(self, state: Chase, vertex: str, passes: bool) -> list[str]:
        """Where a token may be after a turn in which it moves or stays."""
        found = dict.fromkeys(map(str, state.board.neighbours(vertex)))
        if passes or (self.stuck == "stay" and not found):
            found[vertex] = None
        return list(found)

    def play(self, state: Chase, move: str | Walk) -> Chase:
        if isinstance(move, str):
            return state.with_cops([*state.cops, move]) if self.turn(state) is LEFT else state.with_robber(move)
        if state.turn is RIGHT:
            return state.with_robber(move.end_of(str(state.robber)))
        cops = list(state.cops)
        for start, end in move.steps:
            cops[cops.index(start)] = end
        return state.with_cops(cops, turn=RIGHT)

    def again(self, state: Chase, move: str | Walk) -> bool:
        return state.robber is None and len(state.cops) + 1 < self.cops

    def winner(self, state: Chase) -> Player | None:
        return self.player_of(LEFT) if state.caught else None

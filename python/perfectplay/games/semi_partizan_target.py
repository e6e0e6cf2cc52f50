"""Semi-Partizan Target.

Tokens of Left and of Right stand on some vertices of a digraph. A move takes any token along an arc, by either player.
If a token stands there already, both vanish; but no token may be moved to an occupied target. A player has won as soon
as a token of this player stands on a target of this player, whoever moved it there. A player who cannot move loses, and
a play that goes on for ever is a draw. An edge may be used both ways; an arc from a vertex to itself is a pass.
(Goldstein & Reingold let tokens annihilate each other on vertices that are no targets; on targets we keep the rule of
Target, of which this is a variation.)
Text: arcs ``a>b`` or edges ``a-b``, then tokens and targets: ``a>b b>c c>d; a=x d=l``. Letters: ``x`` a token of Left,
``o`` one of Right; ``l``, ``r``, ``b`` free targets of Left, of Right, of both; ``X``, ``Y``, ``Z`` such targets with a
token of Left, ``O``, ``P``, ``Q`` with one of Right. A position with a token on a target of its player is over and won,
even if it is the first one. A graph with a cycle sets the option ``loopy``.

Complexity: EXPTIME-complete (Goldstein & Reingold 1995).

>>> pp.outcome(pp.load("semi_partizan_target", "a>b b>c c>a c>d; a=x b=o d=l"))
N
"""

from collections.abc import Iterator

from perfectplay.board import Graph
from perfectplay.families.tokens import Targets, step, ways
from perfectplay.kinds.rulesets import Rewrite


class SemiPartizanTarget(Targets):
    name = "Semi-Partizan Target"
    systems = ("S050",)
    source = "Goldstein & Reingold 1995, The complexity of pursuit on a graph"
    sample = "a>b a>c b>d c>d d>e b>e c>f; a=x b=o c=x d=o e=l f=r"
    samples = {
        "cyclic": "a>b c>a d>e b>a b>c b>f f>d e>a e>f; a=x b=o c=r d=o e=x f=l",
        "drawn": "a>b a>c d>e d>f b>e b>g f>a f>d g>a; a=o c=l d=x e=x f=r g=o",
        "house": "a-b b-c c-d d-a a-e b-e; a=x c=o e=l d=Y",
        "free": "a>b b>c c>d b>d; a=x b=o",
    }

    def moves(self, board: Graph) -> Iterator[Rewrite]:
        for token in "xo":
            for tail, head in ways(board):
                yield from step(tail, head, token, "" if board.marks_of(head) else "xo>..")

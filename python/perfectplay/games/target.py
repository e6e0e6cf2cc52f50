"""Target.

Tokens of Left and of Right stand on some vertices of a digraph. A player moves an own token along an arc to a vertex
without a token, and wins at once where that is one of the player's targets. A player who cannot move loses, and a play
that goes on for ever is a draw. An edge may be used both ways; an arc from a vertex to itself is a pass.
Text: arcs ``a>b`` or edges ``a-b``, then tokens and targets: ``a>b b>c c>d; a=x d=l``. Letters: ``x`` a token of Left,
``o`` one of Right; ``l``, ``r``, ``b`` free targets of Left, of Right, of both; ``X``, ``Y``, ``Z`` such targets with a
token of Left, ``O``, ``P``, ``Q`` with one of Right. A position with a token on a target of its player is over and won,
even if it is the first one. A graph with a cycle sets the option ``loopy``.

Complexity: EXPTIME-complete (Stockmeyer & Chandra 1979); PSPACE-complete on acyclic bipartite digraphs with targets of
one player (Goldstein & Reingold 1995).

>>> pp.outcome(pp.load("target", "a>b b>c c>a c>d; a=x b=o d=l"))
P
"""

from perfectplay.families.tokens import Targets


class Target(Targets):
    name = "Target"
    systems = ("S049",)
    source = "Stockmeyer & Chandra 1979; Goldstein & Reingold 1995, The complexity of pursuit on a graph"
    sample = "a>b a>c b>d c>d d>e b>e c>f; a=x b=o c=x d=o e=l f=r"
    samples = {
        "cyclic": "a>b c>a c>d d>c b>e b>d b>f f>d f>b; a=x b=o c=o d=r e=l f=x",
        "drawn": "a>b a>c b>a b>c d>e d>f c>a e>b f>d; a=x b=x c=r d=o e=l f=o",
        "house": "a-b b-c c-d d-a a-e b-e; a=x c=o e=l d=Y",
        "free": "a>b b>c c>d b>d; a=x b=o",
    }

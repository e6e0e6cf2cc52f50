"""Capture.

Tokens of Left and of Right stand on some vertices of a digraph. A player moves an own token along an arc to a vertex
without an own token; a token of the other player there is captured. A player who cannot move loses, and a play that
goes on for ever is a draw. An edge may be used both ways; an arc from a vertex to itself is a pass.
Text: arcs ``a>b`` or edges ``a-b``, then the tokens: ``a>b b>c c>a; a=x b=o``. Letters: ``x`` a token of Left, ``o``
one of Right. A graph with a cycle sets the option ``loopy``.

Complexity: EXPTIME-complete, and PSPACE-complete on acyclic digraphs (Goldstein & Reingold 1995).

>>> pp.outcome(pp.load("capture", "a>b b>c c>a; a=x c=o"))
Nv
>>> pp.value(pp.load("capture", "a>b a>c b>c; a=x b=o"))
3/2
"""

from perfectplay.families.tokens import OwnedTokens


class Capture(OwnedTokens):
    name = "Capture"
    systems = ("S045",)
    source = "Fraenkel & Yesha 1979; Goldstein & Reingold 1995, The complexity of pursuit on a graph"
    met = {"x": "ox", "o": "xo"}
    sample = "a>b a>c b>d c>d d>e b>e c>f; a=x b=o c=x d=o"
    samples = {
        "cyclic": "a>b b>c c>a b>d d>e e>c; a=x d=x c=o",
        "drawn": "a>b b>a c>d d>c b>c; a=x d=o",
        "house": "a-b b-c c-d d-a a-e b-e; a=x c=o e=o",
    }

"""Node Blocking.

Tokens of Left and of Right stand on some vertices of a digraph. A player moves an own token along an arc to a vertex
without a token. A player who cannot move loses, and a play that goes on for ever is a draw. An edge may be used both
ways; an arc from a vertex to itself is a pass.
Text: arcs ``a>b`` or edges ``a-b``, then the tokens: ``a>b b>c c>a; a=x b=o``. Letters: ``x`` a token of Left, ``o``
one of Right. A graph with a cycle sets the option ``loopy``.

Complexity: EXPTIME-complete (Goldstein & Reingold 1995); open on acyclic digraphs.

>>> pp.outcome(pp.load("node_blocking", "a>b b>c c>a; a=x b=o"))
Pv
>>> pp.value(pp.load("node_blocking", "a>b b>c c>d; a=x c=o"))
1
"""

from perfectplay.families.tokens import OwnedTokens


class NodeBlocking(OwnedTokens):
    name = "Node Blocking"
    systems = ("S047",)
    source = "Fraenkel & Yesha 1979; Goldstein & Reingold 1995, The complexity of pursuit on a graph"
    sample = "a>b a>c b>d c>d d>e b>e c>f; a=x b=o c=x d=o"
    samples = {
        "cyclic": "a>b b>c c>a b>d d>e e>c; a=x d=x c=o",
        "drawn": "a>b b>a c>d d>c b>c; a=x d=o",
        "house": "a-b b-c c-d d-a a-e b-e; a=x c=o e=o",
    }

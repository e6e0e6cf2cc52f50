"""Shannon's switching game with arcs.

The arcs of a directed graph are claimed in turn. Left wins once a path of Left's arcs leads from S to T, Right once
there is no path without an arc of Right's.
Text: arcs ``a>b`` (twice for two parallel ones), then the letters: ``a>b b>c; a=S c=T``.
Letters: ``S`` where paths begin, ``T`` where they end; arcs ``+`` Left's, ``x`` Right's.

Complexity: PSPACE-complete (Even & Tarjan 1976).

>>> pp.outcome(pp.load("directed_switching", "a>b a>c b>d c>d b>c; a=S d=T"))
N
"""

from perfectplay.kinds.connection import EdgeConnection


class DirectedSwitching(EdgeConnection):
    name = "Directed switching game"
    systems = ("S027",)
    source = "Even & Tarjan 1976, A combinatorial problem which is complete in polynomial space"
    directed = True
    vertices = {".": (".", ""), "S": (".", "green"), "T": (".", "goal")}
    sample = "a>b a>c b>d c>d b>c; a=S d=T"
    samples = {
        "braced": "s>a s>b a>t b>t a>b b>a s>c c>t; s=S t=T",
        "begun": "s>a a>b b>t s>c c>b a>c c>t; s=S t=T s>a=x c>t=+",
    }

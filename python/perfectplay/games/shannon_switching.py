"""Shannon's switching game.

The edges of a graph with two terminals are claimed in turn, Left's for good (Left is called Short) and Right's taken
away (Right is called Cut). Left wins once a path of Left's edges joins the terminals, Right once no path is left that
could.
Text: edges ``a-b`` (twice for two parallel ones), then the letters: ``a-b b-c c-d; a=T d=T b-c=x``.
Letters: ``T`` a terminal; edges ``+`` Left's, ``x`` Right's.

Complexity: polynomial, by two edge-disjoint spanning trees (Bruno & Weinberg 1970, after Lehman 1964).

>>> pp.outcome(pp.load("shannon_switching", "a-b a-c b-c b-d c-d; a=T d=T"))
N
"""

from perfectplay.kinds.connection import EdgeConnection


class ShannonSwitching(EdgeConnection):
    name = "Shannon's switching game"
    aliases = ("shannon", "switching game")
    systems = ("S025",)
    source = "Lehman 1964, A solution of the Shannon switching game; Bruno & Weinberg 1970"
    sample = "a-b a-c b-c b-d c-d; a=T d=T"
    samples = {
        "short": "a-b a-c a-d b-c c-d b-e c-e d-e; a=T e=T b-c=+",
        "cut": "a-b b-c c-d d-e e-f f-a b-e; a=T d=T",
        "begun": "a-b a-b b-c c-d c-d d-e b-e a-e; a=T d=T a-b=+ d-e=x",
    }

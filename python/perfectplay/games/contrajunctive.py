"""Contrajunctive.

Tokens stand on some vertices of a digraph. A player moves any token along an arc that is open to this player; if a
token stands there already, both vanish. A player who cannot move loses, and a play that goes on for ever is a draw.
(Types of tokens, of which the survey speaks, would make no difference: both players move all.) An edge may be used both
ways; an arc from a vertex to itself is a pass.
Text: arcs ``a>b`` or edges ``a-b``, then tokens and owners of arcs: ``a>b b>c c>a; a=@ b>c=L``.
Letters: ``@`` a token; ``L`` an arc for Left, ``R`` one for Right; others are for both. A graph with a cycle sets the
option ``loopy``.

Complexity: NP-hard, even on acyclic digraphs (Fraenkel & Yesha 1979); the exact class is open.

>>> pp.value(pp.load("contrajunctive", "a>b b>c a>c c>d; a=@ b=@ a>b=L b>c=R"))
^
"""

from perfectplay.families.tokens import OwnedArcs


class Contrajunctive(OwnedArcs):
    name = "Contrajunctive"
    systems = ("S046",)
    source = "Fraenkel & Yesha 1979, Complexity of problems in games, graphs and algebraic equations"
    met = "@."
    sample = "a>b a>c b>d c>d d>e c>e; a=@ b=@ c=@ a>b=L c>d=R d>e=R"
    samples = {
        "cyclic": "a>b b>c c>a b>d d>e e>c; a=@ b=@ d=@ a>b=L c>a=R d>e=L",
        "drawn": "a>b b>a b>c c>d d>c; a=@ d=@ a>b=L",
        "house": "a-b b-c c-d d-a a-e b-e; a=@ c=@ e=@ a-b=L c-d=R",
    }

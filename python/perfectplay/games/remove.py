"""Remove.

Tokens stand on some vertices of a digraph. A move takes one of them along an arc, by either player; if a token stands
there already, the one that moved is removed. A player who cannot move loses, and a play that goes on for ever is a
draw. With several types of tokens each may use its own arcs only. An edge may be used both ways; an arc from a vertex
to itself is a pass.
Text: arcs ``a>b`` or edges ``a-b``, then tokens and letters of arcs: ``a>b b>c a>c; a=@ b=1 b>c=1``.
Letters: ``@`` a token that may use every arc; ``1``, ``2``, ``3`` tokens that may use the arcs without a letter and
those with their own (two parallel arcs are open to two types). A graph with a cycle sets the option ``loopy``.

Complexity: NP-hard (Fraenkel & Yesha 1979); the exact class is open.

>>> pp.outcome(pp.load("remove", "a>b b>c c>a; a=1 c=2 c>a=1"))
P
"""

from perfectplay.families.tokens import TypedTokens


class Remove(TypedTokens):
    name = "Remove"
    systems = ("S043",)
    source = "Fraenkel & Yesha 1979, Complexity of problems in games, graphs and algebraic equations"
    sample = "a>b a>c b>d c>d d>e c>e; a=1 b=2 c=1 c>e=1 b>d=2"
    samples = {
        "cyclic": "a>b a>c b>d b>c d>a e>b e>f c>e; a=1 b=2 c=2 e=1 b>c=2",
        "drawn": "a>b b>a b>c c>d d>c; a=@ c=@",
        "wheel": "h-a h-b h-c h-d a-b b-c c-d d-a; a=1 c=2 h-a=1 h-b=2",
    }

    def after(self, token: str) -> str:
        return self.tokens

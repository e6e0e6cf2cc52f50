"""Hit.

Tokens stand on some vertices of a digraph. A move takes one of them along an arc, by either player; if a token stands
there already, that one is removed. A player who cannot move loses, and a play that goes on for ever is a draw. With
several types of tokens each may use its own arcs only. An edge may be used both ways; an arc from a vertex to itself is
a pass. (With one type it is the same game as Remove.)
Text: arcs ``a>b`` or edges ``a-b``, then tokens and letters of arcs: ``a>b b>c a>c; a=@ b=1 b>c=1``.
Letters: ``@`` a token that may use every arc; ``1``, ``2``, ``3`` tokens that may use the arcs without a letter and
those with their own (two parallel arcs are open to two types). A graph with a cycle sets the option ``loopy``.

Complexity: PSPACE-complete on acyclic digraphs (Fraenkel & Goldschmidt 1987); on cyclic ones it is open.

>>> pp.outcome(pp.load("hit", "a>b b>c c>a; a=1 c=2 c>a=1"))
D
"""

from perfectplay.families.tokens import TypedTokens


class Hit(TypedTokens):
    name = "Hit"
    systems = ("S044",)
    source = "Fraenkel & Goldschmidt 1987, PSPACE-hardness of some combinatorial games"
    sample = "a>b a>c b>d c>d d>e c>e; a=1 b=2 c=1 c>e=1 b>d=2"
    samples = {
        "cyclic": "a>b a>c b>d b>e d>b d>f e>c f>a; a=1 b=2 c=1 e=2 a>b=1",
        "drawn": "a>b b>a b>c c>d d>c; a=@ c=@",
        "wheel": "h-a h-b h-c h-d a-b b-c c-d d-a; a=1 c=2 h-a=1 h-b=2",
    }

    def after(self, token: str) -> str:
        return token * len(self.tokens)

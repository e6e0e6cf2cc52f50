"""Annihilation, with one type of tokens or several.

Tokens stand on some vertices of a digraph. A move takes one of them along an arc, by either player; if a token stands
there already, both vanish. A player who cannot move loses, and a play that goes on for ever is a draw. With several
types of tokens each may use its own arcs only. An edge may be used both ways; an arc from a vertex to itself is a pass.
Text: arcs ``a>b`` or edges ``a-b``, then tokens and letters of arcs: ``a>b b>c a>c; a=@ b=1 b>c=1``.
Letters: ``@`` a token that may use every arc; ``1``, ``2``, ``3`` tokens that may use the arcs without a letter and
those with their own (two parallel arcs are open to two types). A graph with a cycle sets the option ``loopy``.

Complexity: with one type of tokens polynomial (Fraenkel & Yesha 1982); with two types PSPACE-hard, and PSPACE-complete
on acyclic digraphs (Fraenkel & Goldschmidt 1987); the exact class on cyclic ones is open.

>>> pp.outcome(pp.load("annihilation", "a>b b>c c>a c>d; a=@ c=@"))
N
>>> pp.grundy(pp.load("annihilation", "a>b b>c a>c c>d; a=@ b=@ c=@"))
3
"""

from perfectplay.families.tokens import TypedTokens


class Annihilation(TypedTokens):
    name = "Annihilation"
    systems = ("S040", "S041", "S042")
    source = "Fraenkel & Yesha 1982, Theory of annihilation games; Fraenkel & Goldschmidt 1987; Ferguson 1984 (misère)"
    sample = "a>b a>c b>d c>d d>e c>e; a=@ b=@ c=@ d=@"
    samples = {
        "cyclic": "a>b c>d b>d b>e d>a d>c d>b f>d; a=@ d=@ f=@",
        "drawn": "a>b b>a b>c c>d d>c; a=@ c=@",
        "types": "a>b b>c c>d a>c b>d d>a; a=1 b=2 c=1 a>b=1 c>d=2",
        "cube": "a-b b-c c-d d-a e-f f-g g-h h-e a-e b-f c-g d-h; a=@ c=@ h=@",
        "path": "a>b b>c c>d d>e e>f; a=@ b=@ d=@",
    }

    def after(self, token: str) -> str:
        return "...."

"""Edge Geography, directed and undirected.

A token stands on a vertex of a graph. A move takes it along an edge, which is erased; a player who cannot move loses.
Text: edges ``a-b`` or arcs ``a>b`` (twice for two parallel ones), then their symbols: ``a-b b-c; a=@ b-c=x``.
Letters: ``@`` token, ``x`` an erased edge.

Complexity: PSPACE-complete on directed graphs (Schaefer 1978) and on undirected ones, polynomial on bipartite
undirected ones (Fraenkel, Scheinerman & Ullman 1993).

>>> pp.outcome(pp.load("edge_geography", "a-b b-c c-a; a=@"))
N
"""

from collections.abc import Iterator

from perfectplay.board import Graph
from perfectplay.families.geography import Geography
from perfectplay.kinds.rulesets import Rewrite


class EdgeGeography(Geography):
    name = "Edge Geography"
    aliases = ("geography", "generalized geography")
    systems = ("S033", "S036")
    source = "Schaefer 1978; Fraenkel, Scheinerman & Ullman 1993, Undirected edge geography"
    cells = ".@"
    edge_cells = "-x"
    sample = "a-b b-c c-d d-a b-d d-e; a=@"
    samples = {"directed": "a>b b>c c>a b>d d>c; a=@"}

    def moves(self, board: Graph) -> Iterator[Rewrite]:
        for a in board.vertices:
            for edge, b in board.arcs(a):
                token = {a: "@@"} if a == b else {a: "@.", b: ".@"}
                copy = f"#{edge[2]}" if edge[2] > 1 else ""  # parallel edges are different moves
                yield Rewrite(token | {edge: "-x"}, piece=(a, b), name=f"{a}-{b}{copy}")

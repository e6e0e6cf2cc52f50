"""Vertex Geography, directed and undirected.

A token stands on a vertex of a graph. A move takes it along an edge to a vertex that is still there and erases the
vertex it left; a player who cannot move loses.
Text: edges ``a-b`` or arcs ``a>b``, then the symbols on vertices: ``a-b b-c; a=@``. Letters: ``@`` token, ``x`` erased.

Complexity: PSPACE-complete on directed graphs (Lichtenstein & Sipser 1980); polynomial on undirected ones (Fraenkel,
Scheinerman & Ullman 1993), where nimbers are PSPACE-complete to find (Burke, Ferland & Teng 2021).

>>> pp.outcome(pp.load("vertex_geography", "a-b b-c c-d; a=@"))
N
"""

from collections.abc import Iterator

from perfectplay.board import Graph
from perfectplay.families.geography import Geography
from perfectplay.kinds.rulesets import Rewrite


class VertexGeography(Geography):
    name = "Vertex Geography"
    systems = ("S034", "S035")
    source = "Lichtenstein & Sipser 1980; Fraenkel, Scheinerman & Ullman 1993, Undirected edge geography"
    cells = ".@x"
    sample = "a-b b-c c-d d-a b-d d-e; a=@"
    samples = {"directed": "a>b b>c c>a b>d d>c; a=@"}

    def moves(self, board: Graph) -> Iterator[Rewrite]:
        for a in board.vertices:
            for b in dict.fromkeys(board.neighbours(a)):
                if a != b:
                    yield Rewrite({a: "@x", b: ".@"}, piece=(a, b))
